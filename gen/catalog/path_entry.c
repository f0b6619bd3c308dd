/* Paths into accelerators, models and links. */
#include "catalog/fields.h"
#include "catalog/path.h"

#include <string.h>

#define COUNT_OF(table) (sizeof(table) / sizeof *(table))

static struct operand datum_operand(struct evaluator *ev, const struct datum *datum,
                                    struct unit unit, const char *entry, const char *field) {
    struct quantity q = {datum->value, datum->value, datum->value, unit, CEILING};
    struct operand out = operand_quantity(q, unit_custom(unit));
    out.value.origins =
        origin_new(ev->arena, (struct origin){.entry = entry, .field = field, .datum = datum});
    return out;
}

static const char *reason_words(struct evaluator *ev, const struct datum *datum) {
    char *words = arena_strdup(ev->arena, datum->reason ? datum->reason : "not given");
    for (char *p = words; *p; p++)
        if (*p == '-')
            *p = ' ';
    return arena_printf(ev->arena, "the catalogue says “%s”", words);
}

static bool text_path(struct evaluator *ev, const void *object, const struct field *table, size_t n,
                      const struct path_step *steps, struct operand *out, bool *ok) {
    for (size_t i = 0; i < n; i++) {
        if (strcmp(table[i].name, steps->name) != 0)
            continue;
        const char *text = member_text(object, table[i].offset);
        if (text)
            *out = operand_string(text);
        *ok = text || path_absent_word(ev, steps, "the catalogue has none", out);
        if (*ok && text)
            out->value.origins =
                origin_new(ev->arena, (struct origin){.entry = member_text(object, table[0].offset),
                                                      .field = table[i].name});
        return true;
    }
    return false;
}

/* The 16-bit dense peak with FP32 accumulation. */
static size_t peak_field(const struct accelerator *a) {
    size_t fp16 = 0, bf16 = 0;
    for (size_t i = 0; i < accelerator_field_count; i++) {
        if (strcmp(accelerator_fields[i].name, "fp16") == 0)
            fp16 = i;
        if (strcmp(accelerator_fields[i].name, "bf16") == 0)
            bf16 = i;
    }
    return accelerator_datum(a, bf16)->known ? bf16 : fp16;
}

static bool datum_path(struct evaluator *ev, const struct accelerator *a, size_t i,
                       const struct path_step *steps, struct operand *out) {
    const struct datum *datum = accelerator_datum(a, i);
    struct unit unit = accelerator_field_unit(i);
    if (!datum->known)
        return path_absent(ev, steps, reason_words(ev, datum), unit, out);
    *out = datum_operand(ev, datum, unit, a->id, accelerator_fields[i].name);
    return true;
}

static bool ridge_path(struct evaluator *ev, const struct accelerator *a,
                       const struct path_step *steps, struct operand *out) {
    size_t peak = peak_field(a);
    const struct datum *above = accelerator_datum(a, peak), *below = &a->memory_bandwidth;
    if (!above->known || !below->known)
        return path_absent(ev, steps, reason_words(ev, above->known ? below : above),
                           UNIT_FLOP_PER_BYTE, out);
    struct operand top =
        datum_operand(ev, above, UNIT_FLOP_PER_SECOND, a->id, accelerator_fields[peak].name);
    struct operand bottom =
        datum_operand(ev, below, UNIT_BYTE_PER_SECOND, a->id, "memory-bandwidth");
    double ridge = above->value / below->value;
    *out = operand_quantity((struct quantity){ridge, ridge, ridge, UNIT_FLOP_PER_BYTE, CEILING},
                            "FLOP/B");
    out->value.origins = origins_join(ev->arena, top.value.origins, bottom.value.origins);
    return true;
}

bool accelerator_path(struct evaluator *ev, const struct accelerator *a,
                      const struct path_step *steps, struct operand *out) {
    bool ok = false;
    struct names names = {.arena = ev->arena};
    if (!path_is_plain(ev, steps))
        return false;
    if (!steps->next) {
        if (strcmp(steps->name, "ridge") == 0)
            return ridge_path(ev, a, steps, out);
        if (strcmp(steps->name, "peak") == 0)
            return datum_path(ev, a, peak_field(a), steps, out);
        for (size_t i = 0; i < accelerator_field_count; i++)
            if (strcmp(accelerator_fields[i].name, steps->name) == 0)
                return datum_path(ev, a, i, steps, out);
        if (strcmp(steps->name, "tight-name") == 0 && a->short_name) {
            *out = operand_string(name_tight(a->short_name));
            return true;
        }
        if (strcmp(steps->name, "verified") == 0) {
            *out = operand_string(a->unverified ? "no" : "yes");
            return true;
        }
        if (text_path(ev, a, accelerator_texts, accelerator_text_count, steps, out, &ok))
            return ok;
    }
    name_add(&names, "", "ridge");
    name_add(&names, "", "tight-name");
    name_add(&names, "", "peak");
    name_add(&names, "", "verified");
    for (size_t i = 0; i < accelerator_field_count; i++)
        name_add(&names, "", accelerator_fields[i].name);
    for (size_t i = 0; i < accelerator_text_count; i++)
        name_add(&names, "", accelerator_texts[i].name);
    return path_unknown(ev, steps, &names, "a field of an accelerator");
}

static bool model_count(struct evaluator *ev, const struct model *m, double count,
                        const char *field, struct operand *out) {
    *out = operand_quantity(quantity_exact(count, UNIT_NONE), NULL);
    out->value.origins = origin_new(ev->arena, (struct origin){.entry = m->id, .field = field});
    return true;
}

/* 0 layers of a kind are a number; 0 published parameters are none that anyone knows. */
static bool count_path(struct evaluator *ev, const struct model *m, size_t field,
                       const struct path_step *steps, struct operand *out) {
    static const char *const sums[] = {"published-parameters", "published-label",
                                       "given-parameters"};
    int64_t count = member_count(m, model_fields[field].offset);
    for (size_t i = 0; !count && i < COUNT_OF(sums); i++)
        if (strcmp(model_fields[field].name, sums[i]) == 0)
            return path_absent(ev, steps, "the catalogue gives none", UNIT_NONE, out);
    return model_count(ev, m, (double)count, model_fields[field].name, out);
}

bool model_path(struct evaluator *ev, const struct model *m, const struct path_step *steps,
                struct operand *out) {
    bool ok = false;
    struct names names = {.arena = ev->arena};
    if (!path_is_plain(ev, steps))
        return false;
    if (!steps->next) {
        if (strcmp(steps->name, "parameters") == 0)
            return model_count(ev, m, (double)model_parameters(m), "parameters", out);
        for (size_t i = 0; i < model_field_count; i++)
            if (strcmp(model_fields[i].name, steps->name) == 0)
                return count_path(ev, m, i, steps, out);
        if (text_path(ev, m, model_texts, model_text_count, steps, out, &ok))
            return ok;
    }
    name_add(&names, "", "parameters");
    for (size_t i = 0; i < model_field_count; i++)
        name_add(&names, "", model_fields[i].name);
    for (size_t i = 0; i < model_text_count; i++)
        name_add(&names, "", model_texts[i].name);
    return path_unknown(ev, steps, &names, "a field of a model");
}

bool link_path(struct evaluator *ev, const struct link *l, const struct path_step *steps,
               struct operand *out) {
    bool ok = false;
    struct names names = {.arena = ev->arena};
    if (!path_is_plain(ev, steps))
        return false;
    for (size_t i = 0; !steps->next && i < link_field_count; i++) {
        const struct datum *datum = link_datum(l, i);
        if (strcmp(steps->name, link_fields[i].name) != 0)
            continue;
        if (!datum->known)
            return path_absent(ev, steps, reason_words(ev, datum), link_field_unit(i), out);
        *out = datum_operand(ev, datum, link_field_unit(i), l->id, link_fields[i].name);
        return true;
    }
    if (!steps->next && text_path(ev, l, link_texts, link_text_count, steps, out, &ok))
        return ok;
    for (size_t i = 0; i < link_field_count; i++)
        name_add(&names, "", link_fields[i].name);
    for (size_t i = 0; i < link_text_count; i++)
        name_add(&names, "", link_texts[i].name);
    return path_unknown(ev, steps, &names, "a field of a link");
}
