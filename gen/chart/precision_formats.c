/* Number formats (design 6.12): the bits of each, what they span, and what a model in them takes.
 */
#include "chart/precision_formats.h"

#include "chart/kind.h"
#include "core/format.h"

#define GIB 1073741824.0

/* Standalone, and in pages from the widest: a wide figure, the measure, a pair. */
static const struct formats_look looks[] = {
    {.left = 16,
     .right = 544,
     .names = 16,
     .bits = 72,
     .bit = 7.3,
     .height = 15,
     .counts = 6,
     .values = 145,
     .largest = 404,
     .step = 444,
     .gib = 490,
     .peak = 544,
     .first = 134,
     .pitch = 25.5,
     .head = 11,
     .name = 9.5,
     .text = 8.5},
    {.right = 493,
     .bits = 50,
     .bit = 6.5,
     .height = 13,
     .counts = 5,
     .values = 116,
     .largest = 362,
     .step = 400,
     .gib = 442,
     .peak = 493,
     .first = 31,
     .pitch = 20,
     .head = 10.5,
     .name = 8.5,
     .text = 8},
    {.right = 357,
     .bits = 50,
     .bit = 4,
     .height = 12,
     .counts = 4,
     .values = 110,
     .largest = 266,
     .gib = 310,
     .peak = 357,
     .first = 31,
     .pitch = 18,
     .head = 10.5,
     .name = 8.5,
     .text = 8},
    {.right = 300,
     .bits = 48,
     .bit = 3.4,
     .height = 11,
     .largest = 212,
     .gib = 256,
     .peak = 300,
     .first = 31,
     .pitch = 16,
     .head = 10.5,
     .name = 8.5,
     .text = 8},
};

/* What stands below the rows: the key, and standalone the footer. */
static const double key_drop = 14.5, below_rows = 66, below_in_page = 20;

static void fill_rows_of(struct formats *f) {
    enum { LISTED = 16 };
    for (int i = 0; i < ELEMENTS; i++) {
        struct format_row *row = &f->rows[i];
        const struct element *e = element_of((enum element_id)i);
        const struct format *format = format_lookup(e->weights);
        row->element = e;
        row->bits = format->linear_bits;
        row->gib = format_weight_bytes(format, f->model).total / GIB;
        row->peak = element_peak(e, f->device);
        row->value_count = e->exponent ? element_values(e, row->values, LISTED) : 0;
    }
}

static double height_of(const struct formats_look *look, double below) {
    return look->first + look->pitch * ELEMENTS + below;
}

static bool choose(struct formats *f, struct diag *diag) {
    const struct chart_request *r = f->request;
    f->model = request_model(r, diag, "llama-2-7b");
    if (!request_accelerators(r, diag, "h100-sxm5-80gb", &f->device, 1) || !f->model)
        return false;
    fill_rows_of(f);
    return true;
}

/* The widest look that the width has room for; columns move with the right edge. */
static struct formats_look look_for(double width) {
    enum { LOOKS = sizeof looks / sizeof *looks };
    static const double narrower = 30; /* bits may shrink as much */
    size_t i = 1;
    while (i + 1 < LOOKS && looks[i].right - narrower > width)
        i++;
    struct formats_look look = looks[i];
    double more = width - look.right;
    double *const edges[] = {&look.right, &look.largest, &look.step, &look.gib, &look.peak};
    for (size_t k = 0; k < sizeof edges / sizeof *edges; k++)
        *edges[k] += *edges[k] > 0 ? more : 0;
    look.bit += more < 0 ? more / 32 : 0;
    return look;
}

bool chart_precision_formats(struct arena *a, struct diag *diag,
                             const struct chart_request *request, struct chart *chart) {
    struct formats f = {.request = request};
    if (!choose(&f, diag))
        return false;
    double width = request->width > 0 ? request->width : looks[1].right;
    f.look = request->in_page ? look_for(width) : looks[0];
    struct frame_sizes sizes = {.height = height_of(&f.look, below_rows),
                                .page_width = f.look.right,
                                .page_height = height_of(&f.look, below_in_page),
                                .rows = true};
    struct frame frame = formats_frame(&f, a);
    struct framed framed;
    struct rect plot;
    f.d = frame_open(a, request, &frame, &sizes, &framed, &plot);
    f.top = f.look.first + framed.drop;
    f.key = f.top + f.look.pitch * ELEMENTS + key_drop;
    formats_draw(&f);
    frame_close(f.d, &frame, &framed, chart);
    chart->describe = formats_describe(&f, a, chart->title);
    chart->caption = formats_caption(&f, a);
    chart->data = formats_data(&f, a);
    return true;
}
