#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "ask/cell.h"
#include "ask/command.h"
#include "ask/fact.h"
#include "ask/filter.h"

static const struct option_row OPTIONS[] = {
    {"sort", "FIELD,…", "order by these fields; -FIELD the largest first", NULL, NULL},
    {"filter", "CONDITION", "as in 'memory-bandwidth >= 2 TB/s'; repeat for more", NULL, NULL},
    {"columns", "FIELD,…", "which fields, as in id,memory-bandwidth; a wrong name lists all", NULL,
     NULL},
    {"format", "F", "how to print", "text|json|csv|xml", NULL},
    {"lang", "L", "language of the words: zh, en", NULL, NULL},
    {NULL, NULL, NULL, NULL, NULL}};

enum { GAP = 2 };

struct listing {
    struct session *session;
    struct arena *arena;
    const struct entry_kind *kind;
    const struct strings *strings;
    const char *edition; /* of the catalogue */
    struct card *cards;
    size_t n;
    struct card all; /* every field that an entry of the kind has, as a pattern */
    const char **columns;
    size_t column_count;
};

static size_t split(struct arena *a, const char *text, const char *const **out) {
    const char **parts = ARENA_ARRAY(a, const char *, strlen(text) + 1);
    size_t n = 0;
    for (const char *at = text; *at; at += strspn(at, ", ")) {
        size_t length = strcspn(at, ", ");
        if (length)
            parts[n++] = arena_strndup(a, at, length);
        at += length;
    }
    *out = parts;
    return n;
}

static void cards_read(struct listing *l, struct catalog *c) {
    l->n = l->kind->count(c);
    l->cards = ARENA_ARRAY(l->arena, struct card, l->n + 1);
    l->all.arena = l->arena;
    for (size_t i = 0; i < l->n; i++) {
        l->cards[i] = entry_card(l->arena, l->strings, l->kind, c, i);
        for (size_t k = 0; k < l->cards[i].n; k++) {
            const struct fact *f = &l->cards[i].facts[k];
            if (!card_find(&l->all, f->name))
                *card_text(&l->all, f->name, NULL) = *f;
        }
    }
}

static bool column_known(struct listing *l, const char *name) {
    if (card_find(&l->all, name) || !l->n)
        return true;
    report_field(l->arena, l->session->diag, &l->all, name);
    return false;
}

/* Already: JSON and XML take a name once. */
static bool column_named(const struct listing *l, const char *name) {
    for (size_t i = 0; i < l->column_count; i++)
        if (!strcmp(l->columns[i], name))
            return true;
    return false;
}

static bool columns_read(struct listing *l, const struct options *o) {
    const char *const *names;
    bool good = true;
    size_t n = split(l->arena, option_value(o, "columns", l->kind->columns), &names);
    l->columns = ARENA_ARRAY(l->arena, const char *, n + 1);
    for (size_t i = 0; i < n; i++) {
        if (column_named(l, names[i]))
            continue;
        good = column_known(l, names[i]) && good;
        l->columns[l->column_count++] = names[i];
    }
    if (!n)
        report_field(l->arena, l->session->diag, &l->all, option_value(o, "columns", ""));
    return good && n;
}

/* A word that no entry has is more likely a slip than a question: the words there are. */
static void filter_warn(const struct listing *l, const struct filter *f) {
    enum { WORDS_MOST = 200 };
    const char *words[WORDS_MOST];
    size_t n = 0;
    struct bytes all = {.arena = l->arena};
    const struct fact *of = card_find(&l->all, f->field);
    if (!of || of->kind != FACT_TEXT || !f->equal || f->below || f->above)
        return;
    for (size_t i = 0; i < l->n; i++) {
        const struct fact *has = card_find(&l->cards[i], f->field);
        bool known = !has || !has->known;
        if (!known && !strcmp(has->text, f->text))
            return;
        for (size_t k = 0; k < n && !known; k++)
            known = !strcmp(words[k], has->text);
        if (known || n == WORDS_MOST)
            continue;
        bytes_printf(&all, "%s%s", n ? ", " : "", has->text);
        words[n++] = has->text;
    }
    diag_report(l->session->diag, DIAG_FILTER_NOTHING, (struct span){0},
                arena_printf(l->arena, "%s = %s", f->field, f->text), n ? all.at : "none",
                nearest_names(l->arena, f->text, words, n));
}

static bool filters_apply(struct listing *l, const struct options *o) {
    const char *const *texts;
    size_t n = option_values(l->arena, o, "filter", &texts), kept = 0;
    struct filter *filters = ARENA_ARRAY(l->arena, struct filter, n + 1);
    bool good = true;
    for (size_t i = 0; i < n; i++)
        good = filter_read(l->arena, l->session->diag, texts[i], &l->all, &filters[i]) && good;
    for (size_t i = 0; good && i < n; i++)
        filter_warn(l, &filters[i]);
    for (size_t i = 0; good && i < l->n; i++) {
        bool passes = true;
        for (size_t k = 0; k < n; k++)
            passes = passes && filter_passes(&filters[k], &l->cards[i]);
        if (passes)
            l->cards[kept++] = l->cards[i];
    }
    l->n = kept;
    return good;
}

/* ── Order ── */

/* What is not known comes last in either direction. */
static int cards_compare(const struct card *x, const struct card *y, const char *const *keys,
                         size_t n) {
    for (size_t i = 0; i < n; i++) {
        bool down = keys[i][0] == '-';
        const struct fact *a = card_find(x, keys[i] + down), *b = card_find(y, keys[i] + down);
        bool both = a && b && a->known && b->known;
        int order = fact_compare(a, b);
        if (order)
            return down && both ? -order : order;
    }
    return 0;
}

/* By insertion: lists are short, and equal ones stay in the catalogue's order. */
static bool sort_apply(struct listing *l, const struct options *o) {
    const char *const *keys;
    size_t n = split(l->arena, option_value(o, "sort", ""), &keys);
    bool good = true;
    for (size_t i = 0; i < n; i++)
        good = column_known(l, keys[i] + (keys[i][0] == '-')) && good;
    for (size_t i = 1; good && i < l->n; i++) {
        struct card now = l->cards[i];
        size_t at = i;
        for (; at && cards_compare(&l->cards[at - 1], &now, keys, n) > 0; at--)
            l->cards[at] = l->cards[at - 1];
        l->cards[at] = now;
    }
    return good;
}

/* ── Text ── */

struct list_column {
    const char *head, *unit;
    bool number;
    int width, decimals; /* decimals: of the longest fraction, with its point */
};

/* A number and the blanks that bring its point below those of its column. */
static int fraction_width(const char *number) {
    const char *point = strchr(number, '.');
    return point ? cell_width(point) : 0;
}

static const char *cell_words(const struct listing *l, size_t row, const char *column) {
    const struct fact *f = card_find(&l->cards[row], column);
    return f ? fact_words(l->arena, l->strings, f, false) : say(l->strings, "missing");
}

static const char *cell_text(const struct listing *l, size_t row, const struct list_column *c,
                             const char *column) {
    const char *words = cell_words(l, row, column);
    return c->number
               ? arena_printf(l->arena, "%s%*s", words, c->decimals - fraction_width(words), "")
               : words;
}

static struct list_column *columns_measure(const struct listing *l) {
    struct list_column *columns = ARENA_ARRAY(l->arena, struct list_column, l->column_count + 1);
    for (size_t k = 0; k < l->column_count; k++) {
        const struct fact *f = card_find(&l->all, l->columns[k]);
        struct list_column *c = &columns[k];
        c->head = f ? fact_label(l->arena, l->strings, f) : l->columns[k];
        c->unit = f && f->kind == FACT_NUMBER ? f->unit : "";
        const char *said = unit_said(l->arena, l->strings, c->unit);
        c->unit = said ? said : c->unit;
        c->number = f && f->kind == FACT_NUMBER;
        c->width =
            cell_width(c->head) > cell_width(c->unit) ? cell_width(c->head) : cell_width(c->unit);
        for (size_t i = 0; c->number && i < l->n; i++) {
            int decimals = fraction_width(cell_words(l, i, l->columns[k]));
            c->decimals = decimals > c->decimals ? decimals : c->decimals;
        }
        for (size_t i = 0; i < l->n; i++) {
            int width = cell_width(cell_text(l, i, c, l->columns[k]));
            c->width = width > c->width ? width : c->width;
        }
    }
    return columns;
}

static void put_cell(struct bytes *line, const struct list_column *c, const char *text) {
    if (line->n)
        bytes_printf(line, "%*s", GAP, "");
    if (c->number)
        pad_left(line, text, c->width);
    else
        pad_right(line, text, c->width, 0);
}

static void put_line(struct bytes *out, struct bytes *line) {
    while (line->n && line->at[line->n - 1] == ' ')
        line->at[--line->n] = 0;
    bytes_printf(out, "%s\n", line->n ? line->at : "");
    line->n = 0;
}

static void print_text(const struct listing *l, struct bytes *out) {
    const struct list_column *columns = columns_measure(l);
    struct bytes line = {.arena = l->arena};
    bool units = false;
    for (size_t k = 0; k < l->column_count; k++) {
        put_cell(&line, &columns[k], columns[k].head);
        units |= *columns[k].unit != '\0';
    }
    put_line(out, &line);
    for (size_t k = 0; units && k < l->column_count; k++)
        put_cell(&line, &columns[k], columns[k].unit);
    if (units)
        put_line(out, &line);
    for (size_t i = 0; i < l->n; i++) {
        for (size_t k = 0; k < l->column_count; k++)
            put_cell(&line, &columns[k], cell_text(l, i, &columns[k], l->columns[k]));
        if (l->cards[i].unverified)
            bytes_printf(&line, "%*s%s", GAP, "", say(l->strings, "unverified"));
        put_line(out, &line);
    }
}

/* ── For programs ── */

static void print_csv(const struct listing *l, struct bytes *out) {
    for (size_t k = 0; k < l->column_count; k++) {
        const struct fact *f = card_find(&l->all, l->columns[k]);
        bool unit = f && f->kind == FACT_NUMBER && !unit_equal(f->q.unit, UNIT_NONE);
        const char *name =
            unit ? arena_printf(l->arena, "%s (%s)", l->columns[k], unit_name(l->arena, f->q.unit))
                 : l->columns[k];
        bytes_puts(out, k ? "," : "");
        csv_cell(out, name);
    }
    bytes_puts(out, ",verified\n");
    for (size_t i = 0; i < l->n; i++) {
        for (size_t k = 0; k < l->column_count; k++) {
            const struct fact *f = card_find(&l->cards[i], l->columns[k]);
            bytes_puts(out, k ? "," : "");
            csv_cell(out, f ? fact_plain(l->arena, f) : "");
        }
        bytes_printf(out, ",%s\n", l->cards[i].unverified ? "no" : "yes");
    }
}

static struct tree *listing_tree(const struct listing *l) {
    struct tree *root = tree_root(l->arena, "list");
    tree_as_attributes(root);
    tree_number(root, "schema", TREE_SCHEMA);
    tree_word(root, "catalogue", l->edition);
    struct tree *list = tree_list(root, l->kind->plural);
    for (size_t i = 0; i < l->n; i++) {
        struct tree *item = tree_group(list, l->kind->name);
        tree_as_attributes(item);
        for (size_t k = 0; k < l->column_count; k++) {
            const struct fact *f = card_find(&l->cards[i], l->columns[k]);
            if (f)
                fact_tree(item, f);
            else
                tree_word(item, l->columns[k], NULL);
        }
        tree_truth(item, "verified", !l->cards[i].unverified);
    }
    return root;
}

static void print_json(const struct listing *l, struct bytes *out) {
    tree_json(listing_tree(l), out);
}

static void print_xml(const struct listing *l, struct bytes *out) {
    tree_xml(listing_tree(l), out);
}

static void print(const struct listing *l, const char *format) {
    static const struct {
        const char *name;
        void (*print)(const struct listing *, struct bytes *);
    } formats[] = {
        {"text", print_text}, {"json", print_json}, {"csv", print_csv}, {"xml", print_xml}};
    struct bytes out = {.arena = l->arena};
    for (size_t i = 0; i < sizeof formats / sizeof *formats; i++)
        if (!strcmp(formats[i].name, format))
            formats[i].print(l, &out);
    fwrite(out.at, 1, out.n, stdout);
}

static void report_kind(struct session *s, const char *name) {
    const char **names = ARENA_ARRAY(s->arena, const char *, entry_kind_count);
    struct bytes all = {.arena = s->arena};
    for (size_t i = 0; i < entry_kind_count; i++) {
        names[i] = entry_kinds[i].plural;
        bytes_printf(&all, "%s%s", !i ? "" : i + 1 == entry_kind_count ? " or " : ", ", names[i]);
    }
    diag_report(s->diag, DIAG_UNKNOWN_LIST, (struct span){0}, name, all.at,
                nearest_name(name, names, entry_kind_count));
}

static void run(struct session *s, const struct options *o) {
    struct listing l = {.session = s, .arena = s->arena};
    for (size_t i = 0; i < entry_kind_count; i++)
        if (!strcmp(entry_kinds[i].plural, o->plain[0]))
            l.kind = &entry_kinds[i];
    if (!l.kind) {
        report_kind(s, o->plain[0]);
        return;
    }
    struct catalog *c = session_sound_catalog(s, option_value(o, "lang", "en"));
    l.strings = c ? session_strings(s, c, option_value(o, "lang", "en")) : NULL;
    if (!l.strings)
        return;
    l.edition = catalog_edition(c);
    cards_read(&l, c);
    bool good = columns_read(&l, o);
    good = filters_apply(&l, o) && good;
    good = sort_apply(&l, o) && good;
    if (good)
        print(&l, option_value(o, "format", "text"));
}

const struct command command_list = {
    "accelerators|models|links|scenarios|charts|sources|formats|optimizers [--OPTION …]",
    OPTIONS,
    1,
    1,
    NULL,
    run,
    NULL, NULL};
