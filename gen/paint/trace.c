#include "paint/paint.h"

static void put_numbers(struct bytes *b, const double *numbers, size_t n) {
    for (size_t i = 0; i < n; i++) {
        bytes_puts(b, " ");
        bytes_number(b, numbers[i]);
    }
}

static void put_ink(struct bytes *b, const char *what, enum ink ink) {
    if (ink != INK_NONE)
        bytes_printf(b, " %s=%s", what, ink_row(ink)->token);
}

static void put_stroke(struct bytes *b, const struct stroke *s) {
    if (s->ink == INK_NONE)
        return;
    put_ink(b, "stroke", s->ink);
    put_numbers(b, &s->width, 1);
    for (int i = 0; i < 4 && s->dash[i] > 0; i++) {
        bytes_puts(b, i ? "," : " dash=");
        bytes_number(b, s->dash[i]);
    }
    bytes_puts(b, s->cap == CAP_ROUND ? " round" : "");
}

static void put_paint(struct bytes *b, enum ink fill, const struct stroke *stroke) {
    put_ink(b, "fill", fill);
    put_stroke(b, stroke);
}

static void put_box(struct bytes *b, struct rect r) {
    put_numbers(b, (const double[]){r.x, r.y, r.w, r.h}, 4);
}

static void put_point(struct bytes *b, struct point p) {
    put_numbers(b, (const double[]){p.x, p.y}, 2);
}

/* In quotes; quotes, backslashes and control characters are escaped, so that a line is an item. */
static void put_quoted(struct bytes *b, const char *text, size_t n) {
    bytes_puts(b, " \"");
    for (size_t i = 0; i < n; i++) {
        unsigned char c = (unsigned char)text[i];
        if (c == '"' || c == '\\')
            bytes_printf(b, "\\%c", c);
        else if (c < 0x20 || c == 0x7F)
            bytes_printf(b, "\\x%02X", c);
        else
            bytes_add(b, text + i, 1);
    }
    bytes_puts(b, "\"");
}

static void put_word(struct bytes *b, const char *key, const char *text) {
    if (!text)
        return;
    bytes_printf(b, " %s", key);
    size_t n = 0;
    while (text[n])
        n++;
    put_quoted(b, text, n);
}

static void put_path(struct bytes *b, const struct item *item) {
    static const char OPS[] = {
        [PATH_MOVE] = 'M', [PATH_LINE] = 'L', [PATH_CURVE] = 'C', [PATH_CLOSE] = 'Z'};
    for (size_t i = 0; i < item->as.path.n; i++) {
        const struct path_point *p = &item->as.path.points[i];
        bytes_printf(b, " %c", OPS[p->op]);
        if (p->op != PATH_CLOSE)
            put_point(b, (struct point){p->x, p->y});
    }
    put_paint(b, item->as.path.fill, &item->as.path.stroke);
}

static void put_text(struct bytes *b, const struct text_item *t) {
    static const char *const ANCHORS[] = {
        [ANCHOR_START] = "start", [ANCHOR_MIDDLE] = "middle", [ANCHOR_END] = "end"};
    const struct shaped *s = t->shaped;
    size_t to = t->to < s->cluster_count ? t->to : s->cluster_count;
    put_point(b, (struct point){t->x, t->baseline});
    bytes_printf(b, " %s", ANCHORS[t->anchor]);
    put_numbers(b, &t->width, 1);
    if (t->angle != 0) {
        bytes_puts(b, " angle");
        put_numbers(b, &t->angle, 1);
    }
    for (size_t i = t->from, end; i < to; i = end) {
        for (end = i + 1; end < to && s->clusters[end].piece == s->clusters[i].piece;)
            end++;
        const struct text_style *style = &s->pieces[s->clusters[i].piece].style;
        put_numbers(b, &style->size, 1);
        bytes_puts(b, style->weight == WEIGHT_SEMIBOLD ? " semibold" : "");
        bytes_puts(b, style->italic ? " italic" : "");
        put_ink(b, "ink", style->ink);
        const struct cluster *first = &s->clusters[i], *last = &s->clusters[end - 1];
        put_quoted(b, s->text + first->at, last->at + last->bytes - first->at);
    }
}

static const char *const TAGS_TRACED[TAGS] = {
    [TAG_ARTIFACT] = "artifact",
    [TAG_DOCUMENT] = "document",
    [TAG_PART] = "part",
    [TAG_SECT] = "sect",
    [TAG_DIV] = "div",
    [TAG_BLOCKQUOTE] = "blockquote",
    [TAG_CAPTION] = "caption",
    [TAG_TOC] = "toc",
    [TAG_TOCI] = "toci",
    [TAG_P] = "p",
    [TAG_H1] = "h1",
    [TAG_H2] = "h2",
    [TAG_H3] = "h3",
    [TAG_H4] = "h4",
    [TAG_L] = "l",
    [TAG_LI] = "li",
    [TAG_LBL] = "lbl",
    [TAG_LBODY] = "lbody",
    [TAG_TABLE] = "table",
    [TAG_THEAD] = "thead",
    [TAG_TBODY] = "tbody",
    [TAG_TFOOT] = "tfoot",
    [TAG_TR] = "tr",
    [TAG_TH] = "th",
    [TAG_TD] = "td",
    [TAG_SPAN] = "span",
    [TAG_QUOTE] = "quote",
    [TAG_NOTE] = "note",
    [TAG_REFERENCE] = "reference",
    [TAG_CODE] = "code",
    [TAG_LINK] = "link",
    [TAG_FIGURE] = "figure",
    [TAG_FORMULA] = "formula",
};

static void put_tag(struct bytes *b, const struct item *item) {
    const struct tag_facts *f = &item->as.tag.facts;
    bytes_printf(b, " %s", TAGS_TRACED[item->as.tag.tag]);
    put_word(b, "lang", f->language);
    put_word(b, "alt", f->alt);
    put_word(b, "dest", f->dest);
    put_word(b, "uri", f->uri);
}

static const char *const KINDS[] = {
    [ITEM_RECT] = "rect",        [ITEM_LINE] = "line",
    [ITEM_CIRCLE] = "circle",    [ITEM_PATH] = "path",
    [ITEM_TEXT] = "text",        [ITEM_PICTURE] = "picture",
    [ITEM_GROUP_OPEN] = "group", [ITEM_GROUP_CLOSE] = "group-end",
    [ITEM_CLIP_OPEN] = "clip",   [ITEM_CLIP_CLOSE] = "clip-end",
    [ITEM_TAG_OPEN] = "tag",     [ITEM_TAG_CLOSE] = "tag-end",
    [ITEM_DEST] = "dest",
};

static void put_item(struct bytes *b, const struct item *item) {
    switch (item->kind) {
    case ITEM_RECT:
        put_box(b, item->as.rect.box);
        put_paint(b, item->as.rect.fill, &item->as.rect.stroke);
        break;
    case ITEM_LINE:
        put_point(b, item->as.line.from);
        put_point(b, item->as.line.to);
        put_stroke(b, &item->as.line.stroke);
        break;
    case ITEM_CIRCLE:
        put_point(b, item->as.circle.centre);
        put_numbers(b, &item->as.circle.radius, 1);
        put_paint(b, item->as.circle.fill, &item->as.circle.stroke);
        break;
    case ITEM_PATH:
        put_path(b, item);
        break;
    case ITEM_TEXT:
        put_text(b, &item->as.text);
        break;
    case ITEM_PICTURE:
        put_box(b, item->as.picture.box);
        put_word(b, "name", item->as.picture.picture->name);
        break;
    case ITEM_GROUP_OPEN:
        put_point(b, item->as.group.offset);
        put_word(b, "name", item->as.group.name);
        put_word(b, "title", item->as.group.title);
        break;
    case ITEM_CLIP_OPEN:
        put_box(b, item->as.clip);
        break;
    case ITEM_TAG_OPEN:
        put_tag(b, item);
        break;
    case ITEM_TAG_CLOSE:
        bytes_printf(b, " %s", TAGS_TRACED[item->as.tag.tag]);
        break;
    case ITEM_DEST:
        put_point(b, item->as.dest.at);
        put_word(b, "name", item->as.dest.name);
        break;
    case ITEM_GROUP_CLOSE:
    case ITEM_CLIP_CLOSE:
        break;
    }
}

void paint_trace(const struct scene *s, struct bytes *out) {
    if (!out->arena)
        out->arena = s->arena;
    bytes_puts(out, "scene");
    put_point(out, (struct point){s->width, s->height});
    bytes_puts(out, "\n");
    for (const struct item *i = s->first; i; i = i->next) {
        bytes_puts(out, KINDS[i->kind]);
        put_item(out, i);
        bytes_puts(out, "\n");
    }
}
