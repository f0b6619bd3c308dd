/* Running text as DocBook: from the outside in, link, language, stress, code, script. */
#include <string.h>

#include "doc/media.h"
#include "docbook/docbook_write.h"

/* What is open around a piece, to be closed behind it. */
enum { WRAPS_MOST = 8 };

static int wrap(struct docbook *d, const char *name, const char *attribute, const char *value) {
    xml_open(&d->w, name);
    if (attribute)
        xml_attribute(&d->w, attribute, value);
    return 1;
}

/* Destinations that were made have signs that an id may not have. */
const char *docbook_id(struct docbook *d, const char *id) {
    char *name = arena_strdup(d->arena, id);
    for (char *c = name; *c; c++)
        if (*c == '/' || *c == ':' || *c == ' ' || *c == '$')
            *c = '.';
    return name;
}

static int wrap_link(struct docbook *d, const struct inline_ *in) {
    if (in->uri)
        return wrap(d, "link", "xlink:href", in->uri);
    if (in->dest && lookup_get(d->ids, in->dest))
        return wrap(d, "link", "linkend", docbook_id(d, in->dest));
    return 0;
}

static int wrap_look(struct docbook *d, const struct inline_ *in) {
    int n = 0;
    if (in->language && (!d->language || strcmp(in->language, d->language) != 0))
        n += wrap(d, "foreignphrase", "xml:lang", in->language);
    if (in->strong)
        n += wrap(d, "emphasis", "role", "strong");
    if (in->emphasis)
        n += wrap(d, "emphasis", NULL, NULL);
    if (in->code)
        n += wrap(d, "code", NULL, NULL);
    if (in->script)
        n += wrap(d, in->script > 0 ? "superscript" : "subscript", NULL, NULL);
    return n;
}

static void write_text(struct docbook *d, const struct inline_ *in) {
    if (!in->text || !*in->text)
        return;
    int n = wrap_link(d, in);
    n += wrap_look(d, in);
    xml_text(&d->w, in->text);
    for (; n > 0; n--)
        xml_close(&d->w);
}

static void write_limit(struct docbook *d, const struct inline_ *in) {
    static const char *const names[] = {"none", "capacity", "bandwidth", "interconnect", "compute"};
    wrap(d, "phrase", "role", names[in->limit]);
    xml_close(&d->w);
}

static void write_break(struct docbook *d, const struct inline_ *in) {
    (void)in;
    xml_text(&d->w, " ");
}

/* The second mark of a footnote refers to the first. */
static void write_note(struct docbook *d, const struct inline_ *in) {
    if (!in->note)
        return;
    const char *id = lookup_get_at(d->notes, in->note);
    if (id) {
        wrap(d, "footnoteref", "linkend", docbook_id(d, id));
        xml_close(&d->w);
        return;
    }
    id = in->note->id ? in->note->id : arena_printf(d->arena, "note..%d", ++d->note_count);
    lookup_put_at(d->notes, in->note, id);
    wrap(d, "footnote", "xml:id", docbook_id(d, id));
    docbook_blocks(d, in->note->child, true);
    xml_close(&d->w);
}

static void write_mark(struct docbook *d, const struct inline_ *in) {
    if (!in->id || lookup_get(d->ids, in->id) != in)
        return;
    wrap(d, "anchor", "xml:id", docbook_id(d, in->id));
    xml_close(&d->w);
}

/* There are no pages yet. */
static void write_page(struct docbook *d, const struct inline_ *in) {
    if (!in->dest || !lookup_get(d->ids, in->dest))
        return;
    wrap(d, "xref", "linkend", docbook_id(d, in->dest));
    xml_attribute(&d->w, "xrefstyle", "select: page");
    xml_close(&d->w);
}

static void write_box(struct docbook *d, const struct inline_ *in) {
    if (media_of(in->thing)) {
        docbook_media(d, "inlinemediaobject", in->thing);
        return;
    }
    wrap(d, "inlineequation", NULL, NULL);
    docbook_math(d, in->thing, false);
    xml_close(&d->w);
}

void docbook_inlines(struct docbook *d, const struct inline_ *text) {
    static void (*const kinds[])(struct docbook *, const struct inline_ *) = {
        [INLINE_TEXT] = write_text,   [INLINE_VALUE] = write_text, [INLINE_LIMIT] = write_limit,
        [INLINE_BREAK] = write_break, [INLINE_NOTE] = write_note,  [INLINE_MARK] = write_mark,
        [INLINE_PAGE] = write_page,   [INLINE_BOX] = write_box};
    bool indent = d->w.indent;
    d->w.indent = false;            /* a blank more would be a blank in the text */
    for (; text; text = text->next) /* letters of tables stand for footnotes */
        kinds[text->hangs && text->note ? INLINE_NOTE : text->kind](d, text);
    d->w.indent = indent;
}

void docbook_line(struct docbook *d, const char *name, const struct inline_ *text) {
    if (!text)
        return;
    bool indent = d->w.indent;
    xml_open(&d->w, name);
    d->w.indent = false;
    docbook_inlines(d, text);
    xml_close(&d->w);
    d->w.indent = indent;
}

void docbook_caption(struct docbook *d, const struct inline_ *text) {
    if (!text)
        return;
    bool indent = d->w.indent;
    xml_open(&d->w, "para");
    xml_attribute(&d->w, "role", "caption");
    d->w.indent = false;
    docbook_inlines(d, text);
    xml_close(&d->w);
    d->w.indent = indent;
}

void docbook_title(struct docbook *d, const char *role, const struct inline_ *text) {
    if (!text)
        return;
    bool indent = d->w.indent;
    xml_open(&d->w, "para");
    xml_attribute(&d->w, "role", role);
    d->w.indent = false;
    xml_open(&d->w, "emphasis");
    xml_attribute(&d->w, "role", "strong");
    docbook_inlines(d, text);
    xml_close(&d->w);
    xml_close(&d->w);
    d->w.indent = indent;
}

void docbook_words(struct docbook *d, const char *name, const char *text) {
    xml_open(&d->w, name);
    xml_text(&d->w, text);
    xml_close(&d->w);
}
