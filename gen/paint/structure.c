#include "paint/structure.h"

#include <stdlib.h>
#include <string.h>

#include "paint/paint.h"

static const char *const TAG_NAMES[TAGS] = {
    [TAG_ARTIFACT] = "Artifact",
    [TAG_DOCUMENT] = "Document",
    [TAG_PART] = "Part",
    [TAG_SECT] = "Sect",
    [TAG_DIV] = "Div",
    [TAG_BLOCKQUOTE] = "BlockQuote",
    [TAG_CAPTION] = "Caption",
    [TAG_TOC] = "TOC",
    [TAG_TOCI] = "TOCI",
    [TAG_P] = "P",
    [TAG_H1] = "H1",
    [TAG_H2] = "H2",
    [TAG_H3] = "H3",
    [TAG_H4] = "H4",
    [TAG_L] = "L",
    [TAG_LI] = "LI",
    [TAG_LBL] = "Lbl",
    [TAG_LBODY] = "LBody",
    [TAG_TABLE] = "Table",
    [TAG_THEAD] = "THead",
    [TAG_TBODY] = "TBody",
    [TAG_TFOOT] = "TFoot",
    [TAG_TR] = "TR",
    [TAG_TH] = "TH",
    [TAG_TD] = "TD",
    [TAG_SPAN] = "Span",
    [TAG_QUOTE] = "Quote",
    [TAG_NOTE] = "Note",
    [TAG_REFERENCE] = "Reference",
    [TAG_CODE] = "Code",
    [TAG_LINK] = "Link",
    [TAG_FIGURE] = "Figure",
    [TAG_FORMULA] = "Formula",
};

const char *tag_name(enum tag tag) {
    return TAG_NAMES[tag];
}

static const size_t NO_TAG = SIZE_MAX;

/* Walking state: the open tags as a linked stack through `outer`. */
struct reader {
    struct arena *arena;
    struct diag *diag;
    struct structure *structure;
    size_t *outer; /* per tag: the tag around it */
    size_t top;    /* innermost open tag or NO_TAG */
    size_t page;
    size_t faults;
};

static void fault(struct reader *r, const char *expected, const char *what, const char *name) {
    char text[160];
    snprintf(text, sizeof text, "%s %s on page %zu", what, name, r->page + 1);
    if (r->faults++ < 8)
        diag_report(r->diag, DIAG_PDF_STRUCTURE, (struct span){0}, text, expected, NULL);
}

static struct tag_plan *plan_new(struct reader *r) {
    struct structure *s = r->structure;
    size_t outer_room = s->room; /* one outer tag for each */
    ARENA_GROW(r->arena, r->outer, s->count, outer_room, 256);
    ARENA_GROW(r->arena, s->tags, s->count, s->room, 256);
    return &s->tags[s->count++];
}

static bool is_artifact(const struct tag_plan *t) {
    return t->item->as.tag.tag == TAG_ARTIFACT;
}

/* The innermost open tag that is drawn as one. */
static struct tag_plan *drawn_top(const struct reader *r) {
    size_t at = r->top;
    while (at != NO_TAG && r->structure->tags[at].silent)
        at = r->outer[at];
    return at == NO_TAG ? NULL : &r->structure->tags[at];
}

static void tag_open(struct reader *r, const struct item *item) {
    struct tag_plan *top = drawn_top(r);
    bool hidden = top && is_artifact(top);
    if (top && !hidden && item->as.tag.tag != TAG_DOCUMENT) {
        if (item->as.tag.tag == TAG_ARTIFACT)
            top->artifacts++;
        else
            top->children++;
    }
    struct tag_plan *t = plan_new(r);
    *t = (struct tag_plan){.item = item, .page = r->page};
    t->silent = hidden || item->as.tag.tag == TAG_DOCUMENT;
    size_t at = r->structure->count - 1;
    r->outer[at] = r->top;
    r->top = at;
}

static void tag_close(struct reader *r, enum tag tag) {
    if (r->top == NO_TAG) {
        fault(r, "an open tag", "nothing is open at the end of", TAG_NAMES[tag]);
        return;
    }
    enum tag open = r->structure->tags[r->top].item->as.tag.tag;
    if (open != tag)
        fault(r, TAG_NAMES[open], "the end of", TAG_NAMES[tag]);
    r->top = r->outer[r->top];
}

bool item_paints(const struct item *item) {
    return item->kind <= ITEM_PICTURE;
}

static void read_item(struct reader *r, const struct item *item) {
    if (item->kind == ITEM_TAG_OPEN)
        tag_open(r, item);
    else if (item->kind == ITEM_TAG_CLOSE)
        tag_close(r, item->as.tag.tag);
    else if (item_paints(item)) {
        struct tag_plan *top = drawn_top(r);
        r->structure->inked[r->page] = true;
        if (top)
            top->content++;
    }
}

/* Ink beside child tags: readers differ in what they make of it. */
static void check_leaves(struct reader *r) {
    for (size_t i = 0; i < r->structure->count; i++) {
        const struct tag_plan *t = &r->structure->tags[i];
        r->page = t->page;
        if (!t->silent && t->content && t->children)
            fault(r, "content in leaves only", "content beside child tags in",
                  TAG_NAMES[t->item->as.tag.tag]);
    }
}

/* ── Destinations ── */

struct names {
    const char **at;
    size_t count, room;
};

static void names_add(struct arena *a, struct names *n, const char *name) {
    ARENA_GROW(a, n->at, n->count, n->room, 64);
    n->at[n->count++] = name;
}

static int compare_names(const void *a, const void *b) {
    return strcmp(*(const char *const *)a, *(const char *const *)b);
}

static void collect_names(struct arena *a, const struct document *doc, struct names *dests,
                          struct names *links) {
    for (size_t p = 0; p < doc->page_count; p++)
        for (const struct item *i = doc->pages[p].scene->first; i; i = i->next) {
            if (i->kind == ITEM_DEST && i->as.dest.name)
                names_add(a, dests, i->as.dest.name);
            if (i->kind == ITEM_TAG_OPEN && i->as.tag.facts.dest)
                names_add(a, links, i->as.tag.facts.dest);
        }
    for (size_t o = 0; o < doc->outline_count; o++)
        if (doc->outline[o].dest)
            names_add(a, links, doc->outline[o].dest);
    if (dests->count)
        qsort(dests->at, dests->count, sizeof *dests->at, compare_names);
    if (links->count)
        qsort(links->at, links->count, sizeof *links->at, compare_names);
}

static bool check_names(struct arena *a, struct diag *d, const struct document *doc) {
    struct names dests = {0}, links = {0};
    bool good = true;
    collect_names(a, doc, &dests, &links);
    for (size_t i = 1; i < dests.count; i++)
        if (strcmp(dests.at[i - 1], dests.at[i]) == 0) {
            diag_report(d, DIAG_LINK_TARGET_TWICE, (struct span){0}, dests.at[i], NULL, NULL);
            good = false;
        }
    for (size_t i = 0; i < links.count; i++) {
        if (i && strcmp(links.at[i - 1], links.at[i]) == 0)
            continue;
        if (dests.count &&
            bsearch(&links.at[i], dests.at, dests.count, sizeof *dests.at, compare_names))
            continue;
        diag_report(d, DIAG_LINK_TARGET_MISSING, (struct span){0}, links.at[i], NULL,
                    dests.count ? nearest_name(links.at[i], dests.at, dests.count) : NULL);
        good = false;
    }
    return good;
}

struct structure *structure_read(struct arena *a, struct diag *d, const struct document *doc) {
    struct structure *s = ARENA_NEW(a, struct structure);
    s->inked = ARENA_ARRAY(a, bool, doc->page_count + 1);
    struct reader r = {.arena = a, .diag = d, .structure = s, .top = NO_TAG};
    for (r.page = 0; r.page < doc->page_count; r.page++)
        for (const struct item *i = doc->pages[r.page].scene->first; i; i = i->next)
            read_item(&r, i);
    if (r.top != NO_TAG) {
        r.page = s->tags[r.top].page;
        fault(&r, "its end", "still open at the end:", TAG_NAMES[s->tags[r.top].item->as.tag.tag]);
    }
    check_leaves(&r);
    bool named = check_names(a, d, doc);
    return named && r.faults == 0 ? s : NULL;
}
