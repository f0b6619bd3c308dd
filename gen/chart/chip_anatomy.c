/* Chip anatomy (design 6.11): what kinds of chip spend their area on, and what an example of each
 * does with the memory it has. */
#include "chart/chip_anatomy.h"

#include <math.h>
#include <string.h>

#include "chart/kind.h"

static const struct anatomy_look looks[2] = {
    {.gap = 12,
     .name = 10.5,
     .device = 9.5,
     .text = 8.5,
     .ridge = 10.5,
     .head = 103,
     .second = 115,
     .top = 122,
     .depth = 124,
     .bar = 17,
     .memory = 14,
     .example = 30,
     .peak_at = 42.5,
     .ridge_at = 56,
     .key = 80},
    {.gap = 9,
     .name = 8.5,
     .device = 8.5,
     .text = 8,
     .ridge = 8.5,
     .head = 9,
     .second = 19.5,
     .top = 25,
     .depth = 112,
     .bar = 14,
     .memory = 12,
     .example = 24,
     .peak_at = 34.5,
     .ridge_at = 46,
     .key = 64},
};

/* ── Chips ── */

static enum chip_class class_of(const struct accelerator *device) {
    static const struct {
        const char *class;
        enum chip_class is;
    } rows[] = {
        {"cpu", CHIP_CPU}, {"gpu-classic", CHIP_GPU}, {"gpu-tensor", CHIP_TENSOR},
        {"npu", CHIP_NPU}, {"tpu", CHIP_TPU},         {"soc", CHIP_SOC},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
        if (device->class && !strcmp(device->class, rows[i].class))
            return rows[i].is;
    return CHIP_TENSOR;
}

static struct chip chip_of(const struct accelerator *device) {
    struct roof roof = roof_of(device, PEAK_BF16);
    enum chip_class class = class_of(device);
    return (struct chip){.device = device,
                         .class = class,
                         .plan = schematic_of(class),
                         .peak = roof.peak,
                         .bandwidth = device->memory_bandwidth.known ? roof.bandwidth : 0,
                         .ridge = roof.known ? roof.peak / roof.bandwidth : 0};
}

/* Several devices stand beside each other; one takes the place of the example of its kind, or the
 * first place. */
static void add_chips(struct anatomy *c, struct diag *diag) {
    const struct chart_request *r = c->request;
    const struct accelerator *devices[CHIPS_MOST];
    bool one = r->accelerator_count == 1;
    struct chart_request usual = *r;
    usual.accelerator_count = one ? 0 : r->accelerator_count;
    c->count = request_accelerators(
        &usual, diag, "epyc-9654 rx-7900-xtx h100-sxm5-80gb ascend-910b-64gb-376t tpu-v5p", devices,
        CHIPS_MOST);
    size_t place = 0;
    for (size_t i = 0; i < c->count; i++) {
        c->chips[i] = chip_of(devices[i]);
        if (one && c->chips[i].class == class_of(r->accelerators[0]))
            place = i;
    }
    if (one && c->count)
        c->chips[place] = chip_of(r->accelerators[0]);
}

/* ── Layout ── */

/* Bars are 30 wide for 3350 GB/s; narrower for all where one would leave its column. */
static double scale_of(const struct anatomy *c) {
    double most = 0, usual = 3350e9 / 30;
    for (size_t i = 0; i < c->count; i++)
        most = fmax(most, c->chips[i].bandwidth);
    return fmax(usual, most / c->column);
}

static void place_columns(struct anatomy *c) {
    double n = (double)c->count, room = c->right - c->left;
    c->column = (room - c->look->gap * (n - 1)) / n;
    for (size_t i = 0; i < c->count; i++)
        c->chips[i].x = c->left + (c->column + c->look->gap) * (double)i;
    c->per_width = scale_of(c);
}

static double memory_top(const struct anatomy_look *look) {
    return look->top + look->depth + 1.5 + look->bar + 1.5;
}

bool chart_chip_anatomy(struct arena *a, struct diag *diag, const struct chart_request *request,
                        struct chart *chart) {
    static const double page = 493, below = 5, foot = 62;
    struct anatomy c = {.request = request, .look = &looks[request->in_page]};
    add_chips(&c, diag);
    if (!c.count)
        return false;
    double key = memory_top(c.look) + c.look->key;
    struct frame_sizes sizes = {
        .height = key + foot, .page_width = page, .page_height = key + below, .rows = true};
    struct frame frame = anatomy_frame(&c, a);
    struct framed framed;
    struct rect plot;
    c.d = frame_open(a, request, &frame, &sizes, &framed, &plot);
    c.left = request->in_page ? 0 : 16;
    c.right = c.d->scene->width - c.left;
    c.drop = framed.drop;
    place_columns(&c);
    anatomy_draw(&c);
    frame_close(c.d, &frame, &framed, chart);
    chart->describe = anatomy_describe(&c, a, chart->title);
    chart->caption = anatomy_caption(&c, a);
    chart->data = anatomy_data(&c, a);
    return true;
}
