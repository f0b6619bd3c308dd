/* Further limits of device A: peaks of other formats, links that data come over. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "chart/roofline.h"
#include "core/offload.h"

/* Dense peaks, in the order in which equal ones are named. FP16 and BF16 are the roof itself. */
static const struct {
    const char *name, *unit;
    size_t peak; /* in struct accelerator */
} formats[] = {
    {"FP32", "TFLOP/s", offsetof(struct accelerator, fp32)},
    {"TF32", "TFLOP/s", offsetof(struct accelerator, tf32)},
    {"FP8", "TFLOP/s", offsetof(struct accelerator, fp8)},
    {"INT8", "TOP/s", offsetof(struct accelerator, int8)},
    {"FP4", "TFLOP/s", offsetof(struct accelerator, fp4)},
    {"INT4", "TOP/s", offsetof(struct accelerator, int4)},
};

static void add(struct roofline *r, struct ceiling c) {
    const struct roof_line *a = &r->roofs[0];
    double peak = c.is_slope ? a->peak : c.value, rate = c.is_slope ? c.value : a->bandwidth;
    c.ridge = peak > 0 && rate > 0 ? peak / rate : 0;
    if (r->ceiling_count < CEILING_MOST && c.value > 0)
        r->ceilings[r->ceiling_count++] = c;
}

/* One line for all formats of the same peak. */
static bool joins(struct roofline *r, double value, const char *name) {
    for (size_t i = 0; i < r->ceiling_count; i++)
        if (!r->ceilings[i].is_slope && fabs(r->ceilings[i].value / value - 1) < 1e-3) {
            r->ceilings[i].name = arena_printf(r->d->arena, "%s / %s", r->ceilings[i].name, name);
            return true;
        }
    return false;
}

static void add_formats(struct roofline *r) {
    const struct accelerator *device = r->roofs[0].device;
    for (size_t i = 0; i < sizeof formats / sizeof *formats; i++) {
        const struct datum *peak =
            (const struct datum *)(const void *)((const char *)device + formats[i].peak);
        if (peak->known && peak->value > 0 && !joins(r, peak->value, formats[i].name))
            add(r, (struct ceiling){
                       .name = formats[i].name, .unit = formats[i].unit, .value = peak->value});
    }
}

static void add_link(struct roofline *r, const char *name, const char *from, double rate) {
    if (name && rate > 0)
        add(r, (struct ceiling){.name = name, .from = from, .value = rate, .is_slope = true});
}

static double known(struct datum d) {
    return d.known ? d.value : 0;
}

/* What the scenario says about its host, its drive and its network. */
static void add_scenario_tiers(struct roofline *r, const struct scenario *s, double host_link) {
    struct tiers tiers = tiers_of(s);
    if (s->host_tier && tiers.host > 0 && tiers.host < host_link)
        add_link(r, s->host_tier->name, "host-memory", tiers.host);
    if (s->between_nodes)
        add_link(r, s->between_nodes->name, "other-nodes", known(s->between_nodes->bandwidth));
    if (s->drive)
        add_link(r, s->drive->name, "drive", tiers.drive);
}

static void add_tiers(struct roofline *r) {
    const struct accelerator *device = r->roofs[0].device;
    double host = known(device->host_link_bandwidth);
    add_link(r, device->link_name, "other-devices", known(device->link_bandwidth));
    add_link(r, device->host_link_name, "host-memory", host);
    if (r->request->scenario_count)
        add_scenario_tiers(r, r->request->scenarios[0], host > 0 ? host : INFINITY);
}

static bool report(const struct roofline *r, struct diag *diag, const char *what) {
    diag_report(diag, DIAG_CHART_NEEDS, r->request->where, r->request->kind, what, NULL);
    return false;
}

bool roofline_add_ceilings(struct roofline *r, struct diag *diag) {
    bool tiers = request_shows(r->request, "tiers") && !r->link; /* of other intensities */
    if (request_shows(r->request, "precisions"))
        add_formats(r);
    size_t before = r->ceiling_count;
    if (tiers)
        add_tiers(r);
    return !tiers || r->ceiling_count > before ||
           report(r, diag, "for tiers an accelerator with a known link");
}

/* Rising to where roof A is flat, or flat from where roof A rises. */
bool roofline_ceiling_line(const struct roofline *r, const struct ceiling *c, struct segment *out) {
    const struct roof_line *a = &r->roofs[0];
    double from = r->x.low, to = r->x.high, bandwidth = c->is_slope ? c->value : a->bandwidth;
    double peak = c->is_slope ? a->peak : c->value;
    if (c->is_slope) {
        from = fmax(from, r->y.low * 1e12 / bandwidth);
        to = fmin(to, (peak > 0 ? peak : r->y.high * 1e12) / bandwidth);
    } else if (bandwidth > 0) {
        from = fmax(from, peak / bandwidth);
    }
    if (!(from < to))
        return false;
    double low = c->is_slope ? bandwidth * from : peak, high = c->is_slope ? bandwidth * to : peak;
    *out = (struct segment){{axis_at(r->x, from), axis_at(r->y, low / 1e12)},
                            {axis_at(r->x, to), axis_at(r->y, high / 1e12)}};
    return true;
}
