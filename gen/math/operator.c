#include <string.h>

#include "math/math.h"

static const struct operator_row rows[] = {
#define OPERATOR(text, form, lspace, rspace, flags, word)                                          \
    {text, FORM_##form, lspace, rspace, flags, word},
#include "math/operators.def"
#undef OPERATOR
};

const struct operator_row *operator_find(const char *text, enum operator_form form) {
    static const struct operator_row other = {"", FORM_INFIX, 5, 5, 0, NULL};
    static const enum operator_form order[] = {FORM_INFIX, FORM_POSTFIX, FORM_PREFIX};
    const struct operator_row *found[3] = {NULL, NULL, NULL};
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
        if (!strcmp(rows[i].text, text))
            found[rows[i].form] = &rows[i];
    for (size_t i = 0; i < 3 && !found[form]; i++)
        found[form] = found[order[i]];
    return found[form] ? found[form] : &other;
}

const struct math *math_core(const struct math *m) {
    while (m && (m->kind == MATH_SCRIPTS || m->kind == MATH_LIMITS ||
                 (m->kind == MATH_ROW && m->child && !m->child->next)))
        m = m->child;
    return m && m->kind == MATH_OPERATOR ? m : NULL;
}

/* After these a sign can only belong to what follows. */
static bool leaves_open(const struct math *before) {
    const struct math *o = math_core(before);
    if (!o)
        return false;
    const struct operator_row *row = operator_find(o->text, FORM_INFIX);
    return row->form != FORM_POSTFIX || (row->flags & OPERATOR_SUM);
}

enum operator_form operator_form_at(const struct math *o, const struct math *before) {
    const struct math *core = math_core(o);
    if (core && core->form)
        return (enum operator_form)(core->form - 1);
    if (!before && !o->next)
        return FORM_INFIX;
    if (!before)
        return FORM_PREFIX;
    if (!o->next)
        return FORM_POSTFIX;
    return leaves_open(before) ? FORM_PREFIX : FORM_INFIX;
}

bool math_is_function(const char *name) {
    static const char *const names[] = {"max", "min", "log", "ln",  "exp",    "sin",    "cos",
                                        "tan", "lim", "arg", "det", "argmax", "argmin", "softmax",
                                        "mod", "gcd", "lcm", "sup", "inf",    "Pr"};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        if (!strcmp(names[i], name))
            return true;
    return false;
}
