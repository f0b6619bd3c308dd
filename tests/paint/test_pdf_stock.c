/* What the PDFs of a run share shows in none of them: each has the bytes that it has alone. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

#include "figure/scene.h"
#include "paint/pdf_stock.h"

struct bench {
    struct arena *arena;
    struct diag *diag;
    struct fonts *fonts;
};

static struct bench bench_new(void) {
    const char *out = getenv("OUT");
    struct bench b = {.arena = arena_new()};
    b.diag = diag_new(b.arena);
    folder_make(b.diag, out ? out : "out");
    b.fonts = fonts_open(b.arena, b.diag, "assets/fonts",
                         arena_printf(b.arena, "%s/stock-fonts", out ? out : "out"));
    assert_non_null(b.fonts);
    return b;
}

static struct scene *scene_of(struct bench *b, const char *text, enum family family) {
    struct scene *s = scene_new(b->arena, 200, 60);
    struct text_style style = {.family = family, .size = 10, .ink = INK_INK, .language = "en"};
    scene_label(s, b->fonts, 10, 30, ANCHOR_START, text, style);
    return s;
}

/* Latin and Han, one face and two, a long text and none. */
enum { SCENES = 5 };

static void draw(struct bench *b, struct scene *out[SCENES]) {
    fonts_announce(b->fonts, "显存带宽");
    out[0] = scene_of(b, "affine office, 3 350 GB/s", FAMILY_SERIF);
    out[1] = scene_of(b, "HBM3 显存带宽 80 GiB", FAMILY_SANS);
    out[2] = scene_of(b, "fluffy", FAMILY_SERIF);
    out[3] = scene_of(b, "", FAMILY_SANS);
    out[4] = scene_of(b, "The quick brown fox jumps over 13 lazy dogs; 带宽", FAMILY_SERIF);
}

static struct bytes painted(struct bench *b, const struct scene *s, struct pdf_stock *stock) {
    struct bytes out = {.arena = b->arena};
    struct figure_facts facts = {"Title", "What it shows", "en", THEME_LIGHT, 0, stock};
    assert_true(paint_pdf_figure(b->arena, b->diag, s, facts, &out));
    return out;
}

static void is_as_alone(struct bench *b, const struct scene *s, struct pdf_stock *stock) {
    struct bytes alone = painted(b, s, NULL), shared = painted(b, s, stock);
    assert_int_equal(shared.n, alone.n);
    assert_memory_equal(shared.at, alone.at, alone.n);
}

/* So often that the first cuts are of the file, the further ones of the prepared face. */
static void every_document_has_its_own_bytes(void **state) {
    (void)state;
    struct bench b = bench_new();
    struct scene *scenes[SCENES];
    draw(&b, scenes);
    struct pdf_stock *stock = pdf_stock_new(b.arena);
    for (size_t i = 0; i < (size_t)SCENES * STOCK_CUTS_PLAIN; i++)
        is_as_alone(&b, scenes[i % SCENES], stock);
    assert_true(stock->count > 0);
    assert_non_null(stock->fonts[0].source);
    arena_drop(b.arena);
}

static void a_document_that_fails_leaves_nothing(void **state) {
    (void)state;
    struct bench b = bench_new();
    struct scene *scenes[SCENES];
    draw(&b, scenes);
    struct pdf_stock *stock = pdf_stock_new(b.arena);
    struct scene *lost = scene_of(&b, "see there", FAMILY_SERIF);
    struct tag_facts nowhere = {.dest = "nowhere", .box = {0, 0, 200, 60}};
    scene_tag_open(lost, TAG_LINK, nowhere);
    scene_label(
        lost, b.fonts, 10, 50, ANCHOR_START, "lost",
        (struct text_style){.family = FAMILY_SERIF, .size = 10, .ink = INK_INK, .language = "en"});
    scene_tag_close(lost, TAG_LINK);
    struct page page = {.scene = lost};
    struct document doc = {
        .title = "t", .language = "en", .pages = &page, .page_count = 1, .stock = stock};
    struct bytes out = {.arena = b.arena};
    assert_false(paint_pdf(b.arena, diag_new(b.arena), &doc, &out));
    is_as_alone(&b, scenes[0], stock);
    is_as_alone(&b, scenes[4], stock);
    arena_drop(b.arena);
}

/* The stock is full of other fonts: documents open their own. */
static void a_full_stock_takes_no_more(void **state) {
    (void)state;
    struct bench b = bench_new();
    struct scene *scenes[SCENES];
    draw(&b, scenes);
    struct pdf_stock *small = pdf_stock_new(b.arena), *full = pdf_stock_new(b.arena);
    painted(&b, scenes[0], small);
    char real[4096];
    assert_non_null(realpath(small->fonts[0].file->path, real));
    for (int i = 0; i < STOCK_MOST + 3; i++) {
        const char *name = arena_printf(b.arena, "%s/stock-fonts/%d.otf",
                                        getenv("OUT") ? getenv("OUT") : "out", i);
        unlink(name);
        assert_int_equal(symlink(real, name), 0);
        assert_int_equal(pdf_stock_font(full, name) != NULL, i < STOCK_MOST);
        unlink(name);
    }
    assert_int_equal(full->count, STOCK_MOST);
    for (size_t i = 0; i < SCENES; i++)
        is_as_alone(&b, scenes[i], full);
    assert_int_equal(full->count, STOCK_MOST);
    arena_drop(b.arena);
}

static void what_is_no_font_takes_no_place(void **state) {
    (void)state;
    struct bench b = bench_new();
    struct pdf_stock *stock = pdf_stock_new(b.arena);
    assert_null(pdf_stock_font(stock, "Makefile"));
    assert_null(pdf_stock_font(stock, "no/such/file.otf"));
    assert_int_equal(stock->count, 0);
    arena_drop(b.arena);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_document_has_its_own_bytes),
        cmocka_unit_test(a_document_that_fails_leaves_nothing),
        cmocka_unit_test(a_full_stock_takes_no_more),
        cmocka_unit_test(what_is_no_font_takes_no_place),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
