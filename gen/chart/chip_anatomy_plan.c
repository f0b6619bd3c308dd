/* Schematics of chips (design 6.11): kinds and proportions, no chip's layout. */
#include "chart/chip_anatomy.h"

static const double wide = 96, deep = 124;  /* a schematic */
static const double inner = 1.4, outer = 3; /* gaps in a core, between cores */

static void add(struct schematic *s, enum part part, double x, double y, double w, double h) {
    s->areas[s->n++] = (struct area){part, {x, y, w, h}, 1, 0};
}

/* The areas from the first on stand so many times side by side. */
static void repeat(struct schematic *s, size_t first, int times, double pitch) {
    for (size_t i = first; i < s->n; i++) {
        s->areas[i].times = times;
        s->areas[i].pitch = pitch;
    }
}

/* The cache that all cores share can be named. */
static void add_shared(struct schematic *s, double y, double h) {
    add(s, PART_CACHE, 0, y, wide, h);
    s->cache = (struct rect){0, y, wide, h};
}

/* Few large cores: control over cache on the left, units over cache on the right. */
static void cpu_row(struct schematic *s, double y, double w, double h) {
    size_t first = s->n;
    double left = w * 0.48, from = left + inner, right = w - left - inner;
    double control = h * 0.62, scalar = h * 0.30, half = (right - inner) / 2;
    double vector = control - scalar - inner, cache = h - control - inner;
    add(s, PART_CONTROL, 0, y, left, control);
    add(s, PART_CACHE, 0, y + control + inner, left, cache);
    add(s, PART_SCALAR, from, y, half, scalar);
    add(s, PART_SCALAR, from + half + inner, y, half, scalar);
    add(s, PART_VECTOR, from, y + scalar + inner, right, vector);
    add(s, PART_CACHE, from, y + control + inner, right, cache);
    repeat(s, first, 2, w + outer);
}

static void cpu(struct schematic *s) {
    static const double w = 46.5, h = 40;
    for (int i = 0; i < 2; i++)
        cpu_row(s, (h + outer) * i, w, h);
    add_shared(s, 2 * (h + outer), deep - 2 * (h + outer));
}

/* Many small cores: a strip of control, lanes, a little cache; with tensor cores, half the lanes
 * give way to a matrix unit. */
static void gpu_row(struct schematic *s, double y, bool tensor) {
    static const double w = 30, h = 24.25, strip = 3.2, cache = 4.6;
    size_t first = s->n;
    double control = w * 0.62, top = y + strip + inner, middle = h - strip - cache - 2 * inner;
    double vector = tensor ? middle * 0.42 - inner : middle;
    add(s, PART_CONTROL, 0, y, control, strip);
    add(s, PART_SCALAR, control + inner, y, w - control - inner, strip);
    add(s, PART_VECTOR, 0, top, w, vector);
    if (tensor)
        add(s, PART_MATRIX, 0, top + vector + inner, w, middle * 0.58);
    add(s, PART_CACHE, 0, y + h - cache, w, cache);
    repeat(s, first, 3, w + outer);
}

static void gpu_of(struct schematic *s, bool tensor) {
    static const double pitch = 27.25, shared = 15;
    for (int i = 0; i < 4; i++)
        gpu_row(s, pitch * i + (i > 1 ? shared + outer : 0), tensor);
    add_shared(s, 2 * pitch, shared);
}

static void gpu(struct schematic *s) {
    gpu_of(s, false);
}

static void tensor_gpu(struct schematic *s) {
    gpu_of(s, true);
}

/* Matrix units first, each beside a memory that software fills. */
static void npu(struct schematic *s) {
    static const double w = 46.5, h = 50, strip = 6, shared = 18;
    double control = w * 0.30, scalar = w * 0.20, matrix = w * 0.62, rest = h - strip - inner;
    for (int i = 0; i < 2; i++) {
        double y = (h + outer) * i, under = y + strip + inner;
        add(s, PART_CONTROL, 0, y, control, strip);
        add(s, PART_SCALAR, control + inner, y, scalar, strip);
        add(s, PART_VECTOR, control + scalar + 2 * inner, y, w - control - scalar - 2 * inner,
            strip);
        add(s, PART_MATRIX, 0, under, matrix, rest);
        add(s, PART_CACHE, matrix + inner, under, w - matrix - inner, rest);
    }
    repeat(s, 0, 2, w + outer);
    add_shared(s, deep - shared, shared);
}

/* Two systolic arrays, a row of lanes, and a large scratch memory. */
static void tpu(struct schematic *s) {
    static const double strip = 7, array = 46.5, high = 59.5, lanes = 9;
    double control = wide * 0.16, scalar = wide * 0.10, from = control + scalar + 2 * inner;
    double arrays = strip + inner, vector = arrays + high + inner, cache = vector + lanes + inner;
    add(s, PART_CONTROL, 0, 0, control, strip);
    add(s, PART_SCALAR, control + inner, 0, scalar, strip);
    add(s, PART_VECTOR, from, 0, wide - from, strip);
    add(s, PART_MATRIX, 0, arrays, array, high);
    add(s, PART_MATRIX, array + outer, arrays, array, high);
    add(s, PART_VECTOR, 0, vector, wide, lanes);
    add_shared(s, cache, deep - cache);
}

/* Cores of both kinds before one memory. */
static void soc(struct schematic *s) {
    static const double w = 46.5, h = 34, pitch = 27.25;
    cpu_row(s, 0, w, h);
    for (int i = 0; i < 2; i++)
        gpu_row(s, h + outer + pitch * i, false);
    double cache = h + outer + 2 * pitch;
    add_shared(s, cache, deep - cache);
}

struct schematic schematic_of(enum chip_class class) {
    static void (*const plans[CHIP_CLASSES])(struct schematic *) = {
        [CHIP_CPU] = cpu, [CHIP_GPU] = gpu, [CHIP_TENSOR] = tensor_gpu,
        [CHIP_NPU] = npu, [CHIP_TPU] = tpu, [CHIP_SOC] = soc,
    };
    struct schematic s = {.n = 0};
    plans[class](&s);
    return s;
}
