#include "catalog/tolerance.h"

#include <ctype.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

/* Products of decimal numbers are not exact in binary. */
static const double SLACK = 1e-9;

enum { NUMBER_BYTES = 32 };

bool printed_parse(const char *text, size_t n, struct printed *out) {
    char copy[NUMBER_BYTES], *end;
    if (n == 0 || n >= sizeof copy || !isdigit((unsigned char)text[0]))
        return false;
    memcpy(copy, text, n);
    copy[n] = '\0';
    if (copy[strspn(copy, "0123456789.e")])
        return false;
    size_t mantissa = strcspn(copy, "e");
    const char *point = memchr(copy, '.', mantissa);
    int decimals = point ? (int)(copy + mantissa - point) - 1 : 0;
    int ten = copy[mantissa] ? atoi(copy + mantissa + 1) : 0;
    *out = (struct printed){strtod(copy, &end), pow(10, ten - decimals), ten, !point && ten == 0};
    return *end == '\0' && isfinite(out->value);
}

bool order_parse(const char *text, struct order *out) {
    *out = (struct order){.n = 0};
    for (;;) {
        size_t n = strcspn(text, ">");
        if (out->n == ORDER_MOST || !printed_parse(text, n, &out->at[out->n]))
            return false;
        out->n++;
        text += n;
        if (!*text)
            return out->n > 1;
        bool level = text[1] == '=';
        out->strict[out->n - 1] = !level;
        text += level ? 2 : 1;
    }
}

bool order_holds(const struct order *published, const double *ours) {
    for (size_t i = 0; i + 1 < published->n; i++)
        if (published->strict[i] ? !(ours[i] > ours[i + 1]) : !(ours[i] >= ours[i + 1]))
            return false;
    return true;
}

/* "2.1" before the ending; no more after it. */
static bool factor_parse(const char **text, const char *ending, double *out) {
    struct printed factor;
    size_t n = strspn(*text, "0123456789."), length = strlen(ending);
    if (!printed_parse(*text, n, &factor) || strncmp(*text + n, ending, length) != 0)
        return false;
    *out = factor.value;
    *text += n + length;
    return true;
}

static const struct tolerance_form {
    const char *start;
    enum tolerance_kind kind;
} forms[] = {
    {"exact", TOLERANCE_EXACT},        {"ranking", TOLERANCE_RANKING},    {"bool", TOLERANCE_BOOL},
    {"upper-bound(", TOLERANCE_UPPER}, {"lower-bound(", TOLERANCE_LOWER}, {"band(", TOLERANCE_BAND},
    {"", TOLERANCE_PERCENT},
};

/* What stands after the start of the form. */
static bool bounds_parse(const char *text, struct tolerance *t) {
    double percent;
    switch (t->kind) {
    case TOLERANCE_PERCENT:
        if (!factor_parse(&text, "%", &percent))
            return false;
        t->least = 1 - percent / 100;
        t->most = 1 + percent / 100;
        break;
    case TOLERANCE_UPPER:
        t->least = 1;
        if (!factor_parse(&text, "x)", &t->most))
            return false;
        break;
    case TOLERANCE_LOWER:
        t->most = 1;
        if (!factor_parse(&text, "x)", &t->least))
            return false;
        break;
    case TOLERANCE_BAND:
        if (!factor_parse(&text, "x-", &t->least) || !factor_parse(&text, "x)", &t->most))
            return false;
        break;
    case TOLERANCE_EXACT:
    case TOLERANCE_RANKING:
    case TOLERANCE_BOOL:
        break;
    }
    return *text == '\0' && t->least <= t->most;
}

bool tolerance_parse(const char *text, struct tolerance *out) {
    const struct tolerance_form *form = forms;
    while (strncmp(text, form->start, strlen(form->start)) != 0)
        form++;
    *out = (struct tolerance){.kind = form->kind};
    return bounds_parse(text + strlen(form->start), out);
}

static bool exact_holds(const struct printed *published, double ours) {
    double apart = fabs(round(ours / published->last) - round(published->value / published->last));
    return apart <= (published->whole ? 0 : 1);
}

bool tolerance_holds(const struct tolerance *t, const struct printed *published, double ours) {
    if (!isfinite(ours))
        return false;
    if (t->kind == TOLERANCE_EXACT)
        return exact_holds(published, ours);
    double ratio = ours / published->value;
    return ratio >= t->least * (1 - SLACK) && ratio <= t->most * (1 + SLACK);
}
