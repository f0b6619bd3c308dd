#include <cairo-pdf.h>
#include <string.h>

#include "paint/attribute.h"
#include "paint/canvas.h"
#include "paint/structure.h"

/* The painter wraps what stands in no leaf: ink outside all tags becomes an artifact; the text of a
 * tag that is a leaf but for artifacts (a running head within a paragraph) goes into spans. */
enum wrapper { WRAPPER_NONE, WRAPPER_ARTIFACT, WRAPPER_SPAN };

struct open_tag {
    const struct tag_plan *plan;
    size_t record;
};

struct pdf {
    struct arena *arena;
    const struct document *doc;
    cairo_surface_t *surface;
    struct canvas canvas;
    struct structure *structure;
    struct tag_records records;
    size_t next_tag;        /* in structure->tags */
    struct open_tag *stack; /* of drawn and silent tags */
    size_t depth;
    enum wrapper wrapper;
    double page_height;
};

static const char *const WRAPPER_NAMES[] = {
    [WRAPPER_ARTIFACT] = "Private", [WRAPPER_SPAN] = "Span"};

static void surface_drop(void *object) {
    cairo_surface_destroy(object);
}

static void context_drop(void *object) {
    cairo_destroy(object);
}

static cairo_status_t bytes_take(void *closure, const unsigned char *data, unsigned int n) {
    bytes_add(closure, data, n);
    return CAIRO_STATUS_SUCCESS;
}

static size_t record_add(struct tag_records *r, const char *name, const struct tag_facts *facts) {
    ARENA_GROW(r->arena, r->at, r->count, r->room, 256);
    struct tag_record *record = &r->at[r->count];
    *record = (struct tag_record){.name = name, .facts = facts};
    record->artifact = strcmp(name, "Private") == 0;
    record->text.arena = r->arena;
    return r->count++;
}

static void draw_dest(struct pdf *p, const struct item *item) {
    struct point at = item->as.dest.at;
    at.x += p->canvas.offset.x;
    at.y += p->canvas.offset.y;
    if (!item->as.dest.name)
        return;
    cairo_tag_begin(p->canvas.cr, CAIRO_TAG_DEST,
                    dest_attributes(p->arena, item->as.dest.name, at));
    cairo_tag_end(p->canvas.cr, CAIRO_TAG_DEST);
}

/* ── Tags ── */

static void wrapper_close(struct pdf *p) {
    if (p->wrapper != WRAPPER_NONE)
        cairo_tag_end(p->canvas.cr, WRAPPER_NAMES[p->wrapper]);
    p->wrapper = WRAPPER_NONE;
}

static void wrapper_open(struct pdf *p, enum wrapper wrapper) {
    if (p->wrapper == wrapper)
        return;
    wrapper_close(p);
    if (wrapper != WRAPPER_NONE) {
        record_add(&p->records, WRAPPER_NAMES[wrapper], NULL);
        cairo_tag_begin(p->canvas.cr, WRAPPER_NAMES[wrapper], "");
    }
    p->wrapper = wrapper;
}

/* The innermost tag that is really open, or NULL. */
static const struct open_tag *drawn_top(const struct pdf *p) {
    size_t at = p->depth;
    while (at > 0 && p->stack[at - 1].plan->silent)
        at--;
    return at ? &p->stack[at - 1] : NULL;
}

static struct rect flipped(const struct pdf *p, struct rect r) {
    return (struct rect){r.x + p->canvas.offset.x,
                         p->page_height - (r.y + p->canvas.offset.y + r.h), r.w, r.h};
}

static void draw_tag_open(struct pdf *p) {
    const struct tag_plan *plan = &p->structure->tags[p->next_tag++];
    struct open_tag *open = &p->stack[p->depth++];
    *open = (struct open_tag){.plan = plan};
    if (plan->silent)
        return;
    wrapper_close(p);
    enum tag tag = plan->item->as.tag.tag;
    const struct tag_facts *facts = &plan->item->as.tag.facts;
    open->record = record_add(&p->records, tag_name(tag), facts);
    p->records.at[open->record].box = flipped(p, facts->box);
    cairo_tag_begin(p->canvas.cr, tag_name(tag),
                    tag == TAG_LINK ? link_attributes(p->arena, facts, p->canvas.offset) : "");
}

static void draw_tag_close(struct pdf *p) {
    const struct open_tag *open = &p->stack[--p->depth];
    if (open->plan->silent)
        return;
    wrapper_close(p);
    cairo_tag_end(p->canvas.cr, tag_name(open->plan->item->as.tag.tag));
}

static void keep_link_text(struct pdf *p, const struct open_tag *top, const struct item *item) {
    if (item->kind != ITEM_TEXT || top->plan->item->as.tag.tag != TAG_LINK)
        return;
    const struct text_item *t = &item->as.text;
    for (size_t i = t->from; i < t->to && i < t->shaped->cluster_count; i++)
        bytes_add(&p->records.at[top->record].text, t->shaped->text + t->shaped->clusters[i].at,
                  t->shaped->clusters[i].bytes);
}

static void draw_content(struct pdf *p, const struct item *item) {
    const struct open_tag *top = drawn_top(p);
    if (!top)
        wrapper_open(p, WRAPPER_ARTIFACT);
    else if (top->plan->artifacts)
        wrapper_open(p, WRAPPER_SPAN);
    if (top)
        keep_link_text(p, top, item);
    canvas_item(&p->canvas, item);
}

static void draw_item(struct pdf *p, const struct item *item) {
    switch (item->kind) {
    case ITEM_TAG_OPEN:
        draw_tag_open(p);
        break;
    case ITEM_TAG_CLOSE:
        draw_tag_close(p);
        break;
    case ITEM_DEST:
        draw_dest(p, item);
        break;
    default:
        if (item_paints(item))
            draw_content(p, item);
        else
            canvas_item(&p->canvas, item);
    }
}

/* ── Pages and document ── */

/* Cairo forgets the tags of a page without ink; a speck of paper keeps them. */
static void draw_speck(struct pdf *p) {
    wrapper_open(p, WRAPPER_ARTIFACT);
    cairo_set_source_rgb(p->canvas.cr, 1, 1, 1);
    cairo_rectangle(p->canvas.cr, 0, 0, 0.1, 0.1);
    cairo_fill(p->canvas.cr);
    wrapper_close(p);
}

/* The Document tag is opened after the first page has its size (Cairo forgets what came before) and
 * closed before the last page is shown. */
static void draw_page(struct pdf *p, size_t n) {
    const struct page *page = &p->doc->pages[n];
    p->page_height = page->scene->height;
    cairo_pdf_surface_set_size(p->surface, page->scene->width, page->scene->height);
    if (page->label)
        cairo_pdf_surface_set_page_label(p->surface, page->label);
    if (n == 0) {
        record_add(&p->records, "Document", NULL);
        cairo_tag_begin(p->canvas.cr, "Document", "");
    }
    const struct open_tag *top = drawn_top(p);
    if (!p->structure->inked[n] && (!top || top->plan->children || top->plan->artifacts))
        draw_speck(p);
    for (const struct item *i = page->scene->first; i; i = i->next)
        draw_item(p, i);
    canvas_close(&p->canvas);
    wrapper_close(p);
    if (n + 1 == p->doc->page_count)
        cairo_tag_end(p->canvas.cr, "Document");
    cairo_show_page(p->canvas.cr);
}

static void set_metadata(struct pdf *p) {
    const struct document *doc = p->doc;
    const struct {
        cairo_pdf_metadata_t key;
        const char *value;
    } rows[] = {
        {CAIRO_PDF_METADATA_TITLE, doc->title},
        {CAIRO_PDF_METADATA_AUTHOR, doc->author},
        {CAIRO_PDF_METADATA_SUBJECT, doc->subject},
        {CAIRO_PDF_METADATA_KEYWORDS, doc->keywords},
        {CAIRO_PDF_METADATA_CREATOR, "Ridgepoint"},
        /* else Cairo writes the present time; the finishing pass sets the real one */
        {CAIRO_PDF_METADATA_CREATE_DATE, "1970-01-01T00:00:00Z"},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
        if (rows[i].value && *rows[i].value)
            cairo_pdf_surface_set_metadata(p->surface, rows[i].key, rows[i].value);
}

enum { OUTLINE_LEVELS = 8 };

static void set_outline(struct pdf *p) {
    int parents[OUTLINE_LEVELS + 1] = {CAIRO_PDF_OUTLINE_ROOT};
    int deepest = 0;
    for (size_t i = 0; i < p->doc->outline_count; i++) {
        const struct outline_entry *o = &p->doc->outline[i];
        if (!o->title || !o->dest)
            continue;
        int level = o->level < 1 ? 1 : o->level;
        level = level > deepest + 1 ? deepest + 1 : level;
        level = level > OUTLINE_LEVELS ? OUTLINE_LEVELS : level;
        parents[level] = cairo_pdf_surface_add_outline(
            p->surface, parents[level - 1], o->title, outline_attributes(p->arena, o->dest),
            level == 1 ? CAIRO_PDF_OUTLINE_FLAG_OPEN : 0);
        deepest = level;
    }
}

static bool pdf_draw(struct pdf *p, struct diag *d, struct bytes *raw) {
    const struct document *doc = p->doc;
    p->surface = cairo_pdf_surface_create_for_stream(bytes_take, raw, 1, 1);
    arena_adopt(p->arena, p->surface, surface_drop);
    p->canvas.cr = cairo_create(p->surface);
    arena_adopt(p->arena, p->canvas.cr, context_drop);
    set_metadata(p);
    for (size_t i = 0; i < doc->page_count; i++)
        draw_page(p, i);
    set_outline(p);
    cairo_status_t status = cairo_status(p->canvas.cr);
    cairo_surface_finish(p->surface);
    if (status == CAIRO_STATUS_SUCCESS)
        status = cairo_surface_status(p->surface);
    if (status != CAIRO_STATUS_SUCCESS)
        diag_report(d, DIAG_PDF_FAILED, (struct span){0}, cairo_status_to_string(status), NULL,
                    NULL);
    return status == CAIRO_STATUS_SUCCESS && !p->canvas.failed;
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

static bool document_to_pdf(struct arena *scratch, struct diag *d, const struct document *doc,
                            struct bytes *out) {
    struct pdf p = {.arena = scratch, .doc = doc, .records = {.arena = scratch}};
    p.structure = structure_read(scratch, d, doc);
    if (!p.structure)
        return false;
    if (!pages_usable(d, doc))
        return false;
    p.stack = ARENA_ARRAY(scratch, struct open_tag, p.structure->count + 1);
    p.canvas = (struct canvas){.arena = scratch, .diag = d, .theme = THEME_PRINT, .zoom = 1};
    p.canvas.faces = faces_new(scratch);
    for (size_t i = 0; i < doc->page_count; i++)
        faces_note(p.canvas.faces, doc->pages[i].scene);
    struct bytes raw = {.arena = scratch};
    return pdf_draw(&p, d, &raw) && finish_pdf(scratch, d, doc, &p.records, &raw, out);
}

bool paint_pdf(struct arena *a, struct diag *d, const struct document *doc, struct bytes *out) {
    struct arena *scratch = arena_new();
    if (!out->arena)
        out->arena = a;
    bool done = document_to_pdf(scratch, d, doc, out);
    arena_drop(scratch);
    return done;
}

bool paint_pdf_figure(struct arena *a, struct diag *d, const struct scene *s, const char *title,
                      const char *alt, const char *language, long long date, struct bytes *out) {
    struct arena *scratch = arena_new();
    struct scene *sheet = scene_new(scratch, s->width, s->height);
    struct tag_facts facts = {.alt = alt, .box = {0, 0, s->width, s->height}};
    scene_tag_open(sheet, TAG_FIGURE, facts);
    scene_place(sheet, s, (struct point){0, 0});
    scene_tag_close(sheet, TAG_FIGURE);
    struct page page = {.scene = sheet};
    struct document doc = {
        .title = title, .language = language, .date = date, .pages = &page, .page_count = 1};
    bool done = paint_pdf(a, d, &doc, out);
    arena_drop(scratch);
    return done;
}
