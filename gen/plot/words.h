/* Words and numbers of charts: short numbers, formats by name, articles, tenths. */
#ifndef RIDGE_PLOT_WORDS_H
#define RIDGE_PLOT_WORDS_H

#include "catalog/catalog.h"

/* Three significant digits without trailing zeros: "1.05", "7.5", "32", "844". */
const char *words_number(struct arena *a, double value);

/* The same with so many significant digits, whole numbers in full. */
const char *words_digits(struct arena *a, double value, int digits);

/* "4 ms", "0.21 s"; in Chinese "4 毫秒": for sentences. */
const char *words_duration(struct arena *a, const struct strings *s, double seconds, int digits);

/* A number with a unit: "989 TFLOP/s". */
const char *words_quantity(struct arena *a, double value, struct unit unit, const char *printed);

/* "3.35 TB/s", "504 GB/s". */
const char *words_bandwidth(struct arena *a, double bytes_per_second);

const char *words_count(struct arena *a, int64_t n);

/* "0.4%", "10.8%". */
const char *words_percent(struct arena *a, double share);

/* "55–85%". */
const char *words_percent_range(struct arena *a, struct quantity q);

/* "an H100", "a V100", by how the name is read in English. */
const char *words_article(struct arena *a, const char *name);

/* "nine tenths", "近九成": a share as tenths, or NULL when it is not near enough to one. */
const char *words_tenths(struct arena *a, const struct strings *s, double share);

/* "bf16" → "BF16", "int4-g128" → "INT4-G128". */
const char *words_format(struct arena *a, const char *id);
/* The same up to its first dash: "nf4-dq" → "NF4". */
const char *words_short_format(struct arena *a, const char *id);

/* A device's name for tight places: "RTX 4090" → "4090". */
const char *words_tight_name(const char *short_name);

/* "7B" of "Llama 2 7B"; the whole short name when it says no size. */
const char *words_model_size(const struct model *model);

/* Adds a sentence to a description of at most 1000 characters; one too many is left out. */
void words_add_sentence(struct arena *a, const char **describe, const char *sentence);

/* "vendor data sheets and white papers", by the worst grade in use. */
const char *words_sources(const struct strings *s, enum grade worst);

#endif
