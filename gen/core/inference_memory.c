/* Memory of inference on one device: weights, KV cache, workspace, logits (formulas 2, 3, 6). */
#include "core/cache_account.h"
#include "core/speculative.h"
#include "core/weights.h"
#include "core/workspace.h"

#define GIB 1073741824.0

/* What a library for sums and gathers takes, or kernels of one's own; a device that sends nothing
 * has none. */
static void account_library(struct account *c) {
    if (c->d.devices == c->d.data && c->d.expert == 1)
        return;
    struct quantity library = quantity_range(0.2 * GIB, 0.4 * GIB, 0.6 * GIB, UNIT_BYTE, MODELLED);
    measure_set(&c->e->memory_buffers, library);
    TRACE(&c->trace, STEP_BUFFERS, "M_coll", library, Q("M_coll", library, "GiB"));
}

void account_inference_memory(struct account *c) {
    account_stored_weights(c);
    account_cache(c);
    account_draft(c);
    account_workspace(c);
    account_logits(c);
    account_library(c);
}
