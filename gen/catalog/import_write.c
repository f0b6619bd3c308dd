#include "catalog/import.h"

#include <inttypes.h>
#include <string.h>

#include "catalog/fields.h"
#include "catalog/model_rules.h"
#include "xml/write.h"

static void element(struct xml_writer *w, const char *name, const char *text) {
    if (!text || strcmp(text, "—") == 0)
        return;
    xml_open(w, name);
    xml_text(w, text);
    xml_close(w);
}

/* Fields that can only be 0 or 1 read as no and yes. */
static void count_element(struct xml_writer *w, size_t field, int64_t count) {
    struct bounds bounds = model_bounds(field);
    bool word = bounds.least == 0 && bounds.most == 1;
    if (!count && !bounds.needed)
        return;
    element(w, model_fields[field].name,
            word ? (count ? "yes" : "no") : arena_printf(w->out->arena, "%" PRId64, count));
}

void model_write(const struct model *m, struct bytes *out) {
    struct xml_writer w = {.out = out, .indent = true};
    xml_declaration(&w);
    xml_open(&w, "models");
    xml_attribute(&w, "xmlns", "urn:ridgepoint:1");
    xml_open(&w, "model");
    xml_attribute(&w, "id", m->id);
    xml_attribute(&w, "source", IMPORT_SOURCE);
    for (size_t k = 0; k < model_text_count; k++)
        if (strcmp(model_texts[k].name, "id") != 0)
            element(&w, model_texts[k].name, member_text(m, model_texts[k].offset));
    for (size_t k = 0; k < model_field_count; k++)
        count_element(&w, k, member_count(m, model_fields[k].offset));
    xml_close(&w);
    xml_close(&w);
    bytes_puts(out, "\n");
}
