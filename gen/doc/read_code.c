/* Listings: text whose line breaks stay. */
#include <stdlib.h>
#include <string.h>

#include "doc/reader.h"

static size_t count_lines(const struct inline_ *text) {
    size_t n = 1;
    const char *last = "";
    for (const struct inline_ *in = text; in; in = in->next)
        for (const char *at = in->text ? in->text : ""; *at; at++, last = at - 1)
            n += *at == '\n';
    return *last == '\n' ? n - 1 : n;
}

/* What stands directly after the tag on its own line is no line. */
static const struct inline_ *without_first_break(const struct inline_ *text) {
    if (text && text->kind == INLINE_TEXT && text->text && *text->text == '\n')
        ((struct inline_ *)text)->text++;
    return text;
}

static bool says(const struct node *n, const char *attribute, const char *word) {
    const char *value = node_value(n, attribute);
    return value && !strcmp(value, word);
}

/* The number of the first line: the next one of the listing before, when this one continues it. */
static int first_line(const struct reader *r, const struct node *n) {
    const char *given = node_value(n, "startinglinenumber");
    long first = given ? strtol(given, NULL, 10) : 0;
    if (first > 0 && first < 1000000)
        return (int)first;
    return says(n, "continuation", "continues") ? r->lines_listed + 1 : 1;
}

BLOCK_HANDLER(read_code) {
    struct block *b = block_new(r, n, BLOCK_CODE);
    b->text = without_first_break(inlines_of(r, n));
    int first = first_line(r, n);
    if (says(n, "linenumbering", "numbered"))
        b->first_line = first;
    r->lines_listed = first + (int)count_lines(b->text) - 1;
    return b->text ? b : NULL;
}

/* ── Text with its lines ── */

static struct inline_ *piece(struct reader *r, const struct inline_ *like, const char *text,
                             size_t n) {
    struct inline_ *part = arena_memdup(r->arena, like, sizeof *like);
    char *words = arena_strndup(r->arena, text, n);
    for (char *at = words; *at; at++)
        *at = *at == '\t' ? ' ' : *at;
    part->next = NULL;
    part->text = words;
    return part;
}

/* Blanks at the beginning of a line are room that stays. */
static size_t put_indent(struct reader *r, const struct inline_ *like, const char *text,
                         struct inline_ ***end) {
    size_t n = strspn(text, " \t");
    struct bytes room = {.arena = r->arena};
    for (size_t i = 0; i < n; i++)
        bytes_puts(&room, "\u00A0\u00A0");
    if (n) {
        **end = piece(r, like, room.at, room.n);
        *end = &(**end)->next;
    }
    return n;
}

static void put_lines(struct reader *r, const struct inline_ *in, struct inline_ ***end,
                      bool *at_start) {
    for (const char *text = in->text; *text;) {
        text += *at_start ? put_indent(r, in, text, end) : 0;
        size_t n = strcspn(text, "\n");
        if (n) {
            **end = piece(r, in, text, n);
            *end = &(**end)->next;
        }
        text += n;
        *at_start = *text == '\n';
        if (*text++ != '\n')
            return;
        **end = inline_new(r, INLINE_BREAK, NULL, in->span);
        *end = &(**end)->next;
    }
}

/* A paragraph whose lines end where they were ended. */
BLOCK_HANDLER(read_literal_layout) {
    const char *look = node_value(n, "class");
    if (look && !strcmp(look, "monospaced"))
        return read_code(r, n);
    struct block *b = block_new(r, n, BLOCK_PARA);
    struct inline_ *first = NULL, **end = &first;
    bool at_start = true;
    for (const struct inline_ *in = without_first_break(inlines_of(r, n)); in; in = in->next) {
        if (in->kind == INLINE_TEXT && in->text) {
            put_lines(r, in, &end, &at_start);
            continue;
        }
        *end = arena_memdup(r->arena, in, sizeof *in);
        (*end)->next = NULL;
        end = &(*end)->next;
        at_start = false;
    }
    b->style = "verse";
    b->text = first;
    return first ? b : NULL;
}
