/* The traps of models-NOTES section 8, by their numbers. */
#include "importing.h"

#include <stddef.h>
#include <time.h>

#include "catalog/fields.h"
#include "catalog/import_family.h"

/* A changed file and the field that shows how it was read. */
struct trap {
    int number;
    const char *file, *from, *to;
    size_t field;
    int64_t value;
};

#define FIELD(member) offsetof(struct model, member)

static const struct trap traps[] = {
    /* A head is hidden/heads wide unless the file says otherwise; never for latent attention. */
    {1, "llama-2-7b", "", "", FIELD(head_dim), 128},
    {1, "llama-2-7b", "{", "{\"head_dim\": 64,", FIELD(head_dim), 64},
    {1, "llama-2-7b", "{", "{\"head_dim\": null,", FIELD(head_dim), 128},
    {1, "qwen3-0.6b", "", "", FIELD(head_dim), 128}, /* 1024/16 = 64 */
    {1, "gpt-oss-20b", "", "", FIELD(head_dim), 64}, /* 2880/64 = 45 */
    {1, "glm-4-9b-chat", "\"kv_channels\": 128", "\"kv_channels\": 96", FIELD(head_dim), 96},
    {1, "deepseek-v3", "{", "{\"head_dim\": 56,", FIELD(head_dim), 192},
    /* KV heads. */
    {2, "llama-1-13b", "", "", FIELD(kv_heads), 40},
    {2, "llama-1-65b", "", "", FIELD(kv_heads), 64}, /* null */
    {2, "gpt-neox-20b", "", "", FIELD(kv_heads), 64},
    {2, "falcon-7b", "", "", FIELD(kv_heads), 1}, /* though it says num_kv_heads: 71 */
    {2, "falcon-7b", "\"multi_query\": true", "\"multi_query\": false", FIELD(kv_heads), 71},
    {2, "falcon-40b", "", "", FIELD(kv_heads), 8},
    {2, "glm-4-9b-chat", "\"multi_query_group_num\": 2", "\"multi_query_group_num\": 4",
     FIELD(kv_heads), 4},
    {2, "glm-4-9b-chat", "\"multi_query_attention\": true", "\"multi_query_attention\": false",
     FIELD(kv_heads), 32},
    /* Nested: defaults of the library inside, tying and number format at either level. */
    {3, "gemma-3-4b", "", "", FIELD(heads), 8},
    {3, "gemma-3-4b", "", "", FIELD(vocabulary), 262208},
    {3, "gemma-3-4b", "", "", FIELD(max_context), 131072},
    {3, "gemma-3-4b", "{", "{\"tie_word_embeddings\": false,", FIELD(tied_embeddings), 0},
    {3, "gemma-3-4b", "\"text_config\": {", "\"text_config\": {\"tie_word_embeddings\": false,",
     FIELD(tied_embeddings), 0},
    {3, "gemma-3-4b", "\"model_type\": \"gemma3_text\",", "", FIELD(local_layers), 29},
    /* The width of the FFN, and whether it is gated. */
    {4, "gpt2-xl", "", "", FIELD(ffn), 6400}, /* n_inner: null */
    {4, "gpt2-xl", "\"n_inner\": null", "\"n_inner\": 5000", FIELD(ffn), 5000},
    {4, "gpt2-124m", "", "", FIELD(ffn), 3072}, /* no n_inner */
    {4, "bloom-176b", "", "", FIELD(ffn), 57344},
    {4, "falcon-7b", "{", "{\"ffn_hidden_size\": 1000,", FIELD(ffn), 1000},
    {4, "opt-13b", "", "", FIELD(ffn), 20480},
    {4, "gemma-2-9b", "", "", FIELD(ffn_matrices), 3}, /* says gelu */
    {4, "falcon-7b", "", "", FIELD(ffn_matrices), 2},
    /* Further spellings. */
    {5, "bloom-176b", "\"n_embed\"", "\"hidden_size\"", FIELD(hidden), 14336},
    {5, "baichuan2-13b", "", "", FIELD(max_context), 4096},
    {5, "glm-4-9b-chat", "\"num_layers\": 40,", "", FIELD(layers), 40},
    {5, "gpt2-xl", "\"n_positions\": 1024,", "", FIELD(positions), 1024},
    /* Windows. */
    {6, "qwen2.5-7b-instruct", "", "", FIELD(window), 0}, /* a number, not in use */
    {6, "qwen2.5-7b-instruct", "\"use_sliding_window\": false",
     "\"use_sliding_window\": true, \"layer_types\": null", FIELD(local_layers), 0},
    {6, "mistral-7b-v0.2", "", "", FIELD(window), 0},
    {6, "mistral-7b", "\"sliding_window\"", "\"sliding_window_size\"", FIELD(window), 4096},
    {6, "mistral-7b", ",\n  \"sliding_window\": 4096", "", FIELD(window), 4096},
    {6, "phi-3.5-mini", "", "", FIELD(window), 0}, /* longer than the context */
    {6, "gemma-3-1b", "\"sliding_window_pattern\": 6", "\"sliding_window_pattern\": 2",
     FIELD(local_layers), 13},
    {6, "gemma-2-9b", "\"num_hidden_layers\": 42", "\"num_hidden_layers\": 43", FIELD(local_layers),
     22},
    {6, "llama-4-maverick", "", "", FIELD(chunked), 1},
    {6, "llama-4-scout", "\"attention_chunk_size\": 8192", "\"attention_chunk_size\": null",
     FIELD(local_layers), 0},
    {6, "qwen3-14b", "\"full_attention\"", "\"sliding_attention\"", FIELD(local_layers), 0},
    /* Tying, where the file does not say. */
    {9, "llama-2-7b", "\"tie_word_embeddings\": false,", "", FIELD(tied_embeddings), 0},
    {9, "qwen2.5-0.5b", "\"tie_word_embeddings\": true,", "", FIELD(tied_embeddings), 0},
    {9, "falcon-7b", "", "", FIELD(tied_embeddings), 1},
    {9, "gemma-2-9b", "", "", FIELD(tied_embeddings), 1},
    {9, "gpt2-124m", "", "", FIELD(tied_embeddings), 1},
    {9, "bloom-176b", "", "", FIELD(tied_embeddings), 1},
    {9, "opt-13b", "", "", FIELD(tied_embeddings), 1},
    /* Biases. */
    {10, "qwen2.5-0.5b", "", "", FIELD(qkv_bias), 1},
    {10, "qwen2.5-0.5b", "", "", FIELD(output_bias), 0},
    {10, "glm-4.5", "", "", FIELD(qkv_bias), 1},
    {10, "glm-4.5", "", "", FIELD(output_bias), 0},
    {10, "glm-4-9b-chat", "", "", FIELD(qkv_bias), 1},
    {10, "glm-4-9b-chat", "", "", FIELD(output_bias), 0},
    {10, "gpt-oss-20b", "", "", FIELD(output_bias), 1},
    {10, "llama-3.1-8b", "\"attention_bias\": false", "\"attention_bias\": true",
     FIELD(output_bias), 1},
    {10, "llama-3.1-8b", "\"mlp_bias\": false", "\"mlp_bias\": true", FIELD(ffn_bias), 1},
    /* Experts. */
    {11, "mixtral-8x7b", "", "", FIELD(expert_ffn), 14336},
    {11, "gpt-oss-20b", "\"num_experts_per_tok\": 4,", "", FIELD(experts_active), 4},
    {11, "qwen3-30b-a3b", "", "", FIELD(expert_ffn), 768}, /* intermediate_size is not used */
    {11, "qwen3-30b-a3b", "\"mlp_only_layers\": []", "\"mlp_only_layers\": [0, 47]",
     FIELD(moe_layers), 46},
    {11, "qwen3-30b-a3b", "\"decoder_sparse_step\": 1", "\"decoder_sparse_step\": 2",
     FIELD(moe_layers), 24},
    {11, "qwen1.5-moe-a2.7b", "", "", FIELD(shared_ffn), 5632},
    {11, "qwen1.5-moe-a2.7b", "", "", FIELD(shared_gate), 1},
    {11, "deepseek-v3", "", "", FIELD(moe_layers), 58},
    {11, "deepseek-v3", "\"n_shared_experts\": 1", "\"n_shared_experts\": null", FIELD(shared_ffn),
     0},
    {11, "deepseek-v2-lite", "", "", FIELD(shared_ffn), 2816},
    {11, "deepseek-v2-lite", "\"moe_layer_freq\": 1", "\"moe_layer_freq\": 2", FIELD(moe_layers),
     13},
    {11, "llama-4-scout", "", "", FIELD(shared_ffn), 8192}, /* one, without a key */
    {11, "llama-4-scout", "", "", FIELD(ffn), 16384},
    {11, "llama-4-maverick", "", "", FIELD(moe_layers), 24},
    {11, "llama-4-scout", "\"interleave_moe_layer_step\": 1", "\"interleave_moe_layer_step\": 2",
     FIELD(moe_layers), 24},
    /* Latent attention. */
    {12, "deepseek-v2-lite", "", "", FIELD(q_rank), 0},
    {12, "deepseek-v3", "", "", FIELD(q_rank), 1536},
    {12, "kimi-k2", "\"num_key_value_heads\": 64,", "", FIELD(kv_heads), 64},
    {12, "deepseek-v3", "\"num_key_value_heads\": 128", "\"num_key_value_heads\": 1",
     FIELD(kv_heads), 128},
    /* The layer that predicts further tokens is not counted. */
    {13, "deepseek-v3", "", "", FIELD(layers), 61},
    {13, "glm-4.5", "", "", FIELD(layers), 92},
    /* A factor of rope_scaling is in the context already. */
    {14, "deepseek-v3", "", "", FIELD(max_context), 163840},
    {14, "gpt-oss-20b", "", "", FIELD(max_context), 131072},
    {14, "llama-3.1-8b", "", "", FIELD(max_context), 131072},
    /* Lists of end tokens are nothing to us. */
    {16, "llama-3.1-70b-int4", "", "", FIELD(layers), 80},
    {16, "llama-2-7b", "{", "{\"eos_token_id\": 2,", FIELD(layers), 32},
};

static void traps_are_passed(void **state) {
    (void)state;
    for (size_t k = 0; k < sizeof traps / sizeof *traps; k++) {
        const struct trap *t = &traps[k];
        struct importing i = import_changed(t->file, t->from, t->to);
        print_reports(i.diag);
        assert_non_null(i.model);
        if (member_count(i.model, t->field) != t->value)
            fail_msg("trap %d in %s: %s → %s gives %lld, expected %lld", t->number, t->file,
                     t->from, t->to, (long long)member_count(i.model, t->field),
                     (long long)t->value);
        import_close(&i);
    }
}

/* What must not be guessed. */
static const struct {
    int number;
    const char *file, *from, *to;
    enum diag_kind kind;
    const char *at, *says;
} faults[] = {
    {1, "qwen3-0.6b", "\"head_dim\": 128,", "", DIAG_CONFIG_MISSING, "{", "head_dim"},
    {1, "gemma-2-9b", "\"head_dim\": 256,", "", DIAG_CONFIG_MISSING, "{", "head_dim"},
    {2, "mistral-7b", "\"num_key_value_heads\": 8,", "", DIAG_CONFIG_MISSING, "{",
     "num_key_value_heads"},
    {2, "falcon-40b", "\"num_kv_heads\": 8,", "", DIAG_CONFIG_MISSING, "{",
     "num_kv_heads or n_head_kv"},
    {3, "gemma-3-4b", "\"text_config\"", "\"txt_config\"", DIAG_CONFIG_MISSING, "{", "text_config"},
    {3, "gemma-3-4b", "\"hidden_size\": 2560,", "", DIAG_CONFIG_MISSING, "{", "hidden_size"},
    {4, "llama-2-7b", "\"intermediate_size\": 11008,", "", DIAG_CONFIG_MISSING, "{",
     "intermediate_size"},
    {5, "falcon-40b", "\"n_head\": 128", "\"n_head\": 64", DIAG_CONFIG_DISAGREES, "64",
     "num_attention_heads = 128"},
    {5, "gpt2-124m", "\"n_layer\"", "\"n_layers\"", DIAG_CONFIG_MISSING, "{",
     "n_layer or num_hidden_layers"},
    {6, "qwen2.5-7b-instruct", "\"use_sliding_window\": false", "\"use_sliding_window\": 1",
     DIAG_BAD_NUMBER, "1", "true or false"},
    {6, "qwen3-14b", "\"full_attention\"", "\"linear_attention\"", DIAG_CONFIG_REFUSED,
     "\"linear_attention\"", "linear_attention"},
    {6, "qwen3-14b", "\"full_attention\",", "", DIAG_BAD_NUMBER, "[", "40 kinds"},
    {7, "qwen3-32b-fp8", "\"fp8\"", "\"fp9\"", DIAG_UNKNOWN_WORD, "\"fp9\"", "fp9"},
    {7, "llama-3.1-70b-int4", "\"bits\": 4", "\"bits\": 3", DIAG_UNKNOWN_WORD, "\"awq\"", "awq"},
    /* Experts in 4 bits and attention in 16 has a format; a part of the layers in 4 bits has none.
     */
    {7, "nested-kimi-k2.5", "re:.*self_attn.*", "model.layers.0.self_attn", DIAG_UNKNOWN_WORD,
     "\"compressed-tensors\"", "all layers or for all experts"},
    {7, "nested-kimi-k2.5", "re:.*self_attn.*", "model.layers.0*", DIAG_UNKNOWN_WORD,
     "\"compressed-tensors\"", "all layers or for all experts"},
    {7, "nested-kimi-k2.5", "re:.*self_attn.*", "re:.*self_attn.q_a_proj.*", DIAG_UNKNOWN_WORD,
     "\"compressed-tensors\"", "all layers or for all experts"},
    {7, "nested-kimi-k2.5", "re:.*shared_experts.*", "re:.*vision.*", DIAG_UNKNOWN_WORD,
     "\"compressed-tensors\"", "all layers or for all experts"},
    {7, "llama-3.1-70b-int4", "\"group_size\": 128", "\"group_size\": 32", DIAG_UNKNOWN_WORD,
     "\"awq\"", "groups of 128"},
    {8, "llama-2-7b", "\"torch_dtype\": \"float16\",", "", DIAG_CONFIG_MISSING, "{",
     "torch_dtype or dtype"},
    {8, "llama-2-7b", "\"float16\"", "\"bfloat61\"", DIAG_UNKNOWN_WORD, "\"bfloat61\"", "bfloat16"},
    {10, "deepseek-v3", "\"attention_bias\": false", "\"attention_bias\": true",
     DIAG_CONFIG_REFUSED, "true", "without biases"},
    {11, "mixtral-8x7b", "\"num_local_experts\": 8,", "", DIAG_CONFIG_MISSING, "{",
     "num_local_experts"},
    {11, "gpt-oss-20b", "\"experts_per_token\": 4", "\"experts_per_token\": 2",
     DIAG_CONFIG_DISAGREES, "2", "num_experts_per_tok = 4"},
    {11, "qwen3-30b-a3b", "\"mlp_only_layers\": []", "\"mlp_only_layers\": [48]", DIAG_BAD_NUMBER,
     "48", "number of a layer"},
    {11, "qwen3-30b-a3b", "\"mlp_only_layers\": []", "\"mlp_only_layers\": [7, 3, 3]",
     DIAG_BAD_NUMBER, "3", "each layer once"},
    {11, "llama-4-scout", "\"text_config\": {", "\"text_config\": {\"moe_layers\": [1, 1],",
     DIAG_BAD_NUMBER, "1", "each layer once"},
    {12, "deepseek-v3", "\"q_lora_rank\": 1536,", "", DIAG_CONFIG_MISSING, "{", "q_lora_rank"},
    {12, "deepseek-v3", "\"kv_lora_rank\": 512,", "", DIAG_CONFIG_MISSING, "{", "kv_lora_rank"},
    {15, "llama-2-7b", "{", "{\"hybrid_override_pattern\": \"M-M*-\",", DIAG_CONFIG_REFUSED,
     "\"M-M*-\"", "hybrid_override_pattern"},
    {15, "llama-2-7b", "{", "{\"attn_layer_period\": 8,", DIAG_CONFIG_REFUSED, "8",
     "attn_layer_period"},
    {15, "llama-2-7b", "{", "{\"state_size\": 16,", DIAG_CONFIG_REFUSED, "16", "state_size"},
    {15, "llama-2-7b", "{", "{\"ssm_state_size\": 16,", DIAG_CONFIG_REFUSED, "16",
     "ssm_state_size"},
    {15, "llama-2-7b", "{", "{\"linear_attn_config\": {},", DIAG_CONFIG_REFUSED, "{}",
     "linear_attn_config"},
    {15, "gemma-3-4b", "\"text_config\": {", "\"text_config\": {\"state_size\": 16,",
     DIAG_CONFIG_REFUSED, "16", "state_size"},
    {15, "llama-2-7b", "\"llama\"", "\"lama\"", DIAG_UNKNOWN_FAMILY, "\"lama\"", "lama"},
    {15, "llama-2-7b", "\"model_type\"", "\"modeltype\"", DIAG_CONFIG_MISSING, "{", "model_type"},
    {15, "llama-2-7b", "\"model_type\": \"llama\"", "\"model_type\": 7", DIAG_CONFIG_MISSING, "7",
     "model_type"},
};

static void nothing_is_guessed(void **state) {
    (void)state;
    for (size_t k = 0; k < sizeof faults / sizeof *faults; k++) {
        struct importing i = import_changed(faults[k].file, faults[k].from, faults[k].to);
        expect_report(&i, faults[k].kind, faults[k].at, faults[k].says);
        import_close(&i);
    }
}

static void an_unknown_family_names_the_nearest(void **state) {
    (void)state;
    static const char *const rows[][2] = {{"lama", "llama"},
                                          {"qwen4", "qwen2"},
                                          {"deepseek_v5", "deepseek_v2"},
                                          {"GPT2", "gpt2"},
                                          {"gptneox", "gpt_neox"}};
    for (size_t k = 0; k < sizeof rows / sizeof *rows; k++) {
        char text[64];
        snprintf(text, sizeof text, "{\"model_type\": \"%s\"}", rows[k][0]);
        struct importing i = import_text(text);
        expect_report(&i, DIAG_UNKNOWN_FAMILY, "\"", rows[k][0]);
        assert_string_equal(i.diag->first->nearest, rows[k][1]);
        import_close(&i);
    }
}

/* Trap 15: by name, whatever else the file holds. */
static void every_family_that_cannot_be_counted_is_named(void **state) {
    (void)state;
    static const char *const types[] = {"mamba", "mamba2",     "jamba",        "nemotron_h",
                                        "zamba", "bamba",      "falcon_mamba", "falcon_h1",
                                        "rwkv",  "qwen3_next", "qwen3_5",      "kimi_linear"};
    for (size_t k = 0; k < sizeof types / sizeof *types; k++) {
        char type[64];
        snprintf(type, sizeof type, "\"%s\"", types[k]);
        struct importing i = import_changed("llama-2-7b", "\"llama\"", type);
        expect_report(&i, DIAG_CONFIG_REFUSED, type, "recurrent-parameters");
        assert_string_equal(i.diag->first->found, types[k]);
        import_close(&i);
    }
}

/* Trap 16: their files hold Infinity, which is no JSON; both faults are reported. */
static void hybrids_that_are_no_json_are_named(void **state) {
    (void)state;
    struct importing i = import_text("{\"time_step_limit\": [0.0, Infinity],\n"
                                     " \"model_type\": \"nemotron_h\"}");
    assert_null(i.model);
    assert_non_null(report_find(i.diag, DIAG_JSON_MALFORMED));
    const struct report *r = report_find(i.diag, DIAG_CONFIG_REFUSED);
    assert_non_null(r);
    assert_string_equal(r->found, "nemotron_h");
    assert_int_equal(span_place(r->at).line, 2);
    import_close(&i);
}

/* Trap 6: from layer max_window_layers on when the switch is on; a list decides over it. */
static void windows_by_switch_and_by_list(void **state) {
    (void)state;
    struct importing i = import_text(
        "{\"model_type\":\"qwen2\",\"num_hidden_layers\":4,\"hidden_size\":64,"
        "\"num_attention_heads\":2,\"num_key_value_heads\":1,\"intermediate_size\":128,"
        "\"vocab_size\":100,\"max_position_embeddings\":4096,\"torch_dtype\":\"bfloat16\","
        "\"use_sliding_window\":true,\"sliding_window\":512,\"max_window_layers\":1}");
    assert_int_equal(i.model->local_layers, 3);
    assert_int_equal(i.model->window, 512);
    import_close(&i);
    i = import_text(
        "{\"model_type\":\"qwen2\",\"num_hidden_layers\":4,\"hidden_size\":64,"
        "\"num_attention_heads\":2,\"num_key_value_heads\":1,\"intermediate_size\":128,"
        "\"vocab_size\":100,\"max_position_embeddings\":4096,\"torch_dtype\":\"bfloat16\","
        "\"layer_types\":[\"full_attention\",\"sliding_attention\",\"full_attention\","
        "\"full_attention\"],\"sliding_window\":512}");
    assert_int_equal(i.model->local_layers, 1);
    import_close(&i);
}

/* Trap 7: a quantisation changes bytes, not counts. */
static void quantisation_keeps_the_counts(void **state) {
    (void)state;
    struct importing plain = import_golden("qwen3-32b"), packed = import_golden("qwen3-32b-fp8");
    assert_int_equal(total_of(plain.model), total_of(packed.model));
    assert_string_equal(packed.model->native_format, "fp8-block");
    import_close(&plain);
    import_close(&packed);
    static const char *const rows[][2] = {
        {"\"quant_method\":\"fp8\"", "fp8-linear"},
        {"\"quant_method\":\"gptq\",\"bits\":4,\"group_size\":128", "int4-g128"},
        {"\"producer\":{\"name\":\"modelopt\"},\"quant_algo\":\"NVFP4\"", "nvfp4"},
        {"\"quant_method\":\"bitsandbytes\",\"load_in_8bit\":true", "int8"},
        {"\"quant_method\":\"compressed-tensors\",\"config_groups\":{\"group_0\":{\"weights\":"
         "{\"group_size\":32,\"num_bits\":4,\"symmetric\":true,\"type\":\"int\"}}}",
         "int4-g32-sym"},
        /* Lists of modules that say nothing of attention. */
        {"\"quant_method\":\"fp8\",\"weight_block_size\":[128,128],"
         "\"modules_to_not_convert\":[\"lm_head\",\"model.layers.0.mlp.gate\"]",
         "fp8-block"},
    };
    for (size_t k = 0; k < sizeof rows / sizeof *rows; k++) {
        char to[256];
        snprintf(to, sizeof to, "{\"quantization_config\":{%s},", rows[k][0]);
        struct importing i = import_changed("llama-2-7b", "{", to);
        print_reports(i.diag);
        assert_non_null(i.model);
        assert_string_equal(i.model->native_format, rows[k][1]);
        assert_non_null(format_lookup(rows[k][1]));
        import_close(&i);
    }
}

/* Trap 7: Model Optimizer tells in a file beside, where config.json says bfloat16. */
static void a_file_beside_tells_the_packing(void **state) {
    (void)state;
    static const char *const rows[][2] = {
        {"{\"producer\": {\"name\": \"modelopt\"}, \"quantization\": {\"quant_algo\": \"NVFP4\", "
         "\"exclude_modules\": [\"lm_head\", \"model.layers.0.mlp.gate\"]}}",
         "nvfp4"},
        {"{\"producer\": {\"name\": \"modelopt\"}, \"quantization\": {\"quant_algo\": \"NVFP4\", "
         "\"exclude_modules\": [\"*self_attn*\"]}}",
         "nvfp4-moe"},
        {"{\"producer\": {\"name\": \"modelopt\"}, \"quantization\": {\"quant_algo\": \"MIXED\"}}",
         NULL},
        {"{", NULL},
    };
    struct arena *a = arena_new();
    struct diag *d = diag_new(a);
    const char *golden = "tests/golden/import/qwen3-30b-a3b.json";
    const struct source *shape = file_read(a, d, (struct span){0}, golden, 1 << 20);
    char folder[] = "/tmp/ridge-import-XXXXXX";
    assert_non_null(mkdtemp(folder));
    const char *config = arena_printf(a, "%s/config.json", folder);
    const char *beside = arena_printf(a, "%s/hf_quant_config.json", folder);
    assert_true(file_write(d, config, shape->text, shape->bytes));
    for (size_t k = 0; k < sizeof rows / sizeof *rows; k++) {
        assert_true(file_write(d, beside, rows[k][0], strlen(rows[k][0])));
        struct importing i = import_path(config);
        if (!rows[k][1])
            assert_null(i.model);
        else
            assert_string_equal(i.model->native_format, rows[k][1]);
        assert_int_equal(diag_exit_status(i.diag), rows[k][1] ? 0 : 1);
        import_close(&i);
    }
    unlink(beside);
    unlink(config);
    rmdir(folder);
    arena_drop(a);
}

/* Trap 8: torch_dtype or dtype, at either level, or what the family's files are in. */
static void number_formats(void **state) {
    (void)state;
    static const char *const rows[][4] = {
        {"llama-2-7b", "\"torch_dtype\"", "\"dtype\"", "fp16"},
        {"gpt2-124m", "{", "{", "fp32"},
        {"bloom-176b", "{", "{", "bf16"},
        {"gemma-2-2b", "{", "{", "fp32"},
        {"gemma-3-4b", "\"text_config\": {", "\"text_config\": {\"dtype\": \"float16\",", "fp16"},
        {"gemma-3-27b", "{", "{", "bf16"},
        {"gpt-oss-20b", "\"quantization_config\"", "\"no_quantization\"", "bf16"},
    };
    for (size_t k = 0; k < sizeof rows / sizeof *rows; k++) {
        struct importing i = import_changed(rows[k][0], rows[k][1], rows[k][2]);
        assert_non_null(i.model);
        assert_string_equal(i.model->native_format, rows[k][3]);
        import_close(&i);
    }
}

/* Trap 17: stale copies of Llama 3.1 405B have 16 KV heads; what the file says is counted, and 8
 * more heads of 128 are 2 · 8 · 128 · 16384 parameters in each of 126 layers. */
static void stale_copies_show_in_the_count(void **state) {
    (void)state;
    struct importing i = import_changed("llama-3.1-405b", "\"num_key_value_heads\": 8",
                                        "\"num_key_value_heads\": 16");
    assert_int_equal(total_of(i.model), 405853388800 + 126LL * 2 * 8 * 128 * 16384);
    import_close(&i);
}

/* Falcon: attention and FFN side by side under one norm; one each; one after the other. */
static void norms_of_falcon(void **state) {
    (void)state;
    static const struct {
        const char *file, *from, *to;
        int64_t norms;
    } rows[] = {
        {"falcon-7b", "{", "{", 1},
        {"falcon-7b", "\"parallel_attn\": true", "\"parallel_attn\": false", 2},
        {"falcon-40b", "{", "{", 2},
        {"falcon-40b", "{", "{\"num_ln_in_parallel_attn\": 1,", 1},
    };
    for (size_t k = 0; k < sizeof rows / sizeof *rows; k++) {
        struct importing i = import_changed(rows[k].file, rows[k].from, rows[k].to);
        assert_int_equal(i.model->norms, rows[k].norms);
        import_close(&i);
    }
}

/* A walk that began again at every item would take a minute. */
static void long_lists_are_walked_once(void **state) {
    (void)state;
    enum { ITEMS = 200000 };
    static const char head[] = "\"attn_type_list\": [";
    char *text = malloc(sizeof head + 3 * ITEMS);
    assert_non_null(text);
    memcpy(text, head, sizeof head);
    for (char *at = text + strlen(text), *end = at + 3 * ITEMS; at < end; at += 3)
        memcpy(at, "1, ", 4);
    clock_t before = clock();
    struct importing i = import_changed("minimax-m2", head, text);
    assert_non_null(i.model);
    assert_true(clock() - before < 5 * CLOCKS_PER_SEC);
    import_close(&i);
    free(text);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(traps_are_passed),
        cmocka_unit_test(nothing_is_guessed),
        cmocka_unit_test(an_unknown_family_names_the_nearest),
        cmocka_unit_test(every_family_that_cannot_be_counted_is_named),
        cmocka_unit_test(hybrids_that_are_no_json_are_named),
        cmocka_unit_test(windows_by_switch_and_by_list),
        cmocka_unit_test(quantisation_keeps_the_counts),
        cmocka_unit_test(a_file_beside_tells_the_packing),
        cmocka_unit_test(number_formats),
        cmocka_unit_test(stale_copies_show_in_the_count),
        cmocka_unit_test(norms_of_falcon),
        cmocka_unit_test(long_lists_are_walked_once),
    };
    return cmocka_run_group_tests(tests, NULL, NULL) ? 1 : 0;
}
