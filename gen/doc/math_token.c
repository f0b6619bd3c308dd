/* Tokens of MathML: numbers, names, signs and words, with computed values among them. */
#include <string.h>

#include "doc/math_read.h"

static const char *trimmed(struct arena *a, const char *text) {
    static const char blank[] = " \t\n\r";
    text += strspn(text, blank);
    size_t n = strlen(text);
    while (n && strchr(blank, text[n - 1]))
        n--;
    return arena_strndup(a, text, n);
}

/* Characters and computed values. */
static const char *token_text(struct math_reading *in, const struct node *n, bool *computed) {
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
            const char *trace = origin_use(r, value.origins);
            in->trace = in->trace ? in->trace : trace;
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

static struct math *token(struct math_reading *in, const struct node *n, enum math_kind kind) {
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
static bool is_structure(const struct math_reading *in, const struct node *n, const char *text) {
    bool small = strlen(text) == 1;
    bool power = n->parent && n->parent->ns == NS_MATHML && !strcmp(n->parent->name, "msup") &&
                 math_element_at(n->parent->child) == n && (!strcmp(text, "10") || small);
    const char *role = node_value(n, "role");
    return in->typed || small || in->script > 0 || power || (role && !strcmp(role, "typed"));
}

struct math *math_read_number(struct math_reading *in, const struct node *n) {
    struct math *m = token(in, n, MATH_NUMBER);
    if (m->computed || !m->text[strcspn(m->text, "0123456789")] || is_structure(in, n, m->text))
        return m;
    in->r->typed_digits++;
    diag_report(in->r->diag, DIAG_TYPED_DIGIT, n->child ? n->child->span : n->span, m->text,
                "<r:value> in the <mml:mn>, or role=\"typed\" where a number is meant to be typed",
                NULL);
    return m;
}

struct math *math_read_name(struct math_reading *in, const struct node *n) {
    return token(in, n, MATH_NAME);
}

struct math *math_read_operator(struct math_reading *in, const struct node *n) {
    return token(in, n, MATH_OPERATOR);
}

struct math *math_read_words(struct math_reading *in, const struct node *n) {
    struct math *m = token(in, n, MATH_TEXT);
    if (!strcmp(n->name, "ms"))
        m->text = arena_printf(in->r->arena, "“%s”", m->text);
    return m;
}

struct math *math_read_space(struct math_reading *in, const struct node *n) {
    struct math *m = math_new(in->r->arena, MATH_SPACE, NULL, n->span);
    math_read_attributes(in->r, n, m);
    return m;
}
