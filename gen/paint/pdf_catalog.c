#include "paint/pdf_catalog.h"

#include <stdlib.h>
#include <string.h>

/* ── Destinations ── */

static int compare_dests(const void *x, const void *y) {
    return strcmp(((const struct pdf_dest *)x)->name, ((const struct pdf_dest *)y)->name);
}

static void put_dests(struct pdf_catalog *c, struct bytes *b) {
    if (c->dest_count == 0)
        return;
    qsort(c->dests, c->dest_count, sizeof *c->dests, compare_dests);
    bytes_puts(b, "/Names<</Dests<</Names[");
    for (size_t i = 0; i < c->dest_count; i++) {
        const struct pdf_dest *d = &c->dests[i];
        const double at[] = {d->x, d->y};
        pdf_text(b, d->name);
        bytes_printf(b, "[%d 0 R/XYZ ", c->pages[d->page]);
        pdf_numbers(b, at, 2);
        bytes_puts(b, "0]");
    }
    bytes_puts(b, "]>>>>");
}

/* ── Page labels ── */

struct label {
    char style; /* 'D', 'r'; 0: the prefix is all */
    size_t value;
    const char *prefix;
};

static size_t roman(const char *text) {
    static const char LETTERS[] = "ivxlcdm";
    static const size_t VALUES[] = {1, 5, 10, 50, 100, 500, 1000};
    size_t sum = 0, before = 0;
    for (size_t i = strlen(text); i > 0; i--) {
        const char *at = strchr(LETTERS, text[i - 1]);
        if (!at)
            return 0;
        size_t value = VALUES[at - LETTERS];
        sum = value < before ? sum - value : sum + value;
        before = value > before ? value : before;
    }
    return sum;
}

/* "12", "ii", "A-3"; a label of another kind is a prefix alone. */
static struct label label_read(struct arena *a, const char *text) {
    size_t n = strlen(text), digits = 0;
    while (digits < n && digits < 9 && text[n - digits - 1] >= '0' && text[n - digits - 1] <= '9')
        digits++;
    const char *number = text + n - digits;
    if (digits && *number != '0')
        return (struct label){'D', strtoul(number, NULL, 10), arena_strndup(a, text, n - digits)};
    if (n && roman(text))
        return (struct label){'r', roman(text), ""};
    return (struct label){0, 0, text};
}

static bool follows(const struct label *a, const struct label *b) {
    return a->style && a->style == b->style && b->value == a->value + 1 &&
           strcmp(a->prefix, b->prefix) == 0;
}

static void put_label(struct bytes *b, size_t page, const struct label *l) {
    bytes_printf(b, "%zu<<", page);
    if (l->style)
        bytes_printf(b, "/S/%c/St %zu", l->style, l->value);
    pdf_entry(b, "/P", l->prefix);
    bytes_puts(b, ">>");
}

static void put_labels(struct pdf_catalog *c, struct bytes *b) {
    struct label before = {0};
    bool any = false;
    for (size_t i = 0; i < c->doc->page_count; i++)
        any |= c->doc->pages[i].label != NULL;
    if (!any)
        return;
    bytes_puts(b, "/PageLabels<</Nums[");
    for (size_t i = 0; i < c->doc->page_count; i++) {
        const char *text = c->doc->pages[i].label;
        struct label l = label_read(c->arena, text ? text : "");
        if (i == 0 || !follows(&before, &l))
            put_label(b, i, &l);
        before = l;
    }
    bytes_puts(b, "]>>");
}

int pdf_catalog_put(struct pdf_catalog *c, int *info) {
    struct bytes b = {.arena = c->arena};
    int outline = pdf_outline_put(c), metadata = pdf_metadata_put(c);
    bytes_printf(&b,
                 "<</Type/Catalog/Pages %d 0 R/StructTreeRoot %d 0 R/MarkInfo<</Marked true>>"
                 "/Metadata %d 0 R/ViewerPreferences<</DisplayDocTitle true>>",
                 c->page_tree, c->structure, metadata);
    pdf_entry(&b, "/Lang", c->doc->language);
    put_dests(c, &b);
    put_labels(c, &b);
    if (outline)
        bytes_printf(&b, "/PageMode/UseOutlines/Outlines %d 0 R", outline);
    pdf_intent_put(c, &b);
    bytes_puts(&b, ">>");
    int number = pdf_number(c->file);
    pdf_put(c->file, number, &b);
    *info = pdf_info_put(c);
    return number;
}
