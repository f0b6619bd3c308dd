/* References: xref, link and anchor. The text of a reference is produced: label, title, page. */
#include <string.h>

#include "doc/back.h"

/* What a reference says. */
struct saying {
    bool label, number, title, page, page_alone;
    const char *template_; /* "%n", "%t", "%p" */
};

/* ── xrefstyle ── */

static const struct word_row {
    const char *name;
    struct saying saying;
} WORDS[] = {
    {"label", {.label = true}},       {"labelnumber", {.number = true}},
    {"number", {.number = true}},     {"title", {.title = true}},
    {"quotedtitle", {.title = true}}, {"page", {.page = true}},
    {"pagenumber", {.page = true}},   {"nopage", {0}},
};
enum { WORD_COUNT = sizeof WORDS / sizeof *WORDS };

static void saying_add(struct saying *to, const struct saying *s) {
    to->label |= s->label;
    to->number |= s->number;
    to->title |= s->title;
    to->page |= s->page;
}

static void read_word(struct reader *r, const struct word *word, struct saying *out) {
    const char *names[WORD_COUNT];
    for (size_t i = 0; i < WORD_COUNT; i++) {
        names[i] = WORDS[i].name;
        if (!strcmp(word->text, names[i])) {
            saying_add(out, &WORDS[i].saying);
            return;
        }
    }
    diag_report(r->diag, DIAG_BAD_ATTRIBUTE, word->span, word->text,
                "select: and words among label, number, title, page, nopage; or template:",
                nearest_name(word->text, names, WORD_COUNT));
}

/* "select: label page", "template: …", or the words alone. Nothing: what the template of the
 * document says. */
static struct saying saying_of(struct reader *r, const struct node *n) {
    static const char SELECT[] = "select:", TEMPLATE[] = "template:";
    const struct attribute *at = attribute_of(n, "xrefstyle");
    struct saying s = {0};
    if (!at)
        return (struct saying){.label = true, .page = r->form->names_pages};
    if (!strncmp(at->value, TEMPLATE, strlen(TEMPLATE))) {
        s.template_ = at->value + strlen(TEMPLATE);
        s.template_ += strspn(s.template_, " ");
        return s;
    }
    const struct word *words;
    size_t count = attribute_words(r->arena, at, &words);
    for (size_t i = 0; i < count; i++)
        if (i > 0 || strcmp(words[i].text, SELECT) != 0)
            read_word(r, &words[i], &s);
    s.page_alone = s.page && !s.label && !s.number && !s.title;
    return s;
}

/* ── Texts ── */

static const char *title_text(struct reader *r, const struct target *t) {
    static const char *const names[] = {"title", "glossterm", "term"};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        const struct node *title = part_of(r, t->node, names[i]);
        if (title)
            return node_text(r->arena, title);
    }
    return NULL;
}

static const char *titled(struct reader *r, const char *title) {
    return say_with(r->arena, r->request->strings, "reference.titled", "title", title, NULL);
}

/* "图 1.2", "Table 1.1"; what has no number is called by its title. */
static const char *reference_text(struct reader *r, const struct saying *s,
                                  const struct attribute *at, const struct target *t) {
    const char *number = t->number ? t->number : item_number(r, t->node);
    const char *label = s->number && number ? number : target_reference(r, t);
    const char *title = title_text(r, t);
    if (s->page_alone)
        return "";
    if (label && title && s->title && (s->label || s->number))
        return say_with(r->arena, r->request->strings, "reference.numbered", "label", label,
                        "title", title, NULL);
    if (label && !(s->title && title))
        return label;
    if (title)
        return titled(r, title);
    diag_report(r->diag, DIAG_XREF_NAMELESS, at->value_span, at->value,
                "the id of something with a number or a title; or <link> and words of your own",
                NULL);
    return NULL;
}

static struct inline_ piece_of(struct inliner *in, const struct node *n, const struct target *t,
                               const char *text) {
    struct inline_ piece = *inliner_look(in);
    piece.kind = INLINE_TEXT;
    piece.text = piece.describe = text;
    piece.tight = t->number || item_number(inliner_reader(in), t->node);
    piece.dest = t->id;
    piece.span = n->span;
    return piece;
}

/* The folio, with the words around it that fit the place. */
static void put_page(struct inliner *in, const struct node *n, const struct target *t,
                     const char *words, bool always) {
    struct reader *r = inliner_reader(in);
    struct inline_ page = piece_of(in, n, t, words);
    page.kind = INLINE_PAGE;
    page.tight = true;
    page.id = always ? NULL : mark_here(in, n);
    page.describe = title_text(r, t);
    if (!page.describe)
        page.describe = target_reference(r, t);
    inliner_put(in, &page);
}

static void put_page_words(struct inliner *in, const struct node *n, const struct target *t,
                           const struct saying *s) {
    struct reader *r = inliner_reader(in);
    const char *key = s->page_alone              ? "reference.page-alone"
                      : inliner_brackets(in) > 0 ? "reference.page-inside"
                                                 : "reference.page";
    put_page(in, n, t,
             s->page_alone ? say(r->request->strings, key) : words_after(r, key, "{label}"),
             s->page_alone);
}

/* "%n" the label, "%t" the title, "%p" the folio; the rest as written. */
static void put_template(struct inliner *in, const struct node *n, const struct target *t,
                         const char *template_) {
    struct reader *r = inliner_reader(in);
    for (const char *at = template_; *at;) {
        size_t plain = strcspn(at, "%");
        if (plain) {
            struct inline_ piece = piece_of(in, n, t, arena_strndup(r->arena, at, plain));
            piece.tight = false;
            inliner_put(in, &piece);
            at += plain;
            continue;
        }
        const char *said = at[1] == 'n'   ? target_reference(r, t)
                           : at[1] == 't' ? title_text(r, t)
                                          : NULL;
        if (at[1] == 'p')
            put_page(in, n, t, NULL, true);
        else if (said) {
            struct inline_ piece = piece_of(in, n, t, said);
            inliner_put(in, &piece);
        }
        at += at[1] ? 2 : 1;
    }
}

/* ── Elements ── */

/* Text that the author gave: of the element that endterm names, or the target's xreflabel. */
static const char *given_text(struct reader *r, const struct node *n, const struct target *t) {
    const struct attribute *endterm = attribute_of(n, "endterm");
    if (endterm) {
        const struct target *text = lookup_get(r->ids, endterm->value);
        if (text)
            return node_text(r->arena, text->node);
        target_find(r, endterm); /* reports it */
    }
    return node_value(t->node, "xreflabel");
}

INLINE_HANDLER(read_xref) {
    struct reader *r = inliner_reader(in);
    const struct attribute *at = attribute_of(n, "linkend");
    const struct target *t = at ? target_find(r, at) : NULL;
    if (!t)
        return;
    struct work *work = (struct work *)lookup_get_at(r->back->works_by_node, t->node);
    if (work) {
        cite_work(in, n, work);
        return;
    }
    struct saying s = saying_of(r, n);
    if (s.template_) {
        put_template(in, n, t, s.template_);
        return;
    }
    const char *given = given_text(r, n, t);
    const char *text = given ? given : reference_text(r, &s, at, t);
    if (!text)
        return;
    struct inline_ piece = piece_of(in, n, t, text);
    if (*text)
        inliner_put(in, &piece);
    if (s.page)
        put_page_words(in, n, t, &s);
}

/* Everything that may not stand in a URI, as %XX; what is escaped already stays. */
const char *uri_encoded(struct arena *a, const char *uri) {
    static const char plain[] = "-._~:/?#[]@!$&'()*+,;=%";
    struct bytes out = {.arena = a};
    for (; *uri; uri++) {
        unsigned char c = (unsigned char)*uri;
        bool letter = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9');
        if (letter || strchr(plain, c))
            bytes_add(&out, uri, 1);
        else
            bytes_printf(&out, "%%%02X", c);
    }
    return out.n ? arena_strndup(a, out.at, out.n) : "";
}

/* To the web, behind words that do not say so: blue, and underlined for who sees no blue. */
static void look_like_link(struct inline_ *look) {
    if (look->ink == INK_NONE && !look->code)
        look->ink = INK_BANDWIDTH; /* azurite */
}

INLINE_HANDLER(read_link) {
    struct reader *r = inliner_reader(in);
    struct inline_ before = *inliner_look(in);
    const struct attribute *href = node_attribute(n, NS_XLINK, "href");
    const struct attribute *linkend = attribute_of(n, "linkend");
    if (!href && !linkend)
        diag_report(r->diag, DIAG_MISSING_ATTRIBUTE, n->span, "link", "xlink:href or linkend",
                    NULL);
    if (href) {
        inliner_look(in)->uri = uri_encoded(r->arena, href->value);
        if (node_is(n, NS_DOCBOOK, "link"))
            look_like_link(inliner_look(in));
    } else if (linkend && target_find(r, linkend))
        inliner_look(in)->dest = linkend->value;
    inliner_look(in)->describe = node_text(r->arena, n);
    inliner_children(in, n);
    *inliner_look(in) = before;
}

INLINE_HANDLER(read_link_or_plain) {
    if (node_attribute(n, NS_XLINK, "href"))
        read_link(in, n);
    else
        inliner_children(in, n);
}

/* A place that can be referred to. */
INLINE_HANDLER(read_anchor) {
    struct inline_ mark = *inliner_look(in);
    mark.kind = INLINE_MARK;
    mark.text = NULL;
    mark.id = node_id(n);
    mark.span = n->span;
    if (mark.id)
        inliner_put(in, &mark);
}
