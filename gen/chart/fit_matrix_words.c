/* What a fit matrix says: title, subtitle, footer, key, description, rows. */
#include <math.h>
#include <string.h>

#include "chart/fit_matrix.h"
#include "core/efficiency.h"
#include "plot/data.h"
#include "plot/words.h"

static const double gib = 1073741824.0;

static const struct scenario *completed(const struct matrix *m) {
    return m->rows[0].estimate->scenario;
}

int64_t matrix_devices(const struct matrix *m) {
    int64_t n = completed(m)->devices;
    return n > 1 ? n : 1;
}

/* ── Cells ── */

/* One decimal below `from`, then none. */
static const char *tenths_below(struct matrix *m, double bytes, double from) {
    struct number_format f = {.decimals = bytes / gib < from - 0.05 ? 1 : 0};
    return quantity_format(m->d->arena, quantity_exact(bytes / gib, UNIT_NONE), f);
}

const char *matrix_gib(struct matrix *m, double bytes) {
    return tenths_below(m, bytes, 100);
}

static const char *speed_text(struct matrix *m, double speed) {
    if (speed <= 0)
        return "—";
    return speed < 9.95 ? words_digits(m->d->arena, speed, 2)
                        : words_count(m->d->arena, llround(speed));
}

const char *matrix_cell_text(struct matrix *m, const struct matrix_cell *c) {
    switch (c->state) {
    case CELL_UNKNOWN:
        return "·";
    case CELL_NO:
        return arena_printf(m->d->arena, "−%s", tenths_below(m, fmax(c->missing, 0.1 * gib), 10));
    case CELL_MARGINAL:
        return arena_printf(m->d->arena, "%s%s", m->bare ? "≈" : "", speed_text(m, c->speed));
    case CELL_YES:
        break;
    }
    return speed_text(m, c->speed);
}

const char *matrix_device(struct matrix *m, const struct accelerator *device) {
    int64_t n = matrix_devices(m);
    return n == 1 ? device->short_name
                  : arena_printf(m->d->arena, "%lld\u00a0× %s", (long long)n, device->short_name);
}

/* The model cannot take the whole context. */
static bool is_cut(const struct matrix *m, const struct matrix_row *r) {
    return r->estimate->scenario->context < m->context;
}

/* "BF16", "FP8, MoE"; "FP16, 4k" where the context is cut. The same in every language. */
const char *matrix_detail(struct matrix *m, const struct matrix_row *r) {
    struct arena *a = m->d->arena;
    int64_t tokens = r->estimate->scenario->context;
    const char *text = words_short_format(a, r->estimate->scenario->weights);
    if (r->model->experts > 0)
        text = arena_printf(a, "%s, MoE", text);
    if (!is_cut(m, r))
        return text;
    return tokens % 1024 ? arena_printf(a, "%s, %s", text, words_count(a, tokens))
                         : arena_printf(a, "%s, %sk", text, words_count(a, tokens / 1024));
}

const char *matrix_tooltip(struct matrix *m, const struct matrix_row *r) {
    return say_with(m->d->arena, m->request->strings, "chart.fit-matrix.tooltip", "model",
                    r->model->short_name, "format", matrix_detail(m, r), "needs",
                    matrix_gib(m, matrix_needs(r)), "weights",
                    matrix_gib(m, r->estimate->memory_weights.q.value), NULL);
}

/* ── Key ── */

static bool speed_is_unknown(const struct matrix *m) {
    for (size_t i = 0; i < m->row_count; i++)
        for (size_t k = 0; k < m->column_count; k++) {
            const struct matrix_cell *c = &m->rows[i].cells[k];
            if (c->state >= CELL_MARGINAL && c->speed <= 0)
                return true;
        }
    return false;
}

/* A known speed, if there is one. */
static const char *first_text(struct matrix *m, enum cell_state state) {
    const struct matrix_cell *found = NULL;
    for (size_t i = 0; i < m->row_count; i++)
        for (size_t k = 0; k < m->column_count; k++) {
            const struct matrix_cell *c = &m->rows[i].cells[k];
            if (c->state == state && (!found || (found->speed <= 0 && c->speed > 0)))
                found = c;
        }
    return found ? matrix_cell_text(m, found) : "";
}

const char *matrix_key_sign(struct matrix *m, enum cell_state state) {
    if (state == CELL_MARGINAL && !m->bare)
        return "≈";
    return state == CELL_YES && !m->bare ? NULL : first_text(m, state);
}

/* Does a row hold a device that fits left of one that does not? Then the wall is no staircase. */
static bool is_mixed(const struct matrix *m) {
    for (size_t i = 0; i < m->row_count; i++)
        for (size_t k = 1; k < m->column_count; k++)
            if (m->rows[i].cells[k].state == CELL_NO && m->rows[i].cells[k - 1].state > CELL_NO)
                return true;
    return false;
}

const char *matrix_key(struct matrix *m, enum cell_state state) {
    static const char *const keys[] = {[CELL_UNKNOWN] = "chart.fit-matrix.key.unknown",
                                       [CELL_NO] = "chart.fit-matrix.key.no",
                                       [CELL_MARGINAL] = "chart.fit-matrix.key.marginal",
                                       [CELL_YES] = "chart.fit-matrix.key.yes"};
    struct quantity runtime = m->rows[0].estimate->memory_runtime.q;
    const char *key = state == CELL_YES && speed_is_unknown(m) ? "chart.fit-matrix.key.yes.unknown"
                      : state == CELL_NO && is_mixed(m)        ? "chart.fit-matrix.key.no.mixed"
                                                               : keys[state];
    return say_with(m->d->arena, m->request->strings, key, "low", tenths_below(m, runtime.low, 100),
                    "high", tenths_below(m, runtime.high, 100), NULL);
}

/* ── Subtitle and footer ── */

static struct quantity reached(const struct matrix *m) {
    struct quantity all = {0};
    for (size_t i = 0; i < m->row_count; i++)
        for (size_t k = 0; k < m->column_count; k++) {
            const struct scenario *s = m->rows[i].estimate->scenario;
            struct quantity q =
                efficiency_memory(m->columns[k].device, format_lookup(s->weights), s->software);
            bool first = i + k == 0;
            double low = first ? q.low : fmin(all.low, q.low);
            double high = first ? q.high : fmax(all.high, q.high);
            all = quantity_range(low, q.value, high, UNIT_NONE, EMPIRICAL);
        }
    return all;
}

static enum grade worst_grade(const struct matrix *m) {
    enum grade worst = GRADE_DATASHEET;
    for (size_t k = 0; k < m->column_count; k++)
        worst = device_grade(worst, &m->columns[k].figures);
    return worst;
}

struct frame matrix_frame(struct matrix *m) {
    struct arena *a = m->d->arena;
    const struct strings *s = m->request->strings;
    const char *models = words_count(a, (int64_t)m->row_count),
               *devices = words_count(a, (int64_t)m->column_count);
    struct frame f = {.kicker = say_with(a, s, "chart.fit-matrix.kicker", "models", models,
                                         "devices", devices, NULL)};
    matrix_title(m, &f);
    const char *key =
        matrix_devices(m) == 1 ? "chart.fit-matrix.subtitle" : "chart.fit-matrix.subtitle.several";
    f.subtitle = say_with(a, s, key, "batch", words_count(a, completed(m)->batch), "context",
                          words_count(a, m->context), "n", words_count(a, matrix_devices(m)), NULL);
    f.foot[f.foot_count++] = say_with(a, s, "chart.fit-matrix.foot", "reached",
                                      words_percent_range(a, reached(m)), NULL);
    for (size_t i = 0; i < m->row_count && f.foot_count < 2; i++)
        if (is_cut(m, &m->rows[i]))
            f.foot[f.foot_count++] = say(s, "chart.fit-matrix.foot.cut");
    f.foot[f.foot_count++] =
        say_with(a, s, "chart.fit-matrix.foot.sources", "sources", words_sources(s, worst_grade(m)),
                 "date", catalog_edition(m->request->catalog), NULL);
    return f;
}

/* ── Description and rows ── */

/* "Llama 3.1 8B, BF16: needs 17.1 GiB, fits 7 of 8, 63 to 330 tokens/s." */
static const char *describe_row(struct matrix *m, size_t i) {
    struct arena *a = m->d->arena;
    const struct matrix_row *r = &m->rows[i];
    double low = INFINITY, high = 0;
    for (size_t k = 0; k < m->column_count; k++)
        if (r->cells[k].speed > 0) {
            low = fmin(low, r->cells[k].speed);
            high = fmax(high, r->cells[k].speed);
        }
    const char *key = high > low ? "chart.fit-matrix.describe.row"
                      : high > 0 ? "chart.fit-matrix.describe.row.one"
                                 : "chart.fit-matrix.describe.row.none";
    return say_with(a, m->request->strings, key, "model", r->model->short_name, "format",
                    matrix_detail(m, r), "needs", matrix_gib(m, matrix_needs(r)), "held",
                    matrix_holders(m, i), "all", words_count(a, (int64_t)m->column_count), "low",
                    speed_text(m, isfinite(low) ? low : 0), "high", speed_text(m, high), NULL);
}

const char *matrix_describe(struct matrix *m, const char *title) {
    struct arena *a = m->d->arena;
    const char *text = NULL;
    words_add_sentence(a, &text,
                       say_with(a, m->request->strings, "chart.sentence", "text", title, NULL));
    for (size_t i = 0; i < m->row_count; i++)
        words_add_sentence(a, &text, describe_row(m, i));
    return text;
}

static const char *number(struct arena *a, bool known, double value) {
    return known ? arena_printf(a, "%.6g", value) : NULL;
}

struct chart_data matrix_data(struct matrix *m) {
    static const char *const columns[] = {"model",
                                          "format",
                                          "context",
                                          "accelerator",
                                          "devices",
                                          "needed_gib",
                                          "capacity_gib",
                                          "fits",
                                          "missing_gib",
                                          "ceiling_tokens_per_s",
                                          "typical_tokens_per_s"};
    static const char *const fits[] = {
        [CELL_UNKNOWN] = "", [CELL_NO] = "no", [CELL_MARGINAL] = "marginal", [CELL_YES] = "yes"};
    struct arena *a = m->d->arena;
    struct data_rows *rows = data_new(a, columns, 11);
    for (size_t i = 0; i < m->row_count; i++)
        for (size_t k = 0; k < m->column_count; k++) {
            const struct matrix_row *r = &m->rows[i];
            const struct matrix_cell *c = &r->cells[k];
            const char *cells[] = {r->model->id,
                                   r->estimate->scenario->weights,
                                   words_count(a, r->estimate->scenario->context),
                                   m->columns[k].device->id,
                                   words_count(a, matrix_devices(m)),
                                   number(a, true, matrix_needs(r) / gib),
                                   number(a, true, m->columns[k].figures.capacity.value / gib),
                                   fits[c->state],
                                   number(a, c->state == CELL_NO, c->missing / gib),
                                   number(a, c->speed > 0, c->speed),
                                   number(a, c->typical > 0, c->typical)};
            data_add(rows, cells);
        }
    return data_done(rows);
}
