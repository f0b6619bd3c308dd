/* r:table of="cases": what others have published and ours beside it. rows="capabilities" sums up,
 * rows="farthest" shows those out of reach and then the farthest of the others, rows="all" or the
 * name of a capability the cases one by one, ids="zero-03 lora-01" those of these numbers. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "catalog/cases.h"
#include "doc/build.h"

enum { FARTHEST = 10 };

/* A row that is no case is the name of the capability of those that follow. */
struct chosen {
    const struct published_case **at;
    const char **names;
    bool *groups;
    size_t n;
    bool by_capability; /* the groups are capabilities: a case needs its number only */
};

static struct chosen chosen_new(struct reader *r, const struct cases *cases) {
    size_t most = cases->n + case_capability_count + 2;
    return (struct chosen){ARENA_ARRAY(r->arena, const struct published_case *, most),
                           ARENA_ARRAY(r->arena, const char *, most),
                           ARENA_ARRAY(r->arena, bool, most), 0, false};
}

static bool is_verdict(const char *text) {
    return strcmp(text, "yes") == 0 || strcmp(text, "no") == 0 || strcmp(text, "marginal") == 0;
}

static void fill_value(struct grid *g, size_t row, size_t column, const char *text) {
    if (is_verdict(text))
        grid_text(g, row, column,
                  say(g->r->request->strings, arena_printf(g->r->arena, "verdict.%s", text)));
    else
        grid_cell(g, row, column)->text = case_number(g->r, text, g->node->span);
}

/* ── Columns of single cases ── */

/* "kv-01"; under the name of its capability "01". */
static const char *short_id(const struct published_case *p, bool grouped) {
    const char *id = strncmp(p->id, "PUB-", 4) == 0 ? p->id + 4 : p->id;
    const char *number = strrchr(id, '-');
    return grouped && number ? number + 1 : id;
}

static void fill_id(struct grid *g, size_t row, size_t column, const char *id) {
    struct inline_ *whole = inline_new(g->r, INLINE_TEXT, id, g->node->span);
    whole->tight = true;
    grid_cell(g, row, column)->text = whole;
}

/* What must agree to the last printed digit, and does, has no distance. */
static bool is_equal(const struct published_case *p) {
    return p->near.kind == TOLERANCE_EXACT && case_verdict(p) == CASE_REACHED;
}

static const char *difference_text(struct reader *r, const struct published_case *p) {
    double percent = 100 * case_difference(p);
    if (isnan(percent))
        return NULL;
    if (is_equal(p))
        return "=";
    const char *sign = fabs(percent) < 0.05 ? "" : percent < 0 ? "−" : "+";
    return arena_printf(r->arena, "%s%.1f%%", sign, fabs(percent));
}

/* A ceiling of ours is said to be one, and so is the least that something takes. */
static const char *bound_sign(const struct published_case *p) {
    return p->near.kind == TOLERANCE_UPPER ? "≤" : p->near.kind == TOLERANCE_LOWER ? "≥" : NULL;
}

static void fill_ours(struct grid *g, size_t row, size_t column, const struct published_case *p) {
    fill_value(g, row, column, case_ours_text(g->r->arena, p));
    const char *sign = bound_sign(p);
    if (!sign)
        return;
    struct inline_ *before =
        inline_new(g->r, INLINE_TEXT, arena_printf(g->r->arena, "%s\u2009", sign), g->node->span);
    before->tight = true;
    before->next = (struct inline_ *)grid_cell(g, row, column)->text;
    grid_cell(g, row, column)->text = before;
}

static const char *words_of(const struct reader *r, const struct case_words *words) {
    return case_say(r->request->catalog, words, strings_language(r->request->strings));
}

/* A device that the case only describes has no name. */
static const char *device_of(const struct published_case *p) {
    const struct accelerator *a = p->scenario->accelerator;
    return a->overlay ? NULL : a->short_name;
}

static const char *subject_of(struct reader *r, const struct published_case *p) {
    const char *quantity = words_of(r, &p->quantity);
    if (!p->scenario)
        return quantity;
    const char *device = device_of(p);
    return say_with(r->arena, r->request->strings, device ? "case.subject-on" : "case.subject",
                    "model", p->scenario->model->short_name, "device", device ? device : "",
                    "quantity", quantity, NULL);
}

static bool fill_case(struct grid *g, size_t row, size_t column, const char *name,
                      const struct chosen *chosen) {
    struct reader *r = g->r;
    const struct published_case *p = chosen->at[row];
    const char *text = NULL;
    if (!strcmp(name, "case"))
        fill_id(g, row, column, short_id(p, chosen->by_capability));
    else if (!strcmp(name, "subject"))
        text = subject_of(r, p);
    else if (!strcmp(name, "model"))
        text = p->scenario ? p->scenario->model->short_name : NULL;
    else if (!strcmp(name, "unit"))
        text = *p->unit ? unit_say(r, p->unit) : NULL;
    else if (!strcmp(name, "quantity"))
        text = words_of(r, &p->quantity);
    else if (!strcmp(name, "reason"))
        text = words_of(r, &p->reason);
    else if (!strcmp(name, "source"))
        text = p->source;
    else if (!strcmp(name, "tolerance"))
        text = p->tolerance;
    else if (!strcmp(name, "difference"))
        text = difference_text(r, p);
    else if (!strcmp(name, "verdict"))
        text = say(r->request->strings,
                   case_verdict(p) == CASE_REACHED ? "case.reached" : "case.out-of-reach");
    else if (!strcmp(name, "published"))
        fill_value(g, row, column, p->value);
    else if (!strcmp(name, "ours"))
        fill_ours(g, row, column, p);
    else
        return false;
    if (text && *text)
        grid_text(g, row, column, text);
    return true;
}

/* ── Columns of capabilities ── */

static const struct published_case *farthest_of(const struct cases *cases, const char *name) {
    const struct published_case *found = NULL;
    for (size_t i = 0; i < cases->n; i++) {
        const struct published_case *p = &cases->at[i];
        bool bound = p->near.kind > TOLERANCE_PERCENT || is_equal(p);
        double apart = fabs(case_difference(p));
        if (!strcmp(p->capability, name) && !bound && !isnan(apart) &&
            (!found || apart > fabs(case_difference(found))))
            found = p;
    }
    return found;
}

static const char *capability_say(struct reader *r, const char *name) {
    return say(r->request->strings, arena_printf(r->arena, "capability.%s", name));
}

static bool fill_capability(struct grid *g, size_t row, size_t column, const char *name,
                            const struct cases *cases, const char *capability) {
    struct reader *r = g->r;
    struct case_count count = cases_count(cases, capability);
    if (!strcmp(name, "capability"))
        grid_text(g, row, column, capability_say(r, capability));
    else if (!strcmp(name, "cases"))
        grid_text(g, row, column, arena_printf(r->arena, "%zu", count.n));
    else if (!strcmp(name, "reached"))
        grid_text(g, row, column, arena_printf(r->arena, "%zu", count.reached));
    else if (!strcmp(name, "farthest")) {
        const struct published_case *p = farthest_of(cases, capability);
        if (p)
            grid_text(g, row, column, difference_text(r, p));
        else
            grid_missing(g, row, column);
    } else
        return false;
    return true;
}

/* ── Rows ── */

/* Those out of reach first, the farther the earlier; what has no distance comes last of its kind.
 */
static int by_distance(const void *a, const void *b) {
    const struct published_case *x = *(const struct published_case *const *)a;
    const struct published_case *y = *(const struct published_case *const *)b;
    bool x_reached = case_verdict(x) == CASE_REACHED, y_reached = case_verdict(y) == CASE_REACHED;
    if (x_reached != y_reached)
        return x_reached ? 1 : -1;
    double dx = fabs(case_difference(x)), dy = fabs(case_difference(y));
    dx = isnan(dx) ? -1 : dx;
    dy = isnan(dy) ? -1 : dy;
    return dx != dy ? (dx < dy ? 1 : -1) : strcmp(x->id, y->id);
}

static void group_add(struct chosen *c, const char *name) {
    c->names[c->n] = name;
    c->groups[c->n++] = true;
}

/* A bound is no distance: what it leaves open is its purpose. */
static struct chosen chosen_farthest(struct reader *r, const struct cases *cases) {
    struct chosen far = chosen_new(r, cases), c = chosen_new(r, cases);
    for (size_t i = 0; i < cases->n; i++) {
        const struct published_case *p = &cases->at[i];
        if (case_verdict(p) != CASE_REACHED || (p->near.kind <= TOLERANCE_PERCENT && !is_equal(p)))
            far.at[far.n++] = p;
    }
    qsort(far.at, far.n, sizeof *far.at, by_distance);
    for (size_t i = 0; i < far.n && i < FARTHEST; i++) {
        bool reached = case_verdict(far.at[i]) == CASE_REACHED;
        if (i == 0 || reached != (case_verdict(far.at[i - 1]) == CASE_REACHED))
            group_add(&c, say(r->request->strings, reached ? "case.farthest" : "case.not-reached"));
        c.at[c.n++] = far.at[i];
    }
    return c;
}

static struct chosen chosen_capability(struct reader *r, const struct cases *cases,
                                       const char *name) {
    struct chosen c = chosen_new(r, cases);
    for (size_t i = 0; i < cases->n; i++)
        if (!strcmp(cases->at[i].capability, name))
            c.at[c.n++] = &cases->at[i];
    return c;
}

static struct chosen chosen_all(struct reader *r, const struct cases *cases) {
    struct chosen c = chosen_new(r, cases);
    c.by_capability = true;
    for (size_t i = 0; i < cases->n; i++) {
        const char *name = cases->at[i].capability;
        if (i == 0 || strcmp(name, cases->at[i - 1].capability) != 0)
            group_add(&c, capability_say(r, name));
        c.at[c.n++] = &cases->at[i];
    }
    return c;
}

static const struct published_case *case_named(const struct cases *cases, const char *name) {
    for (size_t i = 0; i < cases->n; i++)
        if (!strcmp(short_id(&cases->at[i], false), name))
            return &cases->at[i];
    return NULL;
}

static struct chosen chosen_named(struct reader *r, const struct cases *cases,
                                  const struct attribute *ids) {
    const struct word *words;
    size_t count = attribute_words(r->arena, ids, &words);
    struct chosen c = chosen_new(r, cases);
    for (size_t i = 0; i < count; i++) {
        const struct published_case *p = case_named(cases, words[i].text);
        if (p && c.n < cases->n)
            c.at[c.n++] = p;
        else
            diag_report(r->diag, DIAG_BAD_ATTRIBUTE, words[i].span, words[i].text,
                        "a number of `ridge cases`, such as zero-03", NULL);
    }
    return c;
}

static bool rows_known(struct reader *r, const struct attribute *rows) {
    static const char *const others[] = {"capabilities", "farthest", "all"};
    size_t n = sizeof others / sizeof *others;
    const char **names = ARENA_ARRAY(r->arena, const char *, n + case_capability_count);
    memcpy(names, others, sizeof others);
    memcpy(names + n, case_capabilities, case_capability_count * sizeof *names);
    n += case_capability_count;
    for (size_t i = 0; i < n; i++)
        if (!strcmp(names[i], rows->value))
            return true;
    diag_report(r->diag, DIAG_BAD_ATTRIBUTE, rows->value_span, rows->value,
                "capabilities, farthest, all or a capability such as kv",
                nearest_name(rows->value, names, n));
    return false;
}

/* ── The table ── */

static const struct column_kind {
    const char *name;
    enum column_align align;
    bool strong, quiet;
} column_kinds[] = {
    {"capability", COLUMN_START, true, false}, {"cases", COLUMN_END, false, false},
    {"reached", COLUMN_END, false, false},     {"farthest", COLUMN_END, false, false},
    {"case", COLUMN_START, true, false},       {"model", COLUMN_START, false, false},
    {"quantity", COLUMN_START, false, false},  {"published", COLUMN_DECIMAL, false, false},
    {"ours", COLUMN_DECIMAL, false, false},    {"difference", COLUMN_END, false, false},
    {"unit", COLUMN_START, false, false},      {"tolerance", COLUMN_START, false, true},
    {"verdict", COLUMN_START, false, false},   {"reason", COLUMN_START, false, true},
    {"source", COLUMN_START, false, true},
};
enum { COLUMN_KINDS = sizeof column_kinds / sizeof *column_kinds };

static void column_begin(struct grid *g, size_t column, const char *name) {
    for (size_t i = 0; i < COLUMN_KINDS; i++) {
        const struct column_kind *k = &column_kinds[i];
        if (strcmp(k->name, name) != 0)
            continue;
        g->column[column].align = k->align;
        g->column[column].strong = k->strong && column == 0;
        g->column[column].quiet = k->quiet;
    }
    grid_head(g, column, arena_printf(g->r->arena, "case-%s", name), NULL);
}

static void report_column(struct reader *r, const struct word *word, bool sums) {
    const char *names[COLUMN_KINDS];
    for (size_t i = 0; i < COLUMN_KINDS; i++)
        names[i] = column_kinds[i].name;
    diag_report(r->diag, DIAG_UNKNOWN_COLUMN, word->span, word->text,
                sums ? "capability, cases, reached or farthest"
                     : "case, subject, model, quantity, published, ours, unit, difference, "
                       "tolerance, verdict, "
                       "reason or source",
                nearest_name(word->text, names, COLUMN_KINDS));
}

static const struct table *filled(struct grid *g, const struct word *columns,
                                  const struct cases *cases, const struct chosen *single) {
    for (size_t k = 0; k < g->columns; k++) {
        bool known = true;
        for (size_t i = 0; i < g->rows && known; i++)
            if (single && !single->at[i])
                grid_text(g, i, 0, single->names[i]);
            else
                known =
                    single ? fill_case(g, i, k, columns[k].text, single)
                           : fill_capability(g, i, k, columns[k].text, cases, case_capabilities[i]);
        if (known)
            column_begin(g, k, columns[k].text);
        else
            report_column(g->r, &columns[k], !single);
    }
    return grid_table(g);
}

const struct table *table_cases(struct reader *r, const struct node *n) {
    const struct attribute *rows = attribute_of(n, "rows"), *columns = attribute_of(n, "columns"),
                           *ids = attribute_of(n, "ids");
    const char *wanted = rows ? rows->value : ids ? "ids" : "capabilities";
    bool sums = !strcmp(wanted, "capabilities"), farthest = !strcmp(wanted, "farthest"),
         all = !strcmp(wanted, "all");
    const struct cases *cases = catalog_cases(r->request->catalog, r->diag);
    if (!cases || (rows && !rows_known(r, rows)))
        return NULL;
    struct attribute usual = {.value = sums ? "capability cases reached farthest"
                                            : "case subject published ours unit difference",
                              .value_span = n->span};
    const struct word *words;
    size_t count = attribute_words(r->arena, columns ? columns : &usual, &words);
    struct chosen single = {.n = case_capability_count};
    if (!sums)
        single = ids && !rows ? chosen_named(r, cases, ids)
                 : farthest   ? chosen_farthest(r, cases)
                 : all        ? chosen_all(r, cases)
                              : chosen_capability(r, cases, wanted);
    struct grid g = grid_new(r, n, count, single.n);
    g.groups = all || farthest ? single.groups : NULL;
    return filled(&g, words, cases, sums ? NULL : &single);
}
