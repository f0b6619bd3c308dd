/* What stands in a line besides text: boxes, marks of notes, destinations, folios, dots. */
#include "line/paragraphs.h"

static const double EM = 10.5, PITCH = 18, NEAR = 0.011;

#define assert_near(x, y) assert_true(fabs((x) - (y)) < NEAR)

/* ── Texts with things in them: "□" is a box, "※" a note, "¶" a destination, "§" a folio ── */

static void draw_nothing(struct scene *s, const struct box *b, struct point at) {
    scene_rect(s, (struct rect){at.x, at.y - b->ascent, b->width, b->ascent + b->descent}, INK_INK,
               stroke_none);
}

static const struct box *set_box(struct arena *a, struct fonts *f, const struct thing *t,
                                 const struct text_style *around) {
    (void)a, (void)f;
    assert_near(around->size, EM);
    return t->what;
}

static struct block note = {.kind = BLOCK_NOTE};

static struct inline_ *thing_of(struct arena *a, char kind, const struct box *box) {
    struct inline_ *in = ARENA_NEW(a, struct inline_);
    struct thing *thing = ARENA_NEW(a, struct thing);
    *thing = (struct thing){set_box, box, "a box"};
    in->kind = kind == 'b'   ? INLINE_BOX
               : kind == 'n' ? INLINE_NOTE
               : kind == 'm' ? INLINE_MARK
                             : INLINE_PAGE;
    in->thing = kind == 'b' ? thing : NULL;
    in->note = kind == 'n' ? &note : NULL;
    in->id = kind == 'm' ? "here" : NULL;
    in->dest = kind == 'p' ? "there" : kind == 'n' ? "note" : NULL;
    return in;
}

static struct inline_ *things(struct arena *a, const char *text, const struct box *box) {
    static const struct {
        const char *sign;
        char kind;
    } signs[] = {{"□", 'b'}, {"※", 'n'}, {"¶", 'm'}, {"§", 'p'}};
    struct inline_ *first = NULL, **end = &first;
    for (const char *at = text; *at;) {
        size_t n = strlen(at), which = 4;
        for (size_t k = 0; k < 4; k++) {
            const char *sign = strstr(at, signs[k].sign);
            if (sign && (size_t)(sign - at) < n)
                n = (size_t)(sign - at), which = k;
        }
        if (n) {
            *end = inlines(a, arena_strndup(a, at, n));
            while (*end)
                end = &(*end)->next;
        }
        at += n;
        if (which < 4) {
            *end = thing_of(a, signs[which].kind, box);
            end = &(*end)->next;
            at += strlen(signs[which].sign);
        }
    }
    return first;
}

static const char *folio(void *folios, const char *dest) {
    assert_string_equal(dest, "there");
    return folios;
}

static const struct paragraph *set_things(struct bench *b, const char *text, const struct box *box,
                                          double ems) {
    struct paragraph_request *r =
        request(b, things(b->a, text, box), "zh-Hans", ALIGN_JUSTIFY, ems);
    r->no_indent = true;
    r->folio = folio;
    r->folios = (void *)(uintptr_t) "24";
    return paragraph_set(b->a, b->d, r);
}

static const struct box *box(struct bench *b, double width, double ascent, double descent) {
    struct box *x = ARENA_NEW(b->a, struct box);
    *x = (struct box){width, ascent, descent, draw_nothing, NULL, TAG_FORMULA, NULL};
    return x;
}

/* ── Boxes ── */

static void a_box_stands_as_a_latin_letter(void **state) {
    struct bench *b = *state;
    const struct box *x = box(b, 30, 8, 2);
    assert_near(set_things(b, "显存□带宽", x, 40)->lines[0].width, 4 * EM + 30 + 2 * 2.625);
    assert_near(set_things(b, "显存 □ 带宽", x, 40)->lines[0].width, 4 * EM + 30 + 2 * 2.625);
    assert_near(set_things(b, "（□），□", x, 40)->lines[0].width, 60 + (0.5 + 0.5 + 1) * EM);
}

/* Before closing marks and after opening ones never; at Han yes; at letters no. */
static void lines_break_around_boxes(void **state) {
    struct bench *b = *state;
    const struct box *x = box(b, 30, 8, 2);
    size_t before_box = 0, after_box = 0;
    for (double ems = 6; ems < 24; ems += 0.25) {
        const struct paragraph *p =
            set_things(b, "文文文□，文文（□）文文□文文文 x□y 文文□文文文文文文□文", x, ems);
        for (size_t i = 1; i < p->line_count; i++) {
            uint32_t first = p->shaped->clusters[p->lines[i].from].code;
            uint32_t last = p->shaped->clusters[p->lines[i - 1].to - 1].code;
            assert_true(first != 0xFF0C && first != 0xFF09 && last != 0xFF08);
            assert_true(!(first == 'y' || last == 'x'));
            before_box += first == 0xFFFC;
            after_box += last == 0xFFFC;
        }
        assert_int_equal(p->overfull, 0);
    }
    assert_true(before_box > 0 && after_box > 0);
}

static void high_boxes_get_whole_steps_of_the_pitch(void **state) {
    struct bench *b = *state;
    static const char text[] =
        "文文文文文文文文文文文文文文文文文文文文□文文文文文文文文文文文文文文文文文文文文";
    const struct paragraph *p = set_things(b, text, box(b, 10.5, 12, 4), 16);
    for (size_t i = 0; i < p->line_count; i++)
        assert_near(p->lines[i].above + p->lines[i].below, 0);
    p = set_things(b, text, box(b, 10.5, 20, 4), 16);
    assert_int_equal(p->line_count, 3);
    assert_near(p->lines[0].above, 0);
    assert_near(p->lines[1].above, PITCH);
    assert_near(p->lines[2].above, 0);
    p = set_things(b, text, box(b, 10.5, 40, 14), 16);
    assert_near(p->lines[1].above, 2 * PITCH);
    assert_near(p->lines[2].above, PITCH); /* 14 below, 8.4 of the next line: more than 18 */
    /* 7 below and 13 above are more than 18, but only where one stands above the other */
    static const char pair[] = "□文文文文文文文文文文文文文□文文文文文";
    p = set_things(b, pair, box(b, 10.5, 13, 7), 16);
    assert_int_equal(p->line_count, 2);
    assert_near(p->lines[1].above, 0);
    p = set_things(b, "文文□文文文文文文文文文文文文文文文□文文文文", box(b, 10.5, 13, 7), 16);
    assert_near(p->lines[1].above, PITCH);
    p = set_things(b, "文□", box(b, 10.5, 8, 14), 16);
    assert_near(p->lines[0].below, PITCH);
}

/* ── Drawing ── */

static struct scene *drawn(struct bench *b, const struct paragraph *p) {
    struct scene *s = scene_new(b->a, 500, 500);
    for (size_t i = 0; i < p->line_count; i++)
        paragraph_draw_line(s, p, i, (struct point){50, 100 + PITCH * (double)i});
    return s;
}

static size_t tags(const struct scene *s, enum tag tag, const struct tag_facts **facts) {
    size_t n = 0, open = 0, within = 0;
    for (const struct item *i = s->first; i; i = i->next) {
        open += i->kind == ITEM_TAG_OPEN;
        open -= i->kind == ITEM_TAG_CLOSE;
        within = i->kind == ITEM_TAG_OPEN && i->as.tag.tag == TAG_REFERENCE ? 1
                 : open == 0                                                ? 0
                                                                            : within;
        assert_true(open <= 1 + within); /* leaves; the link of a note in its reference */
        if (i->kind == ITEM_TAG_OPEN && i->as.tag.tag == tag && ++n && facts)
            *facts = &i->as.tag.facts;
    }
    assert_int_equal(open, 0);
    return n;
}

static void a_box_is_a_leaf_with_its_words(void **state) {
    struct bench *b = *state;
    const struct tag_facts *facts = NULL;
    struct scene *s = drawn(b, set_things(b, "显存□带宽", box(b, 30, 8, 2), 40));
    assert_int_equal(tags(s, TAG_FORMULA, &facts), 1);
    assert_string_equal(facts->alt, "a box");
    assert_near(facts->box.x, 50 + 2 * EM + 2.625);
    assert_near(facts->box.y, 100 - 8);
    assert_int_equal(tags(s, TAG_SPAN, NULL), 2);
}

static const struct text_item *text_with(const struct scene *s, const char *text) {
    for (const struct item *i = s->first; i; i = i->next)
        if (i->kind == ITEM_TEXT && !strcmp(i->as.text.shaped->text, text))
            return &i->as.text;
    return NULL;
}

static void a_note_is_numbered_when_it_is_drawn(void **state) {
    struct bench *b = *state;
    note.number = NULL;
    const struct paragraph *p = set_things(b, "显存。※带宽※，算力", NULL, 40);
    /* the stop gives its blank half; each mark takes 0.72 em, the comma keeps its em */
    assert_near(p->lines[0].width, (6 + 0.5 + 1 + 2 * 0.72) * EM);
    assert_int_equal(p->lines[0].mark_count, 2);
    assert_ptr_equal(p->lines[0].marks[0].inline_->note, &note);
    note.number = "⑦";
    const struct text_item *item = text_with(drawn(b, p), "⑦");
    assert_non_null(item);
    assert_near(item->x, 50 + 2.5 * EM);
    assert_near(item->shaped->pieces[0].style.size, 0.72 * EM);
    assert_near(item->shaped->pieces[0].style.rise, 0.32 * EM);
    assert_int_equal(tags(drawn(b, p), TAG_REFERENCE, NULL), 2);
    for (double ems = 3; ems < 12; ems += 0.125) {
        p = set_things(b, "显存※带宽※，算力※显存带宽※算力", NULL, ems);
        for (size_t i = 0; i < p->line_count; i++)
            assert_true(p->shaped->clusters[p->lines[i].from].code != 0xFFFC);
    }
}

static void a_destination_takes_no_room(void **state) {
    struct bench *b = *state;
    static const char with[] = "¶显存¶带宽，¶算力显存带宽算力¶";
    for (double ems = 3; ems < 14; ems++) {
        const struct paragraph *p = set_things(b, with, NULL, ems);
        const struct paragraph *q = set_things(b, "显存带宽，算力显存带宽算力", NULL, ems);
        assert_int_equal(p->line_count, q->line_count);
        for (size_t i = 0; i < p->line_count; i++)
            assert_near(p->lines[i].width, q->lines[i].width);
        size_t dests = 0;
        for (const struct item *i = drawn(b, p)->first; i; i = i->next)
            dests += i->kind == ITEM_DEST && !strcmp(i->as.dest.name, "here");
        assert_int_equal(dests, 4);
    }
    struct scene *s = drawn(b, set_things(b, "显存¶带宽", NULL, 20));
    for (const struct item *i = s->first; i; i = i->next)
        if (i->kind == ITEM_DEST)
            assert_near(i->as.dest.at.x, 50 + 2 * EM);
}

static void a_folio_is_looked_up(void **state) {
    struct bench *b = *state;
    const struct paragraph *p = set_things(b, "见第 § 页", NULL, 20);
    assert_non_null(strstr(p->shaped->text, "见第 24 页"));
    const struct tag_facts *facts = NULL;
    assert_int_equal(tags(drawn(b, p), TAG_LINK, &facts), 1);
    assert_string_equal(facts->dest, "there");
}

/* Under its words only; an address that shows itself (no ink of its own) has none. */
static void a_link_to_the_web_is_underlined(void **state) {
    struct bench *b = *state;
    for (int shown = 0; shown < 2; shown++) {
        struct inline_ *text = inlines(b->a, "显存"), *link = inlines(b->a, "带宽");
        text->next = link;
        link->uri = "https://example.org/";
        link->ink = shown ? INK_BANDWIDTH : INK_NONE;
        struct scene *s =
            drawn(b, paragraph_set(b->a, b->d, request(b, text, "zh-Hans", ALIGN_START, 20)));
        int lines = 0;
        for (const struct item *i = s->first; i; i = i->next)
            if (i->kind == ITEM_LINE) {
                lines++;
                assert_near(i->as.line.to.x - i->as.line.from.x, 2 * EM);
                assert_near(i->as.line.from.y, 100 + 2.3);
                assert_int_equal(i->as.line.stroke.ink, INK_BANDWIDTH);
            }
        assert_int_equal(lines, shown);
    }
}

/* ── Emphasis ── */

static size_t dots(const struct scene *s, double *x, double *y) {
    size_t n = 0;
    for (const struct item *i = s->first; i; i = i->next)
        if (i->kind == ITEM_CIRCLE) {
            assert_near(i->as.circle.radius, 0.06 * EM);
            if (!n++)
                *x = i->as.circle.centre.x, *y = i->as.circle.centre.y;
        }
    return n;
}

/* A dot under each ideograph, none under marks and Latin letters, which are slanted. */
static void chinese_emphasis_is_dotted(void **state) {
    struct bench *b = *state;
    double x, y;
    const struct paragraph *p = set(b, "先<问，容 GPU 量>。", "zh-Hans", ALIGN_START, 40);
    assert_int_equal(dots(drawn(b, p), &x, &y), 3);
    assert_near(x, 50 + 1.5 * EM);
    assert_near(y, 100 + (0.12 + 0.25) * EM);
    const struct cluster *latin = &p->shaped->clusters[find(p, "GPU")];
    assert_true(latin->face->italic && latin->face->family == FAMILY_SERIF);
    assert_false(p->shaped->clusters[find(p, "问")].face->family == FAMILY_SANS);
    p = set(b, "ask <for capacity> first", "en", ALIGN_START, 40);
    assert_int_equal(dots(drawn(b, p), &x, &y), 0);
    assert_true(p->shaped->clusters[find(p, "for")].face->italic);
}

/* Where lines stand too close for dots, bold says it. */
static void crowded_emphasis_is_bold(void **state) {
    struct bench *b = *state;
    double x, y;
    struct paragraph_request *r =
        request(b, inlines(b->a, "先<问>容量"), "zh-Hans", ALIGN_START, 40);
    struct style *close = body(b->a, ALIGN_START);
    close->pitch = 1.4 * SIZE;
    r->style = close;
    const struct paragraph *p = paragraph_set(b->a, b->d, r);
    assert_int_equal(dots(drawn(b, p), &x, &y), 0);
    assert_int_equal(p->shaped->clusters[find(p, "问")].face->weight, WEIGHT_SEMIBOLD);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_box_stands_as_a_latin_letter),
        cmocka_unit_test(a_link_to_the_web_is_underlined),
        cmocka_unit_test(lines_break_around_boxes),
        cmocka_unit_test(high_boxes_get_whole_steps_of_the_pitch),
        cmocka_unit_test(a_box_is_a_leaf_with_its_words),
        cmocka_unit_test(a_note_is_numbered_when_it_is_drawn),
        cmocka_unit_test(a_destination_takes_no_room),
        cmocka_unit_test(a_folio_is_looked_up),
        cmocka_unit_test(chinese_emphasis_is_dotted),
        cmocka_unit_test(crowded_emphasis_is_bold),
    };
    return cmocka_run_group_tests(tests, set_up, tear_down) ? 1 : 0;
}
