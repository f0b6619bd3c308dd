#include "doc/math_read.h"

#include <string.h>

static struct math *read_node(struct math_reading *in, const struct node *n);

/* ── Children ── */

const struct node *math_element_at(const struct node *n) {
    while (n && (n->kind != NODE_ELEMENT || n->ns != NS_MATHML || !element_find(n) ||
                 !strcmp(n->name, "annotation")))
        n = n->next;
    return n;
}

static size_t element_number(const struct node *n) {
    size_t count = 0;
    for (const struct node *c = math_element_at(n->child); c; c = math_element_at(c->next))
        count++;
    return count;
}

static struct math *empty_row(struct math_reading *in, const struct node *n) {
    return math_new(in->r->arena, MATH_ROW, NULL, n->span);
}

/* All children in a row. */
static struct math *read_row(struct math_reading *in, const struct node *n) {
    struct math *row = empty_row(in, n), **end = &row->child;
    for (const struct node *c = math_element_at(n->child); c; c = math_element_at(c->next))
        math_add(&end, read_node(in, c));
    math_read_attributes(in->r, n, row);
    return row;
}

/* Exactly so many children; what is missing is empty. */
static struct math *read_exactly(struct math_reading *in, const struct node *n, enum math_kind kind,
                                 size_t count, size_t small_from) {
    struct math *m = math_new(in->r->arena, kind, NULL, n->span), **end = &m->child;
    const struct node *c = math_element_at(n->child);
    size_t found = element_number(n);
    if (found != count)
        diag_report(
            in->r->diag, DIAG_MATH_CHILDREN, n->span,
            arena_printf(in->r->arena, "<mml:%s> has %zu part%s", n->name, found,
                         found == 1 ? "" : "s"),
            arena_printf(in->r->arena, "%zu; put what belongs together into <mml:mrow>", count),
            NULL);
    for (size_t i = 0; i < count; i++) {
        in->script += i >= small_from;
        math_add(&end, c ? read_node(in, c) : empty_row(in, n));
        in->script -= i >= small_from;
        c = c ? math_element_at(c->next) : NULL;
    }
    math_read_attributes(in->r, n, m);
    return m;
}

static struct math *read_fraction(struct math_reading *in, const struct node *n) {
    return read_exactly(in, n, MATH_FRACTION, 2, 2);
}

static struct math *read_square_root(struct math_reading *in, const struct node *n) {
    struct math *m = math_new(in->r->arena, MATH_ROOT, NULL, n->span);
    m->child = read_row(in, n);
    return m;
}

static struct math *read_root(struct math_reading *in, const struct node *n) {
    return read_exactly(in, n, MATH_ROOT, 2, 1);
}

/* Base and one script: the other becomes an empty row. */
static struct math *read_one(struct math_reading *in, const struct node *n, enum math_kind kind,
                             bool above) {
    struct math *m = read_exactly(in, n, kind, 2, 1), *none = empty_row(in, n);
    struct math *script = m->child->next;
    m->child->next = above ? none : script;
    (above ? none : script)->next = above ? script : none;
    return m;
}

static struct math *read_sub(struct math_reading *in, const struct node *n) {
    return read_one(in, n, MATH_SCRIPTS, false);
}

static struct math *read_sup(struct math_reading *in, const struct node *n) {
    return read_one(in, n, MATH_SCRIPTS, true);
}

static struct math *read_sub_sup(struct math_reading *in, const struct node *n) {
    return read_exactly(in, n, MATH_SCRIPTS, 3, 1);
}

static struct math *read_under(struct math_reading *in, const struct node *n) {
    return read_one(in, n, MATH_LIMITS, false);
}

static struct math *read_over(struct math_reading *in, const struct node *n) {
    return read_one(in, n, MATH_LIMITS, true);
}

static struct math *read_under_over(struct math_reading *in, const struct node *n) {
    return read_exactly(in, n, MATH_LIMITS, 3, 1);
}

/* Pairs of scripts around a base. */
static struct math *around(struct math_reading *in, struct math *base, const struct node **c,
                           const struct node *stop) {
    while (*c && *c != stop && math_element_at((*c)->next) && math_element_at((*c)->next) != stop) {
        struct math *m = math_new(in->r->arena, MATH_SCRIPTS, NULL, base->span);
        in->script++;
        m->child = base;
        base->next = read_node(in, *c);
        *c = math_element_at((*c)->next);
        base->next->next = read_node(in, *c);
        *c = math_element_at((*c)->next);
        in->script--;
        base = m;
    }
    return base;
}

static struct math *read_many_scripts(struct math_reading *in, const struct node *n) {
    const struct node *c = math_element_at(n->child), *bar = c;
    size_t count = element_number(n);
    while (bar && strcmp(bar->name, "mprescripts") != 0)
        bar = math_element_at(bar->next);
    if ((count - (bar != NULL)) % 2 != 1)
        diag_report(in->r->diag, DIAG_MATH_CHILDREN, n->span,
                    "<mml:mmultiscripts> has a script without its pair",
                    "a base, then pairs; <mml:mrow/> where one is missing", NULL);
    if (!c || c == bar)
        return empty_row(in, n);
    struct math *row = empty_row(in, n), *base = read_node(in, c);
    c = math_element_at(c->next);
    struct math *after = around(in, base, &c, bar), **end = &row->child;
    if (bar) {
        c = math_element_at(bar->next);
        math_add(&end, around(in, empty_row(in, n), &c, NULL));
    }
    math_add(&end, after);
    return row;
}

/* ── Others ── */

static struct math *read_phantom(struct math_reading *in, const struct node *n) {
    struct math *m = read_row(in, n);
    m->phantom = true;
    return m;
}

static struct math *read_fault(struct math_reading *in, const struct node *n) {
    diag_report(in->r->diag, DIAG_MATH_FAULT, n->span, node_text(in->r->arena, n),
                "a formula without <mml:merror>", NULL);
    return read_row(in, n);
}

static struct math *read_meaning(struct math_reading *in, const struct node *n) {
    const struct node *first = math_element_at(n->child);
    return first ? read_node(in, first) : empty_row(in, n);
}

/* Lines of a table, or cells of a line. */
static struct math *read_lines(struct math_reading *in, const struct node *n, enum math_kind kind,
                               const char *name,
                               struct math *(*inner)(struct math_reading *, const struct node *)) {
    struct math *m = math_new(in->r->arena, kind, NULL, n->span), **end = &m->child;
    for (const struct node *c = math_element_at(n->child); c; c = math_element_at(c->next))
        if (!strcmp(c->name, name))
            math_add(&end, inner(in, c));
        else
            diag_report(in->r->diag, DIAG_MISPLACED_ELEMENT, c->span,
                        arena_printf(in->r->arena, "mml:%s", c->name),
                        arena_printf(in->r->arena, "<mml:%s>", name), NULL);
    math_read_attributes(in->r, n, m);
    return m;
}

static struct math *read_cell(struct math_reading *in, const struct node *n) {
    struct math *m = read_row(in, n);
    m->kind = MATH_CELL;
    return m;
}

static struct math *read_line(struct math_reading *in, const struct node *n) {
    return read_lines(in, n, MATH_LINE, "mtd", read_cell);
}

static struct math *read_table_of_math(struct math_reading *in, const struct node *n) {
    return read_lines(in, n, MATH_TABLE, "mtr", read_line);
}

static struct math *read_node(struct math_reading *in, const struct node *n) {
    static const struct {
        const char *name;
        struct math *(*read)(struct math_reading *, const struct node *);
    } rows[] = {
        {"math", read_row},
        {"mrow", read_row},
        {"mstyle", read_row},
        {"mpadded", read_row},
        {"mphantom", read_phantom},
        {"merror", read_fault},
        {"semantics", read_meaning},
        {"mi", math_read_name},
        {"mn", math_read_number},
        {"mo", math_read_operator},
        {"mtext", math_read_words},
        {"ms", math_read_words},
        {"mspace", math_read_space},
        {"mfrac", read_fraction},
        {"msqrt", read_square_root},
        {"mroot", read_root},
        {"msub", read_sub},
        {"msup", read_sup},
        {"msubsup", read_sub_sup},
        {"munder", read_under},
        {"mover", read_over},
        {"munderover", read_under_over},
        {"mtable", read_table_of_math},
        {"mmultiscripts", read_many_scripts},
        {"mtr", read_line},
        {"mtd", read_cell},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
        if (!strcmp(rows[i].name, n->name))
            return rows[i].read(in, n);
    return empty_row(in, n);
}

struct math *math_read(struct reader *r, const struct node *math, bool typed) {
    const char *role = node_value(math, "role"), *display = node_value(math, "display");
    struct math_reading in = {.r = r, .typed = typed || (role && !strcmp(role, "typed"))};
    struct math *m = read_row(&in, math);
    m->trace = in.trace;
    if (display && !strcmp(display, "block") && m->display == CHOICE_DEFAULT)
        m->display = CHOICE_YES;
    return m;
}
