#include "paint/pdf_tree.h"

#include <string.h>

void pdf_tree_begin(struct pdf_tree *t, struct arena *a, struct pdf_file *file, const int *pages,
                    size_t page_count) {
    *t = (struct pdf_tree){.arena = a, .file = file, .pages = pages, .page_count = page_count};
    t->last = &t->root;
    t->contents = ARENA_ARRAY(a, struct pdf_parents, page_count + 1);
}

static struct element_kid *kid_new(struct pdf_tree *t, struct element *e) {
    struct element_kid *kid = ARENA_NEW(t->arena, struct element_kid);
    *e->last = kid;
    e->last = &kid->next;
    return kid;
}

struct element *element_open(struct pdf_tree *t, struct element *parent, const char *name,
                             const struct tag_facts *facts, size_t page) {
    struct element *e = ARENA_NEW(t->arena, struct element);
    *e = (struct element){.name = name, .facts = facts, .parent = parent, .page = page};
    e->last = &e->first;
    e->number = pdf_number(t->file);
    if (parent)
        kid_new(t, parent)->element = e;
    *t->last = e;
    t->last = &e->next;
    return e;
}

static size_t parents_add(struct pdf_tree *t, struct pdf_parents *p, const struct element *e) {
    ARENA_GROW(t->arena, p->at, p->count, p->room, 64);
    p->at[p->count] = e;
    return p->count++;
}

int element_content(struct pdf_tree *t, struct element *e, size_t page) {
    struct element_kid *kid = kid_new(t, e);
    kid->page = page;
    kid->content = (int)parents_add(t, &t->contents[page], e);
    return kid->content;
}

size_t element_annotation(struct pdf_tree *t, struct element *e, size_t page, int annotation) {
    struct element_kid *kid = kid_new(t, e);
    kid->page = page;
    kid->annotation = annotation;
    return t->page_count + parents_add(t, &t->annotations, e);
}

/* ── What an element says of itself ── */

static void put_cell(struct bytes *b, const struct tag_facts *facts) {
    bool head = facts->scope != NULL;
    if (!head && facts->column_span <= 1 && facts->row_span <= 1)
        return;
    bytes_puts(b, "/A<</O/Table");
    if (head)
        bytes_puts(b, strcmp(facts->scope, "Row") == 0 ? "/Scope/Row" : "/Scope/Column");
    if (facts->column_span > 1)
        bytes_printf(b, "/ColSpan %d", facts->column_span);
    if (facts->row_span > 1)
        bytes_printf(b, "/RowSpan %d", facts->row_span);
    bytes_puts(b, ">>");
}

static void put_box(struct bytes *b, const struct element *e) {
    if (!(e->facts->box.w > 0 && e->facts->box.h > 0))
        return;
    bytes_puts(b, strcmp(e->name, "Figure") == 0 ? "/A<</O/Layout/Placement/Block/BBox["
                                                 : "/A<</O/Layout/BBox[");
    pdf_numbers(b, e->box, 4);
    bytes_puts(b, "]>>");
}

static void put_facts(struct pdf_tree *t, struct bytes *b, const struct element *e) {
    pdf_entry(b, "/Alt", e->facts->alt);
    pdf_entry(b, "/Lang", e->facts->language);
    if (strcmp(e->name, "TH") == 0 || strcmp(e->name, "TD") == 0)
        put_cell(b, e->facts);
    else
        put_box(b, e);
    if (strcmp(e->name, "Note") == 0)
        bytes_printf(b, "/ID(note-%06zu)", ++t->notes);
}

static void put_kid(struct pdf_tree *t, struct bytes *b, const struct element *e,
                    const struct element_kid *kid) {
    if (kid->element)
        pdf_reference(b, kid->element->number);
    else if (kid->annotation)
        bytes_printf(b, "<</Type/OBJR/Obj %d 0 R/Pg %d 0 R>>", kid->annotation,
                     t->pages[kid->page]);
    else if (kid->page == e->page)
        pdf_fixed(b, kid->content, 0);
    else
        bytes_printf(b, "<</Type/MCR/MCID %d/Pg %d 0 R>>", kid->content, t->pages[kid->page]);
}

static void put_element(struct pdf_tree *t, struct bytes *b, const struct element *e, int root) {
    b->n = 0;
    bytes_puts(b, "<</S/");
    bytes_puts(b, e->name);
    bytes_puts(b, "/P ");
    pdf_reference(b, e->parent ? e->parent->number : root);
    if (e->parent) {
        bytes_puts(b, "/Pg ");
        pdf_reference(b, t->pages[e->page]);
    }
    if (e->facts)
        put_facts(t, b, e);
    const struct element_kid *kid = e->first;
    bool several = kid && kid->next;
    if (kid)
        bytes_puts(b, several ? "/K[" : "/K ");
    for (; kid; kid = kid->next) {
        put_kid(t, b, e, kid);
        if (kid->next)
            bytes_puts(b, " ");
    }
    bytes_puts(b, several ? "]>>" : ">>");
    pdf_put(t->file, e->number, b);
}

/* ── The way back ── */

static int put_parents(struct pdf_tree *t, struct bytes *b) {
    b->n = 0;
    bytes_puts(b, "<</Nums[");
    for (size_t page = 0; page < t->page_count; page++) {
        bytes_printf(b, "%zu[", page);
        for (size_t i = 0; i < t->contents[page].count; i++) {
            bytes_puts(b, i ? " " : "");
            pdf_reference(b, t->contents[page].at[i]->number);
        }
        bytes_puts(b, "]");
    }
    for (size_t i = 0; i < t->annotations.count; i++)
        bytes_printf(b, "%zu %d 0 R ", t->page_count + i, t->annotations.at[i]->number);
    bytes_puts(b, "]>>");
    int number = pdf_number(t->file);
    pdf_put(t->file, number, b);
    return number;
}

/* Names of a tree stand in order, so their numbers have leading zeros. */
static void put_ids(struct pdf_tree *t, struct bytes *b) {
    const struct element **notes = ARENA_ARRAY(t->arena, const struct element *, t->notes + 1);
    size_t count = 0;
    for (const struct element *e = t->root; e; e = e->next)
        if (e->facts && strcmp(e->name, "Note") == 0)
            notes[count++] = e;
    if (count == 0)
        return;
    bytes_puts(b, "/IDTree<</Names[");
    for (size_t i = 0; i < count; i++)
        bytes_printf(b, "(note-%06zu)%d 0 R ", i + 1, notes[i]->number);
    bytes_puts(b, "]>>");
}

int pdf_tree_put(struct pdf_tree *t) {
    struct bytes b = {.arena = t->arena};
    int root = pdf_number(t->file);
    for (const struct element *e = t->root; e; e = e->next)
        put_element(t, &b, e, root);
    int parents = put_parents(t, &b);
    b.n = 0;
    bytes_printf(&b, "<</Type/StructTreeRoot/K %d 0 R/ParentTree %d 0 R/ParentTreeNextKey %zu",
                 t->root->number, parents, t->page_count + t->annotations.count);
    put_ids(t, &b);
    bytes_puts(&b, ">>");
    pdf_put(t->file, root, &b);
    return root;
}
