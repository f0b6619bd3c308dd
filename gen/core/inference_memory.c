/* Memory of inference on one device: weights, KV cache, workspace, logits (formulas 2, 3, 6). */
#include "core/cache_account.h"
#include "core/speculative.h"
#include "core/weights.h"
#include "core/workspace.h"

void account_inference_memory(struct account *c) {
    account_stored_weights(c);
    account_cache(c);
    account_draft(c);
    account_workspace(c);
    account_logits(c);
}
