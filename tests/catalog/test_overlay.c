/* Folders that lie over the shipped catalogue. */
#include "fixture.h"

struct laid {
    struct fixture fixture;
    const char *folders[2];
    struct overlay overlays[2];
    size_t n;
};

static const char SOURCES[] =
    "<sources xmlns='urn:ridgepoint:1'><source id='lab' grade='secondary'>"
    "<title>Our own lab</title><date>2026-11</date></source></sources>";

static const char *folder_new(struct arena *a) {
    char *folder = arena_strdup(a, "/tmp/ridge-overlay-XXXXXX");
    assert_non_null(mkdtemp(folder));
    return folder;
}

static void put(struct laid *l, size_t i, const char *file, const char *text) {
    assert_true(file_write(l->fixture.diag,
                           arena_printf(l->fixture.arena, "%s/%s", l->folders[i], file), text,
                           strlen(text)));
}

static struct laid laid_new(void) {
    static const char *const names[] = {"lab", "home"};
    struct laid l = {.fixture = {.arena = arena_new()}};
    l.fixture.diag = diag_new(l.fixture.arena);
    for (size_t i = 0; i < 2; i++) {
        l.folders[i] = folder_new(l.fixture.arena);
        l.overlays[i] = (struct overlay){l.folders[i], names[i], i == 1};
    }
    return l;
}

static void laid_load(struct laid *l) {
    l->fixture.catalog =
        catalog_load_over(l->fixture.arena, l->fixture.diag, "content", l->overlays, 2, NULL, NULL);
    assert_non_null(l->fixture.catalog);
}

static void laid_close(struct laid *l) {
    static const char *const files[] = {"sources.xml", "links.xml", "accelerators.xml",
                                        "models.xml", "prices.xml"};
    for (size_t i = 0; i < 2; i++) {
        for (size_t k = 0; k < sizeof files / sizeof *files; k++)
            unlink(arena_printf(l->fixture.arena, "%s/%s", l->folders[i], files[k]));
        assert_int_equal(rmdir(l->folders[i]), 0);
    }
    fixture_close(&l->fixture);
}

static const char *entries(struct laid *l, const char *inside) {
    return arena_printf(l->fixture.arena,
                        "<accelerators xmlns='urn:ridgepoint:1'>%s</accelerators>", inside);
}

static size_t index_of(const struct catalog *c, const char *id) {
    size_t i = 0;
    while (i < catalog_accelerator_count(c) && strcmp(catalog_accelerator_at(c, i)->id, id) != 0)
        i++;
    return i;
}

static const struct accelerator *device(struct laid *l, const char *id) {
    const struct accelerator *a =
        catalog_accelerator(l->fixture.catalog, l->fixture.diag, (struct span){0}, id);
    assert_non_null(a);
    return a;
}

static void clean(struct laid *l) {
    print_reports(l->fixture.diag);
    assert_int_equal(diag_count(l->fixture.diag, SEVERITY_WARNING), 0);
}

/* 600 W and a price instead of 700 W; what is not mentioned stays, in its place. */
static void single_values_are_changed_in_place(void **state) {
    (void)state;
    struct fixture shipped = fixture_open("content");
    struct laid l = laid_new();
    put(&l, 0, "sources.xml", SOURCES);
    put(&l, 0, "accelerators.xml",
        entries(&l,
                "<accelerator id='h100-sxm5-80gb' extends='h100-sxm5-80gb'>"
                "<power source='lab'>600 W</power>"
                "<price currency='USD' date='2026-11' kind='rent-hour' source='lab'>2.49</price>"
                "<price currency='CNY' date='2026-10' kind='buy' source='lab'>180000</price>"
                "</accelerator>"));
    laid_load(&l);
    clean(&l);
    const struct accelerator *a = device(&l, "h100-sxm5-80gb");
    assert_int_equal(catalog_accelerator_count(l.fixture.catalog),
                     catalog_accelerator_count(shipped.catalog));
    assert_int_equal(index_of(l.fixture.catalog, a->id), index_of(shipped.catalog, a->id));
    assert_near(a->power.value, 600, 0);
    assert_string_equal(a->power.reference->title, "Our own lab");
    assert_near(a->memory_bandwidth.value, 3.35e12, 0);
    assert_near(a->fp8_sparse.value, 2 * 1978.9e12, 1);
    assert_string_equal(a->name, "H100 SXM5 80GB");
    assert_string_equal(a->link, "nvlink-4");
    assert_string_equal(a->overlay, "lab");
    assert_null(device(&l, "rtx-4090")->overlay);
    assert_string_equal(a->prices->currency, "USD");
    assert_near(a->prices->amount, 2.49, 0);
    assert_string_equal(a->prices->kind, "rent-hour");
    assert_string_equal(a->prices->date, "2026-11");
    assert_near(a->prices->next->amount, 180000, 0);
    assert_null(a->prices->next->next);
    assert_null(device(&l, "rtx-4090")->prices);
    assert_string_equal(catalog_overlay(l.fixture.catalog, a->span), "lab");
    assert_null(catalog_overlay(l.fixture.catalog, device(&l, "rtx-4090")->span));
    assert_string_equal(catalog_edition(l.fixture.catalog), "2026-11 + lab");
    assert_string_equal(catalog_date(l.fixture.catalog), "2026-11");
    laid_close(&l);
    fixture_close(&shipped);
}

/* A variant has what it does not say from the device it extends, and a link of its own. */
static void new_entries_come_last(void **state) {
    (void)state;
    struct laid l = laid_new();
    put(&l, 0, "sources.xml", SOURCES);
    put(&l, 0, "links.xml",
        "<links xmlns='urn:ridgepoint:1'><link id='lab-net' kind='scale-out' scope='port' "
        "topology='switch'><name>Lab network</name><bandwidth source='lab'>25 GB/s</bandwidth>"
        "<unknown reason='not-measured'>latency</unknown></link></links>");
    put(&l, 0, "accelerators.xml",
        entries(&l, "<accelerator id='lab-card' extends='rtx-4090'><name>Lab card</name>"
                    "<memory-label>48 GB</memory-label>"
                    "<memory-capacity source='lab'>47.9 GiB</memory-capacity>"
                    "<link-bandwidth link='lab-net' source='lab'>25 GB/s</link-bandwidth>"
                    "</accelerator>"));
    laid_load(&l);
    clean(&l);
    size_t n = catalog_accelerator_count(l.fixture.catalog);
    const struct accelerator *a = catalog_accelerator_at(l.fixture.catalog, n - 1);
    assert_string_equal(a->id, "lab-card");
    assert_string_equal(a->name, "Lab card");
    assert_string_equal(a->short_name, "Lab card");
    assert_string_equal(a->link, "lab-net");
    assert_near(a->memory_capacity.value, 47.9 * 0x1p30, 1);
    assert_near(a->memory_bandwidth.value, 1008e9, 0);
    assert_string_equal(device(&l, "rtx-4090")->name, "GeForce RTX 4090");
    assert_near(device(&l, "rtx-4090")->memory_capacity.value, 24564.0 * 0x1p20, 1);
    laid_close(&l);
}

/* The text of an entry of a shipped file, with one passage changed. */
static const char *shipped_entry(struct laid *l, const char *path, const char *from,
                                 const char *end, const char *old, const char *new) {
    struct arena *a = l->fixture.arena;
    const struct source *s = file_read(a, l->fixture.diag, (struct span){0}, path, XML_FILE_LIMIT);
    assert_non_null(s);
    const char *at = strstr(s->text, from), *stop = strstr(at, end);
    const char *entry = arena_strndup(a, at, (size_t)(stop - at) + strlen(end));
    const char *passage = strstr(entry, old);
    assert_non_null(passage);
    return arena_printf(a, "%.*s%s%s", (int)(passage - entry), entry, new, passage + strlen(old));
}

/* A whole entry with the id of a shipped one stands for it: devices and models. */
static void whole_entries_replace_shipped_ones(void **state) {
    (void)state;
    struct laid l = laid_new();
    const char *entry =
        shipped_entry(&l, "content/catalogue/accelerators.xml", "<accelerator id=\"rtx-4090\"",
                      "</accelerator>", "450 W", "350 W");
    put(&l, 0, "accelerators.xml", entries(&l, entry));
    entry = shipped_entry(&l, "content/catalogue/models.xml", "<model id=\"llama-2-7b\"",
                          "</model>", "<name>Llama 2 7B</name>", "<name>Our Llama</name>");
    put(&l, 1, "models.xml",
        arena_printf(l.fixture.arena, "<models xmlns='urn:ridgepoint:1'>%s</models>", entry));
    laid_load(&l);
    clean(&l);
    assert_near(device(&l, "rtx-4090")->power.value, 350, 0);
    const struct model *m =
        catalog_model(l.fixture.catalog, l.fixture.diag, (struct span){0}, "llama-2-7b");
    assert_string_equal(m->name, "Our Llama");
    assert_string_equal(catalog_overlay(l.fixture.catalog, m->span), "home");
    assert_string_equal(catalog_edition(l.fixture.catalog), "2026-11 + lab + home");
    /* The scenarios see what lies on top. */
    for (size_t i = 0; i < catalog_scenario_count(l.fixture.catalog); i++) {
        const struct scenario *s = catalog_scenario_at(l.fixture.catalog, i);
        if (strcmp(s->model->id, "llama-2-7b") == 0)
            assert_ptr_equal(s->model, m);
    }
    laid_close(&l);
}

static void later_overlays_lie_over_earlier_ones(void **state) {
    (void)state;
    struct laid l = laid_new();
    put(&l, 0, "sources.xml", SOURCES);
    static const char *const watts[] = {"600 W", "650 W"};
    for (size_t i = 0; i < 2; i++) {
        put(&l, i, "accelerators.xml",
            entries(&l, arena_printf(l.fixture.arena,
                                     "<accelerator id='h100-sxm5-80gb' extends='h100-sxm5-80gb'>"
                                     "<power source='lab'>%s</power></accelerator>",
                                     watts[i])));
        put(&l, i, "prices.xml",
            arena_printf(l.fixture.arena,
                         "<prices xmlns='urn:ridgepoint:1'><price accelerator='h100-sxm5-80gb' "
                         "currency='USD' date='2026-11' kind='rent-hour' source='lab'>%d</price>"
                         "</prices>",
                         (int)i + 2));
    }
    laid_load(&l);
    clean(&l);
    const struct accelerator *a = device(&l, "h100-sxm5-80gb");
    assert_near(a->power.value, 650, 0);
    assert_near(a->prices->amount, 3, 0); /* the nearest first */
    assert_near(a->prices->next->amount, 2, 0);
    assert_string_equal(a->overlay, "home");
    laid_close(&l);
}

static void an_empty_folder_is_a_fault_unless_it_is_the_user_s(void **state) {
    (void)state;
    struct laid l = laid_new();
    laid_load(&l);
    assert_int_equal(diag_count(l.fixture.diag, SEVERITY_ERROR), 1);
    const struct report *r = report_find(l.fixture.diag, DIAG_OVERLAY_EMPTY);
    assert_non_null(r);
    assert_string_equal(r->found, l.folders[0]);
    assert_string_equal(catalog_edition(l.fixture.catalog), "2026-11");
    laid_close(&l);
}

static void faults_stand_in_the_overlay(void **state) {
    (void)state;
    static const struct {
        const char *inside;
        enum diag_kind kind;
        const char *at, *nearest;
    } faults[] = {
        {"<accelerator id='x' extends='h100-smx5-80gb'/>", DIAG_UNKNOWN_ACCELERATOR,
         "h100-smx5-80gb", "h100-sxm5-80gb"},
        {"<accelerator id='t4' extends='t4'/><accelerator id='t4' extends='t4'/>",
         DIAG_DUPLICATE_ID, "t4' extends='t4'/></", NULL},
        {"<accelerator id='t4' extends='t4'><power source='lap'>60 W</power></accelerator>",
         DIAG_UNKNOWN_SOURCE, "lap", NULL},
        {"<accelerator id='t4' extends='t4'><price currency='$' date='2026-11' kind='buy' "
         "source='lab'>5</price></accelerator>",
         DIAG_UNKNOWN_WORD, "$", NULL},
        {"<accelerator id='t4' extends='t4'><price currency='USD' date='today' kind='buy' "
         "source='lab'>5</price></accelerator>",
         DIAG_BAD_DATE, "today", NULL},
        {"<accelerator id='t4' extends='t4'><price currency='USD' date='2026-11' kind='bye' "
         "source='lab'>5</price></accelerator>",
         DIAG_UNKNOWN_WORD, "bye", NULL},
        {"<accelerator id='t4' extends='t4'><price currency='USD' date='2026-11' kind='buy' "
         "source='lab'>5 USD</price></accelerator>",
         DIAG_BAD_NUMBER, "5 USD", NULL},
        {"<accelerator id='t4' extends='t4'><price currency='USD' kind='buy' "
         "source='lab'>5</price></accelerator>",
         DIAG_MISSING_OPTION, "<price", NULL},
        /* The base's INT8 is 130. */
        {"<accelerator id='t4' extends='t4'><int4 source='lab'>100 TOP/s</int4></accelerator>",
         DIAG_CATALOG_DISAGREES, "100 TOP/s", NULL},
        {"<accelerator id='new'/>", DIAG_MISSING_FIELD, "<accelerator id='new'/>", NULL},
        {"<accelerator id='h100' extends='h100'/>", DIAG_UNKNOWN_ACCELERATOR, "h100'/>",
         "h100-sxm5-80gb\nh100-pcie-80gb\nh100-nvl-94gb"},
    };
    for (size_t i = 0; i < sizeof faults / sizeof *faults; i++) {
        struct laid l = laid_new();
        put(&l, 0, "sources.xml", SOURCES);
        put(&l, 0, "accelerators.xml", entries(&l, faults[i].inside));
        laid_load(&l);
        const struct report *r = report_find(l.fixture.diag, faults[i].kind);
        if (!r) {
            print_reports(l.fixture.diag);
            fail_msg("fault %zu was not seen", i);
        }
        const char *at = r->at.source->text + r->at.from;
        if (strncmp(at, faults[i].at, strlen(faults[i].at)) != 0)
            fail_msg("fault %zu marks “%.30s”, expected “%s”", i, at, faults[i].at);
        if (faults[i].nearest)
            assert_string_equal(r->nearest, faults[i].nearest);
        laid_close(&l);
    }
}

/* Whoever begins an entry reads once what it lacks. */
static void a_short_entry_is_one_report(void **state) {
    (void)state;
    struct laid l = laid_new();
    put(&l, 0, "sources.xml", SOURCES);
    put(&l, 0, "accelerators.xml",
        entries(&l, "<accelerator id='new' class='gpu-tensor'><name>New</name>"
                    "<memory-capacity source='lab'>16 GiB</memory-capacity></accelerator>"));
    laid_load(&l);
    assert_int_equal(diag_count(l.fixture.diag, SEVERITY_ERROR), 1);
    const struct report *r = report_find(l.fixture.diag, DIAG_MISSING_FIELD);
    assert_non_null(r);
    assert_non_null(strstr(r->found, "form-factor="));
    assert_non_null(strstr(r->found, "<vendor>"));
    assert_non_null(strstr(r->found, "<memory-bandwidth>"));
    assert_null(strstr(r->found, "memory-capacity"));
    laid_close(&l);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(single_values_are_changed_in_place),
        cmocka_unit_test(new_entries_come_last),
        cmocka_unit_test(a_short_entry_is_one_report),
        cmocka_unit_test(whole_entries_replace_shipped_ones),
        cmocka_unit_test(later_overlays_lie_over_earlier_ones),
        cmocka_unit_test(an_empty_folder_is_a_fault_unless_it_is_the_user_s),
        cmocka_unit_test(faults_stand_in_the_overlay),
    };
    return cmocka_run_group_tests(tests, NULL, NULL) ? 1 : 0;
}
