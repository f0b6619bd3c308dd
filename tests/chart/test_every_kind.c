/* Every kind of chart, twenty requests at random each, in every language, frame and theme: what
 * must hold whatever is asked. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>

#include <cmocka.h>

#include "catalog/store.h"
#include "chart/pixels.h"
#include "chart/random_request.h"
#include "paint/theme.h"

enum { REQUESTS = 20, LANGUAGES = 2, FRAMES = 5, LEAST_DRAWN = 15, TRIES = 3 };
static const char *const languages[LANGUAGES] = {"en", "zh"};

/* Of pages: the measure, wide, a slide, and the narrowest of a pair that a kind takes. */
static const struct {
    double width, highest; /* 0 = standalone; any height */
} frames[FRAMES] = {{0, 0}, {357, 0}, {493, 0}, {315, 206}, {248, 0}};

/* One request as it is drawn, and what to call it in messages. */
struct drawn {
    struct bench *bench;
    const struct chart *chart;
    const char *what, *language;
};

static int fault(const struct drawn *d, const char *what, const char *text) {
    print_message("%s: %s: “%s”\n", d->what, what, text ? text : "");
    return 1;
}

/* ── Type ── */

static int size_faults(const struct drawn *d) {
    int faults = 0;
    for (const struct item *i = d->chart->scene->first; i; i = i->next) {
        if (i->kind != ITEM_TEXT)
            continue;
        const struct shaped *s = i->as.text.shaped;
        for (size_t k = 0; k < s->cluster_count; k++)
            if (s->clusters[k].size < (s->clusters[k].flags & CLUSTER_HAN ? 7.875 : 7) - 1e-9) {
                faults += fault(d, "type is too small in", s->text);
                break;
            }
    }
    return faults;
}

/* Themes differ in colours only: in pages one of them tells enough. */
static int picture_faults(const struct drawn *d, bool all_themes) {
    static const enum theme themes[] = {THEME_LIGHT, THEME_DARK, THEME_PRINT};
    int faults = 0;
    for (size_t i = 0; i < (all_themes ? sizeof themes / sizeof *themes : 1); i++)
        faults += ground_faults(d->bench, d->chart, themes[i], d->what);
    return faults;
}

/* ── Words ── */

static size_t characters(const char *text) {
    size_t n = 0;
    for (; *text; text++)
        n += ((unsigned char)*text & 0xC0) != 0x80;
    return n;
}

/* Words whose key is missing, values that were not put in, numbers that are none. */
static bool text_is_raw(const char *text) {
    return !text || strstr(text, "chart.") || strchr(text, '{') || strstr(text, "nan") ||
           strstr(text, "inf ") || !*text;
}

static int word_faults(const struct drawn *d) {
    const struct chart *c = d->chart;
    const char *texts[] = {c->title, c->subtitle, c->describe, c->caption};
    int faults = 0;
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++)
        if (text_is_raw(texts[i]))
            faults += fault(d, "raw words in", texts[i]);
    for (const struct item *i = c->scene->first; i; i = i->next)
        if (item_text(i) && text_is_raw(item_text(i)))
            faults += fault(d, "raw words in", item_text(i));
    if (c->describe && characters(c->describe) > 1000)
        faults += fault(d, "more than 1000 characters in", c->describe);
    if (!c->data.row_count || !c->data.column_count)
        faults += fault(d, "no data", c->title);
    return faults;
}

/* ── Files ── */

static int file_faults(const struct drawn *d, const struct chart *again) {
    static const char *const names[] = {"auto", "light", "dark", "print", "office"};
    int faults = 0;
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        struct arena *scratch = arena_new();
        struct svg_facts f = {.id = "rp-x",
                              .title = d->chart->title,
                              .describe = d->chart->describe,
                              .language = d->language};
        assert_true(theme_lookup(names[i], &f.theme));
        struct bytes one = {.arena = scratch}, two = {.arena = scratch};
        assert_true(paint_svg(scratch, d->bench->diag, d->chart->scene, f, &one));
        assert_true(paint_svg(scratch, d->bench->diag, again->scene, f, &two));
        size_t limit = f.theme == THEME_AUTO ? 24576 : f.theme == THEME_OFFICE ? 1 << 20 : 16384;
        if (one.n > limit)
            faults +=
                fault(d, arena_printf(d->bench->arena, "%zu bytes in theme", one.n), names[i]);
        if (one.n != two.n || memcmp(one.at, two.at, one.n))
            faults += fault(d, "two runs differ in theme", names[i]);
        arena_drop(scratch);
    }
    return faults;
}

/* Both languages have the same marks at the same places; a title of other lines moves them all. */
static int twin_faults(const struct drawn *d, const struct chart *twin) {
    const struct chart *c = d->chart;
    if (c->mark_count != twin->mark_count)
        return fault(d, "the languages differ in marks", c->title);
    double down = c->mark_count ? twin->marks[0].from.y - c->marks[0].from.y : 0;
    for (size_t i = 0; i < c->mark_count; i++) {
        const struct chart_mark *a = &c->marks[i], *b = &twin->marks[i];
        if (fabs(a->from.x - b->from.x) > 0.01 || fabs(a->to.x - b->to.x) > 0.01 ||
            fabs(a->from.y + down - b->from.y) > 0.01 || fabs(a->to.y + down - b->to.y) > 0.01)
            return fault(d, arena_printf(d->bench->arena, "the languages differ at mark %zu", i),
                         c->title);
    }
    return 0;
}

/* ── The walk ── */

static void frame_set(struct chart_request *q, size_t frame) {
    double width = frames[frame].width;
    q->in_page = width > 0;
    q->width = width > 0 ? fmax(width, chart_least_width(q->kind)) : 0;
    q->highest = frames[frame].highest;
}

static const struct chart *draw(struct bench *b, struct chart_request q, size_t frame,
                                const char *language) {
    frame_set(&q, frame);
    q.strings = catalog_strings(b->catalog, language);
    return chart_make(b->arena, b->diag, &q);
}

static int faults_of(struct bench *b, struct chart_request q, size_t frame, const char *name) {
    int faults = 0;
    const struct chart *charts[LANGUAGES];
    for (size_t l = 0; l < LANGUAGES; l++) {
        struct drawn d = {
            b, draw(b, q, frame, languages[l]),
            arena_printf(b->arena, "%s %s %.0f", name, languages[l], frames[frame].width),
            strings_bcp47(catalog_strings(b->catalog, languages[l]))};
        charts[l] = d.chart;
        assert_non_null(d.chart);
        faults += label_faults(d.chart, d.what) + crossing_faults(d.chart, d.what) +
                  size_faults(&d) + picture_faults(&d, !frames[frame].width) + word_faults(&d);
        if (!frames[frame].width)
            faults += file_faults(&d, draw(b, q, frame, languages[l]));
        if (l)
            faults += twin_faults(&d, charts[0]);
    }
    return faults;
}

/* ── Longer words ── */

/* A text whose every word is longer by half; what stands in braces stays. */
static const char *stretched(struct arena *a, const char *text) {
    struct bytes out = {.arena = a};
    while (*text) {
        size_t word = strcspn(text, " {");
        size_t whole = *text == '{' ? strcspn(text, "}") + 1 : word ? word : 1;
        bytes_add(&out, text, whole);
        if (*text != '{' && word > 1 && (unsigned char)*text < 0x80)
            bytes_add(&out, "nnnnnnnnnnnnnnnn", word / 2 < 16 ? word / 2 : 16);
        text += whole;
    }
    return out.at ? arena_strndup(a, out.at, out.n) : "";
}

/* English, a language that needs half as much room again. */
static const struct strings *longer_english(struct bench *b) {
    const struct strings *english = catalog_strings(b->catalog, "en");
    for (size_t i = 0; i < chart_kind_count(); i++)
        catalog_need_words(b->catalog, b->diag, english,
                           arena_printf(b->arena, "charts/%s.xml", chart_kind_at(i)->name));
    struct strings *s = arena_memdup(b->arena, english, sizeof *s);
    s->at = arena_memdup(b->arena, english->at, s->n * sizeof *s->at);
    for (size_t i = 0; i < s->n; i++)
        if (!strncmp(s->at[i].key, "chart.", 6))
            s->at[i].text = stretched(b->arena, s->at[i].text);
    return s;
}

static int longer_faults(struct bench *b, struct chart_request q, const char *name) {
    int faults = 0;
    q.strings = b->longer;
    for (size_t f = 0; f < 3; f++) { /* those that have room for other words */
        frame_set(&q, f);
        struct drawn d = {b, chart_make(b->arena, b->diag, &q),
                          arena_printf(b->arena, "%s longer %.0f", name, frames[f].width), "en"};
        assert_non_null(d.chart);
        faults += label_faults(d.chart, d.what) + crossing_faults(d.chart, d.what);
    }
    return faults;
}

/* A request may be refused, with a message, which is printed; then there is nothing to look at. */
static bool is_refused(struct bench *b, struct chart_request q, int *faults, const char *name) {
    struct diag *heard = diag_new(b->arena);
    q.strings = catalog_strings(b->catalog, "en");
    if (chart_make(b->arena, heard, &q))
        return false;
    struct bytes said = {.arena = b->arena};
    diag_write(heard, &said, false);
    if (diag_faults(heard))
        print_message("%s: refused: %.*s", name, (int)said.n, (const char *)said.at);
    else
        *faults += fault(&(struct drawn){b, NULL, name, "en"}, "refused", "without a word");
    return true;
}

/* One that is refused is asked otherwise, at most twice; those drawn are as hard as before. */
static bool find_request(struct dice *r, struct bench *b, const struct chart_kind *kind,
                         const char *name, int *faults, struct chart_request *q) {
    for (int tries = 0; tries < TRIES; tries++) {
        *q = random_request(r, b, kind);
        if (!is_refused(b, *q, faults, name))
            return true;
    }
    return false;
}

/* Narrower than its labels need, a kind is refused in one message that says the width. */
static int narrow_faults(struct bench *b, const struct chart_kind *kind) {
    struct diag *heard = diag_new(b->arena);
    struct chart_request q = bench_request(b, "en", kind->name);
    q.in_page = true;
    q.width = kind->least_width - 1;
    const struct chart *chart = chart_make(b->arena, heard, &q);
    return !chart && diag_faults(heard) == 1
               ? 0
               : fault(&(struct drawn){b, chart, "narrow", "en"}, "drawn", kind->name);
}

static struct bench *shared; /* a test's own state is its kind */

static void kind_holds(void **state) {
    struct bench *b = shared;
    const struct chart_kind *kind = *state;
    const char *seed = getenv("RIDGE_SEED"); /* other requests than those of every day */
    struct dice dice = {seed ? strtoull(seed, NULL, 10) : 20261130};
    int faults = narrow_faults(b, kind), drawn = 0;
    for (int i = 0; i < REQUESTS; i++) {
        struct arena *whole = b->arena;
        struct chart_request q;
        const char *name = arena_printf(b->arena, "%s %d", kind->name, i);
        if (!find_request(&dice, b, kind, name, &faults, &q))
            continue;
        drawn++;
        b->arena = arena_new();
        for (size_t f = 0; f < FRAMES; f++) {
            struct chart_request framed = q;
            frame_set(&framed, f); /* it may be too much for a narrow one */
            if (f < 3 || !is_refused(b, framed, &faults, name))
                faults += faults_of(b, q, f, name);
        }
        faults += longer_faults(b, q, name);
        arena_drop(b->arena);
        b->arena = whole;
    }
    if (drawn < LEAST_DRAWN) {
        print_message("%s: only %d of %d requests were drawn\n", kind->name, drawn, REQUESTS);
        faults++;
    }
    assert_int_equal(faults, 0);
}

/* With a kind's name as argument, that kind alone. A group's state would hide the tests' own. */
int main(int argc, char **argv) {
    struct CMUnitTest tests[64] = {0};
    void *state;
    for (size_t i = 0; i < chart_kind_count(); i++)
        tests[i] = (struct CMUnitTest){.name = chart_kind_at(i)->name,
                                       .test_func = kind_holds,
                                       .initial_state = (void *)(uintptr_t)chart_kind_at(i)};
    if (argc > 1)
        cmocka_set_test_filter(argv[1]);
    bench_open(&state);
    shared = state;
    shared->longer = longer_english(shared);
    int failed = _cmocka_run_group_tests("kinds", tests, chart_kind_count(), NULL, NULL);
    return bench_close(&state) || failed;
}
