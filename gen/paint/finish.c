/* The finishing pass: walks the structure tree Cairo wrote in step with the records of drawing and
 * adds what Cairo cannot say. Any difference between the two is a fault, never patched over. */
#include "paint/finish.h"

#include <qpdf/qpdf-c.h>
#include <string.h>

struct walk {
    struct finish *f;
    const struct tag_records *records;
    size_t next;
    struct artifacts artifacts;
    bool drifted;
};

/* ── Small words for qpdf's handles ── */

void finish_text(struct finish *f, unsigned dict, const char *key, const char *utf8) {
    if (utf8 && *utf8)
        qpdf_oh_replace_key(f->q, dict, key, qpdf_oh_new_unicode_string(f->q, utf8));
}

static void set_parsed(struct finish *f, qpdf_oh dict, const char *key, const char *source) {
    qpdf_oh_replace_key(f->q, dict, key, qpdf_oh_parse(f->q, source));
}

static bool is_kind(struct finish *f, qpdf_oh dict, const char *type) {
    return qpdf_oh_is_name_and_equals(f->q, qpdf_oh_get_key(f->q, dict, "/Type"), type);
}

/* ── What one node gets ── */

static void set_cell(struct finish *f, qpdf_oh node, const struct tag_record *r) {
    const struct tag_facts *facts = r->facts;
    struct bytes b = {.arena = f->arena};
    if (facts->scope)
        bytes_printf(&b, " /Scope /%s", strcmp(facts->scope, "Row") == 0 ? "Row" : "Column");
    if (facts->column_span > 1)
        bytes_printf(&b, " /ColSpan %d", facts->column_span);
    if (facts->row_span > 1)
        bytes_printf(&b, " /RowSpan %d", facts->row_span);
    if (b.n)
        set_parsed(f, node, "/A", arena_printf(f->arena, "<< /O /Table%s >>", b.at));
}

static void set_box(struct finish *f, qpdf_oh node, const struct tag_record *r) {
    if (!(r->box.w > 0 && r->box.h > 0))
        return;
    struct bytes b = {.arena = f->arena};
    const double edges[] = {r->box.x, r->box.y, r->box.x + r->box.w, r->box.y + r->box.h};
    bytes_puts(&b, "<< /O /Layout /Placement /Block /BBox [");
    for (int i = 0; i < 4; i++) {
        bytes_puts(&b, " ");
        bytes_number(&b, edges[i]);
    }
    bytes_puts(&b, " ] >>");
    set_parsed(f, node, "/A", b.at);
}

static void set_facts(struct finish *f, qpdf_oh node, const struct tag_record *r) {
    if (!r->facts)
        return;
    finish_text(f, node, "/Alt", r->facts->alt);
    finish_text(f, node, "/Lang", r->facts->language);
    if (strcmp(r->name, "TH") == 0 || strcmp(r->name, "TD") == 0)
        set_cell(f, node, r);
    if (strcmp(r->name, "Figure") == 0)
        set_box(f, node, r);
}

/* Contents say what a link is for: the given words, else its own text, else its address. */
static void set_annotation(struct finish *f, qpdf_oh annotation, const struct tag_record *r) {
    const char *words = r->facts ? r->facts->describe : NULL;
    if (!words && r->text.n)
        words = r->text.at;
    if (!words && r->facts)
        words = r->facts->uri ? r->facts->uri : r->facts->dest;
    finish_text(f, annotation, "/Contents", words);
    qpdf_oh_replace_key(f->q, annotation, "/F", qpdf_oh_new_integer(f->q, 4));
}

/* ── The walk ── */

static void artifact_add(struct walk *w, qpdf_oh page, long long mcid) {
    struct artifacts *list = &w->artifacts;
    ARENA_GROW(w->f->arena, list->at, list->count, list->room, 64);
    list->at[list->count++] = (struct artifact){qpdf_oh_get_object_id(w->f->q, page), mcid};
}

static bool walk_node(struct walk *w, qpdf_oh node);

/* A child that is no node: marked content by number or reference, or an annotation. */
static void walk_leaf(struct walk *w, qpdf_oh kid, qpdf_oh page, const struct tag_record *r) {
    struct finish *f = w->f;
    if (qpdf_oh_is_integer(f->q, kid)) {
        if (r->artifact)
            artifact_add(w, page, qpdf_oh_get_int_value(f->q, kid));
    } else if (is_kind(f, kid, "/MCR")) {
        if (r->artifact)
            artifact_add(w, qpdf_oh_get_key(f->q, kid, "/Pg"),
                         qpdf_oh_get_int_value(f->q, qpdf_oh_get_key(f->q, kid, "/MCID")));
    } else if (is_kind(f, kid, "/OBJR")) {
        set_annotation(f, qpdf_oh_get_key(f->q, kid, "/Obj"), r);
    }
}

/* Returns whether the child stays in the tree. */
static bool walk_kid(struct walk *w, qpdf_oh kid, qpdf_oh page, const struct tag_record *r) {
    struct finish *f = w->f;
    if (qpdf_oh_is_dictionary(f->q, kid) && is_kind(f, kid, "/StructElem"))
        return walk_node(w, kid);
    walk_leaf(w, kid, page, r);
    return true;
}

static void walk_kids(struct walk *w, qpdf_oh node, const struct tag_record *r) {
    struct finish *f = w->f;
    qpdf_oh kids = qpdf_oh_get_key(f->q, node, "/K"), page = qpdf_oh_get_key(f->q, node, "/Pg");
    if (!qpdf_oh_is_array(f->q, kids)) {
        if (!qpdf_oh_is_null(f->q, kids) && !walk_kid(w, kids, page, r))
            qpdf_oh_remove_key(f->q, node, "/K");
        return;
    }
    qpdf_oh kept = qpdf_oh_new_array(f->q);
    int n = qpdf_oh_get_array_n_items(f->q, kids), dropped = 0;
    for (int i = 0; i < n && !w->drifted; i++) {
        qpdf_oh kid = qpdf_oh_get_array_item(f->q, kids, i);
        if (walk_kid(w, kid, page, r))
            qpdf_oh_append_item(f->q, kept, kid);
        else
            dropped++;
        qpdf_oh_release(f->q, kid);
    }
    if (dropped)
        qpdf_oh_replace_key(f->q, node, "/K", kept);
}

static void drift(struct walk *w, const char *found, const char *expected) {
    if (!w->drifted)
        diag_report(w->f->diag, DIAG_PDF_STRUCTURE, (struct span){0},
                    arena_printf(w->f->arena, "the file has %s as tag %zu", found, w->next + 1),
                    expected, NULL);
    w->drifted = true;
}

static bool walk_node(struct walk *w, qpdf_oh node) {
    struct finish *f = w->f;
    qpdf_oh type = qpdf_oh_get_key(f->q, node, "/S");
    const char *name = qpdf_oh_is_name(f->q, type) ? qpdf_oh_get_name(f->q, type) : "/";
    const struct tag_record *r = w->next < w->records->count ? &w->records->at[w->next] : NULL;
    if (!r || strcmp(name + 1, r->name) != 0) {
        drift(w, name + 1, r ? r->name : "the end");
        return true;
    }
    w->next++;
    set_facts(f, node, r);
    walk_kids(w, node, r);
    return !r->artifact;
}

static bool walk_tree(struct walk *w) {
    struct finish *f = w->f;
    qpdf_oh root = qpdf_oh_get_key(f->q, qpdf_get_root(f->q), "/StructTreeRoot");
    if (!qpdf_oh_is_dictionary(f->q, root)) {
        drift(w, "nothing", "a structure tree");
        return false;
    }
    static const struct tag_record NOTHING = {.name = ""};
    walk_kids(w, root, &NOTHING);
    if (!w->drifted && w->next < w->records->count)
        drift(w, "the end", w->records->at[w->next].name);
    return !w->drifted;
}

/* ── Pages ── */

static bool walk_pages(struct walk *w) {
    struct finish *f = w->f;
    artifacts_sort(&w->artifacts);
    qpdf_oh tree = qpdf_oh_get_key(f->q, qpdf_get_root(f->q), "/StructTreeRoot");
    qpdf_oh parents = qpdf_oh_get_key(f->q, qpdf_oh_get_key(f->q, tree, "/ParentTree"), "/Nums");
    bool good = true;
    int pages = qpdf_get_num_pages(f->q);
    for (int i = 0; i < pages && good; i++) {
        qpdf_oh page = qpdf_get_page_n(f->q, (size_t)i);
        good = finish_artifacts(f, &w->artifacts, parents, page);
        qpdf_oh_replace_key(f->q, page, "/Tabs", qpdf_oh_new_name(f->q, "/S"));
        qpdf_oh_remove_key(f->q, page, "/Group"); /* nothing is transparent */
        finish_fonts(f, page);
    }
    if (!good)
        drift(w, "fewer artifacts on a page than were drawn", "each of them");
    return good;
}

bool finish_tree(struct finish *f, const struct tag_records *records) {
    struct walk w = {.f = f, .records = records};
    return walk_tree(&w) && walk_pages(&w);
}
