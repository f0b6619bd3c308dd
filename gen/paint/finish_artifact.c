#include <qpdf/qpdf-c.h>
#include <stdlib.h>
#include <string.h>

#include "paint/finish.h"

static int compare_artifacts(const void *x, const void *y) {
    const struct artifact *a = x, *b = y;
    if (a->page != b->page)
        return a->page < b->page ? -1 : 1;
    return a->mcid < b->mcid ? -1 : a->mcid > b->mcid;
}

static bool is_artifact(const struct artifacts *list, int page, long long mcid) {
    struct artifact key = {page, mcid};
    return list->count && bsearch(&key, list->at, list->count, sizeof *list->at, compare_artifacts);
}

size_t content_skip_string(const char *s, size_t n, size_t i) {
    int depth = 0;
    for (; i < n; i++) {
        if (s[i] == '\\')
            i++;
        else if (s[i] == '(')
            depth++;
        else if (s[i] == ')' && --depth == 0)
            return i + 1;
    }
    return n;
}

static const char PRIVATE[] = "/Private << /MCID ";

/* Overwrites one opening "/Private << /MCID 7 >> BDC" by "/Artifact BMC" and spaces. */
static size_t mark_artifact(const struct artifacts *list, int page, char *s, size_t n, size_t at) {
    static const char ARTIFACT[] = "/Artifact BMC";
    static const char REST[] = " >> BDC";
    size_t i = at + strlen(PRIVATE);
    long long mcid = 0;
    for (; i < n && s[i] >= '0' && s[i] <= '9'; i++)
        mcid = mcid * 10 + (s[i] - '0');
    if (n - i < strlen(REST) || memcmp(s + i, REST, strlen(REST)) != 0 ||
        !is_artifact(list, page, mcid))
        return i;
    i += strlen(REST);
    memset(s + at, ' ', i - at);
    memcpy(s + at, ARTIFACT, strlen(ARTIFACT));
    return i;
}

static size_t mark_artifacts(const struct artifacts *list, int page, char *s, size_t n) {
    size_t marked = 0;
    for (size_t i = 0; i < n;) {
        if (s[i] == '(')
            i = content_skip_string(s, n, i);
        else if (s[i] == '/' && n - i > strlen(PRIVATE) &&
                 memcmp(s + i, PRIVATE, strlen(PRIVATE)) == 0) {
            size_t end = mark_artifact(list, page, s, n, i);
            marked += s[i + 1] == 'A';
            i = end;
        } else
            i++;
    }
    return marked;
}

static size_t artifacts_of(const struct artifacts *list, int page) {
    size_t low = 0, high = list->count;
    while (low < high) {
        size_t middle = (low + high) / 2;
        if (list->at[middle].page < page)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

/* The array of parents of one page's marked content: artifacts have none. */
static void forget_parents(struct finish *f, const struct artifacts *list, qpdf_oh parents,
                           qpdf_oh page, size_t from, size_t to) {
    int n = qpdf_oh_get_int_value_as_int(f->q, qpdf_oh_get_key(f->q, page, "/StructParents"));
    qpdf_oh row = qpdf_oh_get_array_item(f->q, parents, 2 * n + 1);
    for (size_t i = from; i < to; i++)
        qpdf_oh_set_array_item(f->q, row, (int)list->at[i].mcid, qpdf_oh_new_null(f->q));
}

static void replace_content(struct finish *f, qpdf_oh page, const unsigned char *content,
                            size_t n) {
    qpdf_oh_replace_stream_data(f->q, qpdf_oh_get_key(f->q, page, "/Contents"), content, n,
                                qpdf_oh_new_null(f->q), qpdf_oh_new_null(f->q));
}

bool finish_artifacts(struct finish *f, const struct artifacts *list, unsigned parents,
                      unsigned page) {
    int id = qpdf_oh_get_object_id(f->q, page);
    size_t from = artifacts_of(list, id), to = artifacts_of(list, id + 1), n = 0;
    unsigned char *content = NULL;
    qpdf_oh_get_page_content_data(f->q, page, &content, &n);
    size_t marked = content ? mark_artifacts(list, id, (char *)content, n) : 0;
    struct bytes inked = {.arena = f->arena};
    bool loose = content && content_mark_ink(&inked, (const char *)content, n);
    if (marked == to - from && (marked || loose)) {
        forget_parents(f, list, parents, page, from, to);
        replace_content(f, page, loose ? (const unsigned char *)inked.at : content,
                        loose ? inked.n : n);
    }
    free(content);
    return marked == to - from;
}

void artifacts_sort(struct artifacts *list) {
    if (list->count)
        qsort(list->at, list->count, sizeof *list->at, compare_artifacts);
}
