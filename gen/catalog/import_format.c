/* The number format of an imported checkpoint. A quantisation changes bytes, never counts. */
#include "catalog/import_read.h"

#include <string.h>
#include <unistd.h>

#include "base/file.h"

#define COUNT_OF(table) (sizeof(table) / sizeof *(table))

static const struct {
    const char *dtype, *format;
} dtypes[] = {{"float32", "fp32"}, {"bfloat16", "bf16"}, {"float16", "fp16"}};

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

/* Checkpoints of Model Optimizer may tell how they are packed in a file beside config.json. */
static struct config_value file_beside(struct import *i) {
    const char *slash = strrchr(i->path, '/'), *name = slash ? slash + 1 : i->path;
    const char *beside = path_join(i->arena, i->path, "hf_quant_config.json");
    if (strcmp(name, "config.json") != 0 || access(beside, F_OK) != 0)
        return (struct config_value){0};
    return config_read(i->arena, i->diag, (struct span){0}, beside);
}

void import_format(struct import *i) {
    struct config_value quantization = import_value(i, i->text, "quantization_config");
    if (quantization.kind != CONFIG_OBJECT)
        quantization = import_value(i, i->root, "quantization_config");
    if (quantization.kind == CONFIG_OBJECT) {
        import_packing(i, quantization, quantization);
        return;
    }
    struct config_value beside = file_beside(i);
    if (beside.kind == CONFIG_OBJECT)
        import_packing(i, beside, config_at(beside, "quantization"));
    else
        plain_format(i);
}
