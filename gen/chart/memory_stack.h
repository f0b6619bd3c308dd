/* The memory stack from inside: what its parts share. */
#ifndef RIDGE_CHART_MEMORY_STACK_H
#define RIDGE_CHART_MEMORY_STACK_H

#include "plot/axis.h"
#include "plot/frame.h"
#include "plot/labels.h"

enum { STACK_MOST = 8, STACK_DEVICES = 5, STACK_LINES = 5 };

/* What fills memory, from the base up. Logits count as activations; adapters carry their gradients
 * and states. */
enum fill {
    FILL_WEIGHTS,
    FILL_ADAPTERS,
    FILL_GRADIENTS,
    FILL_OPTIMIZER,
    FILL_ACTIVATIONS,
    FILL_KV,
    FILL_RUNTIME,
    FILLS
};

struct fill_row {
    const char *key, *short_key; /* strings */
    const char *id;              /* in data */
    enum ink ink, on, edge;
};
extern const struct fill_row fill_rows[FILLS];

/* How a segment is named. */
enum naming { NAMING_NONE, NAMING_BOTH, NAMING_VALUE, NAMING_SIDE };

/* What a device has left, in tenths of a GiB. */
struct stack_room {
    bool known;
    long long tenths;
};

struct stack {
    const struct scenario *scenario;
    const struct estimate *estimate;
    double bytes[FILLS];
    long long tenths[FILLS], total; /* GiB / 10, adding up */
    enum naming naming[FILLS];
    bool said[FILLS]; /* its side label is drawn */
    struct stack_room rooms[STACK_DEVICES];
    const char *names[STACK_LINES], *recipes[STACK_LINES];
    size_t name_count, recipe_count;
    double x;
};

/* A capacity: one line for all devices of the same size. */
struct capacity {
    double gib;
    long long tenths;
    bool off_scale;
    const char *names[STACK_DEVICES];
    size_t name_count;
};

struct stack_look {
    double value, name, total;       /* type */
    double both, alone;              /* free height for two lines, for one */
    double name_up, value_down, one; /* baselines from the middle */
    double total_gap, separator, edge;
    double line, grid;     /* strokes */
    double column, recipe; /* type under the base */
    double first, pitch, rule, row_first, row_pitch, number;
};

struct memory_stack {
    struct drawing *d;
    const struct chart_request *request;
    const struct stack_look *look;
    struct stack stacks[STACK_MOST];
    size_t count;
    const struct accelerator *devices[STACK_DEVICES];
    size_t device_count;
    struct capacity capacities[STACK_DEVICES];
    size_t capacity_count;
    double left, right, base, slot, bar;
    struct axis y;            /* GiB */
    size_t name_lines, lines; /* of names in the drawn language; of names and recipes in any */
    double column;            /* type of the names; of the recipes where it is smaller */
    bool named[FILLS];        /* said by a label so far */
    struct point leaders[STACK_MOST * FILLS][3]; /* of labels beside bars */
    size_t leader_count;
};

extern const struct stack_look stack_looks[2]; /* standalone, in page */

/* Where a segment lies, and the largest part of it that capacity lines leave free. */
struct extent {
    double top, bottom;
};
struct extent stack_extent(const struct memory_stack *m, const struct stack *s, enum fill fill);
struct extent stack_free_part(const struct memory_stack *m, struct extent whole);

/* How each segment is named. */
extern const double stack_visible;
void stack_choose_namings(struct memory_stack *m);
struct text_style stack_value_style(const struct memory_stack *m, enum fill fill);
struct text_style stack_name_style(const struct memory_stack *m, enum fill fill);

double stack_top(const struct memory_stack *m, const struct stack *s);
/* The largest capacity in GiB, 0 without any. */
double stack_largest(const struct memory_stack *m);
/* Room left in tenths of a GiB; false when the capacity is not known. */
bool stack_room(const struct memory_stack *m, const struct stack *s,
                const struct accelerator *device, long long *tenths);
/* Where the rows under the base stand. */
double stack_recipe_at(const struct memory_stack *m);
double stack_rule_at(const struct memory_stack *m);
double stack_row_at(const struct memory_stack *m, size_t i);
double stack_below_base(const struct memory_stack *m); /* from the base to the last row */
void stack_place_columns(struct memory_stack *m);
void stack_wrap_columns(struct memory_stack *m);
void stack_set_axis(struct memory_stack *m, double top);
/* Takes the grid away from behind a label. */
void stack_clear_grid(struct memory_stack *m, struct rect label);
/* How a text under the base is set. */
struct text_style stack_column_style(const struct memory_stack *m, const char *text, bool name);
double stack_gutter(struct memory_stack *m);
double stack_row_names(struct memory_stack *m);

void stack_draw_bars(struct memory_stack *m);
void stack_draw_sides(struct memory_stack *m); /* after the capacities, whose labels it avoids */
void stack_draw_capacities(struct memory_stack *m);
void stack_draw_columns(struct memory_stack *m);

/* Words. */
const char *stack_name(struct memory_stack *m, const struct stack *s);
const char *stack_recipe(struct memory_stack *m, const struct stack *s);
/* "optimizer 75.3 GiB of 111.6, Full fine-tune": a segment. */
const char *stack_says(struct memory_stack *m, const struct stack *s, enum fill fill);
const char *stack_tenths(struct arena *a, long long tenths);
const char *stack_row_name(struct memory_stack *m, const struct accelerator *device);
bool stack_same_model(const struct memory_stack *m);
void stack_make_title(struct memory_stack *m, struct frame *f);
/* The tallest stack that the largest device cannot hold; NULL: none. */
const struct stack *stack_worst_overflow(const struct memory_stack *m);
struct frame stack_frame(struct memory_stack *m);
const char *stack_describe(struct memory_stack *m, const char *title);
struct chart_data stack_data(struct memory_stack *m);

#endif
