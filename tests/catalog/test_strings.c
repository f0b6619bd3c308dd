#include "shipped.h"

#include "catalog/entry.h"
#include "core/fit.h"

static void both_languages_are_there(void **state) {
    (void)state;
    const struct strings *zh = catalog_strings(shipped.catalog, "zh");
    const struct strings *en = catalog_strings(shipped.catalog, "en");
    assert_non_null(zh);
    assert_non_null(en);
    assert_null(catalog_strings(shipped.catalog, "fr"));
    assert_string_equal(strings_bcp47(zh), "zh-Hans");
    assert_string_equal(strings_language(en), "en");
    assert_string_equal(say(zh, "limit.capacity"), "容量");
    assert_string_equal(say(en, "verdict.no"), "does not fit");
    assert_string_equal(say(en, "no.such.key"), "no.such.key");
}

/* The name in {name}; English writes {a-name} where the article goes with it. */
static const char *place_name(const char *at, size_t *n) {
    at += strncmp(at, "{a-", 3) == 0 ? 3 : 1;
    *n = strcspn(at, "}");
    return at;
}

static bool has_place(const char *text, const char *name, size_t n) {
    for (const char *at = strchr(text, '{'); at; at = strchr(at + 1, '{')) {
        size_t length;
        const char *other = place_name(at, &length);
        if (length == n && memcmp(other, name, n) == 0)
            return true;
    }
    return false;
}

static void check_places(const char *key, const char *one, const char *other) {
    for (const char *at = strchr(one, '{'); at; at = strchr(at + 1, '{')) {
        size_t n;
        const char *name = place_name(at, &n);
        if (!has_place(other, name, n))
            fail_msg("%s: {%.*s} is missing in the other language", key, (int)n, name);
    }
}

static void check_language(const struct strings *one, const struct strings *other) {
    for (size_t i = 0; i < strings_count(one); i++) {
        const char *key = strings_key_at(one, i);
        if (!strings_has(other, key))
            fail_msg("%s has “%s”, %s has not", strings_language(one), key,
                     strings_language(other));
        check_places(key, say(one, key), say(other, key));
        if (!*say(one, key))
            fail_msg("“%s” is empty in %s", key, strings_language(one));
    }
}

static void both_languages_have_the_same_keys_and_places(void **state) {
    (void)state;
    const struct strings *zh = catalog_strings(shipped.catalog, "zh");
    const struct strings *en = catalog_strings(shipped.catalog, "en");
    check_language(zh, en);
    check_language(en, zh);
}

static void need(const char *prefix, const char *name) {
    const char *key = arena_printf(shipped.arena, "%s%s", prefix, name);
    for (size_t i = 0; i < catalog_language_count(shipped.catalog); i++) {
        const char *language = catalog_language_at(shipped.catalog, i);
        if (!strings_has(catalog_strings(shipped.catalog, language), key))
            fail_msg("%s lacks “%s”", language, key);
    }
}

static void every_field_and_path_has_a_name(void **state) {
    (void)state;
    for (size_t i = 0; i < estimate_field_count; i++)
        need("estimate.", estimate_fields[i].path);
    for (size_t i = 0; i < accelerator_field_count; i++)
        need("field.", accelerator_fields[i].name);
    for (size_t i = 1; i < accelerator_text_count; i++)
        need("field.", accelerator_texts[i].name);
    for (size_t i = 0; i < link_field_count; i++)
        need("field.", link_fields[i].name);
    for (size_t i = 1; i < link_text_count; i++)
        need("field.", link_texts[i].name);
    for (size_t i = 0; i < model_field_count; i++)
        need("field.", model_fields[i].name);
    for (size_t i = 0; i < scenario_option_count; i++)
        need("option.", scenario_options[i].name);
}

static void everything_left_out_is_said(void **state) {
    (void)state;
    for (size_t i = 0; i < left_out_count(); i++)
        need("", left_out_at(i));
}

/* Whatever the shipped scenarios lead to can be said. */
static void every_step_and_operation_has_a_name(void **state) {
    (void)state;
    for (size_t i = 0; i < catalog_scenario_count(shipped.catalog); i++) {
        const struct scenario *s = catalog_scenario_at(shipped.catalog, i);
        const struct estimate *e = catalog_estimate(shipped.catalog, s);
        for (size_t k = 0; k < e->step_count; k++)
            need("", e->steps[k].label);
        for (size_t k = 0; k < e->operation_count; k++)
            need("op.", e->operations[k].name);
    }
}

/* Symbols without a meaning, each once, with the formula in which it was met first. */
struct absences {
    const char *symbols[256];
    size_t n;
};

static void miss(struct absences *all, const char *symbol, const char *formula) {
    const char *key = arena_printf(shipped.arena, "symbol.%s", symbol);
    for (size_t i = 0; i < all->n; i++)
        if (strcmp(all->symbols[i], symbol) == 0)
            return;
    if (strings_has(catalog_strings(shipped.catalog, "en"), key) || all->n == 256)
        return;
    all->symbols[all->n++] = symbol;
    print_error("no meaning for “%s” of “%s”: add the string “%s”\n", symbol, formula, key);
}

static void need_symbols(struct absences *all, const char *formula) {
    for (const char *at = formula; *at;) {
        size_t n = formula_symbol(at);
        if (n && !formula_is_function(at, n))
            miss(all, arena_strndup(shipped.arena, at, n), formula);
        at += n ? n : 1;
    }
}

static void need_legend(struct absences *all, const struct scenario *s) {
    const struct estimate *e = catalog_estimate(shipped.catalog, s);
    for (size_t k = 0; k < e->step_count; k++)
        need_symbols(all, e->steps[k].formula);
}

/* Scenarios that lead to formulas which the shipped ones do not use: "option=value" between blanks.
 */
static const char *const variants[] = {
    "model=llama-2-7b task=inference weights=int8 kv=int8",
    "model=llama-2-7b task=inference weights=fp8",
    "model=llama-2-7b task=inference weights=fp32 request-rate=0.1 prompt=1000 output=200",
    "model=qwen2.5-7b task=inference weights=q4_k_m block=16 engine=unified",
    "model=llama-3.1-8b task=inference chunk=512 prefix-hit=0.5 context=4096 attention=eager",
    "model=llama-3.1-70b task=inference devices=8 tensor-parallel=8 batch=32 "
    "draft-model=llama-3.1-8b draft-tokens=4 acceptance=0.7",
    "model=llama-3.1-70b task=inference devices=16 tensor-parallel=8 pipeline-parallel=2 "
    "node-link=ib-ndr transfer-link=ib-ndr",
    "model=mixtral-8x7b task=inference devices=8 expert-parallel=8 batch=64",
    "model=llama-2-70b task=inference weights=fp16 offload=weights",
    "model=llama-2-70b task=inference weights=fp16 offload=layers host-memory=ddr5-5600 "
    "host-channels=8",
    "model=mixtral-8x7b task=inference offload=experts host-memory=ddr5-5600 "
    "host-channels=8 price=2.5 currency=USD ownership=rented energy-price=0.1",
    "model=llama-2-7b task=inference price=30000 currency=USD ownership=owned years=4 "
    "energy-price=0.1 interest=0.05",
    "model=llama-2-7b task=training method=full recompute=full tokens=1e12 "
    "optimizer=adamw-8bit",
    "model=llama-2-7b task=training method=full recompute=selective attention=eager "
    "optimizer=muon",
    "model=llama-2-7b task=training method=full optimizer=adafactor logits=chunked",
    "model=llama-2-7b task=training method=qlora recompute=full targets=q,v tokens=1e9",
    "model=llama-2-7b task=training method=lora targets=all-linear tokens=1e9",
    "model=llama-2-70b task=training devices=64 tensor-parallel=8 pipeline-parallel=4 "
    "gradient-accumulation=8 sequence-parallel=yes zero=1 tokens=1e12",
    "model=llama-2-70b task=training devices=64 zero=3 tokens=1e12 recompute=full price=2 "
    "currency=USD ownership=rented",
    "model=llama-2-7b task=training devices=8 zero=2 offload=optimizer "
    "host-memory=ddr5-5600 host-channels=8",
    "model=mixtral-8x7b task=training devices=64 expert-parallel=8 zero=1",
    "model=llama-3.1-8b task=training devices=8 context-parallel=4 sequence=32768 zero=fsdp",
};

static const struct scenario *scenario_of(const char *text, const char *device, struct diag *d) {
    enum { MOST = 24 };
    const char *names[MOST] = {"accelerator"}, *values[MOST] = {device};
    size_t n = 1;
    for (const char *at = text; *at && n < MOST; at += strspn(at, " ")) {
        size_t name = strcspn(at, "="), all = strcspn(at, " ");
        names[n] = arena_strndup(shipped.arena, at, name);
        values[n++] = arena_strndup(shipped.arena, at + name + 1, all - name - 1);
        at += all;
    }
    return catalog_make_scenario(shipped.catalog, d, names, values, n);
}

static void need_variants(struct absences *all) {
    for (size_t i = 0; i < sizeof variants / sizeof *variants; i++) {
        struct diag *d = diag_new(shipped.arena);
        const struct scenario *s = scenario_of(variants[i], "h100-sxm5-80gb", d);
        print_reports(d);
        if (!s)
            fail_msg("refused: %s", variants[i]);
        need_legend(all, s);
    }
}

/* Every model has its own kinds of layers; what is refused has no formulas. */
static void need_models(struct absences *all) {
    static const char *const tasks[] = {"task=inference", "task=training",
                                        "task=training method=lora"};
    for (size_t i = 0; i < catalog_model_count(shipped.catalog); i++)
        for (size_t k = 0; k < sizeof tasks / sizeof *tasks; k++) {
            const char *text = arena_printf(shipped.arena, "model=%s %s",
                                            catalog_model_at(shipped.catalog, i)->id, tasks[k]);
            const struct scenario *s = scenario_of(text, "mi355x", diag_new(shipped.arena));
            if (s)
                need_legend(all, s);
        }
}

static void every_reverse_question_can_be_said(void **state) {
    (void)state;
    for (int q = 0; q < FIT_QUESTIONS; q++)
        need("fit.title.", fit_question_name((enum fit_question)q));
    for (size_t i = 0; fit_limits[i]; i++)
        need("fit.limit.", fit_limits[i]);
}

static void every_symbol_is_explained(void **state) {
    (void)state;
    struct absences all = {.n = 0};
    for (size_t i = 0; i < estimate_label_count(); i++)
        need_symbols(&all, estimate_symbol_at(i));
    for (size_t i = 0; i < catalog_scenario_count(shipped.catalog); i++)
        need_legend(&all, catalog_scenario_at(shipped.catalog, i));
    need_variants(&all);
    need_models(&all);
    assert_int_equal(all.n, 0);
}

/* A formula is by definition, or from a document of sources.xml with a short title. */
static void every_formula_has_a_source(void **state) {
    (void)state;
    for (size_t i = 0; i < estimate_label_count(); i++) {
        const char *source = estimate_source_at(i);
        const struct reference *r = catalog_reference(shipped.catalog, source);
        if (strcmp(source, "definition") == 0)
            continue;
        if (!r)
            fail_msg("%s is from “%s”, which sources.xml does not have", estimate_label_at(i),
                     source);
        if (r->short_title == r->title)
            fail_msg("“%s” has no short title to stand beside a formula", source);
    }
}

static void every_word_of_a_device_can_be_said(void **state) {
    (void)state;
    for (size_t i = 0; i < REASONS; i++)
        need("reason.", unknown_reasons[i]);
    for (size_t i = 0; i < ALTERNATIVE_REASONS; i++)
        need("alternative.", alternative_reasons[i]);
    need("price.", "buy");
    need("price.", "rent-hour");
    for (size_t i = 0; i < catalog_accelerator_count(shipped.catalog); i++) {
        const struct accelerator *a = catalog_accelerator_at(shipped.catalog, i);
        need("accelerator-class.", a->class);
        need("accumulate.", a->accumulate);
        need("launched.", a->launched_what);
        need("form-factor.", a->form_factor);
        need("unified-memory.", a->unified_memory);
        if (a->link_note)
            need("link-note.", a->link_note);
        for (size_t k = 0; k < accelerator_field_count; k++)
            if (!accelerator_datum(a, k)->known)
                need("reason.", accelerator_datum(a, k)->reason);
    }
}

static void every_word_of_a_link_can_be_said(void **state) {
    (void)state;
    for (size_t i = 0; i < catalog_link_count(shipped.catalog); i++) {
        const struct link *l = catalog_link_at(shipped.catalog, i);
        need("link-kind.", l->kind);
        need("link-scope.", l->scope);
        if (l->topology)
            need("link-topology.", l->topology);
        for (size_t k = 0; k < link_field_count; k++)
            if (!link_datum(l, k)->known)
                need("reason.", link_datum(l, k)->reason);
    }
}

static void places_are_filled(void **state) {
    (void)state;
    static const char text[] = "<strings xmlns='urn:ridgepoint:1' language='xx' bcp47='xx'>"
                               "<s id='a'>{one} and {two}, {one} again</s>"
                               "<s id='b'>{open, {missing} {}</s></strings>";
    char root[] = "/tmp/ridge-strings-XXXXXX";
    assert_non_null(mkdtemp(root));
    struct arena *a = arena_new();
    struct diag *d = diag_new(a);
    const char *folder = arena_printf(a, "%s/xx", root);
    const char *path = arena_printf(a, "%s/strings.xml", folder);
    assert_true(folder_make(d, folder));
    assert_true(file_write(d, path, text, sizeof text - 1));
    struct catalog *c = catalog_load(a, d, root, NULL);
    const struct strings *s = catalog_strings(c, "xx");
    assert_non_null(s);
    assert_string_equal(say_with(a, s, "a", "one", "1", "two", "{one}", NULL),
                        "1 and {one}, 1 again");
    assert_string_equal(say_with(a, s, "b", "one", "1", NULL), "{open, {missing} {}");
    assert_string_equal(say_with(a, s, "c", NULL), "c");
    unlink(path);
    rmdir(folder);
    rmdir(root);
    arena_drop(a);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(both_languages_are_there),
        cmocka_unit_test(both_languages_have_the_same_keys_and_places),
        cmocka_unit_test(every_field_and_path_has_a_name),
        cmocka_unit_test(everything_left_out_is_said),
        cmocka_unit_test(every_step_and_operation_has_a_name),
        cmocka_unit_test(every_reverse_question_can_be_said),
        cmocka_unit_test(every_symbol_is_explained),
        cmocka_unit_test(every_formula_has_a_source),
        cmocka_unit_test(every_word_of_a_device_can_be_said),
        cmocka_unit_test(every_word_of_a_link_can_be_said),
        cmocka_unit_test(places_are_filled),
    };
    return cmocka_run_group_tests(tests, shipped_open, shipped_close) ? 1 : 0;
}
