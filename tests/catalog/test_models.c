#include "model_facts.h"
#include "shipped.h"

#include <math.h>

#include "core/kv.h"
#include "core/parameters.h"

static const struct model *model(const char *id) {
    const struct model *m = catalog_model(shipped.catalog, shipped.diag, (struct span){0}, id);
    assert_non_null(m);
    return m;
}

#define SAME(field) assert_int_equal(m->field, f->field)

static void shapes_are_those_of_the_facts(void **state) {
    (void)state;
    print_reports(shipped.diag);
    assert_int_equal(FACTS, 67);
    assert_int_equal(catalog_model_count(shipped.catalog), FACTS);
    for (size_t i = 0; i < FACTS; i++) {
        const struct fact *f = &facts[i];
        const struct model *m = model(f->id);
        SAME(layers);
        SAME(hidden);
        SAME(heads);
        SAME(kv_heads);
        SAME(head_dim);
        SAME(ffn);
        SAME(ffn_matrices);
        SAME(vocabulary);
        SAME(tied_embeddings);
        SAME(max_context);
        SAME(window);
        SAME(local_layers);
        SAME(experts);
        SAME(experts_active);
        SAME(expert_ffn);
        SAME(kv_rank);
        SAME(q_rank);
        SAME(nope_dim);
        SAME(rope_dim);
        SAME(value_dim);
        assert_int_equal(m->shared_ffn, f->experts_shared * f->expert_ffn);
        assert_int_equal(m->moe_layers, f->experts ? f->layers - f->dense_layers : 0);
    }
}

/* Charts give models their slots in the order of the file. */
static void the_first_models_keep_their_places(void **state) {
    (void)state;
    const char *const ids[] = {"llama-2-7b", "llama-2-70b", "llama-3.1-8b", "qwen2.5-7b"};
    for (size_t i = 0; i < sizeof ids / sizeof *ids; i++)
        assert_string_equal(catalog_model_at(shipped.catalog, i)->id, ids[i]);
}

/* Notes, sections 3 and 4: the sum, and the active ones by both conventions. */
static void counts_are_those_of_the_facts(void **state) {
    (void)state;
    for (size_t i = 0; i < FACTS; i++) {
        const struct fact *f = &facts[i];
        struct parameters p = parameters_count(model(f->id));
        assert_int_equal(p.total, f->total);
        assert_int_equal(p.active_with_embedding, f->active_both);
        if (f->active)
            assert_int_equal(p.active, f->active);
    }
}

static int64_t extras_of(const struct model *m) {
    int64_t sum = 0;
    for (size_t i = 0; i < MODEL_EXTRAS; i++)
        sum += m->extras[i];
    return sum;
}

/* 37 rows equal the published count; 23 do once the file's extras are taken off; in one file some
 * values are not identified; six have only a rounded figure to compare with. */
static void published_counts_are_reached(void **state) {
    (void)state;
    int exact = 0, with_extras = 0, unidentified = 0, rounded = 0;
    for (size_t i = 0; i < FACTS; i++) {
        const struct fact *f = &facts[i];
        const struct model *m = model(f->id);
        assert_non_null(m->published);
        if (m->published_label) {
            assert_int_equal(m->published_parameters, 0);
            assert_int_equal(f->published, 0);
            assert_true(m->label_within > 0);
            rounded++;
            continue;
        }
        assert_int_equal(m->published_parameters, f->total);
        assert_int_equal(m->published_parameters + extras_of(m), f->published);
        if (m->extras[EXTRA_unidentified])
            unidentified++;
        else if (extras_of(m))
            with_extras++;
        else
            exact++;
    }
    assert_int_equal(exact, 37);
    assert_int_equal(with_extras, 23);
    assert_int_equal(unidentified, 1);
    assert_int_equal(rounded, 6);
}

/* ── Extras from their own shapes ── */

/* One FP32 scale per 128 × 128 block of every matrix but the router's. */
static int64_t fp8_scales(const struct model *m) {
    struct matrix matrices[MATRICES_MOST];
    size_t n = matrices_of(m, matrices);
    int64_t sum = 0;
    for (size_t i = 0; i < n; i++)
        if (matrices[i].group != GROUP_ROUTER)
            sum += matrices[i].resident * ((matrices[i].in + 127) / 128) *
                   ((matrices[i].out + 127) / 128);
    return sum;
}

/* An expert layer more, a projection from 2h to h, three norms, both tables again. */
static int64_t prediction_layer(const struct model *m) {
    struct parameters p = parameters_count(m);
    return p.attention + p.moe + p.norms + 2 * m->hidden * m->hidden + 3 * m->hidden +
           2 * p.embedding;
}

/* The scales of the expert layer that predicts: those of a model that has nothing else. */
static int64_t prediction_scales(const struct model *m) {
    struct model one = *m;
    one.layers = one.moe_layers = 1;
    return fp8_scales(&one);
}

static void extras_follow_from_shapes(void **state) {
    (void)state;
    for (size_t i = 0; i < FACTS; i++) {
        const struct model *m = model(facts[i].id);
        if (m->extras[EXTRA_causal_masks])
            assert_int_equal(m->extras[EXTRA_causal_masks],
                             m->layers * m->max_context * m->max_context);
        if (m->extras[EXTRA_rotary_values] && strcmp(m->family, "llama") == 0)
            assert_int_equal(m->extras[EXTRA_rotary_values], m->layers * m->head_dim / 2);
        if (m->extras[EXTRA_second_head])
            assert_int_equal(m->extras[EXTRA_second_head], m->vocabulary * m->hidden);
        if (m->extras[EXTRA_prediction_layer])
            assert_int_equal(m->extras[EXTRA_prediction_layer], prediction_layer(m));
    }
    const struct model *v3 = model("deepseek-v3"), *k2 = model("kimi-k2");
    assert_int_equal(fp8_scales(v3), 40838232);
    assert_int_equal(prediction_scales(v3), 702264);
    assert_int_equal(v3->extras[EXTRA_block_scales], 40838232 + 702264);
    assert_int_equal(fp8_scales(k2), k2->extras[EXTRA_block_scales]);
    assert_int_equal(matrices_resident(model("gpt-oss-20b"), GROUP_EXPERT) / 32,
                     model("gpt-oss-20b")->extras[EXTRA_block_scales]);
    assert_int_equal(matrices_resident(model("gpt-oss-120b"), GROUP_EXPERT) / 32,
                     model("gpt-oss-120b")->extras[EXTRA_block_scales]);
}

/* SigLIP: 27 layers of 1152 with an FFN of 4304, patches of 14 · 14 · 3, 4096 places; a projector
 * to the decoder. Llama 4: 34 layers of 1408 and 5632, 577 places, an adapter, a projector. */
static void vision_towers_are_counted(void **state) {
    (void)state;
    int64_t h = 1152, f = 4304;
    int64_t layer = 4 * (h * h + h) + 2 * h * f + f + h + 4 * h;
    int64_t siglip = 27 * layer + (3 * 14 * 14 * h + h) + 4096 * h + 2 * h;
    assert_int_equal(siglip, 416866032);
    const char *const gemmas[] = {"gemma-3-4b", "gemma-3-12b", "gemma-3-27b"};
    for (size_t i = 0; i < 3; i++)
        assert_int_equal(model(gemmas[i])->extras[EXTRA_vision],
                         siglip + h * model(gemmas[i])->hidden + h);
    h = 1408, f = 5632;
    layer = 4 * (h * h + h) + 2 * h * f + f + h + 4 * h;
    int64_t tower = 34 * layer + 588 * h + h + 577 * h + 4 * h;
    int64_t adapter = 5632 * 4096 + 4096 * 4096 + 4096 * 5120;
    assert_int_equal(model("llama-4-scout")->extras[EXTRA_vision], tower + adapter);
    assert_int_equal(model("llama-4-maverick")->extras[EXTRA_vision], tower + adapter);
}

/* ── KV cache, notes section 5 ── */

/* While the context is shorter than any window, beyond all windows, and what these then hold. */
static void cached_bytes_are_those_of_the_facts(void **state) {
    (void)state;
    const struct format *f16 = format_lookup("bf16");
    for (size_t i = 0; i < FACTS; i++) {
        const struct fact *f = &facts[i];
        const struct model *m = model(f->id);
        struct kv kv = kv_of(m, f16);
        assert_near(kv_bytes_per_token(m, f16), (double)f->kv, 0);
        assert_near(kv.layer * kv.full, (double)f->kv_growing, 0);
        assert_near(kv.layer * kv.local * kv.window, (double)f->kv_fixed, 0);
        if (f->window && f->window < f->max_context) {
            double tokens = (double)f->max_context;
            assert_near(kv_cache_bytes(&kv, ENGINE_IDEAL, tokens, 1, 1),
                        (double)f->kv_growing * tokens + (double)f->kv_fixed, 0);
            assert_near(kv_cache_bytes(&kv, ENGINE_UNIFIED, tokens, 1, 1), (double)f->kv * tokens,
                        0);
        }
    }
}

/* ── Components, notes section 3 ── */

/* The model card of gpt-oss prints, in billions: MLP 114.71 and 19.12, attention 0.96 and 0.64,
 * both tables 1.16. Its attention counts norms with it. */
static void components_of_gpt_oss(void **state) {
    (void)state;
    const struct {
        const char *id;
        double mlp, attention;
    } rows[] = {{"gpt-oss-120b", 114.71e9, 0.96e9}, {"gpt-oss-20b", 19.12e9, 0.64e9}};
    for (size_t i = 0; i < 2; i++) {
        const struct model *m = model(rows[i].id);
        struct parameters p = parameters_count(m);
        assert_near((double)(m->layers * p.moe), rows[i].mlp, 0.005e9);
        assert_near((double)(m->layers * p.attention), rows[i].attention, 0.005e9);
        assert_near((double)(p.embedding + p.head), 1.16e9, 0.005e9);
    }
}

/* The Gemma 3 report, in millions without the embedding. */
static void gemma_without_embedding(void **state) {
    (void)state;
    const struct {
        const char *id;
        double millions;
    } rows[] = {{"gemma-3-4b", 3209}, {"gemma-3-12b", 10759}, {"gemma-3-27b", 25600}};
    for (size_t i = 0; i < 3; i++) {
        struct parameters p = parameters_count(model(rows[i].id));
        assert_near((double)(p.total - p.embedding) / 1e6, rows[i].millions, 0.5);
    }
}

/* Medium confidence is marked; the rest stands in secondary copies or the makers' papers. */
static void what_is_not_sure_is_marked(void **state) {
    (void)state;
    static const char *const marked[] = {"opt-13b",       "opt-175b",    "mt-nlg-530b", "palm-540b",
                                         "baichuan2-13b", "falcon-180b", NULL};
    for (size_t i = 0; i < FACTS; i++) {
        bool medium = false;
        for (size_t k = 0; marked[k]; k++)
            medium |= strcmp(marked[k], facts[i].id) == 0;
        const struct model *m = model(facts[i].id);
        assert_non_null(m->reference);
        assert_int_equal(m->grade == GRADE_UNVERIFIED, medium);
    }
}

/* ── Mutations: what no longer holds is reported at its field ── */

static const struct mutation {
    const char *id; /* the entry that is changed */
    const char *from, *to;
    const char *at;       /* the marked text begins so */
    const char *expected; /* part of what is said */
} mutations[] = {
    {"llama-2-7b", "<hidden>4096", "<hidden>4095", "6738417664", "follow from"},
    {"llama-2-7b", "rotary-values=\"2048\"", "rotary-values=\"2047\"", "6738417664", "6738415616"},
    {"llama-2-7b", "<kv-heads>32", "<kv-heads>5", "5<", "share them evenly"},
    {"llama-2-7b", "<attention>mha", "<attention>gqa", "gqa<", "another kind"},
    {"llama-2-7b", "<native-format>fp16", "<native-format>fp17", "fp17<", "no format"},
    {"gpt2-124m", "<learned-positions>1024", "<learned-positions>1026", "137022720", "124441344"},
    {"gpt2-124m", "<norm-bias>yes</norm-bias>", "", "137022720", "124420608"},
    {"opt-13b", "<layers>40", "<layers>41", "13000000000", "13168112640"},
    {"mistral-7b", "<local-layers>32", "<local-layers>33", "33<", "fewer attention layers"},
    {"mistral-7b", "<local-layers>32</local-layers>", "", "4096<", "no local-layers"},
    {"mistral-7b", "<window>4096</window>", "", "32<", "no window"},
    {"mistral-7b", "<window>4096", "<window>32768", "32768<", "no window at all"},
    {"llama-4-scout", "<moe-layers>48", "<moe-layers>49", "49<", "fewer layers"},
    {"mixtral-8x7b", "<moe-layers>32", "<moe-layers>31", "46702792704", "follow from"},
    {"mixtral-8x7b", "<experts-active>2", "<experts-active>9", "9<", "fewer experts"},
    {"mixtral-8x7b", "<expert-ffn>14336</expert-ffn>", "", "8<", "not all given"},
    {"deepseek-v3", "<head-dim>192", "<head-dim>56", "56<", "another width"},
    {"deepseek-v3", "<rope-dim>64</rope-dim>", "", "512<", "not all given"},
    {"deepseek-v3", "<kv-heads>128", "<kv-heads>1", "1<", "repeats the heads"},
    {"deepseek-v3", "<router-bias>yes</router-bias>", "", "684531386000", "671026404352"},
    {"deepseek-v3", "<kv-rank>512</kv-rank>", "", "mla<", "another kind"},
    {"gemma-2-9b", "<norms>4", "<norms>2", "9241705984", "follow from"},
    {"gpt-oss-20b", "<sinks>yes</sinks>", "", "21511953984", "follow from"},
    {"gpt-oss-20b", "<hidden>2880", "<hidden>1048576", "21511953984", "follow from"},
    {"kimi-k2", "unidentified=\"3416\"", "unidentified=\"3417\"", "1026470731056", "follow from"},
    {"qwen2.5-7b", "<qkv-bias>yes</qkv-bias>", "<qk-norm-per-head>yes</qk-norm-per-head>", "yes<",
     "no qk-norm"},
    {"qwen2.5-7b", "<tied-embeddings>no", "<tied-embeddings>yes", "7615616512", "follow from"},
};

/* The file with one entry changed; NULL when the passage is not there. */
static const char *mutated(struct arena *a, const struct mutation *x) {
    struct diag *d = diag_new(a);
    const char *text =
        file_read(a, d, (struct span){0}, "content/catalogue/models.xml", 1 << 20)->text;
    const char *entry = strstr(text, arena_printf(a, "id=\"%s\"", x->id));
    const char *end = entry ? strstr(entry, "</model>") : NULL;
    const char *at = entry ? strstr(entry, x->from) : NULL;
    if (!at || at > end)
        return NULL;
    return content_with(a, "catalogue/models.xml",
                        arena_printf(a, "%.*s", (int)(end - entry), entry),
                        arena_printf(a, "%.*s%s%.*s", (int)(at - entry), entry, x->to,
                                     (int)(end - at) - (int)strlen(x->from), at + strlen(x->from)));
}

static void mutations_are_seen_at_their_field(void **state) {
    (void)state;
    for (size_t i = 0; i < sizeof mutations / sizeof *mutations; i++) {
        const struct mutation *x = &mutations[i];
        struct arena *a = arena_new();
        const char *root = mutated(a, x);
        if (!root)
            fail_msg("mutation %zu: %s is not in %s", i, x->from, x->id);
        struct fixture f = fixture_open(root);
        const struct report *r = report_find(f.diag, DIAG_CATALOG_DISAGREES);
        if (!r || strncmp(r->at.source->text + r->at.from, x->at, strlen(x->at)) != 0 ||
            (!strstr(r->expected, x->expected) && !strstr(r->found, x->expected))) {
            print_reports(f.diag);
            fail_msg("mutation %zu of %s: %s → %s", i, x->id, x->from, x->to);
        }
        fixture_close(&f);
        content_remove(a, root);
        arena_drop(a);
    }
}

/* ── Hybrids, as entries give them (formulas 1.4, 3.4) ── */

/* Qwen3-Next 80B-A3B: 36 layers of Gated DeltaNet of 33,718,464 parameters and a state of 2 MiB and
 * 48 KiB each, twelve of gated attention. */
static const char hybrid[] =
    "<models xmlns=\"urn:ridgepoint:1\"><model id=\"hybrid\" source=\"quoted-configs\">"
    "<name>Hybrid</name><family>qwen3_next</family><attention>gqa</attention>"
    "<native-format>bf16</native-format><layers>48</layers><hidden>2048</hidden><heads>16</heads>"
    "<kv-heads>2</kv-heads><head-dim>256</head-dim><ffn>0</ffn><ffn-matrices>3</ffn-matrices>"
    "<vocabulary>151936</vocabulary><max-context>262144</max-context>"
    "<tied-embeddings>no</tied-embeddings><qk-norm>yes</qk-norm><output-gate>yes</output-gate>"
    "<experts>512</experts><experts-active>10</experts-active><expert-ffn>512</expert-ffn>"
    "<shared-ffn>512</shared-ffn><shared-gate>yes</shared-gate><moe-layers>48</moe-layers>"
    "<recurrent-layers>36</recurrent-layers>"
    "<recurrent-parameters>33718464</recurrent-parameters>"
    "<recurrent-state>2146304</recurrent-state></model></models>";

/* A catalogue of that entry alone, with a passage changed. */
static struct fixture hybrid_with(struct arena *a, const char **root, const char *from,
                                  const char *to) {
    const char *at = strstr(hybrid, from);
    assert_non_null(at);
    const char *text =
        arena_printf(a, "%.*s%s%s", (int)(at - hybrid), hybrid, to, at + strlen(from));
    static const char none[] = "<scenarios xmlns=\"urn:ridgepoint:1\"/>";
    struct diag *d = diag_new(a);
    *root = content_with(a, "catalogue/models.xml", "</models>", "</models>");
    file_write(d, arena_printf(a, "%s/catalogue/models.xml", *root), text, strlen(text));
    file_write(d, arena_printf(a, "%s/scenarios.xml", *root), none, strlen(none));
    return fixture_open(*root);
}

static void hybrids_are_read_as_given(void **state) {
    (void)state;
    struct arena *a = arena_new();
    const char *root;
    struct fixture f = hybrid_with(a, &root, "", "");
    print_reports(f.diag);
    const struct model *m = catalog_model_at(f.catalog, 0);
    struct parameters p = parameters_count(m);
    struct kv kv = kv_of(m, format_lookup("bf16"));
    assert_near((double)p.total / 1e9, 79.7, 0.05);
    assert_near((double)p.active / 1e9, 3.6, 0.05);
    assert_near(kv.state / 1048576, 73.7, 0.05);
    assert_near(kv_bytes_per_token(m, format_lookup("bf16")), 24576, 0);
    fixture_close(&f);
    content_remove(a, root);
    arena_drop(a);
}

static void hybrids_that_contradict_themselves(void **state) {
    (void)state;
    static const char *const rows[][3] = {
        {"<recurrent-layers>36<", "<recurrent-layers>49<", "fewer layers"},
        {"<recurrent-state>2146304</recurrent-state>", "", "not both given"},
        {"<recurrent-layers>36</recurrent-layers>", "", "no recurrent-layers"},
        {"<recurrent-layers>36</recurrent-layers>",
         "<recurrent-layers>36</recurrent-layers><given-parameters>79000000000</given-parameters>",
         "the layers alone hold more"},
        {"<moe-layers>48</moe-layers>", "<moe-layers>11</moe-layers>",
         "some layers have no experts"},
    };
    for (size_t k = 0; k < sizeof rows / sizeof *rows; k++) {
        struct arena *a = arena_new();
        const char *root;
        struct fixture f = hybrid_with(a, &root, rows[k][0], rows[k][1]);
        const struct report *r = report_find(f.diag, DIAG_CATALOG_DISAGREES);
        if (!r || !strstr(r->expected, rows[k][2])) {
            print_reports(f.diag);
            fail_msg("row %zu: %s", k, rows[k][2]);
        }
        assert_int_equal(catalog_model_count(f.catalog), 0);
        fixture_close(&f);
        content_remove(a, root);
        arena_drop(a);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(shapes_are_those_of_the_facts),
        cmocka_unit_test(the_first_models_keep_their_places),
        cmocka_unit_test(counts_are_those_of_the_facts),
        cmocka_unit_test(published_counts_are_reached),
        cmocka_unit_test(extras_follow_from_shapes),
        cmocka_unit_test(vision_towers_are_counted),
        cmocka_unit_test(cached_bytes_are_those_of_the_facts),
        cmocka_unit_test(components_of_gpt_oss),
        cmocka_unit_test(gemma_without_embedding),
        cmocka_unit_test(what_is_not_sure_is_marked),
        cmocka_unit_test(mutations_are_seen_at_their_field),
        cmocka_unit_test(hybrids_are_read_as_given),
        cmocka_unit_test(hybrids_that_contradict_themselves),
    };
    return cmocka_run_group_tests(tests, shipped_open, shipped_close) ? 1 : 0;
}
