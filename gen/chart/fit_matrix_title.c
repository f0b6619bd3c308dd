/* The finding of a fit matrix: what overtakes what past the wall, else how much is held. */
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

static int64_t models_held(const struct matrix *m, size_t column) {
    int64_t n = 0;
    for (size_t i = 0; i < m->row_count; i++)
        n += m->rows[i].cells[column].state >= CELL_MARGINAL;
    return n;
}

int64_t matrix_holders(const struct matrix *m, size_t row) {
    int64_t n = 0;
    for (size_t k = 0; k < m->column_count; k++)
        n += m->rows[row].cells[k].state >= CELL_MARGINAL;
    return n;
}

static const char *with_article(struct matrix *m, size_t column) {
    const char *name = matrix_device(m, m->columns[column].device);
    return matrix_devices(m) == 1 ? words_article(m->d->arena, name) : name;
}

/* Of one model: on how many devices. */
static const char *title_of_model(struct matrix *m) {
    struct arena *a = m->d->arena;
    int64_t held = matrix_holders(m, 0);
    bool one = m->column_count == 1;
    const char *key = one ? held ? "chart.fit-matrix.title.fits" : "chart.fit-matrix.title.fits-not"
                      : held ? "chart.fit-matrix.title.model"
                             : "chart.fit-matrix.title.model-none";
    return say_with(a, m->request->strings, key, "model", m->rows[0].model->short_name, "held",
                    words_count(a, held), "all", words_count(a, (int64_t)m->column_count), "device",
                    matrix_device(m, m->columns[0].device), NULL);
}

/* Of several models: how many the smallest and the largest device hold. */
static const char *title_of_models(struct matrix *m) {
    struct arena *a = m->d->arena;
    size_t last = m->column_count - 1;
    const char *key = last ? "chart.fit-matrix.title.ends" : "chart.fit-matrix.title.device";
    return say_with(a, m->request->strings, key, "small", matrix_device(m, m->columns[0].device),
                    "large", matrix_device(m, m->columns[last].device), "few",
                    words_count(a, models_held(m, 0)), "many", words_count(a, models_held(m, last)),
                    "all", words_count(a, (int64_t)m->row_count), NULL);
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
