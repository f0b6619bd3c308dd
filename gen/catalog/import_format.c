/* The number format of an imported checkpoint. A quantisation changes bytes, never counts. */
#include "catalog/import_read.h"

#include <string.h>

#define COUNT_OF(table) (sizeof(table) / sizeof *(table))

static const struct {
    const char *dtype, *format;
} dtypes[] = {{"float32", "fp32"}, {"bfloat16", "bf16"}, {"float16", "fp16"}};

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
static struct config_value method_of(struct config_value quantization) {
    struct config_value method = config_at(quantization, "quant_method");
    return method.kind == CONFIG_TEXT ? method
                                      : config_at(config_at(quantization, "producer"), "name");
}

/* How many layers keep the 16 bits of their attention by an entry such as "re:.*self_attn.*",
 * "model.layers.7.self_attn*" or "model.layers.0*". */
static int64_t layers_kept(const char *entry, int64_t layers) {
    const char *layer = strstr(entry, "layers.");
    size_t digits = layer ? strspn(layer + 7, "0123456789") : 0;
    const char *rest = layer ? layer + 7 + digits : entry;
    if (digits && (!*rest || strcmp(rest, "*") == 0 || strcmp(rest, ".*") == 0))
        return 1;
    if (!strstr(entry, "self_attn"))
        return 0;
    return digits ? 1 : layers;
}

static int64_t attention_kept(struct import *i, struct config_value quantization) {
    static const char *const keys[] = {"ignore", "modules_to_not_convert", "exclude_modules"};
    int64_t kept = 0;
    for (size_t k = 0; k < COUNT_OF(keys); k++) {
        struct config_value list = config_at(quantization, keys[k]);
        for (size_t n = 0; n < config_count(list); n++)
            kept += layers_kept(config_words(i->arena, config_item(list, n)), i->m->layers);
    }
    return kept;
}

/* Attention in 16 bits means that the experts alone are packed: a format of its own. */
static const char *format_of(struct import *i, const struct packing *p,
                             struct config_value quantization) {
    const char *experts_only = arena_printf(i->arena, "%s-moe", p->format);
    size_t n = strlen(p->format);
    bool is_moe_format = n > 4 && strcmp(p->format + n - 4, "-moe") == 0;
    int64_t kept = attention_kept(i, quantization);
    if (!kept || is_moe_format)
        return p->format;
    const struct format *f =
        i->family->moe && kept >= i->m->layers ? format_lookup(experts_only) : NULL;
    return f ? f->id : NULL;
}

static void packed_format(struct import *i, struct config_value quantization) {
    struct config_value method = method_of(quantization);
    struct config_value settings = settings_of(i, quantization);
    const char *name = method.kind == CONFIG_TEXT ? method.text : "";
    for (size_t k = 0; k < COUNT_OF(packings) && !i->m->native_format; k++)
        if (packing_fits(i->arena, &packings[k], name, settings))
            i->m->native_format = format_of(i, &packings[k], quantization);
    if (i->m->native_format)
        return;
    diag_report(i->diag, DIAG_UNKNOWN_WORD,
                method.kind == CONFIG_TEXT ? method.span : quantization.span,
                arena_printf(i->arena, "quantization_config %s", name),
                "fp8, mxfp4, gptq or awq of 4 bits in groups of 128, bitsandbytes, modelopt or "
                "compressed-tensors, with settings that a format of this program has for all "
                "layers or for all experts",
                NULL);
}

/* Newer files say dtype; nested ones may say it at both levels. */
static void plain_format(struct import *i) {
    struct config_value inner = import_value(i, i->text, "torch_dtype dtype");
    struct config_value outer = import_value(i, i->root, "torch_dtype dtype");
    struct config_value v = inner.kind == CONFIG_TEXT ? inner : outer;
    const char *names[COUNT_OF(dtypes)];
    if (v.kind == CONFIG_ABSENT || v.kind == CONFIG_NULL) {
        i->m->native_format = i->family->format;
        if (!i->family->format)
            import_missing(i, "torch_dtype dtype");
        return;
    }
    for (size_t k = 0; k < COUNT_OF(dtypes); k++) {
        names[k] = dtypes[k].dtype;
        if (v.kind == CONFIG_TEXT && strcmp(v.text, dtypes[k].dtype) == 0)
            i->m->native_format = dtypes[k].format;
    }
    if (!i->m->native_format)
        diag_report(i->diag, DIAG_UNKNOWN_WORD, v.span, config_words(i->arena, v),
                    "bfloat16, float16 or float32",
                    nearest_name(config_words(i->arena, v), names, COUNT_OF(dtypes)));
}

void import_format(struct import *i) {
    struct config_value quantization = import_value(i, i->text, "quantization_config");
    if (quantization.kind != CONFIG_OBJECT)
        quantization = import_value(i, i->root, "quantization_config");
    if (quantization.kind == CONFIG_OBJECT)
        packed_format(i, quantization);
    else
        plain_format(i);
}
