#include <stdio.h>
#include <string.h>

#include "base/file.h"
#include "base/text.h"
#include "book/cell.h"
#include "book/command.h"
#include "chart/chart.h"
#include "core/parameters.h"

static const struct option_row OPTIONS[] = {{"format", "F", "how to print", "text|json|csv", NULL},
                                            {NULL, NULL, NULL, NULL, NULL}};

enum { COLUMNS = 6, GAP = 2 };

/* Rows of cells; the first row is the head. */
struct listing {
    struct arena *arena;
    const char *(*rows)[COLUMNS];
    size_t n, room;
};

static void add(struct listing *l, const char *const cells[COLUMNS]) {
    ARENA_GROW(l->arena, l->rows, l->n, l->room, 32);
    memcpy(l->rows[l->n++], cells, sizeof(const char *[COLUMNS]));
}

static const char *datum(struct arena *a, struct datum d, const char *unit) {
    if (!d.known)
        return "—";
    struct unit dimension;
    double scale;
    unit_lookup(unit, strlen(unit), &dimension, &scale);
    return quantity_format(a, quantity_exact(d.value, dimension),
                           (struct number_format){.unit = unit, .digits = 4});
}

static void list_accelerators(struct listing *l, const struct catalog *c) {
    add(l, (const char *[COLUMNS]){"id", "launched", "memory", "bandwidth", "16-bit dense",
                                   "link, one way"});
    for (size_t i = 0; i < catalog_accelerator_count(c); i++) {
        const struct accelerator *x = catalog_accelerator_at(c, i);
        add(l,
            (const char *[COLUMNS]){x->id, x->launched, datum(l->arena, x->memory_capacity, "GiB"),
                                    datum(l->arena, x->memory_bandwidth, "GB/s"),
                                    datum(l->arena, accelerator_peak(x, PEAK_FP16), "TFLOP/s"),
                                    datum(l->arena, x->link_bandwidth, "GB/s")});
    }
}

static void list_models(struct listing *l, const struct catalog *c) {
    add(l,
        (const char *[COLUMNS]){"id", "released", "parameters", "layers", "context", "attention"});
    for (size_t i = 0; i < catalog_model_count(c); i++) {
        const struct model *m = catalog_model_at(c, i);
        add(l, (const char *[COLUMNS]){
                   m->id, m->released,
                   quantity_format(l->arena,
                                   quantity_exact((double)parameters_count(m).total, UNIT_NONE),
                                   (struct number_format){.decimals = 0}),
                   arena_printf(l->arena, "%lld", (long long)m->layers),
                   arena_printf(l->arena, "%lld", (long long)m->max_context), m->attention});
    }
}

static void list_links(struct listing *l, const struct catalog *c) {
    add(l, (const char *[COLUMNS]){"id", "name", "kind", "one way", "scope", NULL});
    for (size_t i = 0; i < catalog_link_count(c); i++) {
        const struct link *x = catalog_link_at(c, i);
        add(l, (const char *[COLUMNS]){x->id, x->name, x->kind,
                                       datum(l->arena, x->bandwidth, "GB/s"), x->scope, NULL});
    }
}

static void list_scenarios(struct listing *l, const struct catalog *c) {
    add(l, (const char *[COLUMNS]){"id", "task", "model", "accelerator", NULL, NULL});
    for (size_t i = 0; i < catalog_scenario_count(c); i++) {
        const struct scenario *x = catalog_scenario_at(c, i);
        add(l,
            (const char *[COLUMNS]){x->id, x->task, x->model->id, x->accelerator->id, NULL, NULL});
    }
}

static void list_charts(struct listing *l, const struct catalog *c) {
    (void)c;
    add(l, (const char *[COLUMNS]){"kind", NULL, NULL, NULL, NULL, NULL});
    for (size_t i = 0; i < chart_kind_count(); i++)
        add(l, (const char *[COLUMNS]){chart_kind_name(i), NULL, NULL, NULL, NULL, NULL});
}

static void list_sources(struct listing *l, const struct catalog *c) {
    static const char *const grades[] = {"datasheet", "whitepaper", "secondary", "unverified"};
    add(l, (const char *[COLUMNS]){"id", "grade", "date", "title", NULL, NULL});
    for (size_t i = 0; i < catalog_reference_count(c); i++) {
        const struct reference *r = catalog_reference_at(c, i);
        add(l, (const char *[COLUMNS]){r->id, grades[r->grade], r->date, r->title, NULL, NULL});
    }
}

static const struct list_row {
    const char *name;
    void (*fill)(struct listing *, const struct catalog *);
} LISTS[] = {
    {"accelerators", list_accelerators}, {"models", list_models}, {"links", list_links},
    {"scenarios", list_scenarios},       {"charts", list_charts}, {"sources", list_sources}};
enum { LIST_COUNT = sizeof LISTS / sizeof *LISTS };

static int width_of(const char *text) {
    int total = 0;
    for (size_t n = strlen(text), length; n; n -= length, text += length)
        total += text_columns(text_decode(text, n, &length));
    return total;
}

static void print_text(const struct listing *l, struct bytes *out) {
    int widths[COLUMNS] = {0};
    for (size_t i = 0; i < l->n; i++)
        for (int k = 0; k < COLUMNS && l->rows[i][k]; k++)
            if (width_of(l->rows[i][k]) > widths[k])
                widths[k] = width_of(l->rows[i][k]);
    for (size_t i = 0; i < l->n; i++) {
        int blank = 0;
        for (int k = 0; k < COLUMNS && l->rows[i][k]; k++) {
            bytes_printf(out, "%*s%s", blank, "", l->rows[i][k]);
            blank = widths[k] - width_of(l->rows[i][k]) + GAP;
        }
        bytes_puts(out, "\n");
    }
}

static void print_csv(const struct listing *l, struct bytes *out) {
    for (size_t i = 0; i < l->n; i++) {
        for (int k = 0; k < COLUMNS && l->rows[i][k]; k++) {
            bytes_puts(out, k ? "," : "");
            csv_cell(out, l->rows[i][k]);
        }
        bytes_puts(out, "\n");
    }
}

/* An array of objects; the head gives the names. */
static void print_json(const struct listing *l, struct bytes *out) {
    for (size_t i = 1; i < l->n; i++) {
        bytes_puts(out, i > 1 ? ",\n  {" : "[\n  {");
        for (int k = 0; k < COLUMNS && l->rows[i][k]; k++) {
            bytes_puts(out, k ? ", " : "");
            json_string(out, l->rows[0][k]);
            bytes_puts(out, ": ");
            json_string(out, l->rows[i][k]);
        }
        bytes_puts(out, "}");
    }
    bytes_puts(out, l->n > 1 ? "\n]\n" : "[]\n");
}

static void print(const struct listing *l, const char *format) {
    static const struct {
        const char *name;
        void (*print)(const struct listing *, struct bytes *);
    } formats[] = {{"text", print_text}, {"json", print_json}, {"csv", print_csv}};
    struct bytes out = {.arena = l->arena};
    for (size_t i = 0; i < sizeof formats / sizeof *formats; i++)
        if (!strcmp(formats[i].name, format))
            formats[i].print(l, &out);
    fwrite(out.at, 1, out.n, stdout);
}

static void run(struct session *s, const struct options *o) {
    const char *names[LIST_COUNT];
    const struct list_row *row = NULL;
    for (size_t i = 0; i < LIST_COUNT; i++) {
        names[i] = LISTS[i].name;
        if (!strcmp(names[i], o->plain[0]))
            row = &LISTS[i];
    }
    if (!row) {
        diag_report(s->diag, DIAG_UNKNOWN_LIST, (struct span){0}, o->plain[0],
                    "accelerators, models, links, scenarios, charts or sources",
                    nearest_name(o->plain[0], names, LIST_COUNT));
        return;
    }
    struct catalog *c = session_catalog(s, NULL);
    if (!c)
        return;
    struct listing l = {.arena = s->arena};
    row->fill(&l, c);
    print(&l, option_value(o, "format", "text"));
}

const struct command command_list = {"list",
                                     "accelerators|models|links|scenarios|charts|sources",
                                     "What the catalogue holds.",
                                     OPTIONS,
                                     1,
                                     1,
                                     NULL,
                                     run,
                                     NULL};
