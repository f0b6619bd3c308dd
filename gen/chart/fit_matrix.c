/* The fit matrix (design 6.10): which model fits which device, and how fast it then decodes. */
#include "chart/fit_matrix.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "chart/question.h"

static const char default_devices[] =
    "rtx-3060-12gb rtx-4090 rtx-5090 ascend-910b-64gb-376t h100-sxm5-80gb h20-96gb "
    "h200-sxm-141gb mi300x";
static const char default_models[] =
    "llama-3.2-1b llama-3.2-3b llama-3.1-8b qwen3-14b gemma-3-27b qwen3-30b-a3b gpt-oss-120b "
    "qwen3-32b llama-3.1-70b deepseek-v3";
enum { USUAL_CONTEXT = 8192 };

static const struct matrix_look looks[2] = {
    {.row = 22.5,
     .baseline = 15,
     .under = 10,
     .name = 9.5,
     .detail = 8.5,
     .cell = 9.5,
     .missing = 8.5,
     .head_pitch = 10.5,
     .head = {28, 17, 6},
     .wall = 1.8,
     .rule = 0.8,
     .mark = 4,
     .pad = 4,
     .name_width = 119,
     .needs_width = 32,
     .column = 74,
     .key = 15,
     .key_pitch = 12},
    {.row = 18.5,
     .baseline = 12.4,
     .under = 9,
     .name = 8.5,
     .detail = 8,
     .cell = 8.5,
     .missing = 8,
     .head_pitch = 9.5,
     .head = {25, 15, 5},
     .wall = 1.4,
     .rule = 0.7,
     .mark = 3,
     .pad = 3,
     .name_width = 110,
     .needs_width = 28,
     .column = 70,
     .key = 13,
     .key_pitch = 11},
};

double matrix_bottom(const struct matrix *m) {
    return m->top + m->row * (double)m->row_count;
}

double matrix_edge(const struct matrix *m, size_t k) {
    return k < m->column_count ? m->columns[k].left
                               : m->columns[k - 1].left + m->columns[k - 1].width;
}

double matrix_needs(const struct matrix_row *r) {
    return r->estimate->memory_total.q.value;
}

enum cell_state matrix_state(const struct matrix *m, long row, long column) {
    if (column < 0)
        return CELL_NO;
    if (column >= (long)m->column_count)
        return CELL_YES;
    return m->rows[row].cells[column].state;
}

bool matrix_has(const struct matrix *m, enum cell_state state) {
    for (size_t i = 0; i < m->row_count; i++)
        for (size_t k = 0; k < m->column_count; k++)
            if (m->rows[i].cells[k].state == state)
                return true;
    return false;
}

/* ── What is asked ── */

static bool needs(const struct matrix *m, struct diag *diag, const char *what) {
    diag_report(diag, DIAG_CHART_NEEDS, m->request->where, m->request->kind, what, NULL);
    return false;
}

static int64_t context_of(const struct scenario *s) {
    bool given =
        s->given[SCENARIO_context] || s->given[SCENARIO_prompt] || s->given[SCENARIO_output];
    int64_t tokens = s->context > 0 ? s->context : s->prompt + s->output;
    return given && tokens > 0 ? tokens : USUAL_CONTEXT;
}

/* Model and device of the question are any: each cell puts its own. */
static bool ask(struct arena *a, struct matrix *m, struct diag *diag) {
    struct catalog *c = m->request->catalog;
    m->asked = question_given(a, m->request, diag, catalog_model_at(c, 0),
                              catalog_accelerator_at(c, 0), "task=inference");
    if (!m->asked)
        return false;
    if (!m->asked->task || strcmp(m->asked->task, "inference") != 0 || m->asked->offload)
        return needs(m, diag, "a scenario of inference without offload");
    m->context = context_of(m->asked);
    return true;
}

/* Nothing is asked of a model beyond the context that it was trained for. */
static const struct estimate *estimate_of(struct arena *a, const struct matrix *m,
                                          const struct model *model,
                                          const struct accelerator *device) {
    struct scenario *s = question_for(a, m->request, m->asked, model, device);
    bool cut = model->max_context > 0 && model->max_context < m->context;
    s->context = cut ? model->max_context : m->context;
    if (cut || !m->asked->given[SCENARIO_prompt])
        s->prompt = s->output = 0;
    return question_run(a, s);
}

static struct matrix_cell cell_of(const struct estimate *e) {
    static const enum cell_state states[] = {
        [VERDICT_NO] = CELL_NO, [VERDICT_MARGINAL] = CELL_MARGINAL, [VERDICT_YES] = CELL_YES};
    struct matrix_cell c = {CELL_UNKNOWN, 0, 0, 0};
    if (!e || !e->memory_headroom.present)
        return c;
    c.state = states[e->fits];
    if (c.state == CELL_NO) {
        c.missing = -e->memory_headroom.q.value;
        return c;
    }
    c.speed = e->decode_ceiling_speed.present ? e->decode_ceiling_speed.q.value : 0;
    c.typical = e->decode_speed.present ? e->decode_speed.q.value : 0;
    return c;
}

static bool fill_row(struct arena *a, struct matrix *m, struct diag *diag, struct matrix_row *r) {
    for (size_t k = 0; k < m->column_count; k++) {
        const struct estimate *e = estimate_of(a, m, r->model, m->columns[k].device);
        r->cells[k] = cell_of(e);
        if (!r->estimate && e && e->memory_total.present)
            r->estimate = e;
    }
    if (r->estimate)
        return true;
    return needs(m, diag,
                 arena_printf(a, "models that the scenario can be asked of, not %s",
                              r->model->id ? r->model->id : r->model->name));
}

/* ── Order ── */

static int by_capacity(const void *a, const void *b) {
    const struct matrix_column *x = a, *y = b;
    double by = x->figures.capacity.value - y->figures.capacity.value;
    if (by == 0)
        by = x->figures.bandwidth.value - y->figures.bandwidth.value;
    return by > 0 ? 1 : by < 0 ? -1 : strcmp(x->device->id, y->device->id);
}

static int by_needs(const void *a, const void *b) {
    const struct matrix_row *x = a, *y = b;
    double by = matrix_needs(x) - matrix_needs(y);
    return by > 0 ? 1 : by < 0 ? -1 : strcmp(x->model->name, y->model->name);
}

static bool add_columns(struct arena *a, struct matrix *m, struct diag *diag) {
    const struct accelerator *devices[MATRIX_DEVICES];
    bool good = true;
    m->column_count =
        request_accelerators(m->request, diag, default_devices, devices, MATRIX_DEVICES);
    for (size_t k = 0; k < m->column_count; k++) {
        m->columns[k] =
            (struct matrix_column){.device = devices[k], .figures = device_figures(devices[k])};
        if (!devices[k]->memory_capacity.known || !devices[k]->memory_bandwidth.known)
            good = needs(m, diag,
                         arena_printf(a, "accelerators with a known capacity and bandwidth, not %s",
                                      devices[k]->id));
    }
    qsort(m->columns, m->column_count, sizeof *m->columns, by_capacity);
    return good && m->column_count > 0;
}

static bool add_rows(struct matrix *m, struct diag *diag) {
    const struct model *models[MATRIX_MODELS];
    m->row_count = request_models(m->request, diag, default_models, models, MATRIX_MODELS);
    for (size_t i = 0; i < m->row_count; i++)
        m->rows[i].model = models[i];
    return m->row_count > 0;
}

/* Rows that hold two lines are higher. */
static void set_row(struct matrix *m) {
    static const double two = 20.5;
    for (size_t i = 0; i < m->row_count; i++)
        if (m->rows[i].two_lines)
            m->row = fmax(m->row, two);
}

static struct frame_sizes sizes_of(struct matrix *m) {
    double rest = m->head_height + matrix_key_height(m) + 3;
    set_row(m);
    double table = rest + m->row * (double)m->row_count;
    return (struct frame_sizes){.height = 94 + table + 52,
                                .left = 16,
                                .right = 544,
                                .top = 94,
                                .bottom = 94 + table,
                                .page_width = 493,
                                .page_height = table,
                                .rows = true};
}

bool chart_fit_matrix(struct arena *a, struct diag *diag, const struct chart_request *request,
                      struct chart *chart) {
    struct matrix *m = ARENA_NEW(a, struct matrix);
    m->request = request;
    m->look = &looks[request->in_page];
    if (!add_columns(a, m, diag) || !add_rows(m, diag) || !ask(a, m, diag))
        return false;
    for (size_t i = 0; i < m->row_count; i++)
        if (!fill_row(a, m, diag, &m->rows[i]))
            return false;
    qsort(m->rows, m->row_count, sizeof *m->rows, by_needs);
    double width = request->in_page ? (request->width > 0 ? request->width : 493) : 560;
    m->d = drawing_new(a, request, width, 0); /* words are measured before there is a frame */
    m->row = m->look->row;
    if (!matrix_layout(m))
        return needs(m, diag, "fewer accelerators in this width, or more of it");
    struct frame frame = matrix_frame(m);
    struct frame_sizes sizes = sizes_of(m);
    struct framed framed;
    struct rect plot;
    m->d = frame_open(a, request, &frame, &sizes, &framed, &plot);
    if (request->in_page)
        plot.y = 0;
    m->top = plot.y + m->head_height;
    matrix_draw(m);
    frame_close(m->d, &frame, &framed, chart);
    chart->describe = matrix_describe(m, chart->title);
    chart->caption = say_with(a, request->strings, "chart.fit-matrix.caption", "context",
                              arena_printf(a, "%lld", (long long)m->context), NULL);
    chart->data = matrix_data(m);
    return true;
}
