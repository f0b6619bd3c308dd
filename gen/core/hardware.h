/* What the estimator needs of devices, links and models: plain structs, filled by `catalog`. */
#ifndef RIDGE_CORE_HARDWARE_H
#define RIDGE_CORE_HARDWARE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/quantity.h"
#include "base/span.h"

/* How well a value is known; worst last. */
enum grade { GRADE_DATASHEET, GRADE_WHITEPAPER, GRADE_SECONDARY, GRADE_UNVERIFIED };

/* A published document; rows of content/catalogue/sources.xml. */
struct reference {
    const char *id, *title, *url, *date;
    const char *short_title; /* "Pope et al. 2022" */
    enum grade grade;
};

/* Another value that is in print for the same thing, and why it was not chosen (a word: each
 * language says it in its own way, alternative.WORD). */
struct alternative {
    const char *text; /* as written: "192 GB" */
    double value;     /* SI; 0 where the field is a text */
    const struct reference *reference;
    const char *reason;
    struct span span;
    const struct alternative *next;
};

/* One catalogue value with where it comes from. known = false: not supported or not known, `reason`
 * says which (reason.WORD). derived: computed from other catalogue values (capacity from the label,
 * say). */
struct datum {
    double value; /* SI */
    bool known, derived;
    enum grade grade;
    const struct reference *reference;
    const char *reason;
    struct span span;
    const struct alternative *alternatives;
};

/* A remark on an entry in one language ("zh", "en"). */
struct remark {
    const char *language, *text;
    const struct remark *next;
};

/* What a device costs, from an overlay: the shipped catalogue has none. */
struct price {
    const char *currency; /* "USD" */
    const char *date;     /* "2026-11" */
    const char *kind;     /* "buy", or "rent-hour": one device for one hour */
    double amount;
    const struct reference *reference;
    struct span span;
    const struct price *next;
};

struct accelerator {
    const char *id;
    const char *name;       /* "H100 SXM5 80GB" */
    const char *short_name; /* "H100", for tight labels */
    const char *vendor, *class, *architecture;
    const char *form_factor;    /* "sxm", "pcie", "oam" … */
    const char *launched;       /* "2022-03" */
    const char *launched_what;  /* "announced" or "shipped" */
    const char *memory_label;   /* "80 GB": never computed with; NULL: depends on the modules */
    const char *memory_type;    /* "HBM3" */
    const char *memory_modules; /* what a CPU's bandwidth assumes: "12 × DDR5-4800"; or NULL */
    const char *unified_memory; /* "yes": the host works in the same memory; "no" */
    const char *link;           /* links.xml id of the scale-up link, or NULL */
    const char *link_name;      /* what it is called, with or without an id; or NULL */
    const char *link_note;      /* "pair-only", or NULL */
    const char *host_link;      /* links.xml id, or NULL */
    const char *host_link_name; /* what it is called, or NULL */
    const char *accumulate;     /* "fp32" full rate, "fp32-half" (GeForce) … */
    const char *overlay;        /* the folder it comes from; NULL: shipped */
#define ACCELERATOR(member, name, unit) struct datum member;
#include "core/accelerator.def"
#undef ACCELERATOR
    const struct alternative *memory_types; /* other types in print */
    const struct price *prices;
    const struct remark *remarks;
    bool unverified; /* shown with a mark, left out of default menus */
    struct span span;
};

/* The device is confirmed and has what a speed needs: capacity, bandwidth and a 16-bit peak. */
bool accelerator_complete(const struct accelerator *a);

struct link {
    const char *id, *name;
    const char *kind;     /* "host-link", "scale-up", "scale-out", "memory", "storage" */
    const char *scope;    /* what the rates hold for: "device", "slot", "pair", "channel" … */
    const char *topology; /* "switch", "mesh", "torus", "pair" …; NULL for memory and storage */
    const char *raw_rate; /* "25 GB/s/link", or NULL */
    const char *overlay;  /* the folder it comes from; NULL: shipped */
#define LINK(member, name, unit) struct datum member;
#include "core/link.def"
#undef LINK
    const struct remark *remarks;
    struct span span;
};

/* Rows of extra.def. */
enum model_extra {
#define EXTRA(member, name) EXTRA_##member,
#include "core/extra.def"
#undef EXTRA
    MODEL_EXTRAS
};

struct model {
    const char *id, *name;
    const char *short_name;
    const char *organisation, *family, *released, *attention, *native_format;
#define MODEL(member, name, least, most, need) int64_t member;
#include "core/model.def"
#undef MODEL
    int64_t extras[MODEL_EXTRAS]; /* values the published file holds beside published_parameters */
    double label_within;          /* how near the published label is, as a fraction */
    enum grade grade;
    const struct reference *reference; /* of the shape */
    const struct reference *published; /* of the published count or label; NULL: none */
    struct span span;
};

/* Number formats a scenario can name for weights and for the KV cache. */
struct format {
    const char *id;
    double linear_bits;    /* bits per weight of linear layers, scales included; 0 = cache only */
    double expert_bits;    /* of routed experts */
    double embedding_bits; /* input table */
    double head_bits;      /* output head */
    double norm_bits;      /* norms, biases, routers */
    double kv_bytes;       /* bytes per element as a KV format; 0 = cannot be one */
    enum peak { PEAK_FP32, PEAK_FP16, PEAK_BF16, PEAK_FP8, PEAK_INT8 } peak; /* arithmetic used */
    const char *source;   /* id in sources.xml, or "definition" */
    double tensor_scale;  /* further bytes per linear matrix: one scale */
    double channel_scale; /* further bytes per output channel of a linear matrix */
    double head_scale;    /* as a KV format: further bytes per head and token, for K and for V */
    bool latent_tiles;    /* as a KV format: an FP32 scale per 128 of a latent, rotary key 16 bit */
    bool weight_only;     /* unpacked to 16 bits before multiplying: peak follows the model */
    bool working;         /* of activations inside kernels: no file of weights is written in it */
    bool average;         /* bits are a published mean over the file: modelled, not counted */
};

/* Rows of the format table (formulas section 2); NULL when unknown. */
const struct format *format_lookup(const char *id);
size_t format_count(void);
const struct format *format_at(size_t i);

/* Bytes per trainable parameter (formulas 4.1). */
struct optimizer {
    const char *id;
    double weights, gradients, master, moments;
    const char *source; /* id in sources.xml, or "definition" */
    double
        matrix_moments; /* on the matrices of the layers, where they differ from the rest; or 0 */
    bool factored;      /* moments of matrices are one row and one column of FP32 (Adafactor) */
};

const struct optimizer *optimizer_lookup(const char *id);
size_t optimizer_count(void);
const struct optimizer *optimizer_at(size_t i);

/* Dense peak at the arithmetic; a datum with known = false when the device cannot. */
struct datum accelerator_peak(const struct accelerator *a, enum peak peak);

#endif
