#include "doc/math_read.h"

#include <string.h>

struct reading {
    struct reader *r;
    bool typed; /* numbers may be typed */
    int script; /* depth of scripts, limits and degrees */
};

static struct math *read_node(struct reading *in, const struct node *n);

/* ── Children ── */

static const struct node *element_at(const struct node *n) {
    while (n && (n->kind != NODE_ELEMENT || n->ns != NS_MATHML || !element_find(n) ||
                 !strcmp(n->name, "annotation")))
        n = n->next;
    return n;
}

static size_t element_number(const struct node *n) {
    size_t count = 0;
    for (const struct node *c = element_at(n->child); c; c = element_at(c->next))
        count++;
    return count;
}

static struct math *empty_row(struct reading *in, const struct node *n) {
    return math_new(in->r->arena, MATH_ROW, NULL, n->span);
}

/* All children in a row. */
static struct math *read_row(struct reading *in, const struct node *n) {
    struct math *row = empty_row(in, n), **end = &row->child;
    for (const struct node *c = element_at(n->child); c; c = element_at(c->next))
        math_add(&end, read_node(in, c));
    math_read_attributes(in->r, n, row);
    return row;
}

/* Exactly so many children; what is missing is empty. */
static struct math *read_exactly(struct reading *in, const struct node *n, enum math_kind kind,
                                 size_t count, size_t small_from) {
    struct math *m = math_new(in->r->arena, kind, NULL, n->span), **end = &m->child;
    const struct node *c = element_at(n->child);
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
        c = c ? element_at(c->next) : NULL;
    }
    math_read_attributes(in->r, n, m);
    return m;
}

static struct math *read_fraction(struct reading *in, const struct node *n) {
    return read_exactly(in, n, MATH_FRACTION, 2, 2);
}

static struct math *read_square_root(struct reading *in, const struct node *n) {
    struct math *m = math_new(in->r->arena, MATH_ROOT, NULL, n->span);
    m->child = read_row(in, n);
    return m;
}

static struct math *read_root(struct reading *in, const struct node *n) {
    return read_exactly(in, n, MATH_ROOT, 2, 1);
}

/* Base and one script: the other becomes an empty row. */
static struct math *read_one(struct reading *in, const struct node *n, enum math_kind kind,
                             bool above) {
    struct math *m = read_exactly(in, n, kind, 2, 1), *none = empty_row(in, n);
    struct math *script = m->child->next;
    m->child->next = above ? none : script;
    (above ? none : script)->next = above ? script : none;
    return m;
}

static struct math *read_sub(struct reading *in, const struct node *n) {
    return read_one(in, n, MATH_SCRIPTS, false);
}

static struct math *read_sup(struct reading *in, const struct node *n) {
    return read_one(in, n, MATH_SCRIPTS, true);
}

static struct math *read_sub_sup(struct reading *in, const struct node *n) {
    return read_exactly(in, n, MATH_SCRIPTS, 3, 1);
}

static struct math *read_under(struct reading *in, const struct node *n) {
    return read_one(in, n, MATH_LIMITS, false);
}

static struct math *read_over(struct reading *in, const struct node *n) {
    return read_one(in, n, MATH_LIMITS, true);
}

static struct math *read_under_over(struct reading *in, const struct node *n) {
    return read_exactly(in, n, MATH_LIMITS, 3, 1);
}

/* Pairs of scripts around a base. */
static struct math *around(struct reading *in, struct math *base, const struct node **c,
                           const struct node *stop) {
    while (*c && *c != stop && element_at((*c)->next) && element_at((*c)->next) != stop) {
        struct math *m = math_new(in->r->arena, MATH_SCRIPTS, NULL, base->span);
        in->script++;
        m->child = base;
        base->next = read_node(in, *c);
        *c = element_at((*c)->next);
        base->next->next = read_node(in, *c);
        *c = element_at((*c)->next);
        in->script--;
        base = m;
    }
    return base;
}

static struct math *read_many_scripts(struct reading *in, const struct node *n) {
    const struct node *c = element_at(n->child), *bar = c;
    size_t count = element_number(n);
    while (bar && strcmp(bar->name, "mprescripts") != 0)
        bar = element_at(bar->next);
    if ((count - (bar != NULL)) % 2 != 1)
        diag_report(in->r->diag, DIAG_MATH_CHILDREN, n->span,
                    "<mml:mmultiscripts> has a script without its pair",
                    "a base, then pairs; <mml:mrow/> where one is missing", NULL);
    if (!c || c == bar)
        return empty_row(in, n);
    struct math *row = empty_row(in, n), *base = read_node(in, c);
    c = element_at(c->next);
    struct math *after = around(in, base, &c, bar), **end = &row->child;
    if (bar) {
        c = element_at(bar->next);
        math_add(&end, around(in, empty_row(in, n), &c, NULL));
    }
    math_add(&end, after);
    return row;
}

/* ── Tokens ── */

static const char *trimmed(struct arena *a, const char *text) {
    static const char blank[] = " \t\n\r";
    text += strspn(text, blank);
    size_t n = strlen(text);
    while (n && strchr(blank, text[n - 1]))
        n--;
    return arena_strndup(a, text, n);
}

/* Characters and computed values. */
static const char *token_text(struct reading *in, const struct node *n, bool *computed) {
    struct reader *r = in->r;
    const char *all = "";
    for (const struct node *c = n->child; c; c = c->next) {
        struct value value;
        struct print print;
        if (c->kind == NODE_TEXT) {
            all = arena_printf(r->arena, "%s%s", all, c->text);
        } else if (node_is(c, NS_RIDGE, "value") && value_of(r, c, "select", &value) &&
                   print_of(r, c, &value, &print)) {
            all = arena_printf(r->arena, "%s%s", all, value_print(r, &value, print));
            origin_use(r, value.origins);
            *computed = true;
        }
    }
    return trimmed(r->arena, all);
}

/* Hyphens and asterisks that are typed for signs. */
static const char *sign_meant(const char *text) {
    static const char *const rows[][2] = {{"-", "−"},      {"*", "∗"},  {"'", "′"},   {"''", "″"},
                                          {"\u2016", "‖"}, {"||", "‖"}, {"...", "…"}, {"<=", "≤"},
                                          {">=", "≥"},     {"!=", "≠"}};
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
        if (!strcmp(text, rows[i][0]))
            return rows[i][1];
    return text;
}

static struct math *token(struct reading *in, const struct node *n, enum math_kind kind) {
    bool computed = false;
    const char *text = token_text(in, n, &computed);
    if (kind == MATH_OPERATOR)
        text = sign_meant(text);
    struct math *m = math_new(in->r->arena, kind, text, n->span);
    m->computed = computed;
    math_read_attributes(in->r, n, m);
    return m;
}

/* Structure, not data: a whole number below ten, what stands in a script, the base of a power. */
static bool is_structure(const struct reading *in, const struct node *n, const char *text) {
    bool small = strlen(text) == 1;
    bool power = n->parent && n->parent->ns == NS_MATHML && !strcmp(n->parent->name, "msup") &&
                 element_at(n->parent->child) == n && (!strcmp(text, "10") || small);
    const char *role = node_value(n, "role");
    return in->typed || small || in->script > 0 || power || (role && !strcmp(role, "typed"));
}

static struct math *read_number(struct reading *in, const struct node *n) {
    struct math *m = token(in, n, MATH_NUMBER);
    if (m->computed || !m->text[strcspn(m->text, "0123456789")] || is_structure(in, n, m->text))
        return m;
    in->r->typed_digits++;
    diag_report(in->r->diag, DIAG_TYPED_DIGIT, n->child ? n->child->span : n->span, m->text,
                "<r:value> in the <mml:mn>, or role=\"typed\" where a number is meant to be typed",
                NULL);
    return m;
}

static struct math *read_name(struct reading *in, const struct node *n) {
    return token(in, n, MATH_NAME);
}

static struct math *read_operator(struct reading *in, const struct node *n) {
    return token(in, n, MATH_OPERATOR);
}

static struct math *read_words(struct reading *in, const struct node *n) {
    struct math *m = token(in, n, MATH_TEXT);
    if (!strcmp(n->name, "ms"))
        m->text = arena_printf(in->r->arena, "“%s”", m->text);
    return m;
}

static struct math *read_space(struct reading *in, const struct node *n) {
    struct math *m = math_new(in->r->arena, MATH_SPACE, NULL, n->span);
    math_read_attributes(in->r, n, m);
    return m;
}

/* ── Others ── */

static struct math *read_phantom(struct reading *in, const struct node *n) {
    struct math *m = read_row(in, n);
    m->phantom = true;
    return m;
}

static struct math *read_fault(struct reading *in, const struct node *n) {
    diag_report(in->r->diag, DIAG_MATH_FAULT, n->span, node_text(in->r->arena, n),
                "a formula without <mml:merror>", NULL);
    return read_row(in, n);
}

static struct math *read_meaning(struct reading *in, const struct node *n) {
    const struct node *first = element_at(n->child);
    return first ? read_node(in, first) : empty_row(in, n);
}

/* Lines of a table, or cells of a line. */
static struct math *read_lines(struct reading *in, const struct node *n, enum math_kind kind,
                               const char *name,
                               struct math *(*inner)(struct reading *, const struct node *)) {
    struct math *m = math_new(in->r->arena, kind, NULL, n->span), **end = &m->child;
    for (const struct node *c = element_at(n->child); c; c = element_at(c->next))
        if (!strcmp(c->name, name))
            math_add(&end, inner(in, c));
        else
            diag_report(in->r->diag, DIAG_MISPLACED_ELEMENT, c->span,
                        arena_printf(in->r->arena, "mml:%s", c->name),
                        arena_printf(in->r->arena, "<mml:%s>", name), NULL);
    math_read_attributes(in->r, n, m);
    return m;
}

static struct math *read_cell(struct reading *in, const struct node *n) {
    struct math *m = read_row(in, n);
    m->kind = MATH_CELL;
    return m;
}

static struct math *read_line(struct reading *in, const struct node *n) {
    return read_lines(in, n, MATH_LINE, "mtd", read_cell);
}

static struct math *read_table_of_math(struct reading *in, const struct node *n) {
    return read_lines(in, n, MATH_TABLE, "mtr", read_line);
}

static struct math *read_node(struct reading *in, const struct node *n) {
    static const struct {
        const char *name;
        struct math *(*read)(struct reading *, const struct node *);
    } rows[] = {
        {"math", read_row},
        {"mrow", read_row},
        {"mstyle", read_row},
        {"mpadded", read_row},
        {"mphantom", read_phantom},
        {"merror", read_fault},
        {"semantics", read_meaning},
        {"mi", read_name},
        {"mn", read_number},
        {"mo", read_operator},
        {"mtext", read_words},
        {"ms", read_words},
        {"mspace", read_space},
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
    struct reading in = {.r = r, .typed = typed || (role && !strcmp(role, "typed"))};
    struct math *m = read_row(&in, math);
    if (display && !strcmp(display, "block") && m->display == CHOICE_DEFAULT)
        m->display = CHOICE_YES;
    return m;
}
