/* Running text: characters and inline elements to pieces in one style each, white space folded. */
#include <string.h>

#include "base/text.h"
#include "doc/back.h"
#include "doc/inliner.h"

struct reader *inliner_reader(struct inliner *in) {
    return in->r;
}

struct inline_ *inliner_look(struct inliner *in) {
    return &in->look;
}

/* ── Pieces ── */

static struct run *run_add(struct inliner *in, const struct inline_ *like) {
    struct run *run = ARENA_NEW(in->r->arena, struct run);
    run->in = *like;
    run->in.next = NULL;
    run->text.arena = in->r->arena;
    in->last = *in->end = run;
    in->end = &run->next;
    return run;
}

static bool same_look(const struct inline_ *x, const struct inline_ *y) {
    return x->kind == y->kind && x->emphasis == y->emphasis && x->strong == y->strong &&
           x->code == y->code && x->quiet == y->quiet && x->tight == y->tight &&
           x->script == y->script && x->ink == y->ink && x->language == y->language &&
           x->dest == y->dest && x->uri == y->uri;
}

static struct run *run_for(struct inliner *in, struct span span) {
    if (in->last && same_look(&in->last->in, &in->look))
        return in->last;
    struct run *run = run_add(in, &in->look);
    run->in.span = span;
    return run;
}

/* ── White space ── */

static bool is_blank(char c) {
    return c == ' ' || c == '\t' || c == '\n' || c == '\r';
}

/* A line break vanishes between Han characters, and any blank where one of them is produced:
 * authors leave it for what they do not see. Any blank beside a full-width mark. In code every
 * blank stays. */
static bool blank_vanishes(const struct inliner *in, uint32_t after) {
    if (in->blank_in->in.code && in->look.code && !in->blank_is_break)
        return false;
    if (code_is_wide_mark(in->before) || code_is_wide_mark(after))
        return true;
    return (in->blank_is_break || in->made) && code_is_han(in->before) && code_is_han(after);
}

static void blank_settle(struct inliner *in, uint32_t after) {
    struct run *run = in->blank_in;
    if (run && in->before && !blank_vanishes(in, after))
        for (int n = run->in.code && !in->blank_is_break ? in->blanks : 1; n > 0; n--)
            bytes_puts(&run->text, " ");
    in->blank_in = NULL;
    in->blank_is_break = false;
    in->blanks = 0;
}

static void blank_wait(struct inliner *in, struct run *run, char c) {
    if (!in->blank_in)
        in->blank_in = run;
    in->blank_is_break |= c == '\n';
    in->blanks++;
}

static int bracket_of(uint32_t c) {
    return c == '(' || c == 0xFF08 ? 1 : c == ')' || c == 0xFF09 ? -1 : 0;
}

int inliner_brackets(const struct inliner *in) {
    return in->brackets;
}

void inliner_text(struct inliner *in, const char *text, struct span span) {
    struct run *run = run_for(in, span);
    size_t n = strlen(text), length;
    if (in->verbatim) {
        bytes_puts(&run->text, text);
        return;
    }
    for (size_t i = 0; i < n; i += length) {
        uint32_t c = text_decode(text + i, n - i, &length);
        if (is_blank(text[i])) {
            blank_wait(in, run, text[i]);
            continue;
        }
        blank_settle(in, c);
        in->made = false;
        bytes_add(&run->text, text + i, length);
        in->before = c;
        in->brackets += bracket_of(c);
    }
}

static uint32_t last_character(const char *text) {
    size_t n = strlen(text), length, at = n;
    while (at > 0 && ((unsigned char)text[--at] & 0xC0) == 0x80)
        ;
    return n ? text_decode(text + at, n - at, &length) : 0;
}

/* The mark of a footnote follows its word at once: a blank before it comes after it. */
static void put_mark(struct inliner *in, const struct inline_ *piece) {
    run_add(in, piece);
    if (in->blank_in)
        in->blank_in = run_add(in, &in->look);
}

void inliner_put(struct inliner *in, const struct inline_ *piece) {
    if (piece->kind == INLINE_NOTE) {
        put_mark(in, piece);
        return;
    }
    if (piece->kind == INLINE_MARK) { /* no ink: blanks around it are one */
        run_add(in, piece);
        return;
    }
    const char *text = piece->text ? piece->text : "";
    uint32_t first = text_first(text);
    in->made = true;
    blank_settle(in, first ? first : 'x');
    struct run *run = run_add(in, piece);
    bytes_puts(&run->text, text);
    in->before = *text ? last_character(text) : 'x';
    if (piece->kind == INLINE_LIMIT)
        in->before = 0; /* its gap is drawn: no blank after it */
}

/* ── Children ── */

/* An element may say its language, whatever it is. */
static void child_element(struct inliner *in, const struct node *c, const struct element *e) {
    const char *before = in->look.language;
    const struct attribute *lang = node_attribute(c, NS_XML, "lang");
    if (lang && !in->r->is_template)
        in->look.language = lang->value;
    if (e->inline_)
        e->inline_(in, c);
    else if (e->is & G_PARA) /* cells of typed tables */
        inliner_children(in, c);
    in->look.language = before;
}

void inliner_children(struct inliner *in, const struct node *n) {
    for (const struct node *c = n->child; c; c = c->next) {
        if (c->kind == NODE_TEXT) {
            if (!in->typed && !in->look.code && !in->verbatim)
                digits_check(in->r, c);
            inliner_text(in, c->text, c->span);
            continue;
        }
        const struct element *e = element_find(c);
        if (e && node_wanted(in->r, c))
            child_element(in, c, e);
    }
}

static bool is_empty(const struct run *run) {
    return !run->text.n && (run->in.kind == INLINE_TEXT || run->in.kind == INLINE_VALUE);
}

static const struct inline_ *finished(struct inliner *in) {
    struct inline_ *first = NULL, **end = &first;
    for (struct run *run = in->first; run; run = run->next) {
        if (is_empty(run))
            continue;
        run->in.text = run->text.n ? arena_strndup(in->r->arena, run->text.at, run->text.n) : NULL;
        *end = &run->in;
        end = &run->in.next;
    }
    return first;
}

static bool is_listing(const struct node *n) {
    return node_is(n, NS_DOCBOOK, "programlisting") || node_is(n, NS_DOCBOOK, "screen") ||
           node_is(n, NS_DOCBOOK, "synopsis");
}

static const struct inline_ *read_inlines(struct reader *r, const struct node *n, bool typed) {
    struct inliner in = {.r = r, .typed = typed};
    in.end = &in.first;
    in.look.code = is_listing(n);
    in.verbatim = in.look.code || node_is(n, NS_DOCBOOK, "literallayout");
    inliner_children(&in, n);
    return finished(&in);
}

const struct inline_ *inlines_of(struct reader *r, const struct node *n) {
    return read_inlines(r, n, false);
}

const struct inline_ *inlines_typed(struct reader *r, const struct node *n) {
    return read_inlines(r, n, true);
}

struct inline_ *inline_new(struct reader *r, enum inline_kind kind, const char *text,
                           struct span span) {
    struct inline_ *piece = ARENA_NEW(r->arena, struct inline_);
    piece->kind = kind;
    piece->text = text;
    piece->span = span;
    return piece;
}

const struct inline_ *inline_say(struct reader *r, const char *text) {
    return text && *text ? inline_new(r, INLINE_TEXT, text, r->root->span) : NULL;
}

/* What was set since a mark, as plain text (the sentence of a claim). */
size_t inliner_mark(struct inliner *in) {
    size_t n = 0;
    for (const struct run *run = in->first; run; run = run->next)
        n += run->text.n;
    return n;
}

const char *inliner_since(struct inliner *in, size_t mark) {
    struct bytes out = {.arena = in->r->arena};
    for (const struct run *run = in->first; run; run = run->next)
        bytes_add(&out, run->text.at, run->text.n);
    const char *all = out.n ? arena_strndup(in->r->arena, out.at, out.n) : "";
    all += mark < out.n ? mark : out.n;
    return all + strspn(all, " ");
}

INLINE_HANDLER(read_condition_inline) {
    struct reader *r = in->r;
    const struct attribute *test = attribute_of(n, "test");
    bool holds = false;
    struct comparison sides;
    if (test &&
        expression_test(r->arena, r->diag, &r->env, test->value, test->value_span, &holds,
                        &sides) &&
        holds)
        inliner_children(in, n);
}
