/* Formulas as MathML, from the tree that is set and spoken. */
#include "docbook/docbook_write.h"
#include "math/math.h"

static void write_math(struct docbook *d, const struct math *m);

static void math_open(struct docbook *d, const char *name) {
    xml_open(&d->w, arena_printf(d->arena, "mml:%s", name));
}

static void put_all(struct docbook *d, const char *name, const struct math *m) {
    math_open(d, name);
    for (const struct math *c = m->child; c; c = c->next)
        write_math(d, c);
    xml_close(&d->w);
}

static void put_word(struct docbook *d, const char *name, const struct math *m) {
    math_open(d, name);
    if (m->kind == MATH_NAME && m->upright)
        xml_attribute(&d->w, "mathvariant", "normal");
    xml_text(&d->w, m->text ? m->text : "");
    xml_close(&d->w);
}

static void put_space(struct docbook *d, const struct math *m) {
    math_open(d, "mspace");
    xml_attribute(&d->w, "width", arena_printf(d->arena, "%.3gem", m->width));
    xml_close(&d->w);
}

/* Base, below, above: what is empty has no element. */
static void put_scripts(struct docbook *d, const struct math *m, const char *below,
                        const char *above, const char *both) {
    const struct math *first = m->child ? m->child->next : NULL;
    const struct math *second = first ? first->next : NULL;
    bool low = !math_is_empty(first), high = !math_is_empty(second);
    if (!low && !high) {
        put_all(d, "mrow", m);
        return;
    }
    math_open(d, low && high ? both : low ? below : above);
    write_math(d, m->child);
    if (low)
        write_math(d, first);
    if (high)
        write_math(d, second);
    xml_close(&d->w);
}

static void write_math(struct docbook *d, const struct math *m) {
    static const char *const names[] = {
        [MATH_ROW] = "mrow",       [MATH_NUMBER] = "mn",    [MATH_NAME] = "mi",
        [MATH_OPERATOR] = "mo",    [MATH_TEXT] = "mtext",   [MATH_SPACE] = "mspace",
        [MATH_FRACTION] = "mfrac", [MATH_ROOT] = "mroot",   [MATH_SCRIPTS] = "",
        [MATH_LIMITS] = "",        [MATH_TABLE] = "mtable", [MATH_LINE] = "mtr",
        [MATH_CELL] = "mtd"};
    if (!m)
        return;
    const char *name = m->phantom ? "mphantom" : names[m->kind];
    if (m->kind == MATH_SCRIPTS)
        put_scripts(d, m, "msub", "msup", "msubsup");
    else if (m->kind == MATH_LIMITS)
        put_scripts(d, m, "munder", "mover", "munderover");
    else if (m->kind == MATH_SPACE)
        put_space(d, m);
    else if (m->kind >= MATH_NUMBER && m->kind <= MATH_TEXT)
        put_word(d, name, m);
    else
        put_all(d, m->kind == MATH_ROOT && !m->child->next ? "msqrt" : name, m);
}

void docbook_math(struct docbook *d, const struct thing *thing, bool display) {
    const struct math *tree = thing_formula(thing);
    bool indent = d->w.indent;
    d->w.indent = false;
    if (!tree) {
        docbook_words(d, "mathphrase", thing && thing->alt ? thing->alt : "");
    } else {
        if (thing->alt)
            docbook_words(d, "alt", thing->alt);
        math_open(d, "math");
        xml_attribute(&d->w, "xmlns:mml", xml_namespace_uri(NS_MATHML));
        xml_attribute(&d->w, "display", display ? "block" : "inline");
        write_math(d, tree);
        xml_close(&d->w);
    }
    d->w.indent = indent;
}
