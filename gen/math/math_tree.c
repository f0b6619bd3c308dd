#include <string.h>

#include "base/file.h"
#include "math/math.h"

struct math *math_new(struct arena *a, enum math_kind kind, const char *text, struct span span) {
    struct math *m = ARENA_NEW(a, struct math);
    *m = (struct math){.kind = kind, .text = text, .span = span, .rule = 1};
    return m;
}

void math_add(struct math ***end, struct math *m) {
    **end = m;
    *end = &m->next;
}

bool math_is_empty(const struct math *m) {
    return !m || (m->kind == MATH_ROW && !m->child);
}

size_t math_count(const struct math *m) {
    size_t n = 0;
    for (const struct math *c = m->child; c; c = c->next)
        n++;
    return n;
}

/* ── On one line ── */

static void line_put(struct bytes *out, const struct math *m);

/* Words of more than a letter stand apart from what is multiplied with them. */
static bool is_word(const struct math *m) {
    while (m->child && m->kind != MATH_FRACTION && m->kind != MATH_ROOT)
        m = m->child;
    return m->kind == MATH_NAME && m->text[0] && m->text[1] && (unsigned char)*m->text < 0x80;
}

static bool apart(const struct math *m, const struct math *next) {
    bool operators = math_core(m) || math_core(next);
    return !operators && (is_word(m) || is_word(next));
}

static void line_children(struct bytes *out, const struct math *m, const char *between) {
    for (const struct math *c = m->child; c; c = c->next) {
        line_put(out, c);
        if (c->next)
            bytes_puts(out, !*between && apart(c, c->next) ? " " : between);
    }
}

static bool is_single(const struct math *m) {
    while (m->kind == MATH_ROW && m->child && !m->child->next)
        m = m->child;
    if (m->kind == MATH_SCRIPTS)
        return is_single(m->child);
    return m->kind == MATH_NUMBER || m->kind == MATH_NAME || m->kind == MATH_TEXT;
}

static void line_group(struct bytes *out, const struct math *m) {
    bool single = is_single(m);
    bytes_puts(out, single ? "" : "(");
    line_put(out, m);
    bytes_puts(out, single ? "" : ")");
}

/* "a_(n_k)" and "F^(′)", but "F_pk". */
static void line_script(struct bytes *out, const struct math *m) {
    const struct math *only = m;
    while (only->kind == MATH_ROW && only->child && !only->child->next)
        only = only->child;
    bool group = only->kind == MATH_SCRIPTS || !is_single(only);
    bytes_puts(out, group ? "(" : "");
    line_put(out, m);
    bytes_puts(out, group ? ")" : "");
}

static void line_scripts(struct bytes *out, const struct math *m) {
    const struct math *below = m->child->next, *above = below->next;
    line_put(out, m->child);
    if (!math_is_empty(below)) {
        bytes_puts(out, "_");
        line_script(out, below);
    }
    if (!math_is_empty(above)) {
        bytes_puts(out, "^");
        line_script(out, above);
    }
}

/* "x" and a combining accent; NULL when it is none. */
static const char *combining(const struct math *m) {
    static const char *const rows[][2] = {{"^", "\u0302"}, {"ˆ", "\u0302"}, {"~", "\u0303"},
                                          {"˜", "\u0303"}, {"¯", "\u0304"}, {"˙", "\u0307"},
                                          {"→", "\u20D7"}};
    const struct math *o = math_core(m);
    for (size_t i = 0; o && i < sizeof rows / sizeof *rows; i++)
        if (!strcmp(rows[i][0], o->text))
            return rows[i][1];
    return NULL;
}

static void line_limits(struct bytes *out, const struct math *m) {
    const struct math *under = m->child->next;
    const char *accent = math_is_empty(under) ? combining(under->next) : NULL;
    if (!accent) {
        line_scripts(out, m);
        return;
    }
    line_group(out, m->child);
    bytes_puts(out, accent);
}

static void line_root(struct bytes *out, const struct math *m) {
    if (m->child->next) {
        bytes_puts(out, "root[");
        line_put(out, m->child->next);
        bytes_puts(out, "]");
    } else {
        bytes_puts(out, "√");
    }
    line_group(out, m->child);
}

static bool is_spaced(const char *sign) {
    const struct operator_row *row = operator_find(sign, FORM_INFIX);
    return row->form == FORM_INFIX && row->lspace >= 4;
}

static void line_operator(struct bytes *out, const struct math *m) {
    const struct operator_row *row = operator_find(m->text, FORM_INFIX);
    if (row->word && !*row->word)
        return;
    bool spaced = is_spaced(m->text);
    bytes_printf(out, "%s%s%s", spaced ? " " : "", m->text,
                 spaced || !strcmp(m->text, ",") || !strcmp(m->text, ";") ? " " : "");
}

static void line_put(struct bytes *out, const struct math *m) {
    switch (m->kind) {
    case MATH_OPERATOR:
        line_operator(out, m);
        break;
    case MATH_NUMBER:
    case MATH_NAME:
    case MATH_TEXT:
        bytes_puts(out, m->text);
        break;
    case MATH_SPACE:
        bytes_puts(out, " ");
        break;
    case MATH_FRACTION:
        line_group(out, m->child);
        bytes_puts(out, "/");
        line_group(out, m->child->next);
        break;
    case MATH_ROOT:
        line_root(out, m);
        break;
    case MATH_SCRIPTS:
        line_scripts(out, m);
        break;
    case MATH_LIMITS:
        line_limits(out, m);
        break;
    case MATH_TABLE:
        line_children(out, m, "; ");
        break;
    case MATH_LINE:
        line_children(out, m, " ");
        break;
    case MATH_ROW:
    case MATH_CELL:
        line_children(out, m, "");
        break;
    }
}

const char *math_linear(struct arena *a, const struct math *m) {
    struct bytes out = {.arena = a};
    line_put(&out, m);
    return out.n ? arena_strndup(a, out.at, out.n) : "";
}
