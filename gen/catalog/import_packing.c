/* How the weights of an imported checkpoint are packed, and which of them. */
#include "catalog/import_read.h"

#include <string.h>

#define COUNT_OF(table) (sizeof(table) / sizeof *(table))

/* A quantisation and what its keys must say, as config_words writes it ("" is absent). */
static const struct packing {
    const char *method, *format;
    const char *keys[4][2];
} packings[] = {
    {"fp8", "fp8-block", {{"weight_block_size", "128,128"}}},
    {"fp8", "fp8-linear", {{"weight_block_size", ""}}},
    {"fbgemm_fp8", "fp8-linear", {{0}}},
    {"mxfp4", "mxfp4-moe", {{0}}},
    {"gptq", "int4-g128", {{"bits", "4"}, {"group_size", "128"}}},
    {"awq", "int4-g128", {{"bits", "4"}, {"group_size", "128"}}},
    {"bitsandbytes",
     "nf4-dq",
     {{"load_in_4bit", "true"},
      {"bnb_4bit_quant_type", "nf4"},
      {"bnb_4bit_use_double_quant", "true"}}},
    {"bitsandbytes",
     "nf4",
     {{"load_in_4bit", "true"},
      {"bnb_4bit_quant_type", "nf4"},
      {"bnb_4bit_use_double_quant", "false"}}},
    {"bitsandbytes", "int8", {{"load_in_8bit", "true"}}},
    {"compressed-tensors",
     "fp8-block",
     {{"type", "float"}, {"num_bits", "8"}, {"strategy", "block"}, {"block_structure", "128,128"}}},
    {"compressed-tensors",
     "fp8-linear",
     {{"type", "float"}, {"num_bits", "8"}, {"strategy", "channel"}}},
    {"compressed-tensors",
     "fp8-linear",
     {{"type", "float"}, {"num_bits", "8"}, {"strategy", "tensor"}}},
    {"compressed-tensors", "int8", {{"type", "int"}, {"num_bits", "8"}, {"strategy", "channel"}}},
    {"compressed-tensors",
     "int4-g128",
     {{"type", "int"}, {"num_bits", "4"}, {"group_size", "128"}, {"symmetric", "false"}}},
    {"compressed-tensors",
     "int4-g128-sym",
     {{"type", "int"}, {"num_bits", "4"}, {"group_size", "128"}, {"symmetric", "true"}}},
    {"compressed-tensors",
     "int4-g32-sym",
     {{"type", "int"}, {"num_bits", "4"}, {"group_size", "32"}, {"symmetric", "true"}}},
    {"modelopt", "nvfp4", {{"type", "float"}, {"num_bits", "4"}, {"group_size", "16"}}},
    {"modelopt", "nvfp4", {{"quant_algo", "NVFP4"}}},
    {"modelopt", "fp8-linear", {{"type", "float"}, {"num_bits", "8"}}},
    {"modelopt", "fp8-linear", {{"quant_algo", "FP8"}}},
};

static bool packing_fits(struct arena *a, const struct packing *p, const char *method,
                         struct config_value settings) {
    bool fits = strcmp(p->method, method) == 0;
    for (size_t k = 0; fits && k < COUNT_OF(p->keys) && p->keys[k][0]; k++)
        fits = strcmp(config_words(a, config_at(settings, p->keys[k][0])), p->keys[k][1]) == 0;
    return fits;
}

/* Compressed tensors keep the settings of the weights in a group; of several, each may differ. */
static struct config_value settings_of(struct import *i, struct config_value quantization) {
    struct config_value groups = config_at(quantization, "config_groups");
    const char *const *names;
    if (groups.kind != CONFIG_OBJECT)
        return quantization;
    if (config_keys(i->arena, groups, &names) != 1)
        return groups;
    return config_at(config_at(groups, names[0]), "weights");
}

/* Files of Model Optimizer may name it as their producer only. */
static struct config_value method_of(struct config_value said) {
    struct config_value method = config_at(said, "quant_method");
    return method.kind == CONFIG_TEXT ? method : config_at(config_at(said, "producer"), "name");
}

/* ── Which layers keep the 16 bits of a module ── */

enum kept { KEPT_NOWHERE, KEPT_EVERYWHERE, KEPT_IN_PART };

/* What an entry such as "re:.*self_attn.*", "model.layers.7.self_attn*" or "model.layers.0*" keeps:
 * all layers, one, or none; -1: a part of the module only, as in "layers.7.self_attn.q_proj". */
static int64_t layers_of_entry(const char *entry, const char *module, int64_t layers) {
    const char *layer = strstr(entry, "layers."), *at = strstr(entry, module);
    size_t digits = layer ? strspn(layer + 7, "0123456789") : 0;
    const char *rest = layer ? layer + 7 + digits : entry;
    if (digits && (!*rest || strcmp(rest, "*") == 0 || strcmp(rest, ".*") == 0))
        return 1;
    if (!at)
        return 0;
    at += strlen(module);
    at += *at == 's';
    if (*at && strcmp(at, "*") != 0 && strcmp(at, ".*") != 0)
        return -1;
    return digits ? 1 : layers;
}

static enum kept module_kept(struct import *i, struct config_value quantization, const char *module,
                             int64_t layers) {
    static const char *const keys[] = {"ignore", "modules_to_not_convert", "exclude_modules"};
    int64_t sum = 0;
    for (size_t k = 0; k < COUNT_OF(keys); k++) {
        struct config_value list = config_at(quantization, keys[k]);
        struct config_value item = list;
        for (size_t n = 0; n < config_count(list); n++) {
            item = config_next(list, n, item);
            const char *entry = config_words(i->arena, item);
            int64_t more = layers_of_entry(entry, module, layers);
            if (more < 0)
                return KEPT_IN_PART;
            sum += more;
        }
    }
    return !sum ? KEPT_NOWHERE : sum >= layers ? KEPT_EVERYWHERE : KEPT_IN_PART;
}

/* Attention and shared experts in 16 bits mean that the routed experts alone are packed: a format
 * of its own. Anything between has none. */
static const char *format_of(struct import *i, const struct packing *p,
                             struct config_value quantization) {
    const struct model *m = i->m;
    size_t n = strlen(p->format);
    enum kept attention = module_kept(i, quantization, "self_attn", m->layers);
    enum kept shared = module_kept(i, quantization, "shared_expert", m->moe_layers);
    if (!m->shared_ffn)
        shared = attention;
    if (n > 4 && strcmp(p->format + n - 4, "-moe") == 0)
        return p->format;
    if (attention == KEPT_NOWHERE && shared == KEPT_NOWHERE)
        return p->format;
    if (!m->moe_layers || attention != KEPT_EVERYWHERE || shared != KEPT_EVERYWHERE)
        return NULL;
    const struct format *f = format_lookup(arena_printf(i->arena, "%s-moe", p->format));
    return f ? f->id : NULL;
}

void import_packing(struct import *i, struct config_value said, struct config_value quantization) {
    struct config_value method = method_of(said);
    struct config_value settings = settings_of(i, quantization);
    const char *name = method.kind == CONFIG_TEXT ? method.text : "";
    for (size_t k = 0; k < COUNT_OF(packings) && !i->m->native_format; k++)
        if (packing_fits(i->arena, &packings[k], name, settings))
            i->m->native_format = format_of(i, &packings[k], quantization);
    if (i->m->native_format)
        return;
    diag_report(i->diag, DIAG_UNKNOWN_WORD, method.kind == CONFIG_TEXT ? method.span : said.span,
                arena_printf(i->arena, "quantization by %s", *name ? name : "nobody"),
                "fp8, mxfp4, gptq or awq of 4 bits in groups of 128, bitsandbytes, modelopt or "
                "compressed-tensors, with settings that a format of this program has for all "
                "layers or for all experts (without them the file is read as its shape alone, and "
                "--weights says the format)",
                NULL);
}
