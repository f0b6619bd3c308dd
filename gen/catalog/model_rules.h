/* What the fields of a model must hold, each by itself and among each other. */
#ifndef RIDGE_CATALOG_MODEL_RULES_H
#define RIDGE_CATALOG_MODEL_RULES_H

#include <stdbool.h>
#include <stddef.h>

#include "core/hardware.h"

/* Whole numbers beyond these are slips. needed: 0 is no number of that field. */
struct bounds {
    int64_t least, most;
    bool needed;
};
struct bounds model_bounds(size_t field); /* a row of model_fields */

/* The field that is marked when the rule is broken, and what stands against it. */
struct model_rule {
    const char *field;
    bool (*broken)(const struct model *m);
    const char *against;
};

/* The first rule that the model breaks, or NULL. A broken rule breaks others after it, and nothing
 * may be computed from the model. */
const struct model_rule *model_rule_broken(const struct model *m);

/* "mha", "gqa", "mqa", "mla", by heads, KV heads and latent. */
const char *model_attention(const struct model *m);

#endif
