/* What chip anatomy says: title, subtitle, footer, description, rows. */
#include <math.h>
#include <string.h>

#include "chart/chip_anatomy.h"
#include "plot/data.h"
#include "plot/words.h"

static const struct {
    const char *id, *key;
    bool matrix; /* most of its arithmetic is done by matrix units */
} classes[CHIP_CLASSES] = {
    [CHIP_CPU] = {"cpu", "chart.chip-anatomy.cpu", false},
    [CHIP_GPU] = {"gpu", "chart.chip-anatomy.gpu", false},
    [CHIP_TENSOR] = {"gpu-tensor", "chart.chip-anatomy.tensor", true},
    [CHIP_NPU] = {"npu", "chart.chip-anatomy.npu", true},
    [CHIP_TPU] = {"tpu", "chart.chip-anatomy.tpu", true},
    [CHIP_SOC] = {"soc", "chart.chip-anatomy.soc", false},
};

const char *anatomy_class_key(enum chip_class class) {
    return classes[class].key;
}

static const char *whole(struct arena *a, double value) {
    return words_count(a, llround(value));
}

/* ── Title ── */

/* Chips of a sort with a known ridge: how many, and between what. */
struct span_of {
    size_t n;
    double low, high, peak; /* ridges; the least peak */
};

static struct span_of span_of(const struct anatomy *c, bool plain, bool matrix) {
    struct span_of s = {.n = 0};
    for (size_t i = 0; i < c->count; i++) {
        const struct chip *chip = &c->chips[i];
        bool wanted = classes[chip->class].matrix ? matrix : plain;
        if (!wanted || !(chip->ridge > 0))
            continue;
        s.low = s.n ? fmin(s.low, chip->ridge) : chip->ridge;
        s.high = s.n ? fmax(s.high, chip->ridge) : chip->ridge;
        s.peak = s.n ? fmin(s.peak, chip->peak) : chip->peak;
        s.n++;
    }
    return s;
}

/* The slowest of the chips without matrix units that has the lowest ridge. */
static const struct chip *lowest_plain(const struct anatomy *c) {
    const struct chip *lowest = NULL;
    for (size_t i = 0; i < c->count; i++) {
        const struct chip *chip = &c->chips[i];
        if (!classes[chip->class].matrix && chip->ridge > 0 &&
            (!lowest || chip->ridge < lowest->ridge))
            lowest = chip;
    }
    return lowest;
}

/* "166–295", "295". */
static const char *range(struct arena *a, double low, double high) {
    const char *from = whole(a, low), *to = whole(a, high);
    return strcmp(from, to) ? arena_printf(a, "%s–%s", from, to) : from;
}

static void make_title(const struct anatomy *c, struct arena *a, struct frame *f) {
    const struct strings *s = c->request->strings;
    struct span_of matrix = span_of(c, false, true), all = span_of(c, true, true);
    const struct chip *plain = lowest_plain(c);
    if (plain && matrix.n && matrix.low > plain->ridge && matrix.peak > plain->peak) {
        f->title_one = say(s, "chart.chip-anatomy.title.area");
        f->title_two =
            say_with(a, s, "chart.chip-anatomy.title.rises", "low", whole(a, plain->ridge), "high",
                     range(a, matrix.low, matrix.high), NULL);
        return;
    }
    bool level = all.n > 1 && !strcmp(whole(a, all.low), whole(a, all.high));
    const char *key = !all.n                ? "chart.chip-anatomy.title.unknown"
                      : all.n > 1 && !level ? "chart.chip-anatomy.title.between"
                      : all.n > 1           ? "chart.chip-anatomy.title.level"
                                            : "chart.chip-anatomy.title.one";
    const struct chip *known = &c->chips[0];
    while (all.n && !(known->ridge > 0))
        known++;
    f->title_one = say_with(a, s, key, "low", whole(a, all.low), "high", whole(a, all.high),
                            "device", known->device->short_name, NULL);
}

/* ── Frame ── */

static enum grade worst_grade(const struct anatomy *c) {
    enum grade worst = GRADE_DATASHEET;
    for (size_t i = 0; i < c->count; i++) {
        const struct accelerator *d = c->chips[i].device;
        const struct datum peak = d->bf16.known ? d->bf16 : d->fp16;
        if (peak.known && peak.grade > worst)
            worst = peak.grade;
        if (d->memory_bandwidth.known && d->memory_bandwidth.grade > worst)
            worst = d->memory_bandwidth.grade;
    }
    return worst;
}

static bool any_unverified(const struct anatomy *c) {
    for (size_t i = 0; i < c->count; i++)
        if (c->chips[i].device->unverified)
            return true;
    return false;
}

struct frame anatomy_frame(const struct anatomy *c, struct arena *a) {
    const struct strings *s = c->request->strings;
    struct frame f = {.kicker = say(s, "chart.chip-anatomy.kicker"),
                      .subtitle = say(s, "chart.chip-anatomy.subtitle")};
    make_title(c, a, &f);
    f.foot[f.foot_count++] = say(s, "chart.chip-anatomy.foot.read");
    f.foot[f.foot_count++] = say_with(a, s,
                                      any_unverified(c) ? "chart.chip-anatomy.foot.unverified"
                                                        : "chart.chip-anatomy.foot.sources",
                                      "sources", words_sources(s, worst_grade(c)), "date",
                                      catalog_edition(c->request->catalog), NULL);
    return f;
}

/* ── Description and rows ── */

const char *anatomy_says(const struct anatomy *c, struct arena *a, const struct chip *chip) {
    const struct strings *s = c->request->strings;
    const char *key = chip->ridge > 0       ? "chart.chip-anatomy.says"
                      : chip->bandwidth > 0 ? "chart.chip-anatomy.says.no-peak"
                      : chip->peak > 0      ? "chart.chip-anatomy.says.no-bandwidth"
                                            : "chart.chip-anatomy.says.unknown";
    return say_with(a, s, key, "class", say(s, anatomy_class_key(chip->class)), "device",
                    chip->device->name, "peak", words_number(a, chip->peak / 1e12), "bandwidth",
                    words_number(a, chip->bandwidth / 1e9), "ridge", whole(a, chip->ridge), NULL);
}

const char *anatomy_describe(const struct anatomy *c, struct arena *a, const char *title) {
    const struct strings *s = c->request->strings;
    const char *text = NULL;
    words_add_sentence(a, &text, say_with(a, s, "chart.sentence", "text", title, NULL));
    words_add_sentence(a, &text, say(s, "chart.chip-anatomy.describe"));
    for (size_t i = 0; i < c->count; i++)
        words_add_sentence(
            a, &text,
            say_with(a, s, "chart.sentence", "text", anatomy_says(c, a, &c->chips[i]), NULL));
    return text;
}

const char *anatomy_caption(const struct anatomy *c, struct arena *a) {
    (void)a;
    return say(c->request->strings, any_unverified(c) ? "chart.chip-anatomy.caption.unverified"
                                                      : "chart.chip-anatomy.caption");
}

static const char *number_or_none(struct arena *a, double value) {
    return value > 0 ? arena_printf(a, "%.9g", value) : NULL;
}

struct chart_data anatomy_data(const struct anatomy *c, struct arena *a) {
    static const char *const columns[] = {"accelerator", "class", "peak_tflops", "bandwidth_gbs",
                                          "ridge_flop_per_byte"};
    struct data_rows *rows = data_new(a, columns, sizeof columns / sizeof *columns);
    for (size_t i = 0; i < c->count; i++) {
        const struct chip *chip = &c->chips[i];
        const char *cells[] = {
            chip->device->id, classes[chip->class].id, number_or_none(a, chip->peak / 1e12),
            number_or_none(a, chip->bandwidth / 1e9), number_or_none(a, chip->ridge)};
        data_add(rows, cells);
    }
    return data_done(rows);
}
