/* r:page rows: one table row an attribute. */
#include "doc/form.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static const double A4_WIDTH = 595.28, A4_HEIGHT = 841.89, MOST = 14400, EPSILON = 0.01;

static const struct field {
    const char *name;
    size_t at;
    double usual;
} FIELDS[] = {
    {"width", offsetof(struct form, width), A4_WIDTH},
    {"height", offsetof(struct form, height), A4_HEIGHT},
    {"inner", offsetof(struct form, inner), 68},
    {"measure", offsetof(struct form, measure), 357},
    {"gap", offsetof(struct form, gap), 18},
    {"margin", offsetof(struct form, margin), 118},
    {"top", offsetof(struct form, top), 72},
    {"depth", offsetof(struct form, depth), 684},
};
enum { FIELD_COUNT = sizeof FIELDS / sizeof *FIELDS };
static const char ATTRIBUTES[] =
    "width, height, inner, measure, gap, margin, top, depth, sides, pairs, flow, "
    "notes, references or toc-depth";

/* Attributes of two words: what each makes of a flag, and the flag after another word. */
static const struct choice {
    const char *name, *words[2], *expected;
    bool values[2], other;
    size_t at;
} CHOICES[] = {
    {"sides", {"one", "two"}, "one or two", {false, true}, true, offsetof(struct form, two_sided)},
    {"pairs",
     {"under", "beside"},
     "under or beside",
     {false, true},
     false,
     offsetof(struct form, beside)},
    {"flow",
     {"text", "ideas"},
     "text or ideas",
     {false, true},
     false,
     offsetof(struct form, ideas)},
    {"notes",
     {"margin", "text"},
     "margin or text",
     {false, true},
     false,
     offsetof(struct form, notes_in_text)},
    /* in a book to print, references name the page; on a screen they are links */
    {"references",
     {"page", "link"},
     "page or link",
     {true, false},
     false,
     offsetof(struct form, names_pages)},
};
enum {
    CHOICE_COUNT = sizeof CHOICES / sizeof *CHOICES,
    ATTRIBUTE_COUNT = FIELD_COUNT + CHOICE_COUNT + 1
};
static const char TOC_DEPTH[] = "toc-depth";

const char *form_attribute_name(size_t i) {
    return i < FIELD_COUNT                   ? FIELDS[i].name
           : i < FIELD_COUNT + CHOICE_COUNT  ? CHOICES[i - FIELD_COUNT].name
           : i == FIELD_COUNT + CHOICE_COUNT ? TOC_DEPTH
                                             : NULL;
}

static double *field_of(struct form *f, const struct field *field) {
    return (double *)(void *)((char *)f + field->at);
}

static void read_length(struct diag *d, const struct attribute *at, double *out) {
    char *end;
    double x = strtod(at->value, &end);
    bool plain = end != at->value && strspn(at->value, "0123456789.") == (size_t)(end - at->value);
    double unit = !strcmp(end, "mm") ? 72 / 25.4 : !strcmp(end, "pt") || x == 0 ? 1 : 0;
    if (!plain || unit == 0 || x * unit > MOST)
        diag_report(d, DIAG_STYLE_VALUE, at->value_span, at->value,
                    "a length in pt or mm, such as 357pt", NULL);
    else
        *out = x * unit;
}

static void read_choice(struct diag *d, const struct attribute *at, const struct choice *c,
                        struct form *f) {
    bool *flag = (bool *)(void *)((char *)f + c->at);
    *flag = c->other;
    for (size_t i = 0; i < 2; i++)
        if (!strcmp(at->value, c->words[i])) {
            *flag = c->values[i];
            return;
        }
    diag_report(d, DIAG_STYLE_VALUE, at->value_span, at->value, c->expected,
                nearest_name(at->value, c->words, 2));
}

static void read_toc_depth(struct diag *d, const struct attribute *at, struct form *f) {
    static const char *const words[] = {"1", "2", "3"};
    for (int i = 0; i < 3; i++)
        if (!strcmp(at->value, words[i])) {
            f->toc_depth = i + 1;
            return;
        }
    diag_report(d, DIAG_STYLE_VALUE, at->value_span, at->value, "1, 2 or 3", NULL);
}

static void read_attribute(struct diag *d, const struct attribute *at, struct form *f) {
    const char *names[ATTRIBUTE_COUNT];
    for (size_t i = 0; i < ATTRIBUTE_COUNT; i++) {
        names[i] = form_attribute_name(i);
        if (strcmp(at->name, names[i]) != 0)
            continue;
        if (i < FIELD_COUNT)
            read_length(d, at, field_of(f, &FIELDS[i]));
        else if (i < FIELD_COUNT + CHOICE_COUNT)
            read_choice(d, at, &CHOICES[i - FIELD_COUNT], f);
        else
            read_toc_depth(d, at, f);
        return;
    }
    diag_report(d, DIAG_STYLE_PROPERTY, at->name_span, at->name, ATTRIBUTES,
                nearest_name(at->name, names, ATTRIBUTE_COUNT));
}

static const struct node *row_find(const struct node *n) {
    if (!n || node_is(n, NS_RIDGE, "page"))
        return n;
    for (const struct node *c = n->child; c; c = c->next) {
        const struct node *found = c->kind == NODE_ELEMENT ? row_find(c) : NULL;
        if (found)
            return found;
    }
    return NULL;
}

static bool fits_sheet(const struct form *f) {
    return f->measure > 0 && f->depth > 0 && f->inner + f->wide <= f->width + EPSILON &&
           f->top + f->depth <= f->height + EPSILON;
}

static void settle(struct form *f) {
    f->wide = f->margin > 0 ? f->measure + f->gap + f->margin : f->measure;
}

static void usual(struct form *f) {
    for (size_t i = 0; i < FIELD_COUNT; i++)
        *field_of(f, &FIELDS[i]) = FIELDS[i].usual;
    f->two_sided = true;
    f->scale = 1;
    settle(f);
}

const struct form *form_read(struct arena *a, struct diag *d, const struct node *template_,
                             const struct form *base) {
    struct form *f = ARENA_NEW(a, struct form);
    usual(f);
    if (base)
        *f = *base;
    const struct node *row = row_find(template_);
    if (!row)
        return f;
    for (const struct attribute *at = row->attributes; at; at = at->next)
        if (at->ns != NS_XML)
            read_attribute(d, at, f);
    settle(f);
    if (!fits_sheet(f)) {
        diag_report(d, DIAG_STYLE_VALUE, row->span, "r:page", "a type area inside the sheet", NULL);
        usual(f);
    }
    return f;
}

bool form_is_short(const struct form *f) {
    return f->depth < f->wide;
}

bool form_notes_beside(const struct form *f) {
    return f->margin > 0 && !f->notes_in_text;
}

static bool is_mirrored(const struct form *f, size_t folio) {
    return f->two_sided && folio % 2 == 0;
}

double form_body(const struct form *f, size_t folio) {
    return is_mirrored(f, folio) ? f->width - f->inner - f->measure : f->inner;
}

double form_wide(const struct form *f, size_t folio) {
    return is_mirrored(f, folio) ? f->width - f->inner - f->wide : f->inner;
}

double form_margin(const struct form *f, size_t folio) {
    return is_mirrored(f, folio) ? form_wide(f, folio) : f->inner + f->measure + f->gap;
}

double form_outer(const struct form *f, size_t folio) {
    return is_mirrored(f, folio) ? form_wide(f, folio) : f->inner + f->wide;
}
