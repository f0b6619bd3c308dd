#include <string.h>

#include "paint/attribute.h"
#include "paint/pdf_catalog.h"
#include "paint/pdf_content.h"
#include "paint/pdf_link.h"
#include "paint/pdf_stock.h"
#include "paint/pdf_tree.h"
#include "paint/theme.h"

struct open_tag {
    const struct tag_plan *plan;
    struct element *element; /* NULL: silent or an artifact */
    struct bytes words;      /* LINK: what it says */
    struct rect ink;         /* LINK: where */
};

struct pdf {
    struct arena *arena;
    const struct document *doc;
    struct pdf_stock *stock;
    struct pdf_file file;
    struct pdf_fonts fonts;
    struct pdf_pictures pictures;
    struct pdf_tree tree;
    struct content content;
    struct structure *structure;
    struct pdf_catalog catalog;
    size_t next_tag;        /* in structure->tags */
    struct open_tag *stack; /* of open tags */
    size_t depth, page;
    const void *marked; /* what the open mark belongs to: an element, an artifact's tag, or ink */
    struct bytes annotations; /* of the page */
    int *pages, page_tree, resources;
};

/* ── Marks ── */

static void unmark(struct pdf *p) {
    content_unmark(&p->content);
    p->marked = NULL;
}

static const char *artifact_opening(enum artifact kind) {
    static const char *const OPENINGS[] = {
        [ARTIFACT_LAYOUT] = "/Artifact <</Type/Layout>>",
        [ARTIFACT_HEADER] = "/Artifact <</Type/Pagination/Subtype/Header>>",
        [ARTIFACT_FOOTER] = "/Artifact <</Type/Pagination/Subtype/Footer>>",
        [ARTIFACT_PAGINATION] = "/Artifact <</Type/Pagination>>",
    };
    return OPENINGS[kind];
}

/* The innermost tag that is really there, or NULL. */
static struct open_tag *drawn_top(const struct pdf *p) {
    size_t at = p->depth;
    while (at > 0 && p->stack[at - 1].plan->silent)
        at--;
    return at ? &p->stack[at - 1] : NULL;
}

/* Ink outside all tags is decoration. */
static void mark(struct pdf *p, const struct open_tag *top) {
    static const char LOOSE[] = "";
    const void *owner = top ? (const void *)top->plan : LOOSE;
    if (p->marked == owner)
        return;
    p->marked = owner;
    if (!top || !top->element) {
        content_mark(&p->content, artifact_opening(top ? top->plan->item->as.tag.facts.artifact
                                                       : ARTIFACT_LAYOUT));
        return;
    }
    int number = element_content(&p->tree, top->element, p->page);
    struct bytes b = {.arena = p->arena};
    const char *copied = top->plan->item->as.tag.facts.copied;
    /* Some readers look for ActualText in spans only. */
    bytes_printf(&b, "/%s <</MCID %d", copied ? "Span" : top->element->name, number);
    if (copied) {
        bytes_puts(&b, "/ActualText<FEFF");
        pdf_utf16(&b, copied, strlen(copied));
        bytes_puts(&b, ">");
    }
    bytes_puts(&b, ">>");
    content_mark(&p->content, b.at);
}

/* ── Tags ── */

static void open_tag(struct pdf *p) {
    const struct tag_plan *plan = &p->structure->tags[p->next_tag++];
    const struct open_tag *around = drawn_top(p);
    struct open_tag *open = &p->stack[p->depth++];
    *open = (struct open_tag){.plan = plan, .words.arena = p->arena};
    if (plan->silent)
        return;
    unmark(p);
    enum tag tag = plan->item->as.tag.tag;
    const struct tag_facts *facts = &plan->item->as.tag.facts;
    if (tag == TAG_ARTIFACT)
        return;
    open->element = element_open(&p->tree, around ? around->element : p->tree.root, tag_name(tag),
                                 facts, p->page);
    open->ink.w = -1;
    content_edges(&p->content, facts->box, open->element->box);
}

static void put_link(struct pdf *p, struct open_tag *open) {
    const struct tag_facts *facts = open->element->facts;
    const struct rect *areas = facts->area_count ? facts->areas : &open->ink;
    size_t count = facts->area_count ? facts->area_count : open->ink.w >= 0;
    if ((!facts->dest && !facts->uri) || count == 0)
        return;
    bytes_puts(&open->words, "");
    int number = pdf_link_put(&p->tree, open->element, &p->content, p->page, areas, count,
                              open->words.n ? open->words.at : NULL);
    bytes_printf(&p->annotations, "%d 0 R ", number);
}

static void close_tag(struct pdf *p) {
    struct open_tag *open = &p->stack[--p->depth];
    if (open->plan->silent)
        return;
    unmark(p);
    if (open->element && open->plan->item->as.tag.tag == TAG_LINK)
        put_link(p, open);
}

static void keep_link_text(struct pdf *p, struct open_tag *top, const struct item *item) {
    if (item->kind != ITEM_TEXT || top->plan->item->as.tag.tag != TAG_LINK)
        return;
    const struct text_item *t = &item->as.text;
    for (size_t i = t->from; i < t->to && i < t->shaped->cluster_count; i++)
        bytes_add(&top->words, t->shaped->text + t->shaped->clusters[i].at,
                  t->shaped->clusters[i].bytes);
    top->ink = p->content.ink;
}

static void draw_dest(struct pdf *p, const struct item *item) {
    struct pdf_catalog *c = &p->catalog;
    struct point at = item->as.dest.at, offset = p->content.offset;
    if (!item->as.dest.name)
        return;
    ARENA_GROW(p->arena, c->dests, c->dest_count, c->dest_room, 256);
    c->dests[c->dest_count++] = (struct pdf_dest){.name = dest_name(p->arena, item->as.dest.name),
                                                  .page = p->page,
                                                  .x = at.x + offset.x,
                                                  .y = p->content.height - (at.y + offset.y)};
}

static void draw_item(struct pdf *p, const struct item *item) {
    if (item->kind == ITEM_TAG_OPEN)
        open_tag(p);
    else if (item->kind == ITEM_TAG_CLOSE)
        close_tag(p);
    else if (item->kind == ITEM_DEST)
        draw_dest(p, item);
    else if (item_paints(item)) {
        struct open_tag *top = drawn_top(p);
        mark(p, top);
        content_item(&p->content, item);
        if (top)
            keep_link_text(p, top, item);
    } else
        content_item(&p->content, item);
}

/* ── Pages ── */

static void put_page(struct pdf *p, const struct scene *scene) {
    struct bytes b = {.arena = p->arena};
    const double size[] = {scene->width, scene->height};
    int content = pdf_number(&p->file);
    pdf_put_stream(&p->file, content, NULL, p->content.out.at, p->content.out.n, PDF_DEFLATE);
    bytes_printf(&b, "<</Type/Page/Parent %d 0 R/Resources %d 0 R/Contents %d 0 R/MediaBox[0 0 ",
                 p->page_tree, p->resources, content);
    pdf_numbers(&b, size, 2);
    bytes_printf(&b, "]/Tabs/S/StructParents %zu", p->page);
    if (p->annotations.n)
        bytes_printf(&b, "/Annots[%s]", p->annotations.at);
    bytes_puts(&b, ">>");
    pdf_put(&p->file, p->pages[p->page], &b);
}

static void draw_page(struct pdf *p) {
    const struct scene *scene = p->doc->pages[p->page].scene;
    content_begin(&p->content, scene->height);
    p->annotations.n = 0;
    for (const struct item *i = scene->first; i; i = i->next)
        draw_item(p, i);
    unmark(p);
    content_end(&p->content);
    bytes_puts(&p->content.out, "");
    put_page(p, scene);
}

static void put_page_tree(struct pdf *p) {
    struct bytes b = {.arena = p->arena};
    bytes_puts(&b, "<</Type/Pages/Kids[");
    for (size_t i = 0; i < p->doc->page_count; i++)
        bytes_printf(&b, "%d 0 R ", p->pages[i]);
    bytes_printf(&b, "]/Count %zu>>", p->doc->page_count);
    pdf_put(&p->file, p->page_tree, &b);
}

static void put_resources(struct pdf *p) {
    struct bytes b = {.arena = p->arena};
    bytes_puts(&b, "<</Font<<");
    pdf_fonts_resources(&p->fonts, &b);
    bytes_puts(&b, ">>");
    if (p->pictures.first) {
        bytes_puts(&b, "/XObject<<");
        pdf_pictures_resources(&p->pictures, &b);
        bytes_puts(&b, ">>");
    }
    bytes_puts(&b, ">>");
    pdf_put(&p->file, p->resources, &b);
}

/* PDF's own limit for a side of a page. */
static const double LONGEST_SIDE = 14400;

static bool pages_usable(struct diag *d, const struct document *doc) {
    const char *fault = doc->page_count ? NULL : "there is no page";
    for (size_t i = 0; i < doc->page_count; i++) {
        const struct scene *s = doc->pages[i].scene;
        if (!(s->width > 0 && s->width <= LONGEST_SIDE && s->height > 0 &&
              s->height <= LONGEST_SIDE))
            fault = "a page has no size or is too large";
    }
    if (fault)
        diag_report(d, DIAG_PDF_FAILED, (struct span){0}, fault, NULL, NULL);
    return !fault;
}

static bool put_fonts(struct pdf *p, struct diag *d) {
    pdf_fonts_begin(&p->fonts, p->arena, p->stock, d);
    for (size_t i = 0; i < p->doc->page_count; i++)
        face_files_note(&p->fonts.files, p->doc->pages[i].scene);
    for (size_t i = 0; i < p->doc->page_count; i++)
        if (!pdf_fonts_note(&p->fonts, p->doc->pages[i].scene))
            return false;
    return pdf_fonts_put(&p->fonts, &p->file);
}

static bool put_pictures(struct pdf *p, struct diag *d) {
    p->pictures = pdf_pictures_new(p->arena, d);
    for (size_t i = 0; i < p->doc->page_count; i++)
        if (!pdf_pictures_put(&p->pictures, p->doc->pages[i].scene, &p->file))
            return false;
    return true;
}

static void pdf_begin(struct pdf *p, struct bytes *out) {
    size_t count = p->doc->page_count;
    pdf_file_begin(&p->file, p->arena, &p->stock->deflater, out);
    p->page_tree = pdf_number(&p->file);
    p->resources = pdf_number(&p->file);
    p->pages = ARENA_ARRAY(p->arena, int, count + 1);
    for (size_t i = 0; i < count; i++)
        p->pages[i] = pdf_number(&p->file);
    p->stack = ARENA_ARRAY(p->arena, struct open_tag, p->structure->count + 1);
    pdf_tree_begin(&p->tree, p->arena, &p->file, p->pages, count);
    element_open(&p->tree, NULL, "Document", NULL, 0);
    p->content = (struct content){.arena = p->arena,
                                  .theme = p->doc->theme,
                                  .fonts = &p->fonts,
                                  .pictures = &p->pictures,
                                  .out.arena = p->arena};
    p->annotations.arena = p->arena;
    p->catalog = (struct pdf_catalog){.arena = p->arena,
                                      .file = &p->file,
                                      .doc = p->doc,
                                      .stock = p->stock,
                                      .pages = p->pages,
                                      .page_tree = p->page_tree};
}

static bool pdf_end(struct pdf *p, struct diag *d) {
    put_page_tree(p);
    put_resources(p);
    p->catalog.structure = pdf_tree_put(&p->tree);
    int info, root = pdf_catalog_put(&p->catalog, &info);
    bool done = pdf_file_end(&p->file, root, info);
    if (p->doc->report) {
        pdf_fonts_report(&p->fonts, p->doc->report);
        bytes_printf(p->doc->report, "  in all: %zu bytes, %zu pages\n", p->file.out->n,
                     p->doc->page_count);
    }
    if (!done)
        diag_report(d, DIAG_PDF_FAILED, (struct span){0}, "out of memory", NULL, NULL);
    return done;
}

static bool document_to_pdf(struct arena *scratch, struct diag *d, const struct document *doc,
                            struct bytes *out) {
    struct pdf p = {.arena = scratch, .doc = doc};
    p.stock = doc->stock ? doc->stock : pdf_stock_new(scratch);
    p.structure = structure_read(scratch, d, doc);
    if (!p.structure || !pages_usable(d, doc))
        return false;
    pdf_begin(&p, out);
    if (!put_fonts(&p, d) || !put_pictures(&p, d))
        return false;
    for (p.page = 0; p.page < doc->page_count; p.page++)
        draw_page(&p);
    return pdf_end(&p, d);
}

bool paint_pdf(struct arena *a, struct diag *d, const struct document *doc, struct bytes *out) {
    struct arena *scratch = arena_new();
    struct bytes made = {.arena = scratch};
    if (!out->arena)
        out->arena = a;
    bool done = document_to_pdf(scratch, d, doc, &made);
    if (done)
        bytes_add(out, made.at, made.n);
    arena_drop(scratch);
    return done;
}

bool paint_pdf_figure(struct arena *a, struct diag *d, const struct scene *s, struct figure_facts f,
                      struct bytes *out) {
    struct arena *scratch = arena_new();
    struct scene *sheet = scene_new(scratch, s->width, s->height);
    struct tag_facts facts = {.alt = f.alt, .box = {0, 0, s->width, s->height}};
    scene_tag_open(sheet, TAG_FIGURE, facts);
    if (f.theme == THEME_DARK) /* elsewhere the paper is the ground */
        scene_rect(sheet, facts.box, INK_GROUND, stroke_none);
    scene_place(sheet, theme_scene(scratch, f.theme, s), (struct point){0, 0});
    scene_tag_close(sheet, TAG_FIGURE);
    struct page page = {.scene = sheet};
    struct document doc = {.title = f.title,
                           .language = f.language,
                           .theme = f.theme,
                           .date = f.date,
                           .stock = f.stock,
                           .pages = &page,
                           .page_count = 1};
    bool done = paint_pdf(a, d, &doc, out);
    arena_drop(scratch);
    return done;
}
