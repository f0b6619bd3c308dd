#include "plot/points.h"

#include <math.h>
#include <string.h>

#include "base/file.h"
#include "base/quantity.h"
#include "base/text.h"

enum { CELLS_MOST = 256, NAME_MOST = 60 };

/* A cell: its text without quotes and blanks around it, and where that stands. */
struct cell {
    const char *text;
    struct span span;
};

struct row {
    struct cell cells[CELLS_MOST];
    size_t n;
    struct span span;
};

struct reader {
    struct arena *arena;
    struct diag *diag;
    const struct source *file;
    size_t at;
    bool broken; /* the file, whatever its values are */
};

static bool at_end(const struct reader *r) {
    return r->at >= r->file->bytes;
}

static char peek(const struct reader *r) {
    return at_end(r) ? '\n' : r->file->text[r->at];
}

/* What stands between quotes; two of them are one. */
static const char *read_quoted(struct reader *r) {
    struct bytes out = {.arena = r->arena};
    size_t from = r->at++;
    bool closed = false;
    while (!at_end(r) && !closed) {
        char c = r->file->text[r->at++];
        closed = c == '"' && peek(r) != '"';
        if (c == '"' && !closed)
            r->at++;
        if (!closed)
            bytes_add(&out, &c, 1);
    }
    if (!closed)
        diag_report(r->diag, DIAG_BAD_NUMBER, (struct span){r->file, from, from + 1}, "\"",
                    "a quotation mark at the end as well", NULL);
    r->broken |= !closed;
    return out.at ? arena_strndup(r->arena, out.at, out.n) : "";
}

static bool ends_line(char c) {
    return c == '\n' || c == '\r';
}

static bool ends_cell(char c) {
    return c == ',' || ends_line(c);
}

static bool is_blank(char c) {
    return c == ' ' || c == '\t';
}

static struct cell read_cell(struct reader *r) {
    while (is_blank(peek(r)))
        r->at++;
    size_t from = r->at, to = from;
    const char *quoted = peek(r) == '"' ? read_quoted(r) : NULL;
    for (; !at_end(r) && !ends_cell(peek(r)); r->at++)
        if (!is_blank(peek(r)))
            to = r->at + 1;
    if (quoted)
        to = r->at;
    struct span span = {r->file, from, to};
    return (struct cell){quoted ? quoted : arena_strndup(r->arena, r->file->text + from, to - from),
                         span};
}

static void skip_line(struct reader *r) {
    while (!at_end(r) && !ends_line(peek(r)))
        r->at++;
    r->at += !at_end(r);
}

/* What is wrong with the file as a whole, or at this place of it. */
static bool none(struct reader *r, struct span at, const char *why) {
    diag_report(r->diag, DIAG_POINTS_NONE, at, NULL, why, NULL);
    r->broken = true;
    return false;
}

static void read_cells(struct reader *r, struct row *row) {
    size_t from = r->at;
    row->n = 0;
    while (row->n < CELLS_MOST) {
        row->cells[row->n++] = read_cell(r);
        if (peek(r) != ',' || at_end(r))
            break;
        r->at++;
    }
    row->span = (struct span){r->file, from, r->at};
    if (!at_end(r) && !ends_line(peek(r)))
        none(r, (struct span){r->file, from, from + 1},
             arena_printf(r->arena, "the row has more than %d columns", CELLS_MOST));
    skip_line(r);
}

/* Spreadsheets write such below the last row. */
static bool is_empty(const struct row *row) {
    for (size_t i = 0; i < row->n; i++)
        if (*row->cells[i].text)
            return false;
    return true;
}

/* The next row that says something; false at the end of the file. */
static bool read_row(struct reader *r, struct row *row) {
    while (!at_end(r)) {
        if (peek(r) == '#' || ends_line(peek(r))) {
            skip_line(r);
            continue;
        }
        read_cells(r, row);
        if (!is_empty(row))
            return true;
    }
    return false;
}

/* UTF-8, with or without the mark that spreadsheets put before it. */
static bool is_text(struct reader *r) {
    static const char mark[] = "\xEF\xBB\xBF";
    size_t bytes = r->file->bytes, bad = text_valid(r->file->text, bytes);
    if (bytes >= 3 && !memcmp(r->file->text, mark, 3))
        r->at = 3;
    return bad == bytes ||
           none(r, (struct span){r->file, bad, bad + 1}, "the file is not text in UTF-8");
}

/* A column of the file: which, and the unit of its values. */
struct column {
    const char *name, *unit_word;
    size_t at;
    struct unit unit;
    double scale; /* of a bare number */
};

/* "speed (token/s)" → "speed"; the unit between brackets, if any, into `unit`. */
static const char *head_name(struct arena *a, const char *head, const char **unit) {
    size_t n = strcspn(head, "(");
    const char *close = strchr(head + n, ')');
    *unit =
        head[n] && close ? arena_strndup(a, head + n + 1, (size_t)(close - head) - n - 1) : NULL;
    while (n && is_blank(head[n - 1]))
        n--;
    return arena_strndup(a, head, n);
}

/* The head's unit must be of the kind's dimension. */
static bool read_head_unit(struct reader *r, struct column *c, const struct cell *head,
                           const char *word) {
    struct unit unit;
    double scale;
    if (!unit_lookup(word, strlen(word), &unit, &scale)) {
        diag_report(r->diag, DIAG_UNKNOWN_UNIT, head->span, word, c->unit_word, NULL);
        return false;
    }
    if (!unit_equal(unit, c->unit)) {
        diag_report(r->diag, DIAG_UNIT_MISMATCH, head->span, word, c->unit_word, NULL);
        return false;
    }
    c->scale = scale;
    return true;
}

/* `form`: "speed token/s". */
static bool find_column(struct reader *r, const struct row *head, const char *form,
                        struct column *c) {
    const char *names[CELLS_MOST];
    size_t n = strcspn(form, " ");
    c->name = arena_strndup(r->arena, form, n);
    c->unit_word = form[n] ? form + n + 1 : "1";
    c->unit = UNIT_NONE;
    c->scale = 1;
    if (strcmp(c->unit_word, "1") != 0)
        unit_lookup(c->unit_word, strlen(c->unit_word), &c->unit, &c->scale);
    bool found = false, good = true;
    for (size_t i = 0; i < head->n; i++) {
        const char *unit;
        names[i] = head_name(r->arena, head->cells[i].text, &unit);
        if (strcmp(names[i], c->name) != 0)
            continue;
        if (found)
            return none(r, head->cells[i].span,
                        arena_printf(r->arena, "two columns have the head “%s”", c->name));
        found = true;
        c->at = i;
        good = !unit || read_head_unit(r, c, &head->cells[i], unit);
    }
    if (found)
        return good;
    diag_report(r->diag, DIAG_POINTS_COLUMN, head->span, c->name,
                arena_printf(r->arena, "a column with that head, as in “name,%s,…”", c->name),
                nearest_name(c->name, names, head->n));
    return false;
}

static bool read_value(struct reader *r, const struct row *row, const struct column *c,
                       double *out) {
    struct quantity q;
    if (c->at >= row->n || !*row->cells[c->at].text) {
        diag_report(r->diag, DIAG_BAD_NUMBER, row->span, "",
                    arena_printf(r->arena, "a value of “%s”", c->name), NULL);
        return false;
    }
    const struct cell *cell = &row->cells[c->at];
    if (!quantity_parse(r->diag, cell->span, cell->text, &q))
        return false;
    bool bare = unit_equal(q.unit, UNIT_NONE) && !strpbrk(cell->text, "%×");
    if (!bare && !unit_equal(q.unit, c->unit)) {
        diag_report(r->diag, DIAG_UNIT_MISMATCH, cell->span, cell->text, c->unit_word, NULL);
        return false;
    }
    *out = bare ? q.value * c->scale : q.value;
    if (isfinite(*out) && *out >= 0)
        return true;
    diag_report(r->diag, DIAG_BAD_NUMBER, cell->span, cell->text, "a number that is not below zero",
                NULL);
    return false;
}

/* On one line; what is too long to stand beside a point is none. */
static const char *read_name(struct reader *r, const struct cell *cell) {
    char *name = arena_strdup(r->arena, cell->text);
    size_t characters = 0;
    for (char *c = name; *c; c++) {
        if ((unsigned char)*c < ' ' || *c == 0x7F)
            *c = ' ';
        characters += ((unsigned char)*c & 0xC0) != 0x80;
    }
    if (characters > NAME_MOST)
        none(r, cell->span,
             arena_printf(r->arena, "a name has more than %d characters", NAME_MOST));
    return characters > NAME_MOST ? "" : name;
}

static size_t name_column(struct reader *r, const struct row *head) {
    const char *unit;
    for (size_t i = 0; i < head->n; i++)
        if (!strcmp(head_name(r->arena, head->cells[i].text, &unit), "name"))
            return i;
    return CELLS_MOST;
}

bool points_read(struct arena *a, struct diag *d, const struct source *file,
                 struct points_columns columns, const struct measured **out, size_t *n) {
    struct reader r = {a, d, file, 0, false};
    struct row *row = ARENA_NEW(a, struct row);
    struct column x, y;
    struct span start = {file, 0, 0};
    if (!columns.x || !*columns.x)
        return none(&r, start,
                    "this kind of chart takes none; `ridge list charts --columns "
                    "id,points-x,points-y` says which do");
    if (!is_text(&r))
        return false;
    if (!read_row(&r, row))
        return none(&r, start, "the file has no line of heads");
    bool good = find_column(&r, row, columns.x, &x);
    good = find_column(&r, row, columns.y, &y) && good;
    size_t names = name_column(&r, row), room = 0;
    struct measured *points = NULL;
    *n = 0;
    for (bool headed = good; headed && read_row(&r, row);) {
        ARENA_GROW(a, points, *n, room, 16);
        struct measured *m = &points[*n];
        m->name = names < row->n ? read_name(&r, &row->cells[names]) : "";
        bool read = read_value(&r, row, &x, &m->x);
        good = read_value(&r, row, &y, &m->y) && read && good;
        ++*n;
    }
    if (good && !*n)
        none(&r, start, "the file has no row below its heads");
    *out = points;
    return good && !r.broken;
}
