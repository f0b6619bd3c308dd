#include "importing.h"

#include <math.h>

#include "catalog/fields.h"

static const struct fact {
    const char *file;
    int64_t layers, hidden, heads, kv_heads, head_dim, ffn, vocabulary, tied_embeddings;
    int64_t total, window, local_layers;
    const char *format;
} facts[] = {
#define IMPORT_FACT(...) {__VA_ARGS__},
#include "import_facts.def"
#undef IMPORT_FACT
};
enum { FACTS = sizeof facts / sizeof *facts };

#define SAME(field) assert_int_equal(i.model->field, f->field)

static void every_file_comes_to_its_figures(void **state) {
    (void)state;
    for (size_t k = 0; k < FACTS; k++) {
        const struct fact *f = &facts[k];
        struct importing i = import_golden(f->file);
        print_reports(i.diag);
        assert_non_null(i.model);
        SAME(layers);
        SAME(hidden);
        SAME(heads);
        SAME(kv_heads);
        SAME(head_dim);
        SAME(ffn);
        SAME(vocabulary);
        SAME(tied_embeddings);
        SAME(window);
        SAME(local_layers);
        assert_string_equal(i.model->native_format, f->format);
        if (total_of(i.model) != f->total)
            fail_msg("%s: %lld parameters, expected %lld", f->file, (long long)total_of(i.model),
                     (long long)f->total);
        import_close(&i);
    }
}

/* A file of a model that the catalogue has says the same as its entry. */
static void files_agree_with_the_catalogue(void **state) {
    (void)state;
    struct fixture f = fixture_open("content");
    size_t n = 0;
    for (size_t k = 0; k < FACTS; k++) {
        struct importing i = import_golden(facts[k].file);
        const struct model *own =
            catalog_model(f.catalog, diag_new(f.arena), (struct span){0}, facts[k].file);
        for (size_t field = 0; own && field < model_field_count; field++) {
            const char *name = model_fields[field].name;
            int64_t here = member_count(i.model, model_fields[field].offset);
            int64_t there = member_count(own, model_fields[field].offset);
            if (strcmp(name, "norms") == 0)
                there = model_norms(own);
            if (!strncmp(name, "published", 9) || (here == there))
                continue;
            fail_msg("%s: %s is %lld in the file, %lld in the catalogue", facts[k].file, name,
                     (long long)here, (long long)there);
        }
        if (own) {
            assert_string_equal(i.model->attention, own->attention);
            n++;
        }
        import_close(&i);
    }
    assert_int_equal(n, 55);
    fixture_close(&f);
}

/* ── What is printed is read back to the same model ── */

/* The entries of all files in one models.xml. */
static void write_all(struct bytes *out, struct importing *imports) {
    bytes_puts(out, "<models xmlns=\"urn:ridgepoint:1\">\n");
    for (size_t k = 0; k < FACTS; k++) {
        struct bytes one = {.arena = out->arena};
        imports[k] = import_golden(facts[k].file);
        model_write(imports[k].model, &one);
        char *entry = strstr(one.at, "<model "), *end = strstr(one.at, "</models>");
        bytes_add(out, entry, (size_t)(end - entry));
    }
    bytes_puts(out, "</models>\n");
}

/* Formulas 18: Qwen3 Coder 480B, which is not among the files: 480.155e9 parameters, 35.475e9
 * active with the input table. */
static void a_sibling_comes_to_its_figures(void **state) {
    (void)state;
    struct importing i = import_text(
        "{\"architectures\": [\"Qwen3MoeForCausalLM\"], \"model_type\": \"qwen3_moe\","
        " \"hidden_size\": 6144, \"num_hidden_layers\": 62, \"num_attention_heads\": 96,"
        " \"num_key_value_heads\": 8, \"head_dim\": 128, \"intermediate_size\": 8192,"
        " \"moe_intermediate_size\": 2560, \"num_experts\": 160, \"num_experts_per_tok\": 8,"
        " \"vocab_size\": 151936, \"max_position_embeddings\": 262144, \"torch_dtype\": "
        "\"bfloat16\"}");
    assert_non_null(i.model);
    struct parameters p = parameters_count(i.model);
    assert_true(fabs((double)p.total - 480.155e9) < 0.0005e9);
    assert_true(fabs((double)(p.active + p.embedding) - 35.475e9) < 0.0005e9);
    import_close(&i);
}

static void entries_read_back(void **state) {
    (void)state;
    static struct importing imports[FACTS];
    struct arena *a = arena_new();
    const char *root = content_with(a, "catalogue/models.xml", "</models>", "</models>");
    struct bytes out = {.arena = a};
    write_all(&out, imports);
    struct diag *d = diag_new(a);
    assert_true(file_write(d, arena_printf(a, "%s/catalogue/models.xml", root), out.at, out.n));
    assert_true(file_write(d, arena_printf(a, "%s/scenarios.xml", root),
                           "<scenarios xmlns=\"urn:ridgepoint:1\"/>", 37));
    struct fixture f = fixture_open(root);
    print_reports(f.diag);
    assert_int_equal(diag_count(f.diag, SEVERITY_WARNING), 0);
    assert_int_equal(catalog_model_count(f.catalog), FACTS);
    for (size_t k = 0; k < FACTS; k++) {
        const struct model *m = catalog_model_at(f.catalog, k), *from = imports[k].model;
        for (size_t field = 0; field < model_field_count; field++)
            assert_int_equal(member_count(m, model_fields[field].offset),
                             member_count(from, model_fields[field].offset));
        for (size_t text = 0; text < model_text_count; text++)
            assert_string_equal(member_text(m, model_texts[text].offset),
                                member_text(from, model_texts[text].offset));
        assert_int_equal(m->grade, GRADE_UNVERIFIED);
        import_close(&imports[k]);
    }
    fixture_close(&f);
    content_remove(a, root);
    arena_drop(a);
}

static void names_come_from_the_path(void **state) {
    (void)state;
    static const char *const rows[][2] = {
        {"Qwen3-8B.json", "qwen3-8b"},
        {"models/Qwen3-8B/config.json", "qwen3-8b"},
        {"/a/b/Meta Llama (3)/config.json", "meta-llama-3-"},
        {"config.json", "config"},
        {"./config.json", "config"},
        {"../config.json", "config"},
        {"x/._-.json", "model"},
        {"模型.json", "model"},
        {"a.json.json", "a.json"},
    };
    struct arena *a = arena_new();
    for (size_t k = 0; k < sizeof rows / sizeof *rows; k++)
        assert_string_equal(import_id(a, rows[k][0]), rows[k][1]);
    char longest[200] = {0};
    memset(longest, 'x', 150);
    assert_int_equal(strlen(import_id(a, longest)), 64);
    arena_drop(a);
    struct importing i = import_text(
        "{\"model_type\":\"gpt2\",\"n_layer\":1,\"n_embd\":64,\"n_head\":1,\"n_positions\":8,"
        "\"vocab_size\":9,\"_name_or_path\":\"openai-community/gpt2\"}");
    assert_string_equal(i.model->name, "gpt2");
    assert_string_equal(i.model->organisation, "openai-community");
    import_close(&i);
}

/* ── Refusals ── */

static void hybrids_are_refused_by_name(void **state) {
    (void)state;
    static const char *const files[][2] = {
        {"unsupported-jamba-v0.1", "jamba"},
        {"unsupported-mamba-2.8b", "mamba"},
        {"unsupported-nemotron-h-56b", "nemotron_h"},
        {"unsupported-qwen3-next-80b-a3b", "qwen3_next"},
        {"unsupported-kimi-linear-48b", "kimi_linear"},
        {"unsupported-gemma-4", "gemma4"},
    };
    for (size_t k = 0; k < sizeof files / sizeof *files; k++) {
        struct importing i = import_golden(files[k][0]);
        expect_report(&i, DIAG_CONFIG_REFUSED, "\"", "models.xml");
        assert_string_equal(i.diag->first->found, files[k][1]);
        import_close(&i);
    }
    struct importing i = import_golden("unsupported-opt-350m");
    expect_report(&i, DIAG_CONFIG_REFUSED, "512", "another width");
    import_close(&i);
}

/* ── What is no configuration ── */

#define LLAMA_HEAD "{\"model_type\": \"llama\",\n \"num_hidden_layers\": "

static void bad_files_are_reported_at_their_place(void **state) {
    (void)state;
    static const struct {
        const char *text;
        size_t line, column;
        const char *says;
    } rows[] = {
        {"", 1, 1, "end of file"},
        {"{\"model_type\": \"llama\"", 1, 22, "end of file"},
        {LLAMA_HEAD "Infinity}", 2, 23, "Infinity"},
        {LLAMA_HEAD "NaN}", 2, 23, "NaN"},
        {LLAMA_HEAD "-Infinity}", 2, 23, "-"},
        {LLAMA_HEAD "1e999}", 2, 23, "real number overflow"},
        {LLAMA_HEAD "99999999999999999999}", 2, 23, "too big integer"},
        {LLAMA_HEAD "3,}", 2, 25, "}"},
        {LLAMA_HEAD "3,\n \"num_hidden_layers\": 4}", 3, 2, "duplicate"},
        {"[1, 2]", 1, 1, "no object"},
        {"\"llama\"", 1, 1, "no object"},
        {"\xEF\xBB\xBF{}", 1, 1, "byte order mark"},
        {"{\"a\": \"\xC3\x28\"}", 1, 7, "decode byte"},
        {"{\"a\": \"\xED\xA0\x80\"}", 1, 7, "decode byte"},
        {"// no JSON\n{}", 1, 1, "/"},
        {"{'a': 1}", 1, 2, "'"},
    };
    for (size_t k = 0; k < sizeof rows / sizeof *rows; k++) {
        struct importing i = import_text(rows[k].text);
        const struct report *r = i.diag->first;
        assert_null(i.model);
        assert_non_null(r);
        assert_int_equal(r->kind, DIAG_JSON_MALFORMED);
        struct place at = span_place(r->at);
        if (!strstr(r->found, rows[k].says) || at.line != rows[k].line ||
            at.column != rows[k].column) {
            print_reports(i.diag);
            fail_msg("row %zu: %zu:%zu, expected %zu:%zu and “%s”", k, at.line, at.column,
                     rows[k].line, rows[k].column, rows[k].says);
        }
        import_close(&i);
    }
}

static void a_byte_zero_is_no_json(void **state) {
    (void)state;
    static const char bytes[] = "{\"model_type\": \0\"llama\"}";
    struct importing i = import_bytes(bytes, sizeof bytes - 1);
    assert_null(i.model);
    assert_int_equal(i.diag->first->kind, DIAG_JSON_MALFORMED);
    import_close(&i);
}

static void large_and_deep_files_are_refused(void **state) {
    (void)state;
    size_t n = 5 << 20;
    char *text = malloc(n);
    assert_non_null(text);
    memset(text, '[', n);
    struct importing i = import_bytes(text, n);
    assert_null(i.model);
    assert_int_equal(i.diag->first->kind, DIAG_FILE_UNREADABLE);
    assert_non_null(strstr(i.diag->first->expected, "4194304"));
    import_close(&i);
    i = import_bytes(text, 1 << 20);
    assert_int_equal(i.diag->first->kind, DIAG_JSON_MALFORMED);
    assert_non_null(strstr(i.diag->first->found, "depth"));
    import_close(&i);
    free(text);
}

static void files_that_are_not_there(void **state) {
    (void)state;
    static const char *const paths[] = {"tests/golden/import/llama-2-7c.json", "tests/golden", ""};
    for (size_t k = 0; k < 3; k++) {
        struct importing i = import_path(paths[k]);
        assert_null(i.model);
        assert_int_equal(i.diag->first->kind, DIAG_FILE_UNREADABLE);
        assert_int_equal(diag_exit_status(i.diag), 1);
        import_close(&i);
    }
}

/* Values of the wrong kind or beyond all bounds, in a file that is otherwise sound. */
static void unfit_values_are_reported_at_the_value(void **state) {
    (void)state;
    static const struct {
        const char *from, *to, *at, *says;
    } rows[] = {
        {"\"num_hidden_layers\": 32", "\"num_hidden_layers\": \"32\"", "\"32\"", "\"32\""},
        {"\"num_hidden_layers\": 32", "\"num_hidden_layers\": 32.5", "32.5", "whole number"},
        {"\"num_hidden_layers\": 32", "\"num_hidden_layers\": -32", "-32", "1 to 10000"},
        {"\"num_hidden_layers\": 32", "\"num_hidden_layers\": 0", "0", "1 to 10000"},
        {"\"num_hidden_layers\": 32", "\"num_hidden_layers\": 1000000000000", "1000000000000",
         "1 to 10000"},
        {"\"num_hidden_layers\": 32", "\"num_hidden_layers\": [32]", "[32]", "whole number"},
        {"\"num_hidden_layers\": 32", "\"num_hidden_layers\": {}", "{}", "whole number"},
        {"\"num_hidden_layers\": 32", "\"num_hidden_layers\": true", "true", "whole number"},
        {"\"tie_word_embeddings\": false", "\"tie_word_embeddings\": 0", "0", "true or false"},
        {"\"tie_word_embeddings\": false", "\"tie_word_embeddings\": \"no\"", "\"no\"",
         "true or false"},
        {"\"num_attention_heads\": 32", "\"num_attention_heads\": 33", "33", "divisor"},
        {"\"hidden_size\": 4096", "\"hidden_size\": 4096, \"attention_bias\": \"yes\"", "\"yes\"",
         "true or false"},
    };
    for (size_t k = 0; k < sizeof rows / sizeof *rows; k++) {
        struct importing i = import_changed("llama-2-7b", rows[k].from, rows[k].to);
        expect_report(&i, DIAG_BAD_NUMBER, rows[k].at, rows[k].says);
        import_close(&i);
    }
}

/* All faults of a file at once, not the first alone. */
static void every_fault_is_reported(void **state) {
    (void)state;
    struct importing i =
        import_text("{\"model_type\": \"llama\", \"num_hidden_layer\": 32, \"hidden_size\": -1}");
    static const char *const keys[] = {"num_hidden_layers", "num_attention_heads",
                                       "vocab_size",        "max_position_embeddings",
                                       "intermediate_size", "torch_dtype or dtype"};
    size_t found = 0;
    for (const struct report *r = i.diag->first; r; r = r->next)
        for (size_t k = 0; k < 6; k++)
            found += r->kind == DIAG_CONFIG_MISSING && strcmp(r->found, keys[k]) == 0;
    assert_int_equal(found, 6);
    assert_string_equal(report_find(i.diag, DIAG_CONFIG_MISSING)->nearest, "num_hidden_layer");
    for (const struct report *r = i.diag->first; r; r = r->next) /* words alike are no slips */
        if (r->kind == DIAG_CONFIG_MISSING && strcmp(r->found, "num_hidden_layers") != 0)
            assert_null(r->nearest);
    assert_int_equal(diag_count(i.diag, SEVERITY_ERROR), 7);
    import_close(&i);
}

static void rules_of_the_catalogue_hold(void **state) {
    (void)state;
    struct importing i =
        import_changed("llama-2-70b", "\"num_key_value_heads\": 8", "\"num_key_value_heads\": 7");
    expect_report(&i, DIAG_CONFIG_DISAGREES, "7", "share them evenly");
    import_close(&i);
    i = import_changed("mixtral-8x7b", "\"num_experts_per_tok\": 2", "\"num_experts_per_tok\": 9");
    expect_report(&i, DIAG_CONFIG_DISAGREES, "9", "fewer experts");
    import_close(&i);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_file_comes_to_its_figures),
        cmocka_unit_test(files_agree_with_the_catalogue),
        cmocka_unit_test(a_sibling_comes_to_its_figures),
        cmocka_unit_test(entries_read_back),
        cmocka_unit_test(names_come_from_the_path),
        cmocka_unit_test(hybrids_are_refused_by_name),
        cmocka_unit_test(bad_files_are_reported_at_their_place),
        cmocka_unit_test(a_byte_zero_is_no_json),
        cmocka_unit_test(large_and_deep_files_are_refused),
        cmocka_unit_test(files_that_are_not_there),
        cmocka_unit_test(unfit_values_are_reported_at_the_value),
        cmocka_unit_test(every_fault_is_reported),
        cmocka_unit_test(rules_of_the_catalogue_hold),
    };
    return cmocka_run_group_tests(tests, NULL, NULL) ? 1 : 0;
}
