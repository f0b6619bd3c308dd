#include <stdlib.h>
#include <string.h>

#include "doc/math_read.h"

static const double EX = 0.5, BODY = 10.5, BAR = 0.06; /* ems; points; ems */

static void report(struct reader *r, const struct attribute *at, const char *expected) {
    diag_report(r->diag, DIAG_BAD_ATTRIBUTE, at->value_span, at->value, expected, NULL);
}

/* "0.5em", "3pt" in ems; percentages of `whole`. */
static bool length_of(struct reader *r, const struct attribute *at, double whole, double *out) {
    static const struct {
        const char *unit;
        double ems;
    } units[] = {{"em", 1}, {"ex", EX}, {"pt", 1 / BODY}, {"", 0}};
    char *end;
    double value = strtod(at->value, &end);
    if (end == at->value || !(value > -100 && value < 1000)) {
        report(r, at, "a length such as 0.5em");
        return false;
    }
    if (!strcmp(end, "%")) {
        *out = value / 100 * whole;
        return true;
    }
    for (size_t i = 0; i < sizeof units / sizeof *units; i++)
        if (!strcmp(end, units[i].unit) && (*end || value == 0)) {
            *out = value * units[i].ems;
            return true;
        }
    report(r, at, "a length in em, ex or pt");
    return false;
}

/* Words that are none were reported by the checker. */
static void read_choice(const struct attribute *at, enum math_choice *out) {
    *out = !strcmp(at->value, "true") ? CHOICE_YES : CHOICE_NO;
}

static void read_form(const struct attribute *at, enum math_choice *out) {
    static const char *const forms[] = {"prefix", "infix", "postfix"};
    for (int i = 0; i < 3; i++)
        if (!strcmp(at->value, forms[i]))
            *out = (enum math_choice)(i + 1);
}

static void read_level(const struct attribute *at, struct math *m) {
    m->level_set = *at->value != '+' && *at->value != '-';
    m->level = (int)strtol(at->value, NULL, 10);
}

static void read_spacing(struct reader *r, const struct attribute *at, struct math *m,
                         double *out) {
    /* The other side stays as the dictionary has it. */
    if (!m->spaced && m->text) {
        const struct operator_row *row = operator_find(m->text, FORM_INFIX);
        m->lspace = row->lspace / 18.0;
        m->rspace = row->rspace / 18.0;
    }
    m->spaced = length_of(r, at, 0, out) || m->spaced;
}

void math_read_attributes(struct reader *r, const struct node *n, struct math *m) {
    for (const struct attribute *at = n->attributes; at; at = at->next) {
        if (at->ns != NS_NONE)
            continue;
        const struct {
            const char *name;
            enum math_choice *choice;
        } choices[] = {{"displaystyle", &m->display},
                       {"stretchy", &m->stretchy},
                       {"largeop", &m->largeop},
                       {"movablelimits", &m->movable}};
        for (size_t i = 0; i < sizeof choices / sizeof *choices; i++)
            if (!strcmp(at->name, choices[i].name))
                read_choice(at, choices[i].choice);
        if (!strcmp(at->name, "form"))
            read_form(at, &m->form);
        else if (!strcmp(at->name, "mathvariant"))
            m->upright = true;
        else if (!strcmp(at->name, "scriptlevel"))
            read_level(at, m);
        else if (!strcmp(at->name, "lspace"))
            read_spacing(r, at, m, &m->lspace);
        else if (!strcmp(at->name, "rspace"))
            read_spacing(r, at, m, &m->rspace);
        else if (!strcmp(at->name, "width"))
            length_of(r, at, 1, &m->width);
        else if (!strcmp(at->name, "voffset"))
            length_of(r, at, 1, &m->raise);
        else if (!strcmp(at->name, "linethickness") && length_of(r, at, BAR, &m->rule))
            m->rule /= BAR;
        else if (!strcmp(at->name, "columnalign"))
            m->align = at->value;
    }
}

const char *math_refused(const char *name) {
    static const char *const rows[][2] = {
        {"menclose", "a table, a callout or words; nothing is framed or struck out in a formula"},
        {"mfenced", "<mml:mrow> with an <mml:mo> for each bracket"},
        {"mlabeledtr", "<mml:mtr>; the number comes from <equation>"},
        {"maction", "the one part that is to be read"},
        {"mglyph", "the character itself, in <mml:mtext>"},
        {"maligngroup", "<mml:mtable columnalign=\"right left\">"},
        {"malignmark", "<mml:mtable columnalign=\"right left\">"},
        {"mstack", "<mml:mtable>"},
        {"mlongdiv", "<mml:mfrac>"},
        {"annotation-xml", "<mml:annotation>, or nothing"},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
        if (!strcmp(rows[i][0], name))
            return rows[i][1];
    return NULL;
}
