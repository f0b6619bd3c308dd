#include "catalog/grammar.h"

#include <string.h>

#include "catalog/entry.h"
#include "catalog/fields.h"

#define COUNT_OF(table) (sizeof(table) / sizeof *(table))

static const char COUNT[] = "0*[1-9][0-9]{0,17}";
static const char WHOLE[] = "\\s*[0-9]{1,18}\\s*";
static const char REAL[] = "[0-9][0-9.eE+\\-]*";
static const char ID[] = "[\\-._]*[a-z0-9][a-z0-9.\\-_]*";
static const char MONTH[] = "\\s*[0-9]{4}(-(0[1-9]|1[0-2]))?\\s*";
static const char SOME[] = "\\s*\\S[\\s\\S]*";

/* ── Pieces ── */

static void attribute_pattern(struct relax *r, const char *name, bool needed, const char *pattern) {
    relax_attribute(r, NS_NONE, name, needed);
    relax_pattern(r, pattern);
    relax_attribute_close(r, needed);
}

static void attribute_words_of(struct relax *r, const char *name, bool needed,
                               const char *const *words, size_t n) {
    relax_attribute(r, NS_NONE, name, needed);
    relax_choice(r, words, n);
    relax_attribute_close(r, needed);
}

/* xml:id, xml:lang, xml:base: let through everywhere. */
static void xml_attributes(struct relax *r) {
    static const char *const names[] = {"id", "lang", "base"};
    for (size_t i = 0; i < COUNT_OF(names); i++) {
        relax_attribute(r, NS_XML, names[i], false);
        relax_pattern(r, NULL);
        relax_attribute_close(r, false);
    }
}

static void element_open(struct relax *r, const char *name) {
    relax_element(r, NS_RIDGE, name);
    xml_attributes(r);
}

static void optional_text(struct relax *r, const char *name, const char *pattern) {
    relax_open(r, "optional", NULL);
    element_open(r, name);
    relax_pattern(r, pattern);
    relax_close(r);
    relax_close(r);
}

static void define_list(struct relax *r, const char *root, const char *entry, bool dated) {
    relax_open(r, "define", root);
    element_open(r, root);
    if (dated)
        attribute_pattern(r, "date", false, MONTH);
    relax_open(r, "zeroOrMore", NULL);
    relax_open(r, "choice", NULL);
    relax_leaf(r, "ref", entry);
    relax_leaf(r, "ref", "xi.include");
    relax_close(r);
    relax_close(r);
    relax_close(r);
    relax_close(r);
}

static void entry_begin(struct relax *r, const char *name) {
    relax_open(r, "define", name);
    element_open(r, name);
    attribute_pattern(r, "id", true, ID);
}

static void entry_end(struct relax *r) {
    relax_close(r);
    relax_close(r);
}

/* ── Scenarios ── */

void relax_scenario_attributes(struct relax *r) {
    static const char *const patterns[] = {[OPTION_WORD] = SOME,
                                           [OPTION_COUNT] = COUNT,
                                           [OPTION_REAL] = REAL,
                                           [OPTION_QUANTITY] = SOME};
    static const char *const tasks[] = {"inference", "training"};
    attribute_pattern(r, "id", true, SOME);
    attribute_pattern(r, "title", false, NULL);
    attribute_pattern(r, "model", true, SOME);
    attribute_pattern(r, "accelerator", true, SOME);
    for (size_t i = 0; i < scenario_option_count; i++) {
        const struct option *o = &scenario_options[i];
        if (!strcmp(o->name, "task"))
            attribute_words_of(r, o->name, true, tasks, COUNT_OF(tasks));
        else
            attribute_pattern(r, o->name, false, patterns[o->kind]);
    }
}

void grammar_scenarios(struct bytes *out) {
    struct relax r = relax_begin(out, NS_RIDGE);
    relax_open(&r, "start", NULL);
    relax_leaf(&r, "ref", "scenarios");
    relax_close(&r);
    define_list(&r, "scenarios", "scenario", false);
    relax_open(&r, "define", "scenario");
    element_open(&r, "scenario");
    relax_scenario_attributes(&r);
    relax_leaf(&r, "empty", NULL);
    entry_end(&r);
    relax_define_include(&r);
    relax_end(&r);
}

/* ── Values with a source ── */

static void value_attributes(struct relax *r) {
    static const char *const plain[] = {"source", "times", "link", "via", "note"};
    for (size_t i = 0; i < COUNT_OF(plain); i++)
        attribute_pattern(r, plain[i], false, SOME);
    attribute_words_of(r, "grade", false, grade_names, 4);
    attribute_words_of(r, "derived", false, derivation_words, DERIVATIONS);
    attribute_words_of(r, "unknown", false, unknown_reasons, REASONS);
}

static void define_alternatives(struct relax *r) {
    relax_open(r, "define", "alternatives");
    relax_open(r, "zeroOrMore", NULL);
    element_open(r, "alternative");
    attribute_pattern(r, "source", true, SOME);
    attribute_words_of(r, "reason", true, alternative_reasons, ALTERNATIVE_REASONS);
    relax_leaf(r, "text", NULL);
    relax_close(r);
    relax_close(r);
    relax_close(r);
}

static void value_element(struct relax *r, const char *name) {
    relax_open(r, "optional", NULL);
    element_open(r, name);
    value_attributes(r);
    relax_open(r, "mixed", NULL);
    relax_leaf(r, "ref", "alternatives");
    relax_close(r);
    relax_close(r);
    relax_close(r);
}

static void define_remarks(struct relax *r) {
    relax_open(r, "define", "remarks");
    relax_open(r, "zeroOrMore", NULL);
    relax_open(r, "choice", NULL);
    element_open(r, "note");
    attribute_pattern(r, "lang", false, SOME);
    relax_pattern(r, SOME);
    relax_close(r);
    element_open(r, "unknown");
    attribute_words_of(r, "reason", true, unknown_reasons, REASONS);
    relax_leaf(r, "text", NULL);
    relax_close(r);
    relax_leaf(r, "ref", "price");
    relax_close(r);
    relax_close(r);
    relax_close(r);
}

static void define_price(struct relax *r, const char *define, bool row) {
    relax_open(r, "define", define);
    element_open(r, "price");
    if (row)
        attribute_pattern(r, "accelerator", true, SOME);
    attribute_pattern(r, "currency", true, "[A-Z]{3}");
    attribute_pattern(r, "date", true, MONTH);
    attribute_words_of(r, "kind", true, price_kinds, PRICE_KINDS);
    attribute_pattern(r, "source", true, SOME);
    relax_pattern(r, "\\s*[0-9][0-9.eE+\\-]*\\s*");
    entry_end(r);
}

/* ── Entries ── */

static void define_source(struct relax *r) {
    entry_begin(r, "source");
    attribute_words_of(r, "grade", true, grade_names, 4);
    relax_open(r, "interleave", NULL);
    element_open(r, "title");
    relax_pattern(r, SOME);
    relax_close(r);
    optional_text(r, "short-title", NULL);
    optional_text(r, "url", NULL);
    element_open(r, "date");
    relax_pattern(r, MONTH);
    relax_close(r);
    relax_close(r);
    entry_end(r);
}

static void define_launched(struct relax *r) {
    relax_open(r, "optional", NULL);
    element_open(r, "launched");
    attribute_words_of(r, "what", true, launch_words, LAUNCHES);
    relax_pattern(r, MONTH);
    relax_close(r);
    relax_close(r);
}

static void define_accelerator(struct relax *r) {
    entry_begin(r, "accelerator");
    attribute_pattern(r, "extends", false, SOME);
    for (size_t i = 0; accelerator_words[i].name; i++)
        attribute_words_of(r, accelerator_words[i].name, false, accelerator_words[i].words,
                           accelerator_words[i].n);
    relax_open(r, "interleave", NULL);
    for (size_t i = 0; accelerator_children[i]; i++)
        if (!strcmp(accelerator_children[i], "launched"))
            define_launched(r);
        else
            value_element(r, accelerator_children[i]);
    for (size_t i = 0; i < accelerator_field_count; i++)
        value_element(r, accelerator_fields[i].name);
    relax_leaf(r, "ref", "remarks");
    relax_close(r);
    entry_end(r);
}

static void define_link(struct relax *r) {
    entry_begin(r, "link");
    for (size_t i = 0; link_words[i].name; i++)
        attribute_words_of(r, link_words[i].name, !!strcmp(link_words[i].name, "topology"),
                           link_words[i].words, link_words[i].n);
    relax_open(r, "interleave", NULL);
    optional_text(r, "name", SOME);
    optional_text(r, "raw-rate", NULL);
    for (size_t i = 0; i < link_field_count; i++)
        value_element(r, link_fields[i].name);
    relax_leaf(r, "ref", "remarks");
    relax_close(r);
    entry_end(r);
}

static void model_total(struct relax *r, const char *name) {
    static const char *const extras[] = {
#define EXTRA(member, name) name,
#include "core/extra.def"
#undef EXTRA
    };
    relax_open(r, "optional", NULL);
    element_open(r, name);
    attribute_pattern(r, "source", true, SOME);
    if (!strcmp(name, "published-label"))
        attribute_pattern(r, "within", true, SOME);
    for (size_t i = 0; strcmp(name, "published-label") && i < COUNT_OF(extras); i++)
        attribute_pattern(r, extras[i], false, "[0-9]{1,18}");
    relax_pattern(r, WHOLE);
    relax_close(r);
    relax_close(r);
}

static void define_model(struct relax *r) {
    entry_begin(r, "model");
    attribute_pattern(r, "source", true, SOME);
    attribute_words_of(r, "grade", false, grade_names, 4);
    relax_open(r, "interleave", NULL);
    for (size_t i = 0; i < model_text_count; i++)
        if (strcmp(model_texts[i].name, "id") != 0)
            optional_text(r, model_texts[i].name,
                          strcmp(model_texts[i].name, "released") ? NULL : MONTH);
    for (size_t i = 0; i < model_field_count; i++)
        if (!strncmp(model_fields[i].name, "published-", 10))
            model_total(r, model_fields[i].name);
        else
            optional_text(r, model_fields[i].name, "\\s*([0-9]{1,18}|yes|no)\\s*");
    relax_close(r);
    entry_end(r);
}

void grammar_catalogue(struct bytes *out) {
    static const char *const roots[][2] = {{"sources", "source"},
                                           {"links", "link"},
                                           {"accelerators", "accelerator"},
                                           {"models", "model"},
                                           {"prices", "price.row"}};
    struct relax r = relax_begin(out, NS_RIDGE);
    relax_open(&r, "start", NULL);
    relax_open(&r, "choice", NULL);
    for (size_t i = 0; i < COUNT_OF(roots); i++)
        relax_leaf(&r, "ref", roots[i][0]);
    relax_close(&r);
    relax_close(&r);
    for (size_t i = 0; i < COUNT_OF(roots); i++)
        define_list(&r, roots[i][0], roots[i][1], !strcmp(roots[i][0], "accelerators"));
    define_source(&r);
    define_link(&r);
    define_accelerator(&r);
    define_model(&r);
    define_price(&r, "price", false);
    define_price(&r, "price.row", true);
    define_alternatives(&r);
    define_remarks(&r);
    relax_define_include(&r);
    relax_end(&r);
}
