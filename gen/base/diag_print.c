#include <stdlib.h>
#include <string.h>

#include "base/diag_report.h"
#include "base/file.h"
#include "base/text.h"

enum { LINE_COLUMNS = 100, BEFORE_CARET = 60, CHARACTERS_SHOWN = 400 };

static const char RED[] = "\033[1;31m", MAGENTA[] = "\033[1;35m", BOLD[] = "\033[1m";
static const char GREEN[] = "\033[1;32m", PLAIN[] = "\033[0m";

/* Where output goes, and the last place found, so that a long file is counted through once. */
struct printer {
    struct bytes *to;
    bool colour;
    const struct source *source;
    size_t offset;
    struct place place;
};

static void put_style(struct printer *p, const char *style) {
    if (p->colour)
        bytes_puts(p->to, style);
}

/* One character of foreign text; control characters must not reach a terminal. */
static void put_character(struct printer *p, const char *at, uint32_t c, size_t length) {
    if (c < 0x20 || (c >= 0x7F && c < 0xA0))
        bytes_puts(p->to, c == '\n' || c == '\t' || c == '\r' ? " " : "\xEF\xBF\xBD");
    else if (c == 0xFFFD || (c >= 0x202A && c <= 0x202E) || (c >= 0x2066 && c <= 0x2069))
        bytes_puts(p->to, "\xEF\xBF\xBD");
    else
        bytes_add(p->to, at, length);
}

static void put_foreign(struct printer *p, const char *text) {
    size_t n = strlen(text), shown = 0;
    for (size_t i = 0, length; i < n; i += length) {
        uint32_t c = text_decode(text + i, n - i, &length);
        if (shown++ == CHARACTERS_SHOWN) {
            bytes_puts(p->to, "…");
            return;
        }
        put_character(p, text + i, c, length);
    }
}

/* ── Wording ── */

static bool starts(const char *text, const char *end, const char *what) {
    size_t n = strlen(what);
    return (size_t)(end - text) >= n && !memcmp(text, what, n);
}

/* The value of a placeholder at `at`, and how long its name is; 0 when there is none. */
static size_t placeholder(const struct report *r, const char *at, const char *end,
                          const char **value) {
    static const char found[] = "{found}", expected[] = "{expected}";
    if (starts(at, end, found)) {
        *value = r->found;
        return sizeof found - 1;
    }
    if (starts(at, end, expected)) {
        *value = r->expected;
        return sizeof expected - 1;
    }
    return 0;
}

static bool lacks_value(const struct report *r, const char *clause, const char *end) {
    const char *value = "";
    for (; clause < end; clause++)
        if (placeholder(r, clause, end, &value) && !value)
            return true;
    return false;
}

static void put_clause(struct printer *p, const struct report *r, const char *clause,
                       const char *end) {
    while (clause < end) {
        const char *value = NULL;
        size_t length = placeholder(r, clause, end, &value);
        if (length)
            put_foreign(p, value ? value : "?");
        else
            bytes_add(p->to, clause, length = 1);
        clause += length;
    }
}

/* Clauses stand between semicolons; one whose value was not given is left out, but not the first.
 */
static void put_wording(struct printer *p, const struct report *r) {
    const char *wording = diag_rows[r->kind].wording, *clause = wording;
    while (*clause) {
        const char *end = strchr(clause + 1, ';');
        if (!end)
            end = clause + strlen(clause);
        if (clause == wording || !lacks_value(r, clause, end))
            put_clause(p, r, clause, end);
        clause = end;
    }
}

/* ── The source line ── */

/* Part of a line: what is shown of it, in bytes of the source. */
struct window {
    size_t from, to;
    bool cut_left, cut_right;
};

static uint32_t character(const struct source *s, size_t at, size_t end, size_t *length,
                          int *columns) {
    uint32_t c = text_decode(s->text + at, end - at, length);
    *columns = c == '\t' ? 1 : text_columns(c);
    return c;
}

static size_t line_start(const struct source *s, size_t at) {
    while (at && s->text[at - 1] != '\n')
        at--;
    return at == 0 && s->bytes >= 3 && !memcmp(s->text, "\xEF\xBB\xBF", 3) ? 3 : at;
}

static size_t line_end(const struct source *s, size_t at) {
    while (at < s->bytes && s->text[at] != '\n')
        at++;
    return at && at <= s->bytes && s->text[at - 1] == '\r' ? at - 1 : at;
}

static size_t columns_between(const struct source *s, size_t from, size_t to) {
    size_t total = 0, length;
    for (int columns; from < to; from += length, total += (size_t)columns)
        character(s, from, to, &length, &columns);
    return total;
}

/* The end of what fits into so many columns. A line may be as long as its file: no more of it is
 * looked at than is shown. */
static size_t columns_onward(const struct source *s, size_t from, size_t end, size_t columns) {
    size_t length;
    for (int wide; from < end; from += length, columns -= (size_t)wide) {
        character(s, from, end, &length, &wide);
        if ((size_t)wide > columns)
            break;
    }
    return from;
}

static size_t columns_back(const struct source *s, size_t start, size_t from, size_t columns) {
    size_t length;
    for (int wide; from > start; columns -= (size_t)wide) {
        size_t before = from - 1;
        while (before > start && (s->text[before] & 0xC0) == 0x80)
            before--;
        character(s, before, from, &length, &wide);
        if ((size_t)wide > columns)
            break;
        from = before;
    }
    return from;
}

static struct window line_window(const struct source *s, size_t caret) {
    size_t start = line_start(s, caret), end = line_end(s, caret);
    struct window w = {start, start, false, false};
    if (columns_onward(s, start, end, LINE_COLUMNS) < end && caret > start)
        w.from = columns_back(s, start, caret < end ? caret : end, BEFORE_CARET);
    w.to = columns_onward(s, w.from, end, LINE_COLUMNS);
    w.cut_left = w.from > start;
    w.cut_right = w.to < end;
    return w;
}

static void put_line(struct printer *p, const struct source *s, struct window w) {
    bytes_puts(p->to, w.cut_left ? "…" : "");
    for (size_t i = w.from, length; i < w.to; i += length) {
        uint32_t c = text_decode(s->text + i, w.to - i, &length);
        if (c == '\t')
            bytes_puts(p->to, "\t");
        else
            put_character(p, s->text + i, c, length);
    }
    bytes_puts(p->to, w.cut_right ? "…\n" : "\n");
}

/* Blanks as wide as the text before the caret; tabs stay tabs, so that any tab width fits. */
static void put_caret(struct printer *p, struct span at, struct window w) {
    const struct source *s = at.source;
    size_t length, i = w.from;
    bytes_puts(p->to, w.cut_left ? " " : "");
    for (int columns; i < at.from && i < w.to; i += length) {
        bool tab = character(s, i, w.to, &length, &columns) == '\t';
        bytes_puts(p->to, tab ? "\t" : columns == 2 ? "  " : columns ? " " : "");
    }
    put_style(p, GREEN);
    bytes_puts(p->to, "^");
    size_t width = at.to > i ? columns_between(s, i, at.to < w.to ? at.to : w.to) : 1;
    while (width-- > 1)
        bytes_puts(p->to, "~");
    put_style(p, PLAIN);
    bytes_puts(p->to, "\n");
}

static void put_source(struct printer *p, struct span at) {
    if (!at.source->text)
        return;
    if (at.from > at.source->bytes)
        at.from = at.source->bytes;
    struct window w = line_window(at.source, at.from);
    size_t before = p->to->n;
    bytes_printf(p->to, "%5zu", p->place.line);
    size_t gutter = p->to->n - before;
    bytes_puts(p->to, " | ");
    put_line(p, at.source, w);
    bytes_printf(p->to, "%*s | ", (int)gutter, "");
    put_caret(p, at, w);
}

/* ── Reports ── */

static void find_place(struct printer *p, struct span at) {
    if (p->source != at.source || p->offset > at.from) {
        p->source = at.source;
        p->offset = 0;
        p->place = (struct place){1, 1};
    }
    if (at.source->text)
        p->place = place_onward(at.source, p->place, p->offset, at.from);
    p->offset = at.from;
}

/* "file:line:column: ", or "ridge: " without a place. */
static void put_place(struct printer *p, struct span at) {
    if (!at.source) {
        bytes_puts(p->to, "ridge: ");
        return;
    }
    find_place(p, at);
    put_foreign(p, at.source->name);
    if (at.source->text)
        bytes_printf(p->to, ":%zu:%zu", p->place.line, p->place.column);
    bytes_puts(p->to, ": ");
}

static void put_severity(struct printer *p, enum severity severity) {
    put_style(p, severity == SEVERITY_WARNING ? MAGENTA : RED);
    bytes_puts(p->to, severity == SEVERITY_WARNING ? "warning:" : "error:");
    put_style(p, PLAIN);
    bytes_puts(p->to, " ");
}

static void put_note(struct printer *p, const struct note *note) {
    bytes_puts(p->to, "  note: ");
    if (note->at.source)
        put_place(p, note->at);
    put_foreign(p, note->text);
    bytes_puts(p->to, "\n");
}

/* One name, or several, each on a line: “a”, “b” or “c”. */
static void put_nearest(struct printer *p, const char *names) {
    const char *gap = "  did you mean “";
    for (const char *at = names; *at;) {
        size_t n = strcspn(at, "\n");
        bytes_puts(p->to, gap);
        put_foreign(p, arena_strndup(p->to->arena, at, n));
        at += n + (at[n] == '\n');
        gap = strchr(at, '\n') ? "”, “" : "” or “";
    }
    bytes_puts(p->to, "”?\n");
}

static void put_report(struct printer *p, const struct report *r) {
    put_style(p, BOLD);
    put_place(p, r->at);
    put_style(p, PLAIN);
    put_severity(p, diag_rows[r->kind].severity);
    put_wording(p, r);
    bytes_puts(p->to, "\n");
    if (r->at.source)
        put_source(p, r->at);
    for (const struct note *note = r->notes; note; note = note->next)
        put_note(p, note);
    if (r->nearest)
        put_nearest(p, r->nearest);
}

static int by_place(const void *x, const void *y) {
    const struct report *a = *(const struct report *const *)x;
    const struct report *b = *(const struct report *const *)y;
    if (a->rank != b->rank)
        return a->rank < b->rank ? -1 : 1;
    if (a->at.from != b->at.from)
        return a->at.from < b->at.from ? -1 : 1;
    return a->number < b->number ? -1 : 1;
}

/* Of each severity: nobody reads further, and a hostile file may have a million. */
enum { PRINTED_MOST = 500 };

void diag_write(const struct diag *d, struct bytes *to, bool colour) {
    struct arena *scratch = arena_new();
    const struct report **sorted = ARENA_ARRAY(scratch, const struct report *, d->n);
    size_t n = 0;
    for (const struct report *r = d->first; r; r = r->next)
        sorted[n++] = r;
    if (n)
        qsort(sorted, n, sizeof *sorted, by_place);
    struct printer p = {.to = to, .colour = colour};
    size_t shown[SEVERITY_MACHINE + 1] = {0}, more = 0;
    for (size_t i = 0; i < n; i++)
        if (shown[diag_rows[sorted[i]->kind].severity]++ < PRINTED_MOST)
            put_report(&p, sorted[i]);
        else
            more++;
    if (more)
        bytes_printf(to, "ridge: and %zu more\n", more);
    arena_drop(scratch);
}

void diag_print(const struct diag *d, FILE *to, bool colour) {
    struct arena *scratch = arena_new();
    struct bytes out = {.arena = scratch};
    diag_write(d, &out, colour);
    if (out.n)
        fwrite(out.at, 1, out.n, to);
    fflush(to);
    arena_drop(scratch);
}
