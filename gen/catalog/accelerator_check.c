/* What the fields of an accelerator must agree on. */
#include "catalog/accelerator_entry.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static const double IDENTITY_TOLERANCE = 0.02;
/* A driver shows up to so much less than the label says: its own share, ECC, decimal gigabytes. */
static const double LEAST_OF_LABEL = 0.88, MOST_OF_LABEL = 1.005;
static const double USUAL_SPARSITY = 2;

static const double TERA = 1e12;

/* ── Sparse peaks ── */

#define PEAK(member, name)                                                                         \
    {                                                                                              \
        name "-sparse", offsetof(struct accelerator, member),                                      \
            offsetof(struct accelerator, member##_sparse)                                          \
    }

static const struct sparse_row {
    const char *name;
    size_t dense, sparse;
} sparse_rows[] = {PEAK(tf32, "tf32"), PEAK(fp16, "fp16"), PEAK(bf16, "bf16"), PEAK(fp8, "fp8"),
                   PEAK(int8, "int8"), PEAK(fp4, "fp4"),   PEAK(int4, "int4")};

static struct datum *member(struct accelerator *a, size_t offset) {
    return (void *)((char *)a + offset);
}

static const struct datum *member_of(const struct accelerator *a, size_t offset) {
    return (const void *)((const char *)a + offset);
}

static struct datum sparse_of(const struct datum *dense, const struct datum *sparsity) {
    struct datum sparse = *sparsity;
    sparse.alternatives = NULL;
    if (!dense->known)
        sparse.reason = dense->reason;
    sparse.known = sparse.derived = dense->known && sparsity->known;
    sparse.value = sparse.known ? dense->value * sparsity->value : 0;
    sparse.grade = dense->grade > sparsity->grade ? dense->grade : sparsity->grade;
    return sparse;
}

void sparse_fill(const struct entry *e, struct accelerator *a) {
    for (size_t i = 0; i < COUNT_OF(sparse_rows); i++) {
        struct datum *sparse = member(a, sparse_rows[i].sparse);
        bool given = entry_child(e, sparse_rows[i].name, false) ||
                     (e->extends && sparse->known && !sparse->derived);
        if (!given)
            *sparse = sparse_of(member(a, sparse_rows[i].dense), &a->sparsity);
    }
}

/* ── Checks ── */

static bool apart(double a, double b) {
    return fabs(a - b) > IDENTITY_TOLERANCE * fabs(b);
}

static void disagree(const struct entry *e, const struct datum *at, const char *found,
                     const char *expected, const struct datum *other) {
    diag_report(e->diag, DIAG_CATALOG_DISAGREES, at->span, found, expected, NULL);
    diag_note(e->diag, other->span, "the other value stands here");
}

/* The multiple of the dense peak that an entry itself names, as for FP4 of a Blackwell Ultra. */
static double sparsity_of(const struct entry *e, const struct accelerator *a, const char *name) {
    const struct node *element = entry_child(e, name, false);
    const char *text = element ? node_value(element, "times") : NULL;
    double times;
    if (text && real_parse(text, &times) && times > 0)
        return times;
    return a->sparsity.known ? a->sparsity.value : USUAL_SPARSITY;
}

static void sparse_check(const struct entry *e, const struct accelerator *a) {
    struct arena *arena = e->catalog->arena;
    for (size_t i = 0; i < COUNT_OF(sparse_rows); i++) {
        const struct datum *dense = member_of(a, sparse_rows[i].dense);
        const struct datum *sparse = member_of(a, sparse_rows[i].sparse);
        double times = sparsity_of(e, a, sparse_rows[i].name);
        if (dense->known && sparse->known && apart(sparse->value, times * dense->value))
            disagree(e, sparse, arena_printf(arena, "%g TFLOP/s sparse", sparse->value / TERA),
                     arena_printf(arena, "%g × %g TFLOP/s dense", times, dense->value / TERA),
                     dense);
    }
}

/* A narrower format is at least as fast as a wider one. */
static void ladder_check(const struct entry *e, const struct accelerator *a) {
    const struct {
        const char *wide, *narrow;
        const struct datum *wider, *narrower;
    } rows[] = {
        {"FP64", "FP64 of tensor cores", &a->fp64, &a->fp64_tensor},
        {"FP64", "FP32", &a->fp64, &a->fp32},
        {"FP32", "TF32", &a->fp32, &a->tf32},
        {"TF32", "FP16", &a->tf32, &a->fp16},
        {"TF32", "BF16", &a->tf32, &a->bf16},
        {"FP16", "FP8", &a->fp16, &a->fp8},
        {"BF16", "FP8", &a->bf16, &a->fp8},
        {"FP8", "FP4", &a->fp8, &a->fp4},
        {"INT8", "INT4", &a->int8, &a->int4},
    };
    for (size_t i = 0; i < COUNT_OF(rows); i++)
        if (rows[i].wider->known && rows[i].narrower->known &&
            rows[i].narrower->value < rows[i].wider->value)
            disagree(e, rows[i].narrower,
                     arena_printf(e->catalog->arena, "%s at %g TFLOP/s", rows[i].narrow,
                                  rows[i].narrower->value / TERA),
                     arena_printf(e->catalog->arena, "the wider %s at %g TFLOP/s", rows[i].wide,
                                  rows[i].wider->value / TERA),
                     rows[i].wider);
}

/* Accumulating in FP16 doubles the rate where the card halves it for FP32. */
static void accumulate_check(const struct entry *e, const struct accelerator *a) {
    const struct {
        const struct datum *half, *full;
    } rows[] = {{&a->fp16, &a->fp16_fp16_accumulate}, {&a->fp8, &a->fp8_fp16_accumulate}};
    for (size_t i = 0; i < COUNT_OF(rows); i++)
        if (rows[i].half->known && rows[i].full->known &&
            apart(rows[i].full->value, 2 * rows[i].half->value))
            disagree(e, rows[i].full,
                     arena_printf(e->catalog->arena, "%g TFLOP/s with FP16 accumulation",
                                  rows[i].full->value / TERA),
                     arena_printf(e->catalog->arena, "2 × %g TFLOP/s with FP32 accumulation",
                                  rows[i].half->value / TERA),
                     rows[i].half);
}

static void bus_check(const struct entry *e, const struct accelerator *a) {
    double product = a->bus_width.value * a->data_rate.value;
    if (!a->bus_width.known || !a->data_rate.known || !a->memory_bandwidth.known ||
        !apart(product, a->memory_bandwidth.value))
        return;
    disagree(e, &a->memory_bandwidth,
             arena_printf(e->catalog->arena, "%g GB/s", a->memory_bandwidth.value / 1e9),
             arena_printf(e->catalog->arena, "%g bit × %g Gbit/s make %g GB/s", a->bus_width.value,
                          a->data_rate.value * 8 / 1e9, product / 1e9),
             &a->bus_width);
}

/* The label in GiB; 0 when it does not begin with a number of gigabytes. */
static double label_gib(const char *label) {
    char *end;
    double gib = label ? strtod(label, &end) : 0;
    return label && gib > 0 && strncmp(end, " GB", 3) == 0 ? gib : 0;
}

/* Of a memory that the host works in as well, the GPU has the share that the entry names. */
static void capacity_check(const struct entry *e, const struct accelerator *a) {
    double label = label_gib(a->memory_label), gib = a->memory_capacity.value / 0x1p30;
    bool shared = a->gpu_share_low.known && a->gpu_share_high.known;
    double least = shared ? a->gpu_share_low.value * LEAST_OF_LABEL : LEAST_OF_LABEL;
    double most = (shared ? a->gpu_share_high.value : 1) * MOST_OF_LABEL;
    if (!a->memory_capacity.known || !(label > 0) || (gib >= least * label && gib <= most * label))
        return;
    diag_report(e->diag, DIAG_CATALOG_DISAGREES, a->memory_capacity.span,
                arena_printf(e->catalog->arena, "%.4g GiB of memory", gib),
                arena_printf(e->catalog->arena, "“%s” on the label%s", a->memory_label,
                             shared ? " and the GPU's share of it" : ""),
                NULL);
}

static void share_check(const struct entry *e, const struct accelerator *a) {
    const struct datum *low = &a->gpu_share_low, *high = &a->gpu_share_high;
    bool unified = a->unified_memory && strcmp(a->unified_memory, "yes") == 0;
    if (low->known && !unified)
        disagree(e, low, "a share of the GPU", "a memory of its own (unified-memory=\"no\")", low);
    if (low->known && high->known && low->value > high->value)
        disagree(e, low, arena_printf(e->catalog->arena, "at least %g %%", low->value * 100),
                 arena_printf(e->catalog->arena, "at most %g %%", high->value * 100), high);
    if (high->known && high->value > 1)
        diag_report(e->diag, DIAG_BAD_NUMBER, high->span, "the share", "100 % at most", NULL);
}

/* Nothing is launched after the catalogue was made: "2022-03" sorts as it should. */
static void launch_check(const struct entry *e, const struct accelerator *a) {
    const char *date = e->catalog->date;
    const struct node *element = entry_child(e, "launched", false);
    if (element && a->launched && date && !e->catalog->overlay && strcmp(a->launched, date) > 0)
        diag_report(e->diag, DIAG_CATALOG_DISAGREES, node_text_span(element),
                    arena_printf(e->catalog->arena, "launched %s", a->launched),
                    arena_printf(e->catalog->arena, "a catalogue of %s", date), NULL);
}

void accelerator_check(const struct entry *e, const struct accelerator *a) {
    ladder_check(e, a);
    accumulate_check(e, a);
    sparse_check(e, a);
    bus_check(e, a);
    capacity_check(e, a);
    share_check(e, a);
    launch_check(e, a);
}
