/* The finding of a fit matrix: what overtakes what past the wall, else how much is held. */
#include <string.h>

#include "chart/fit_matrix.h"
#include "plot/words.h"

/* Does x decode every model that both hold faster, though its arithmetic is slower? */
static bool overtakes(const struct matrix *m, size_t x, size_t y) {
    struct datum slow = m->columns[x].figures.peak, fast = m->columns[y].figures.peak;
    bool seen = false;
    if (!slow.known || !fast.known || slow.value >= fast.value)
        return false;
    for (size_t i = 0; i < m->row_count; i++) {
        double a = m->rows[i].cells[x].speed, b = m->rows[i].cells[y].speed;
        if (a <= 0 || b <= 0)
            continue;
        if (a <= b)
            return false;
        seen = true;
    }
    return seen;
}

/* The pair that is farthest apart in arithmetic; false when there is none. */
static bool find_overtaking(const struct matrix *m, size_t *slow, size_t *fast) {
    double most = 0;
    for (size_t x = 0; x < m->column_count; x++)
        for (size_t y = 0; y < m->column_count; y++) {
            double ratio = m->columns[y].figures.peak.value / m->columns[x].figures.peak.value;
            if (!overtakes(m, x, y) || ratio <= most)
                continue;
            most = ratio;
            *slow = x;
            *fast = y;
        }
    return most > 0;
}

/* "5", or "at best 5" when some of them are marginal. */
static const char *tally(struct matrix *m, int64_t sure, int64_t best) {
    const char *n = words_count(m->d->arena, best);
    return sure == best ? n
                        : say_with(m->d->arena, m->request->strings, "chart.fit-matrix.at-best",
                                   "n", n, NULL);
}

static const char *models_held(struct matrix *m, size_t column) {
    int64_t sure = 0, best = 0;
    for (size_t i = 0; i < m->row_count; i++) {
        sure += m->rows[i].cells[column].state == CELL_YES;
        best += m->rows[i].cells[column].state >= CELL_MARGINAL;
    }
    return tally(m, sure, best);
}

const char *matrix_holders(struct matrix *m, size_t row) {
    int64_t sure = 0, best = 0;
    for (size_t k = 0; k < m->column_count; k++) {
        sure += m->rows[row].cells[k].state == CELL_YES;
        best += m->rows[row].cells[k].state >= CELL_MARGINAL;
    }
    return tally(m, sure, best);
}

static const char *with_article(struct matrix *m, size_t column) {
    const char *name = matrix_device(m, m->columns[column].device);
    return matrix_devices(m) == 1 ? words_article(m->d->arena, name) : name;
}

/* One model on one device. */
static const char *pair_key(enum cell_state state) {
    static const char *const keys[] = {[CELL_UNKNOWN] = "chart.fit-matrix.title.fits-not",
                                       [CELL_NO] = "chart.fit-matrix.title.fits-not",
                                       [CELL_MARGINAL] = "chart.fit-matrix.title.may-fit",
                                       [CELL_YES] = "chart.fit-matrix.title.fits"};
    return keys[state];
}

/* Of one model: on how many devices. */
static const char *title_of_model(struct matrix *m) {
    struct arena *a = m->d->arena;
    bool one = m->column_count == 1;
    const char *held = matrix_holders(m, 0);
    const char *key = one                 ? pair_key(m->rows[0].cells[0].state)
                      : strcmp(held, "0") ? "chart.fit-matrix.title.model"
                                          : "chart.fit-matrix.title.model-none";
    return say_with(a, m->request->strings, key, "model", m->rows[0].model->short_name, "held",
                    held, "all", words_count(a, (int64_t)m->column_count), "device",
                    matrix_device(m, m->columns[0].device), "article", with_article(m, 0), NULL);
}

/* Of several models: how many the smallest and the largest device hold. */
static const char *title_of_models(struct matrix *m) {
    struct arena *a = m->d->arena;
    size_t last = m->column_count - 1;
    const char *key = last ? "chart.fit-matrix.title.ends" : "chart.fit-matrix.title.device";
    return say_with(a, m->request->strings, key, "small", matrix_device(m, m->columns[0].device),
                    "large", matrix_device(m, m->columns[last].device), "few", models_held(m, 0),
                    "many", models_held(m, last), "all", words_count(a, (int64_t)m->row_count),
                    NULL);
}

void matrix_title(struct matrix *m, struct frame *f) {
    size_t slow = 0, fast = 0;
    const struct strings *s = m->request->strings;
    if (find_overtaking(m, &slow, &fast)) {
        f->title_one = say(s, "chart.fit-matrix.title.capacity");
        f->title_two = say_with(m->d->arena, s, "chart.fit-matrix.title.overtakes", "slow",
                                with_article(m, slow), "fast", with_article(m, fast), "slow-name",
                                matrix_device(m, m->columns[slow].device), "fast-name",
                                matrix_device(m, m->columns[fast].device), NULL);
    } else if (m->row_count == 1) {
        f->title_one = title_of_model(m);
    } else if (m->column_count == 1) {
        f->title_one = title_of_models(m);
    } else {
        f->title_one = say(s, "chart.fit-matrix.title.capacity");
        f->title_two = title_of_models(m);
    }
}
