/* Chip anatomy from inside: what its parts share. */
#ifndef RIDGE_CHART_CHIP_ANATOMY_H
#define RIDGE_CHART_CHIP_ANATOMY_H

#include "core/roofline.h"
#include "plot/frame.h"

/* What a chip spends its area on. */
enum part { PART_CONTROL, PART_CACHE, PART_SCALAR, PART_VECTOR, PART_MATRIX, PARTS };

/* Kinds of chip that have a schematic: rows of chip_classes. */
enum chip_class { CHIP_CPU, CHIP_GPU, CHIP_TENSOR, CHIP_NPU, CHIP_TPU, CHIP_SOC, CHIP_CLASSES };

/* One part of a schematic, in the 96 × 124 of the specification; so many times, side by side. */
struct area {
    enum part part;
    struct rect box;
    int times;
    double pitch;
};

enum { AREAS_MOST = 32, CHIPS_MOST = 5 };

struct schematic {
    struct area areas[AREAS_MOST];
    size_t n;
    struct rect cache; /* the shared one, that can be named; h 0: none */
};

/* The areas of a kind, from its proportions. */
struct schematic schematic_of(enum chip_class class);

struct chip {
    const struct accelerator *device;
    enum chip_class class;
    struct schematic plan;
    double peak, bandwidth, ridge; /* 16 bit, dense; 0 = not known */
    double x;
};

struct anatomy_look {
    double gap;                        /* between columns */
    double name, device, text, ridge;  /* type */
    double head, second, top, depth;   /* baselines of the head; the schematic */
    double bar, memory;                /* heights */
    double example, peak_at, ridge_at; /* baselines below the memory's top */
    double key;                        /* baseline of the key, below the memory's top */
};

struct anatomy {
    struct drawing *d;
    const struct chart_request *request;
    const struct anatomy_look *look;
    struct chip chips[CHIPS_MOST];
    size_t count;
    double left, right, column;
    double drop;      /* of everything below the title */
    double per_width; /* bytes a second that a bar is wide for each point */
};

void anatomy_draw(struct anatomy *c);

/* Words. */
const char *anatomy_class_key(enum chip_class class); /* "chart.chip-anatomy.cpu" */
struct frame anatomy_frame(const struct anatomy *c, struct arena *a);
const char *anatomy_says(const struct anatomy *c, struct arena *a, const struct chip *chip);
const char *anatomy_describe(const struct anatomy *c, struct arena *a, const char *title);
const char *anatomy_caption(const struct anatomy *c, struct arena *a);
struct chart_data anatomy_data(const struct anatomy *c, struct arena *a);

#endif
