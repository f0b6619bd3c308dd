#include "book/product.h"
#include "book/around.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "ask/cell.h"
#include "book/around.h"
#include "doc/block.h"
#include "doc/foreign.h"
#include "doc/letters.h"
#include "doc/pair.h"
#include "doc/template_each.h"
#include "page/layout.h"

enum { MOST_PARAMETERS = 8 };

bool workshop_fonts(struct workshop *w) {
    if (!w->fonts)
        w->fonts = press_fonts(w->session);
    /* Once the machine has failed, the disk being full, say, nothing more is tried. */
    return w->fonts && !diag_count(w->session->diag, SEVERITY_MACHINE);
}

bool workshop_open(struct workshop *w) {
    if (!w->hyphenator) /* first: it is read beside the fonts */
        w->hyphenator = press_hyphenator(w->session);
    if (!workshop_fonts(w))
        return false;
    fonts_announce_all(w->fonts);
    return true;
}

const char *book_folder(const struct session *s, const char *path) {
    bool outside;
    const char *content = session_path(s, "content");
    const char *slash = strrchr(path, '/');
    char *real = realpath(path, NULL);
    bool ours = real && path_inside(s->arena, content, NULL, real, &outside);
    free(real);
    return ours ? content : slash ? arena_strndup(s->arena, path, (size_t)(slash - path)) : ".";
}

const char *book_language(struct arena *a, const struct node *root) {
    const struct attribute *lang = node_attribute(root, NS_XML, "lang");
    return lang ? arena_strndup(a, lang->value, strcspn(lang->value, "-")) : "en";
}

const struct node *book_read(struct session *s, struct diag *d, const char *folder,
                             const char *path, struct path_list *files) {
    struct node *root = xml_read(s->arena, d, folder, path, files);
    if (!root || !foreign_settle(s->arena, d, root))
        return NULL;
    letters_settle(s->arena, d, root);
    return root;
}

static size_t faults(const struct workshop *w) {
    return diag_faults(w->session->diag);
}

/* A text that needs characters which nobody announced (a character reference, say) has the pool cut
 * again, wider; what was shaped before then lies in other files. Setting it once more uses one
 * pool, and gives the bytes that a warm pool gives. */
static bool set_again(const struct workshop *w, unsigned *moves) {
    unsigned before = *moves;
    *moves = fonts_moves(w->fonts);
    return *moves > before;
}

static const char *plain_text(struct arena *a, const struct inline_ *list) {
    struct bytes text = {.arena = a};
    for (const struct inline_ *in = list; in; in = in->next)
        if (in->text)
            bytes_puts(&text, in->text);
    bytes_add(&text, "", 1);
    return text.at;
}

static struct pdf_stock *stock_of(struct workshop *w) {
    if (!w->stock)
        w->stock = pdf_stock_new(w->session->arena);
    return w->stock;
}

/* Laid-out pages to a PDF. */
static bool paint(struct workshop *w, struct arena *job, const struct laid *laid,
                  const struct block *root, const struct strings *strings, struct bytes *out) {
    struct page *pages = ARENA_ARRAY(job, struct page, laid->page_count + 1);
    for (size_t i = 0; i < laid->page_count; i++)
        pages[i] = (struct page){laid->pages[i].scene, laid->pages[i].label};
    struct outline_entry *outline = ARENA_ARRAY(job, struct outline_entry, laid->outline_count + 1);
    for (size_t i = 0; i < laid->outline_count; i++)
        outline[i] = (struct outline_entry){laid->outline[i].level, laid->outline[i].title,
                                            laid->outline[i].dest};
    struct document doc = {.title = plain_text(job, root->title),
                           .author = root->author ? root->author : say(strings, "document.author"),
                           .subject = say(strings, "document.subject"),
                           .keywords = root->front && root->front->keywords
                                           ? root->front->keywords
                                           : say(strings, "document.keywords"),
                           .language = strings_bcp47(strings),
                           .date = w->session->date,
                           .pages = pages,
                           .page_count = laid->page_count,
                           .outline = outline,
                           .outline_count = laid->outline_count,
                           .stock = stock_of(w),
                           .report = w->report};
    return paint_pdf(job, w->session->diag, &doc, out);
}

/* What pages are made from. Trees of input live as long as the run, since messages show them. */
struct manuscript {
    const struct node *text, *second_text; /* second: bilingual, or NULL */
    const struct look *look;
    const struct read_request *request, *second;
    const struct laid *(*layout)(struct arena *, struct diag *, const struct block *,
                                 const struct layout_request *);
    size_t faults; /* that there were before any of it was read, its template included */
};

/* The second language first: the list of origins, made with the first, then has those of both. */
static struct block *read_blocks(struct arena *job, struct diag *d, const struct manuscript *m) {
    if (!m->second)
        return m->layout == layout_handout
                   ? book_around(job, blocks_read(job, d, m->text, m->request))
                   : blocks_read(job, d, m->text, m->request);
    struct origins *origins = NULL;
    struct read_request request = *m->request, second = *m->second;
    request.origins = second.origins = &origins;
    struct block *other = blocks_read(job, d, m->second_text, &second);
    struct block *root = blocks_read(job, d, m->text, &request);
    return root && other ? blocks_pair(job, d, book_around(job, root), book_around(job, other))
                         : NULL;
}

/* Reads, lays out and paints in an arena of its own: a long course needs the room of one product.
 */
static bool set(struct workshop *w, const struct manuscript *m, struct bytes *out) {
    struct diag *d = w->session->diag;
    struct arena *job = arena_new();
    struct layout_request request = {.strings = m->request->strings,
                                     .catalog = w->catalog,
                                     .fonts = w->fonts,
                                     .hyphenator = w->hyphenator,
                                     .styles = look_styles(job, d, m->look),
                                     .form = m->request->form,
                                     .edition = m->request->edition};
    unsigned moves = fonts_moves(w->fonts);
    struct block *root;
    const struct laid *laid;
    do {
        root = read_blocks(job, d, m);
        laid = root && faults(w) == m->faults ? m->layout(job, d, root, &request) : NULL;
    } while (laid && set_again(w, &moves));
    struct bytes made = {.arena = job};
    bool good =
        laid && faults(w) == m->faults && paint(w, job, laid, root, m->request->strings, &made);
    if (good)
        bytes_add(out, made.at, made.n);
    arena_drop(job);
    return good;
}

bool product_handout(struct workshop *w, const struct handout_request *q, struct path_list *files,
                     struct bytes *out) {
    struct session *s = w->session;
    struct diag *d = s->diag;
    struct arena *a = s->arena;
    size_t before = faults(w);
    const struct strings *strings = session_strings(s, w->catalog, q->language);
    const char *content = book_folder(s, q->book_path);
    const char *other = q->twin_path ? book_folder(s, q->twin_path) : content;
    const struct node *book = book_read(s, d, content, q->book_path, files);
    const struct node *twin =
        q->twin_path ? book_read(s, q->second ? d : diag_new(a), other, q->twin_path, files) : NULL;
    const char *template_ = look_path(s, q->template_, (struct span){0});
    struct look look;
    if (!strings || !book || !template_ || !look_read(s, template_, files, &look))
        return false;
    struct read_request request = {.catalog = w->catalog,
                                   .strings = strings,
                                   .fonts = w->fonts,
                                   .form = look_form(a, d, &look),
                                   .edition = q->edition,
                                   .part = !node_is(book, NS_DOCBOOK, "book") &&
                                           !node_is(book, NS_DOCBOOK, "article"),
                                   .content = content,
                                   .files = files,
                                   .file_arena = a,
                                   .profiles = q->profiles,
                                   .profile_count = q->profile_count,
                                   .twin = twin};
    struct read_request second = request;
    second.twin = book;
    second.content = other;
    second.second = true;
    second.strings = q->second ? session_strings(s, w->catalog, q->second) : NULL;
    struct manuscript m = {.text = book,
                           .second_text = twin,
                           .look = &look,
                           .request = &request,
                           .second = second.strings && twin ? &second : NULL,
                           .layout = layout_handout,
                           .faults = before};
    return set(w, &m, out);
}

static const struct accelerator *default_parameter(struct workshop *w, const struct node *param,
                                                   const struct binding *bound, size_t n) {
    static const char *const names[] = {"default", "else"};
    for (size_t k = 0; k < 2; k++) {
        const char *id = node_value(param, names[k]);
        bool taken = false;
        for (size_t i = 0; id && i < n; i++)
            taken = taken || !strcmp(bound[i].accelerator->id, id);
        if (id && !taken)
            return catalog_accelerator(w->catalog, w->session->diag,
                                       node_value_span(param, names[k]), id);
    }
    return NULL;
}

/* Binds the template's r:param rows in order. */
static size_t bind(struct workshop *w, const struct node *template_,
                   const struct accelerator *const *accelerators, size_t n,
                   struct binding bindings[MOST_PARAMETERS]) {
    size_t count = 0;
    for (const struct node *p = template_->child; p && count < MOST_PARAMETERS; p = p->next) {
        if (!node_is(p, NS_RIDGE, "param") || !node_value(p, "name"))
            continue;
        const struct accelerator *x =
            count < n ? accelerators[count] : default_parameter(w, p, bindings, count);
        if (x)
            bindings[count++] = (struct binding){.name = node_value(p, "name"), .accelerator = x};
    }
    return count;
}

/* The template with what is there once for each device. */
static const struct node *given(const struct workshop *w, const struct node *template_,
                                const struct binding *bindings, size_t n) {
    struct arena *a = w->session->arena;
    const char **names = ARENA_ARRAY(a, const char *, n + 1);
    for (size_t i = 0; i < n; i++)
        names[i] = bindings[i].name;
    return template_each(a, template_, names, n);
}

/* A sheet sets capacity, bandwidth and 16-bit peak against each other: it needs all three. */
static const struct datum *lacking(const struct accelerator *a, const char **name) {
    const struct datum *peak = a->bf16.known ? &a->bf16 : &a->fp16;
    const struct {
        const char *name;
        const struct datum *datum;
    } needs[] = {{"a memory capacity", &a->memory_capacity},
                 {"a memory bandwidth", &a->memory_bandwidth},
                 {"a 16-bit peak", peak}};
    for (size_t i = 0; i < sizeof needs / sizeof *needs; i++)
        if (!needs[i].datum->known) {
            *name = needs[i].name;
            return needs[i].datum;
        }
    return NULL;
}

const char *sheet_lacks(const struct accelerator *a) {
    const char *name = NULL;
    return lacking(a, &name) ? name : NULL;
}

static bool sheet_is_possible(struct diag *d, const struct accelerator *a) {
    const char *name = NULL;
    const struct datum *datum = lacking(a, &name);
    if (datum)
        diag_report(d, DIAG_SHEET_NEEDS, datum->span, a->id, name, NULL);
    return !datum;
}

bool product_sheet(struct workshop *w, const char *language, const char *template_path,
                   const struct accelerator *const *accelerators, size_t n, struct path_list *files,
                   struct bytes *out) {
    struct session *s = w->session;
    struct diag *d = s->diag;
    size_t before = faults(w);
    const struct strings *strings = session_strings(s, w->catalog, language);
    struct look look;
    bool there = look_read(s, template_path, files, &look);
    bool possible = true;
    for (size_t i = 0; i < n; i++)
        possible &= sheet_is_possible(d, accelerators[i]);
    if (!strings || !there || !possible)
        return false;
    struct binding bindings[MOST_PARAMETERS];
    size_t count = bind(w, look.at[0], accelerators, n, bindings);
    struct read_request request = {.catalog = w->catalog,
                                   .strings = strings,
                                   .fonts = w->fonts,
                                   .edition = "student",
                                   .bindings = bindings,
                                   .binding_count = count};
    return set(w,
               &(struct manuscript){.text = given(w, look.at[0], bindings, count),
                                    .look = &look,
                                    .request = &request,
                                    .layout = layout_sheet,
                                    .faults = before},
               out);
}

const struct chart *product_chart(struct workshop *w, struct arena *job,
                                  const struct chart_request *request) {
    size_t before = faults(w);
    unsigned moves = fonts_moves(w->fonts);
    const struct chart *c;
    do
        c = chart_make(job, w->session->diag, request);
    while (c && set_again(w, &moves));
    return faults(w) == before ? c : NULL;
}

/* Charts of one name in one page, of other folders or themes, say or show something else: their
 * words and sizes, hashed (FNV-1a), tell their ids apart. */
static const char *id_of(struct arena *a, const struct chart *c, const char *language,
                         const struct chart_output *output) {
    const char *said = arena_printf(a, "%s|%s|%s|%d%d%d|%ldx%ld", c->title, c->describe, language,
                                    output->theme, output->outline, output->embed,
                                    lround(c->scene->width * 100), lround(c->scene->height * 100));
    uint64_t hash = 14695981039346656037u;
    for (; *said; said++)
        hash = (hash ^ (unsigned char)*said) * 1099511628211u;
    return arena_printf(a, "%s-%05x", output->id, (unsigned)(hash >> 44));
}

static bool paint_chart(struct workshop *w, struct arena *job, const struct chart *c,
                        const char *language, const struct chart_output *output,
                        struct bytes *out) {
    struct diag *d = w->session->diag;
    if (!strcmp(output->format, "svg"))
        return paint_svg(job, d, c->scene,
                         (struct svg_facts){.id = id_of(job, c, language, output),
                                            .title = c->title,
                                            .describe = c->describe,
                                            .language = language,
                                            .theme = output->theme,
                                            .outline = output->outline,
                                            .embed = output->embed},
                         out);
    if (!strcmp(output->format, "png"))
        return paint_png(job, d, c->scene, output->scale, output->theme, out);
    return paint_pdf_figure(job, d, c->scene,
                            (struct figure_facts){.title = c->title,
                                                  .alt = c->describe,
                                                  .language = language,
                                                  .theme = output->theme,
                                                  .date = w->session->date,
                                                  .stock = stock_of(w)},
                            out);
}

bool product_chart_paint(struct workshop *w, const struct chart *chart, const char *language,
                         const struct chart_output *output, struct bytes *out) {
    struct arena *job = arena_new();
    struct bytes made = {.arena = job};
    bool good = paint_chart(w, job, chart, language, output, &made);
    if (good)
        bytes_add(out, made.at, made.n);
    arena_drop(job);
    return good;
}

void product_chart_data(const struct chart *chart, struct bytes *out) {
    const struct chart_data *data = &chart->data;
    for (size_t k = 0; k < data->column_count; k++) {
        bytes_puts(out, k ? "," : "");
        csv_cell(out, data->columns[k]);
    }
    bytes_puts(out, "\n");
    for (size_t i = 0; i < data->row_count; i++) {
        for (size_t k = 0; k < data->column_count; k++) {
            bytes_puts(out, k ? "," : "");
            csv_cell(out, data->cells[i * data->column_count + k]);
        }
        bytes_puts(out, "\n");
    }
}
