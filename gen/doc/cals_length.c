/* The width of a column as CALS writes it. */
#include <stdlib.h>
#include <string.h>

#include "doc/cals.h"

static const struct {
    const char *name;
    double points;
} units[] = {{"pt", 1},         {"pi", 12},        {"pc", 12},  {"in", 72},
             {"cm", 72 / 2.54}, {"mm", 72 / 25.4}, {"px", 0.75}};

static const char *blanks(const char *at) {
    return at + strspn(at, " \t\n\r");
}

/* One summand: a share of what is left, or a length. NULL: neither. */
static const char *summand(const char *at, struct column *out) {
    char *end;
    at = blanks(at);
    double value = *at == '*' ? 1 : strtod(at, &end);
    const char *unit = *at == '*' ? at : end;
    if ((unit == at && *at != '*') || value < 0 || value > 1e4)
        return NULL;
    if (*unit == '*') {
        out->share += value;
        return blanks(unit + 1);
    }
    for (size_t i = 0; i < sizeof units / sizeof *units; i++)
        if (!strncmp(unit, units[i].name, 2)) {
            out->width += value * units[i].points;
            return blanks(unit + 2);
        }
    return NULL;
}

void cals_width(struct reader *r, const struct node *colspec, struct column *column) {
    const struct attribute *at = attribute_of(colspec, "colwidth");
    if (!at)
        return;
    struct column read = *column;
    const char *end = summand(at->value, &read);
    if (end && *end == '+')
        end = summand(end + 1, &read);
    if (end && !*end) {
        *column = read;
        return;
    }
    diag_report(r->diag, DIAG_BAD_ATTRIBUTE, at->value_span, at->value,
                "a share such as 2*, a length such as 30mm or 80pt, or their sum", NULL);
}
