/* The fit matrix from inside: what its parts share. */
#ifndef RIDGE_CHART_FIT_MATRIX_H
#define RIDGE_CHART_FIT_MATRIX_H

#include "chart/device.h"
#include "chart/kind.h"
#include "core/estimate.h"
#include "plot/frame.h"
#include "plot/labels.h"

enum { MATRIX_MODELS = 12, MATRIX_DEVICES = 10, HEAD_LINES = 6 };

/* UNKNOWN: the scenario cannot be asked of this model on this device. */
enum cell_state { CELL_UNKNOWN, CELL_NO, CELL_MARGINAL, CELL_YES };

struct matrix_cell {
    enum cell_state state;
    double missing;        /* bytes that do not fit */
    double speed, typical; /* tokens/s, ceiling and typical; 0 = not known */
};

struct matrix_column {
    const struct accelerator *device;
    struct device_figures figures;
    const char *head[HEAD_LINES]; /* its name, broken */
    size_t head_count;
    double width, left;
};

struct matrix_row {
    const struct model *model;
    const struct estimate *estimate;          /* on the first device that can be asked */
    struct matrix_cell cells[MATRIX_DEVICES]; /* by `which` of the columns */
    bool two_lines;                           /* the format under the name */
};

struct matrix_look {
    double row, baseline, under;            /* pitch; baselines of one line, of the second of two */
    double name, detail, cell, missing;     /* type */
    double head_pitch, head[3];             /* above the table: name, GiB, GB/s */
    double wall, rule;                      /* strokes */
    double mark, pad;                       /* tick from the left, text from the right of a cell */
    double name_width, needs_width, column; /* usual ones */
    double key, key_pitch;
};

struct matrix {
    struct drawing *d;
    const struct chart_request *request;
    const struct matrix_look *look;
    const struct scenario *asked; /* task, context, formats as given */
    int64_t context;
    struct matrix_column columns[MATRIX_DEVICES];
    struct matrix_row rows[MATRIX_MODELS];
    size_t column_count, row_count;
    double left, x, top, row, name_width, head_size, cell_size, head_height;
    bool split;    /* names of devices may be broken before their digits */
    bool bare;     /* no ticks: columns are too narrow for them */
    bool no_needs; /* no column of GiB needed, in the narrowest frames */
};

/* Cell and its state; outside the table: does not fit at the left, fits at the right. */
enum cell_state matrix_state(const struct matrix *m, long row, long column);
bool matrix_has(const struct matrix *m, enum cell_state state);
double matrix_bottom(const struct matrix *m);
double matrix_edge(const struct matrix *m, size_t k); /* left of column k, right of the last */
double matrix_needs(const struct matrix_row *r); /* GiB */

/* Widths and heights that follow from the words; false where the columns have no room for theirs.
 * Then everything is drawn. */
bool matrix_layout(struct matrix *m);
double matrix_key_height(struct matrix *m);
void matrix_draw(struct matrix *m);
void matrix_draw_wall(struct matrix *m);

#define MATRIX_TICK 6.2 /* width of a tick */
struct text_style matrix_name_style(const struct matrix *m);
struct text_style matrix_detail_style(const struct matrix *m);
struct text_style matrix_cell_style(const struct matrix *m, enum cell_state state);
struct text_style matrix_head_style(const struct matrix *m);

/* Words. */
int64_t matrix_devices(const struct matrix *m);           /* of one kind that share a model */
const char *matrix_holders(struct matrix *m, size_t row); /* how many columns hold it */
void matrix_title(struct matrix *m, struct frame *f);
const char *matrix_device(struct matrix *m, const struct accelerator *device);
const char *matrix_detail(struct matrix *m, const struct matrix_row *r);
const char *matrix_cell_text(struct matrix *m, const struct matrix_cell *c);
const char *matrix_gib(struct matrix *m, double bytes);
const char *matrix_tooltip(struct matrix *m, const struct matrix_row *r);
/* The words of the key for a state; its sign is drawn before them. */
const char *matrix_key(struct matrix *m, enum cell_state state);
const char *matrix_key_sign(struct matrix *m, enum cell_state state);
struct frame matrix_frame(struct matrix *m);
const char *matrix_describe(struct matrix *m, const char *title);
struct chart_data matrix_data(struct matrix *m);

#endif
