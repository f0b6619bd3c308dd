/* A catalogue whose entries are read when they are asked for says what the whole one says. */
#include "fixture.h"

#include "catalog/fields.h"

static struct fixture asked_open(const char *root) {
    struct fixture f = {.arena = arena_new()};
    f.diag = diag_new(f.arena);
    f.catalog = catalog_on_demand(f.arena, f.diag, root, NULL, 0, "en");
    return f;
}

static const char *printed(struct fixture *f) {
    struct bytes out = {.arena = f->arena};
    bytes_puts(&out, "");
    diag_write(f->diag, &out, false);
    return out.at;
}

static void same_text(const char *a, const char *b) {
    assert_true(!a == !b);
    if (a)
        assert_string_equal(a, b);
}

static void same_datum(const struct datum *a, const struct datum *b) {
    assert_int_equal(a->known, b->known);
    assert_int_equal(a->grade, b->grade);
    assert_near(a->value, b->value, 0);
    same_text(a->reason, b->reason);
    assert_int_equal(a->span.from, b->span.from);
    assert_true(!a->reference == !b->reference);
    if (a->reference)
        assert_string_equal(a->reference->title, b->reference->title);
}

static void same_accelerator(const struct accelerator *a, const struct accelerator *b) {
    assert_non_null(a);
    for (size_t i = 0; i < accelerator_text_count; i++)
        same_text(member_text(a, accelerator_texts[i].offset),
                  member_text(b, accelerator_texts[i].offset));
    for (size_t i = 0; i < accelerator_field_count; i++)
        same_datum(accelerator_datum(a, i), accelerator_datum(b, i));
    assert_int_equal(a->span.from, b->span.from);
    assert_int_equal(a->span.to, b->span.to);
    assert_int_equal(a->unverified, b->unverified);
}

static void same_model(const struct model *a, const struct model *b) {
    assert_non_null(a);
    for (size_t i = 0; i < model_text_count; i++)
        same_text(member_text(a, model_texts[i].offset), member_text(b, model_texts[i].offset));
    for (size_t i = 0; i < model_field_count; i++)
        assert_int_equal(member_count(a, model_fields[i].offset),
                         member_count(b, model_fields[i].offset));
    assert_string_equal(a->reference->title, b->reference->title);
}

/* Each alone, the last first, so that no order of the file helps. */
static void every_entry_is_the_same(void **state) {
    (void)state;
    struct fixture whole = fixture_open("content"), asked = asked_open("content");
    const struct span nowhere = {0};
    for (size_t i = catalog_accelerator_count(whole.catalog); i-- > 0;) {
        const struct accelerator *a = catalog_accelerator_at(whole.catalog, i);
        same_accelerator(catalog_accelerator(asked.catalog, asked.diag, nowhere, a->id), a);
    }
    for (size_t i = catalog_model_count(whole.catalog); i-- > 0;) {
        const struct model *m = catalog_model_at(whole.catalog, i);
        same_model(catalog_model(asked.catalog, asked.diag, nowhere, m->id), m);
    }
    for (size_t i = catalog_link_count(whole.catalog); i-- > 0;) {
        const struct link *l = catalog_link_at(whole.catalog, i);
        const struct link *other = catalog_link(asked.catalog, asked.diag, nowhere, l->id);
        assert_ptr_equal(other, catalog_link_or_none(asked.catalog, l->id));
        for (size_t k = 0; k < link_field_count; k++)
            same_datum(link_datum(other, k), link_datum(l, k));
    }
    for (size_t i = catalog_scenario_count(whole.catalog); i-- > 0;) {
        const struct scenario *s = catalog_scenario_at(whole.catalog, i);
        const struct scenario *o = catalog_scenario(asked.catalog, asked.diag, nowhere, s->id);
        assert_string_equal(o->model->id, s->model->id);
        assert_string_equal(o->accelerator->id, s->accelerator->id);
        for (size_t k = 0; k < scenario_option_count; k++)
            if (scenario_options[k].kind != OPTION_WORD)
                assert_near(option_number(o, &scenario_options[k]),
                            option_number(s, &scenario_options[k]), 0);
    }
    assert_string_equal(catalog_edition(asked.catalog), catalog_edition(whole.catalog));
    assert_string_equal(printed(&asked), "");
    fixture_close(&whole);
    fixture_close(&asked);
}

static const char *id_at(const struct catalog *c, size_t kind, size_t i) {
    return kind == 0   ? catalog_accelerator_at(c, i)->id
           : kind == 1 ? catalog_model_at(c, i)->id
           : kind == 2 ? catalog_link_at(c, i)->id
           : kind == 3 ? catalog_scenario_at(c, i)->id
                       : catalog_reference_at(c, i)->id;
}

/* Whoever counts sees all, in the order of the file, whatever was asked for before. */
static void counting_reads_all(void **state) {
    (void)state;
    static size_t (*const count[])(const struct catalog *) = {
        catalog_accelerator_count, catalog_model_count, catalog_link_count, catalog_scenario_count,
        catalog_reference_count};
    struct fixture whole = fixture_open("content"), asked = asked_open("content");
    const struct accelerator *before =
        catalog_accelerator(asked.catalog, asked.diag, (struct span){0}, "rtx-4090");
    assert_string_equal(id_at(asked.catalog, 0, 0), id_at(whole.catalog, 0, 0));
    for (size_t kind = 0; kind < 5; kind++) {
        assert_int_equal(count[kind](asked.catalog), count[kind](whole.catalog));
        for (size_t i = 0; i < count[kind](whole.catalog); i++)
            assert_string_equal(id_at(asked.catalog, kind, i), id_at(whole.catalog, kind, i));
    }
    assert_ptr_equal(before,
                     catalog_accelerator(asked.catalog, asked.diag, (struct span){0}, "rtx-4090"));
    fixture_close(&whole);
    fixture_close(&asked);
}

/* Names are counted among all, though few entries are read for it. */
static void names_are_counted_among_all(void **state) {
    (void)state;
    struct fixture whole = fixture_open("content");
    for (size_t i = 0; i < catalog_accelerator_count(whole.catalog); i++) {
        const char *name = catalog_accelerator_at(whole.catalog, i)->short_name;
        size_t expected = 0;
        for (size_t k = 0; k < catalog_accelerator_count(whole.catalog); k++)
            expected += strcmp(catalog_accelerator_at(whole.catalog, k)->short_name, name) == 0;
        struct fixture asked = asked_open("content");
        assert_int_equal(catalog_short_name_count(asked.catalog, name), expected);
        assert_int_equal(catalog_short_name_count(whole.catalog, name), expected);
        fixture_close(&asked);
    }
    fixture_close(&whole);
}

/* However a name is written. */
static void names_in_pieces_are_counted(void **state) {
    (void)state;
    static const char from[] = "<short-name>V100 16GB</short-name>";
    static const char *const writings[] = {"<short-name>&#72;100</short-name>",
                                           "<short-name>H<!-- x -->100</short-name>",
                                           "<short-name>\n  H100 </short-name>"};
    for (size_t i = 0; i < sizeof writings / sizeof *writings; i++) {
        struct arena *a = arena_new();
        const char *root = content_with(a, "catalogue/accelerators.xml", from, writings[i]);
        struct fixture asked = asked_open(root), whole = fixture_open(root);
        size_t n = catalog_short_name_count(whole.catalog, "H100");
        assert_int_equal(n, 2);
        assert_int_equal(catalog_short_name_count(asked.catalog, "H100"), n);
        content_remove(a, root);
        fixture_close(&asked);
        fixture_close(&whole);
        arena_drop(a);
    }
}

/* The nearest of all ids is named, though none of them was read. */
static void an_unknown_id_is_told_alike(void **state) {
    (void)state;
    static const char *const ids[] = {"4090", "rtx-4091", "H100", "llama-3.1-8", "nvlink-9", "?"};
    struct fixture whole = fixture_open("content"), asked = asked_open("content");
    struct fixture *const both[] = {&whole, &asked};
    for (size_t f = 0; f < 2; f++)
        for (size_t i = 0; i < sizeof ids / sizeof *ids; i++) {
            const struct catalog *c = both[f]->catalog;
            assert_null(catalog_accelerator(c, both[f]->diag, (struct span){0}, ids[i]));
            assert_null(catalog_model(c, both[f]->diag, (struct span){0}, ids[i]));
            assert_null(catalog_link(c, both[f]->diag, (struct span){0}, ids[i]));
            assert_null(catalog_scenario(c, both[f]->diag, (struct span){0}, ids[i]));
            assert_null(catalog_reference(c, ids[i]));
        }
    assert_string_equal(printed(&asked), printed(&whole));
    fixture_close(&whole);
    fixture_close(&asked);
}

/* A fault in an entry: nothing is said of it to those who ask for others; who asks for it is told
 * what the whole catalogue tells, and does not get it. */
static void a_fault_is_told_to_who_asks(void **state) {
    (void)state;
    static const struct {
        const char *from, *to;
    } faults[] = {
        {"<memory-type>HBM2</memory-type>", "<memory-kind>HBM2</memory-kind>"},
        {"<memory-type>HBM2</memory-type>", "<memory-type>HBM2</memory-kind>"},
        {"source=\"nvidia-v100-datasheet\">900 GB/s", "source=\"nvidia-v100\">900 GB/s"},
        {"<memory-label>16 GB</memory-label>", "<memory-label>&gb;</memory-label>"},
        {"class=\"gpu-tensor\"", "class=\"gpu-tensors\""},
    };
    for (size_t i = 0; i < sizeof faults / sizeof *faults; i++) {
        struct arena *a = arena_new();
        const char *root =
            content_with(a, "catalogue/accelerators.xml", faults[i].from, faults[i].to);
        struct fixture asked = asked_open(root), whole = fixture_open(root);
        const struct span nowhere = {0};
        assert_non_null(catalog_accelerator(asked.catalog, asked.diag, nowhere, "rtx-4090"));
        assert_int_equal(diag_faults(asked.diag), 0);
        assert_null(catalog_accelerator(asked.catalog, asked.diag, nowhere, "v100-sxm2-16gb"));
        size_t told = diag_faults(asked.diag);
        assert_true(told > 0);
        assert_null(catalog_accelerator(asked.catalog, asked.diag, nowhere, "v100-sxm2-16gb"));
        assert_int_equal(diag_faults(asked.diag), told);
        const struct report *first = asked.diag->first, *same = whole.diag->first;
        assert_int_equal(first->kind, same->kind);
        assert_int_equal(first->at.from, same->at.from);
        assert_int_equal(first->at.to, same->at.to);
        /* Whoever goes through all does not meet it. */
        for (size_t k = 0; k < catalog_accelerator_count(asked.catalog); k++)
            assert_string_not_equal(catalog_accelerator_at(asked.catalog, k)->id, "v100-sxm2-16gb");
        content_remove(a, root);
        fixture_close(&asked);
        fixture_close(&whole);
        arena_drop(a);
    }
}

/* Two entries of an id, or text between them: the file is read whole at once. */
static void a_doubtful_file_is_read_whole(void **state) {
    (void)state;
    static const char mark[] = "<!-- NVIDIA, data centre -->";
    static const char *const doubts[] = {
        "<accelerator id=\"rtx-4090\" class=\"gpu-tensor\"/>",
        "<device id=\"x\"/>",
        "<accelerator class=\"gpu-tensor\"/>",
    };
    for (size_t i = 0; i < sizeof doubts / sizeof *doubts; i++) {
        struct arena *a = arena_new();
        const char *root = content_with(a, "catalogue/accelerators.xml", mark, doubts[i]);
        struct fixture asked = asked_open(root), whole = fixture_open(root);
        assert_true(diag_faults(asked.diag) > 0);
        assert_int_equal(asked.diag->first->kind, whole.diag->first->kind);
        assert_int_equal(asked.diag->first->at.from, whole.diag->first->at.from);
        content_remove(a, root);
        fixture_close(&asked);
        fixture_close(&whole);
        arena_drop(a);
    }
}

/* Entries that extend each other in a ring are refused, and end. */
static void a_ring_of_entries_ends(void **state) {
    (void)state;
    struct arena *a = arena_new();
    const char *root = content_with(
        a, "catalogue/accelerators.xml", "<!-- NVIDIA, data centre -->",
        "<accelerator id=\"one\" extends=\"two\"/><accelerator id=\"two\" extends=\"one\"/>");
    struct fixture asked = asked_open(root);
    assert_null(catalog_accelerator(asked.catalog, asked.diag, (struct span){0}, "one"));
    assert_null(catalog_accelerator(asked.catalog, asked.diag, (struct span){0}, "two"));
    content_remove(a, root);
    fixture_close(&asked);
    arena_drop(a);
}

/* An overlay changes single values of an entry that nobody has read, and keeps its place. */
static void an_overlay_lies_over_what_is_not_read(void **state) {
    (void)state;
    static const char text[] =
        "<accelerators xmlns='urn:ridgepoint:1'>"
        "<accelerator id='rtx-4090' extends='rtx-4090'>"
        "<power source='nvidia-v100-datasheet'>300 W</power></accelerator></accelerators>";
    char folder[] = "/tmp/ridge-overlay-XXXXXX";
    assert_non_null(mkdtemp(folder));
    struct fixture shipped = fixture_open("content"), f = {.arena = arena_new()};
    f.diag = diag_new(f.arena);
    const char *path = arena_printf(f.arena, "%s/accelerators.xml", folder);
    assert_true(file_write(f.diag, path, text, sizeof text - 1));
    const struct overlay lab = {folder, "lab", false};
    f.catalog = catalog_on_demand(f.arena, f.diag, "content", &lab, 1, "en");
    const struct accelerator *a =
        catalog_accelerator(f.catalog, f.diag, (struct span){0}, "rtx-4090");
    assert_near(a->power.value, 300, 0);
    assert_near(a->memory_bandwidth.value, 1008e9, 0);
    assert_string_equal(a->overlay, "lab");
    assert_string_equal(catalog_edition(f.catalog),
                        arena_printf(f.arena, "%s + lab", catalog_date(shipped.catalog)));
    const struct accelerator *other =
        catalog_accelerator(f.catalog, f.diag, (struct span){0}, "h100-sxm5-80gb");
    assert_null(other->overlay);
    size_t n = catalog_accelerator_count(shipped.catalog);
    assert_int_equal(catalog_accelerator_count(f.catalog), n);
    for (size_t i = 0; i < n; i++)
        assert_string_equal(catalog_accelerator_at(f.catalog, i)->id,
                            catalog_accelerator_at(shipped.catalog, i)->id);
    assert_string_equal(printed(&f), "");
    unlink(path);
    rmdir(folder);
    fixture_close(&shipped);
    fixture_close(&f);
}

static void every_word_is_the_same(void **state) {
    (void)state;
    static const char *const languages[] = {"en", "zh"};
    struct fixture whole = fixture_open("content");
    for (size_t l = 0; l < 2; l++) {
        struct arena *a = arena_new();
        struct diag *d = diag_new(a);
        struct catalog *c = catalog_on_demand(a, d, "content", NULL, 0, languages[l]);
        const struct strings *s = catalog_strings(c, languages[l]);
        const struct strings *all = catalog_strings(whole.catalog, languages[l]);
        assert_int_equal(catalog_language_count(c), 1);
        assert_string_equal(strings_bcp47(s), strings_bcp47(all));
        catalog_need_words(c, d, s, "charts/roofline.xml");
        catalog_need_words(c, d, s, "charts/roofline.xml");
        catalog_need_words(whole.catalog, whole.diag, all, "charts/roofline.xml");
        for (size_t i = strings_count(all); i-- > 0;) {
            const char *key = strings_key_at(all, i);
            assert_true(strings_has(s, key));
            assert_string_equal(say(s, key), say(all, key));
        }
        assert_false(strings_has(s, "no.such"));
        assert_string_equal(say(s, "no.such"), "no.such");
        assert_int_equal(strings_count(s), strings_count(all));
        for (size_t i = 0; i < strings_count(all); i++)
            assert_string_equal(strings_key_at(s, i), strings_key_at(all, i));
        arena_drop(a);
    }
    fixture_close(&whole);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_entry_is_the_same),
        cmocka_unit_test(counting_reads_all),
        cmocka_unit_test(names_are_counted_among_all),
        cmocka_unit_test(names_in_pieces_are_counted),
        cmocka_unit_test(an_unknown_id_is_told_alike),
        cmocka_unit_test(a_fault_is_told_to_who_asks),
        cmocka_unit_test(a_doubtful_file_is_read_whole),
        cmocka_unit_test(a_ring_of_entries_ends),
        cmocka_unit_test(an_overlay_lies_over_what_is_not_read),
        cmocka_unit_test(every_word_is_the_same),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
