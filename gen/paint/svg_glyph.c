/* Text as outlines: each glyph stands once in the file and is used where it is set. The
 * words stay in title and description: of an image nothing else is read. */
#include <ft2build.h>
#include <math.h>
#include FT_FREETYPE_H
#include FT_OUTLINE_H

#include "paint/face_file.h"
#include "paint/svg.h"

struct svg_glyph {
    struct svg_glyph *next;
    const struct face_file *file;
    uint32_t id;
    int number; /* of its path; 0: nothing to draw, as of a space */
};

/* ── Outlines, in units of the face, y down, by steps ── */

struct tracing {
    struct bytes *b;
    FT_Vector at;
    bool open;
};

/* A minus parts numbers. */
static void put_step(struct tracing *t, const FT_Vector *to, bool first) {
    long x = to->x - t->at.x, y = t->at.y - to->y;
    bytes_printf(t->b, first || x < 0 ? "%ld" : " %ld", x);
    bytes_printf(t->b, y < 0 ? "%ld" : " %ld", y);
}

static int trace_move(const FT_Vector *to, void *user) {
    struct tracing *t = user;
    bytes_puts(t->b, t->open ? "zm" : "m");
    put_step(t, to, true);
    t->at = *to;
    t->open = true;
    return 0;
}

static int trace_line(const FT_Vector *to, void *user) {
    struct tracing *t = user;
    if (to->y == t->at.y)
        bytes_printf(t->b, "h%ld", to->x - t->at.x);
    else if (to->x == t->at.x)
        bytes_printf(t->b, "v%ld", t->at.y - to->y);
    else {
        bytes_puts(t->b, "l");
        put_step(t, to, true);
    }
    t->at = *to;
    return 0;
}

static int trace_conic(const FT_Vector *c, const FT_Vector *to, void *user) {
    struct tracing *t = user;
    bytes_puts(t->b, "q");
    put_step(t, c, true);
    put_step(t, to, false);
    t->at = *to;
    return 0;
}

static int trace_cubic(const FT_Vector *c, const FT_Vector *d, const FT_Vector *to, void *user) {
    struct tracing *t = user;
    bytes_puts(t->b, "c");
    put_step(t, c, true);
    put_step(t, d, false);
    put_step(t, to, false);
    t->at = *to;
    return 0;
}

static bool put_outline(const struct face_file *file, uint32_t id, struct bytes *b) {
    static const FT_Outline_Funcs FUNCTIONS = {trace_move,  trace_line, trace_conic,
                                               trace_cubic, 0,          0};
    struct tracing t = {.b = b};
    if (FT_Load_Glyph(file->freetype, id, FT_LOAD_NO_SCALE | FT_LOAD_NO_BITMAP) != 0 ||
        file->freetype->glyph->format != FT_GLYPH_FORMAT_OUTLINE ||
        FT_Outline_Decompose(&file->freetype->glyph->outline, &FUNCTIONS, &t) != 0)
        return false;
    bytes_puts(b, t.open ? "z" : "");
    return t.open;
}

static int glyph_number(struct svg *v, const struct face_file *file, uint32_t id) {
    for (const struct svg_glyph *g = v->glyphs; g; g = g->next)
        if (g->file == file && g->id == id)
            return g->number;
    struct bytes outline = {.arena = v->arena};
    struct svg_glyph *g = ARENA_NEW(v->arena, struct svg_glyph);
    *g = (struct svg_glyph){.next = v->glyphs, .file = file, .id = id};
    v->glyphs = g;
    if (put_outline(file, id, &outline)) {
        g->number = ++v->glyph_count;
        bytes_printf(&v->defs, "<path id=\"%s-%d\" d=\"%s\"/>\n", v->id, g->number, outline.at);
    }
    return g->number;
}

/* ── Runs: what has one ink, size and height ── */

static const struct text_style *style_of(const struct shaped *s, size_t i) {
    return &s->pieces[s->clusters[i].piece].style;
}

static double units(struct svg *v, const struct cluster *k) {
    const struct face_file *file = k->face ? face_files_load(&v->files, k->face->path) : NULL;
    return file && file->freetype->units_per_EM ? file->freetype->units_per_EM : 1000;
}

static size_t run_end(struct svg *v, const struct shaped *s, size_t from, size_t to) {
    const struct text_style *a = style_of(s, from);
    size_t i = from + 1;
    for (; i < to; i++) {
        const struct text_style *b = style_of(s, i);
        if (a->ink != b->ink || a->rise != b->rise ||
            s->clusters[from].size != s->clusters[i].size ||
            units(v, &s->clusters[from]) != units(v, &s->clusters[i]))
            break;
    }
    return i;
}

struct run {
    const struct text_item *text;
    size_t from, to;
    double scale; /* of the face's units */
};

/* Scales are small: six decimals. */
static void put_transform(struct bytes *b, const struct run *r) {
    bytes_puts(b, " transform=\"translate(");
    bytes_number(b, r->text->x);
    bytes_puts(b, " ");
    bytes_number(b, r->text->baseline);
    bytes_puts(b, ")");
    if (r->text->angle != 0) {
        bytes_puts(b, "rotate(");
        bytes_number(b, -r->text->angle);
        bytes_puts(b, ")");
    }
    bytes_printf(b, "scale(.%06ld)\"", lround(r->scale * 1e6));
}

static void run_open(struct svg *v, const struct run *r) {
    const struct shaped *s = r->text->shaped;
    bytes_puts(&v->body, "<g");
    put_transform(&v->body, r);
    svg_text_ink(v, style_of(s, r->from)->ink);
    bytes_puts(&v->body, ">");
}

/* Glyphs of one cluster from x on, in units of the face. */
static void put_glyphs(struct svg *v, const struct shaped *s, const struct cluster *k, double x,
                       double scale) {
    struct face_file *file = k->face ? face_files_load(&v->files, k->face->path) : NULL;
    const uint32_t *map = file ? face_file_map(&v->files, file) : NULL;
    for (uint32_t i = 0; file && i < k->glyph_count; i++) {
        const struct glyph *g = &s->glyphs[k->first_glyph + i];
        int number = glyph_number(v, file->widest, map ? map[g->id] : g->id);
        double y = g->dy - s->pieces[k->piece].style.rise;
        if (!number)
            continue;
        bytes_printf(&v->body, "<use xlink:href=\"#%s-%d\" x=\"%ld\"", v->id, number,
                     lround((x + g->dx) / scale));
        if (y != 0)
            bytes_printf(&v->body, " y=\"%ld\"", lround(y / scale));
        bytes_puts(&v->body, "/>");
    }
}

/* Returns where the next run begins. */
static double put_run(struct svg *v, const struct run *r, double x) {
    const struct text_item *t = r->text;
    run_open(v, r);
    for (size_t i = r->from; i < r->to; i++) {
        const struct cluster *k = &t->shaped->clusters[i];
        put_glyphs(v, t->shaped, k, x + (t->shifts ? t->shifts[i - t->from] : 0), r->scale);
        x += t->advances ? t->advances[i - t->from] : k->advance;
    }
    bytes_puts(&v->body, "</g>\n");
    return x;
}

void svg_glyphs(struct svg *v, const struct text_item *t) {
    static const double SHARE[] = {[ANCHOR_START] = 0, [ANCHOR_MIDDLE] = 0.5, [ANCHOR_END] = 1};
    const struct shaped *s = t->shaped;
    size_t to = t->to < s->cluster_count ? t->to : s->cluster_count;
    double x = -SHARE[t->anchor] * t->width;
    for (size_t i = t->from, end; i < to; i = end) {
        end = run_end(v, s, i, to);
        const struct cluster *k = &s->clusters[i];
        x = put_run(v, &(struct run){t, i, end, k->size / units(v, k)}, x);
    }
}
