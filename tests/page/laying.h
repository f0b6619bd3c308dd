/* What the tests of layout share: blocks by hand, and reading the scenes of pages. */
#ifndef RIDGE_TESTS_PAGE_LAYING_H
#define RIDGE_TESTS_PAGE_LAYING_H

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "page/layout.h"

#define assert_near(a, b, within) assert_true(fabs((a) - (b)) <= (within))

static const char *const SENTENCE =
    "训练要保存参数、梯度、优化器状态与激活值，推理只保存参数与缓存；先问容量，再问带宽，最后才问"
    "算力。同一张卡忙的时候忙，闲的时候闲，差别在于它等的是数据还是算术。";
static const char *const ENGLISH =
    "Training keeps parameters, gradients, optimizer states and activations; inference keeps only "
    "parameters and the cache, so ask for capacity first, then for bandwidth, then arithmetic. ";

struct bench {
    struct arena *a;
    struct diag *d;
    struct layout_request request;
    const char *language;
};

static inline struct bench bench_open(const char *language, const char *template_) {
    struct bench t = {.a = arena_new()};
    t.d = diag_new(t.a);
    char pool[256];
    snprintf(pool, sizeof pool, "%s/fonts", getenv("OUT") ? getenv("OUT") : "out");
    const struct catalog *c = catalog_load(t.a, t.d, "content", NULL);
    assert_non_null(c);
    const struct node *n = xml_read(t.a, t.d, "templates", template_, NULL);
    assert_non_null(n);
    t.request = (struct layout_request){
        .strings = catalog_strings(c, language),
        .catalog = c,
        .fonts = fonts_open(t.a, t.d, "assets/fonts", pool),
        .hyphenator = hyphenator_open(t.a, t.d, "/usr/share/hyphen/hyph_en_US.dic"),
        .styles = styles_read(t.a, t.d, n)};
    t.language = strings_bcp47(t.request.strings);
    return t;
}

static inline void bench_close(struct bench *t) {
    assert_int_equal(diag_count(t->d, SEVERITY_ERROR), 0);
    arena_drop(t->a);
}

/* ── Blocks by hand ── */

static inline struct inline_ *words(struct bench *t, const char *text) {
    struct inline_ *in = ARENA_NEW(t->a, struct inline_);
    in->text = text;
    return in;
}

static inline struct block *block(struct bench *t, enum block_kind kind) {
    struct block *b = ARENA_NEW(t->a, struct block);
    b->kind = kind;
    b->language = t->language;
    return b;
}

static inline struct block *add(struct block *parent, struct block *child) {
    struct block **end = &parent->child;
    while (*end)
        end = &(*end)->next;
    *end = child;
    return child;
}

static inline struct block *para(struct bench *t, int times) {
    const char *text = "", *one = t->language[0] == 'z' ? SENTENCE : ENGLISH;
    for (int i = 0; i < times; i++)
        text = arena_printf(t->a, "%s%s", text, one);
    struct block *b = block(t, BLOCK_PARA);
    b->text = words(t, text);
    return b;
}

static inline struct block *chapter(struct bench *t, struct block *book, const char *id,
                                    const char *number) {
    struct block *b = add(book, block(t, BLOCK_CHAPTER));
    b->id = id;
    b->number = b->label = number;
    b->title = words(t, t->language[0] == 'z' ? "两本账" : "Two accounts");
    return b;
}

static inline struct block *section(struct bench *t, struct block *parent, const char *number) {
    struct block *b = add(parent, block(t, BLOCK_SECTION));
    b->level = 1;
    b->id = arena_printf(t->a, "s-%s", number);
    b->number = number;
    b->title =
        words(t, arena_printf(t->a, "%s %s", t->language[0] == 'z' ? "小节" : "Section", number));
    return b;
}

static inline struct block *book(struct bench *t) {
    struct block *b = block(t, BLOCK_BOOK);
    b->title = words(t, "大模型卡在哪里");
    return b;
}

static inline struct block *callout(struct bench *t) {
    struct block *b = block(t, BLOCK_CALLOUT);
    b->title = words(t, "要点");
    b->limits[0] = LIMIT_CAPACITY;
    add(b, para(t, 1));
    return b;
}

static inline struct block *list(struct bench *t) {
    struct block *l = block(t, BLOCK_LIST);
    for (int i = 0; i < 3; i++) {
        struct block *item = add(l, block(t, BLOCK_ITEM));
        item->number = "•";
        add(item, para(t, 1));
    }
    return l;
}

static inline struct block *question(struct bench *t) {
    struct block *b = block(t, BLOCK_QUESTION);
    b->label = "问 1.1";
    b->title = words(t, "四位权重让解码快四倍吗？");
    add(b, para(t, 1));
    return b;
}

static inline struct block *figure(struct bench *t, double width, double height) {
    struct chart *c = ARENA_NEW(t->a, struct chart);
    c->scene = scene_new(t->a, width, height);
    scene_rect(c->scene, (struct rect){0, 0, width, height}, INK_GRID, stroke_none);
    c->describe = "a box";
    struct block *b = block(t, BLOCK_FIGURE);
    b->chart = c;
    b->label = "图 1.1";
    b->title = words(t, "一个方框");
    return b;
}

static inline struct block *table(struct bench *t, size_t rows, const char *const *numbers) {
    struct table *x = ARENA_NEW(t->a, struct table);
    struct column *columns = ARENA_ARRAY(t->a, struct column, 2);
    columns[0].strong = true;
    columns[1].align = COLUMN_DECIMAL;
    struct row *all = ARENA_ARRAY(t->a, struct row, rows + 1);
    for (size_t i = 0; i <= rows; i++) {
        struct cell *cells = ARENA_ARRAY(t->a, struct cell, 2);
        cells[0].text = words(t, i ? arena_printf(t->a, "row%zu", i) : "Device");
        cells[1].text = words(t, !i        ? "Bandwidth"
                                 : numbers ? numbers[i - 1]
                                           : arena_printf(t->a, "%zu.5", i));
        cells[0].column_span = cells[0].row_span = cells[1].column_span = cells[1].row_span = 1;
        all[i] = (struct row){.cells = cells, .cell_count = 2};
    }
    *x = (struct table){.columns = columns,
                        .column_count = 2,
                        .head = all,
                        .head_count = 1,
                        .body = all + 1,
                        .body_count = rows};
    struct block *b = block(t, BLOCK_TABLE);
    b->table = x;
    b->label = "表 1.1";
    b->title = words(t, "很长的表");
    return b;
}

static inline struct block *margin_note(struct bench *t) {
    struct block *b = block(t, BLOCK_MARGIN);
    b->title = words(t, "岭点");
    b->text = words(t, SENTENCE);
    return b;
}

/* ── Reading pages ── */

struct word_seen {
    const struct text_item *item;
    double x, y; /* on the page */
    double size;
    enum family family;
    enum weight weight;
    const char *text;
    bool artifact;
};

struct seen {
    struct word_seen at[6000];
    size_t n;
};

static inline const char *item_text(struct arena *a, const struct text_item *item) {
    if (item->from == item->to)
        return "";
    const struct cluster *c = item->shaped->clusters;
    size_t from = c[item->from].at, to = c[item->to - 1].at + c[item->to - 1].bytes;
    return arena_strndup(a, item->shaped->text + from, to - from);
}

static inline void see(struct seen *s, struct arena *a, const struct item *item,
                       struct point offset, bool artifact) {
    const struct text_item *text = &item->as.text;
    const struct text_style *style =
        &text->shaped->pieces[text->shaped->clusters[text->from].piece].style;
    assert_true(s->n < sizeof s->at / sizeof *s->at);
    s->at[s->n++] = (struct word_seen){
        text,          text->x + offset.x, text->baseline + offset.y, style->size,
        style->family, style->weight,      item_text(a, text),        artifact};
}

static inline struct seen *read_page(struct bench *t, const struct laid_page *page) {
    struct seen *s = ARENA_NEW(t->a, struct seen);
    struct point offsets[8] = {{0, 0}};
    int depth = 0, artifacts = 0;
    for (const struct item *i = page->scene->first; i; i = i->next) {
        if (i->kind == ITEM_GROUP_OPEN) {
            depth++;
            offsets[depth] = (struct point){offsets[depth - 1].x + i->as.group.offset.x,
                                            offsets[depth - 1].y + i->as.group.offset.y};
        } else if (i->kind == ITEM_GROUP_CLOSE)
            depth--;
        else if (i->kind == ITEM_TAG_OPEN)
            artifacts += artifacts || i->as.tag.tag == TAG_ARTIFACT;
        else if (i->kind == ITEM_TAG_CLOSE)
            artifacts -= artifacts > 0;
        else if (i->kind == ITEM_TEXT && i->as.text.to > i->as.text.from)
            see(s, t->a, i, offsets[depth], artifacts > 0);
    }
    return s;
}

static inline bool is_body(const struct word_seen *w) {
    return w->family == FAMILY_SERIF && fabs(w->size - 10.5) < 1e-9;
}

static inline bool is_head(const struct word_seen *w) {
    return fabs(w->size - 16) < 1e-9 && w->weight == WEIGHT_SEMIBOLD;
}

/* Pages of text: arabic, not the one that opens a chapter. */
static inline bool is_text_page(const struct laid *l, size_t i) {
    const char *label = l->pages[i].label;
    return label[0] >= '0' && label[0] <= '9' && strcmp(label, "1") != 0;
}

static inline bool is_even(const struct laid *l, size_t i) {
    return atoi(l->pages[i].label) % 2 == 0;
}

static inline const struct laid *lay(struct bench *t, const struct block *b) {
    const struct laid *l = layout_handout(t->a, t->d, b, &t->request);
    assert_non_null(l);
    assert_true(l->page_count > 2);
    return l;
}

static inline struct block *mixed(struct bench *t) {
    struct block *b = book(t), *c = chapter(t, b, "c-1", "1");
    for (int i = 1; i <= 4; i++) {
        struct block *s = section(t, c, arena_printf(t->a, "1.%d", i));
        add(s, para(t, 3));
        add(s, figure(t, 357, 150 + 23.7 * i));
        add(s, para(t, 2));
        add(s, callout(t));
        add(s, para(t, 5));
        add(s, table(t, 7, NULL));
        add(s, list(t));
        add(s, para(t, 4));
        add(s, question(t));
    }
    return b;
}

/* Where a destination is. */
struct spot_seen {
    size_t page;
    double y;
};

static inline struct spot_seen spot_of(const struct laid *l, const char *dest) {
    for (size_t i = 0; i < l->page_count; i++)
        for (const struct item *k = l->pages[i].scene->first; k; k = k->next)
            if (k->kind == ITEM_DEST && !strcmp(k->as.dest.name, dest))
                return (struct spot_seen){i, k->as.dest.at.y};
    fail_msg("no destination %s", dest);
    return (struct spot_seen){0, 0};
}

static inline bool comes_before(struct spot_seen a, struct spot_seen b) {
    return a.page < b.page || (a.page == b.page && a.y < b.y);
}

/* ── Structure ── */

struct tag_open {
    enum tag tag;
    bool holds_text, holds_tags;
};

/* Tags close in order over all pages; text is in a leaf of the tree or an artifact. */
static inline void check_tags(const struct laid *l, long figures) {
    struct tag_open open[64];
    size_t depth = 0, hidden = 0;
    for (size_t i = 0; i < l->page_count; i++)
        for (const struct item *k = l->pages[i].scene->first; k; k = k->next) {
            if (k->kind == ITEM_TAG_OPEN) {
                assert_true(depth < 64);
                hidden += hidden || k->as.tag.tag == TAG_ARTIFACT;
                figures -= k->as.tag.tag == TAG_FIGURE;
                if (depth && !hidden)
                    open[depth - 1].holds_tags = true;
                open[depth++] = (struct tag_open){.tag = k->as.tag.tag};
            } else if (k->kind == ITEM_TAG_CLOSE) {
                assert_true(depth-- > 0);
                assert_int_equal(k->as.tag.tag, open[depth].tag);
                assert_false(open[depth].holds_text && open[depth].holds_tags);
                hidden -= hidden > 0;
            } else if (k->kind == ITEM_TEXT && !hidden) {
                assert_true(depth > 1);
                open[depth - 1].holds_text = true;
            }
        }
    assert_int_equal(depth, 0);
    assert_true(figures <= 0);
}

#endif
