/* A sheet: one page of boxes at fixed places, and marks between them. */
#include <string.h>

#include "page/handout.h"

static void draw_rule(struct pen *pen, const struct block *b) {
    scene_line(pen->scene, (struct point){b->box.x, b->box.y},
               (struct point){b->box.x + b->box.w, b->box.y}, stroke_solid(INK_INK3, 0.4));
}

static void draw_callout(struct pen *pen, const struct block *b) {
    mark_callout(pen->scene, (struct point){b->box.x, b->box.y}, b->box.w, limit_ink(b->limits[0]));
}

static void draw_ridge(struct pen *pen, const struct block *b) {
    mark_ridge(pen->scene, (struct point){b->box.x, b->box.y}, 1);
}

static void draw_slot_a(struct pen *pen, const struct block *b) {
    mark_slot(pen->scene, 0, (struct point){b->box.x, b->box.y});
}

static void draw_slot_b(struct pen *pen, const struct block *b) {
    mark_slot(pen->scene, 1, (struct point){b->box.x, b->box.y});
}

static void draw_slot_c(struct pen *pen, const struct block *b) {
    mark_slot(pen->scene, 2, (struct point){b->box.x, b->box.y});
}

/* Marks repeat what words say. */
static void draw_mark(struct pen *pen, const struct block *b) {
    static const struct {
        const char *role;
        void (*draw)(struct pen *, const struct block *);
    } marks[] = {{"rule", draw_rule},     {"callout", draw_callout}, {"ridge", draw_ridge},
                 {"slot-a", draw_slot_a}, {"slot-b", draw_slot_b},   {"slot-c", draw_slot_c}};
    for (size_t i = 0; b->role && i < sizeof marks / sizeof *marks; i++)
        if (!strcmp(b->role, marks[i].role)) {
            pen_artifact_open(pen);
            marks[i].draw(pen, b);
            pen_artifact_close(pen);
        }
}

static void report_overfull(struct setter *s, const struct block *b, double over) {
    diag_report(s->diag, DIAG_BOX_OVERFULL, b->span,
                quantity_format(s->arena, quantity_exact(over, UNIT_NONE),
                                (struct number_format){.digits = 2}),
                "less text, or a higher place", NULL);
}

/* "{date}" in a text is the date of the catalogue. */
static void put_date(struct setter *s, const struct block *b) {
    for (const struct inline_ *in = b->text; in; in = in->next) {
        const char *at = in->text ? strstr(in->text, "{date}") : NULL;
        if (at)
            ((struct inline_ *)(void *)in)->text =
                arena_printf(s->arena, "%.*s%s%s", (int)(at - in->text), in->text,
                             catalog_edition(s->request->catalog), at + strlen("{date}"));
    }
}

static void draw_place(struct pen *pen, const struct block *b) {
    struct setter *s = pen->setter;
    struct flow f = flow_new(s);
    f.plain_start = true;
    for (const struct block *c = b->child; c; c = c->next)
        put_date(s, c);
    flow_blocks(&f, b->child, (struct inset){.left = 0, .measure = b->box.w, .style = "body"});
    double height = flow_stack(&f);
    if (b->box.h > 0 && height > b->box.h + 0.5)
        report_overfull(s, b, height - b->box.h);
    scene_tag_open(pen->scene, TAG_DIV, (struct tag_facts){0});
    flow_draw_box(&f, pen->scene, (struct point){b->box.x, b->box.y});
    scene_tag_close(pen->scene, TAG_DIV);
}

static void draw_blocks(struct pen *pen, const struct block *first) {
    for (const struct block *b = first; b; b = b->next) {
        if (b->kind == BLOCK_PLACE)
            draw_place(pen, b);
        else if (b->kind == BLOCK_MARK)
            draw_mark(pen, b);
    }
}

const struct laid *layout_sheet(struct arena *a, struct diag *d, const struct block *sheet,
                                const struct layout_request *request) {
    struct handout *h = ARENA_NEW(a, struct handout);
    h->setter = setter_new(a, d, sheet, request);
    h->setter.sheet = true;
    struct scene *scene = scene_new(h->setter.arena, h->setter.form->width, h->setter.form->height);
    struct pen pen = {.setter = &h->setter, .scene = scene};
    scene_tag_open(scene, TAG_DOCUMENT, (struct tag_facts){.language = h->setter.language});
    scene_tag_open(scene, TAG_PART, (struct tag_facts){0});
    draw_blocks(&pen, sheet->child);
    scene_tag_close(scene, TAG_PART);
    scene_tag_close(scene, TAG_DOCUMENT);
    struct laid *laid = ARENA_NEW(a, struct laid);
    struct laid_page *page = ARENA_NEW(a, struct laid_page);
    *page = (struct laid_page){scene, "1", 0};
    *laid = (struct laid){.pages = page,
                          .page_count = 1,
                          .lines = h->setter.lines,
                          .overfull = h->setter.overfull,
                          .loose = h->setter.loose};
    return laid;
}
