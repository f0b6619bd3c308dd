/* The file format of PDFs: numbers and strings, objects in streams, labels and outlines that other
 * programs read as they were meant. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "figure/scene.h"
#include "paint/paint.h"
#include "paint/pdf_file.h"

static void number_is(double x, int decimals, const char *want) {
    struct arena *a = arena_new();
    struct bytes b = {.arena = a};
    pdf_fixed(&b, x, decimals);
    assert_string_equal(b.at, want);
    arena_drop(a);
}

static void numbers_are_short_and_plain(void **state) {
    (void)state;
    number_is(0, 2, "0");
    number_is(-0.004, 2, "0");
    number_is(-0.005, 2, "-0.01");
    number_is(12.5, 2, "12.5");
    number_is(12.05, 2, "12.05");
    number_is(595.276, 2, "595.28");
    number_is(-3, 0, "-3");
    number_is(0.70711, 5, "0.70711");
    number_is(1e9, 2, "1000000000");
    number_is(NAN, 2, "0");
    number_is(INFINITY, 2, "0");
}

static void text_is(const char *utf8, const char *want) {
    struct arena *a = arena_new();
    struct bytes b = {.arena = a};
    pdf_text(&b, utf8);
    assert_string_equal(b.at, want);
    arena_drop(a);
}

static void strings_are_literal_or_utf16(void **state) {
    (void)state;
    text_is("", "()");
    text_is("plain", "(plain)");
    text_is("a(b)\\c", "(a\\(b\\)\\\\c)");
    text_is("\xE8\xAE\xAD\xE7\xBB\x83", "<FEFF8BAD7EC3>"); /* 训练 */
    text_is("\xF0\xA0\xAE\xB7", "<FEFFD842DFB7>");         /* 𠮷, two units */
    text_is("caf\xC3\xA9", "<FEFF00630061006600E9>");
    text_is("line\nend", "<FEFF006C0069006E0065000A0065006E0064>");
}

static const char *told(struct arena *a, const char *command) {
    FILE *pipe = popen(command, "r");
    assert_non_null(pipe);
    struct bytes text = {.arena = a};
    char part[4096];
    for (size_t n; (n = fread(part, 1, sizeof part, pipe)) > 0;)
        bytes_add(&text, part, n);
    assert_int_equal(pclose(pipe), 0);
    bytes_puts(&text, "");
    return text.at;
}

static const char *saved(struct arena *a, const char *name, const struct bytes *pdf) {
    const char *out = getenv("OUT");
    const char *path = arena_printf(a, "%s/%s", out ? out : "out", name);
    struct diag *d = diag_new(a);
    assert_true(folder_make(d, out ? out : "out") && file_write(d, path, pdf->at, pdf->n));
    return path;
}

/* More pages, names and outline entries than one object stream holds. */
enum { PAGES = 700 };

static struct bytes many_pages(struct arena *a) {
    struct page *pages = ARENA_ARRAY(a, struct page, PAGES);
    struct outline_entry *outline = ARENA_ARRAY(a, struct outline_entry, PAGES);
    for (int i = 0; i < PAGES; i++) {
        struct scene *s = scene_new(a, 100, 100);
        const char *name = arena_printf(a, "p%d", i);
        scene_dest(s, name, (struct point){0, 10});
        scene_rect(s, (struct rect){10, 10, 20, 20}, INK_INK, stroke_none);
        static const char *const ROMAN[] = {"i", "ii", "iii", "iv"};
        pages[i] = (struct page){s, i < 4 ? ROMAN[i] : arena_printf(a, "%d", i - 3)};
        /* levels 1, 3 (closed up to 2), 2, 1 … */
        static const int LEVELS[] = {1, 3, 2};
        outline[i] = (struct outline_entry){LEVELS[i % 3], arena_printf(a, "Title %d", i), name};
    }
    struct document doc = {.title = "Many",
                           .language = "en",
                           .pages = pages,
                           .page_count = PAGES,
                           .outline = outline,
                           .outline_count = PAGES};
    struct bytes out = {.arena = a};
    assert_true(paint_pdf(a, diag_new(a), &doc, &out));
    return out;
}

static size_t count_of(const char *text, const char *part) {
    size_t n = 0;
    for (; (text = strstr(text, part)); text += strlen(part))
        n++;
    return n;
}

static void long_documents_are_whole(void **state) {
    (void)state;
    struct arena *a = arena_new();
    struct bytes pdf = many_pages(a);
    const char *path = saved(a, "many.pdf", &pdf);
    assert_non_null(strstr(told(a, arena_printf(a, "qpdf --check %s 2>&1", path)), "No syntax"));
    assert_non_null(strstr(told(a, arena_printf(a, "pdfinfo %s", path)), "Pages:           700"));
    const char *labels =
        told(a, arena_printf(a, "qpdf --json=2 --json-key=pagelabels %s | tr -d ' \\n'", path));
    assert_non_null(strstr(labels, "{\"index\":0,\"label\":{\"/S\":\"/r\",\"/St\":1}},"
                                   "{\"index\":4,\"label\":{\"/S\":\"/D\",\"/St\":1}}]"));
    const char *outline =
        told(a, arena_printf(a, "qpdf --json=2 --json-key=outlines %s | tr -d ' \\n'", path));
    assert_int_equal(count_of(outline, "\"title\":"), PAGES);
    assert_int_equal(count_of(outline, "\"destpageposfrom1\":null"), 0);
    const char *dests = told(a, arena_printf(a, "pdfinfo -dests %s | grep -c '\"p'", path));
    assert_int_equal(atoi(dests), PAGES);
    arena_drop(a);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(numbers_are_short_and_plain),
        cmocka_unit_test(strings_are_literal_or_utf16),
        cmocka_unit_test(long_documents_are_whole),
    };
    return cmocka_run_group_tests(tests, NULL, NULL) ? 1 : 0;
}
