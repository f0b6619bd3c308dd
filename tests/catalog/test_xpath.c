/* Our expressions mean what XPath 1.0 means, where both apply: random arithmetic, comparisons and
 * logic are also given to libxml2 (through xmllint). */
#include "fixture.h"

#include <math.h>

enum { EXPRESSIONS = 400, BATCH = 40 };

struct random {
    uint32_t state;
};

static uint32_t next(struct random *r, uint32_t n) {
    r->state = r->state * 1664525u + 1013904223u;
    return (r->state >> 16) % n;
}

static const char *number(struct arena *a, struct random *r);
static const char *truth(struct arena *a, struct random *r, int depth);

static const char *arithmetic(struct arena *a, struct random *r, int depth) {
    static const char *const operators[] = {" + ", " - ", " * ", " div ", " mod ", "*", "+"};
    static const char *const functions[] = {"floor", "ceiling", "round", "-", ""};
    if (depth == 0 || next(r, 5) == 0)
        return number(a, r);
    if (next(r, 3) == 0)
        return arena_printf(a, "%s(%s)", functions[next(r, 5)], arithmetic(a, r, depth - 1));
    return arena_printf(a, "%s%s%s", arithmetic(a, r, depth - 1), operators[next(r, 7)],
                        arithmetic(a, r, depth - 1));
}

static const char *number(struct arena *a, struct random *r) {
    static const char *const few[] = {"0", "1", "2", "0.5", ".25", "3.", "10", "7.75"};
    if (next(r, 2))
        return few[next(r, 8)];
    return arena_printf(a, "%u", next(r, 1000));
}

static const char *comparison(struct arena *a, struct random *r, int depth) {
    static const char *const operators[] = {" = ", " != ", " < ", " <= ", " > ", " >= ", "<"};
    return arena_printf(a, "%s%s%s", arithmetic(a, r, depth), operators[next(r, 7)],
                        arithmetic(a, r, depth));
}

static const char *truth(struct arena *a, struct random *r, int depth) {
    if (depth == 0)
        return comparison(a, r, 1);
    switch (next(r, 6)) {
    case 0:
        return arena_printf(a, "not(%s)", truth(a, r, depth - 1));
    case 1:
        return arena_printf(a, "%s and %s", truth(a, r, depth - 1), truth(a, r, depth - 1));
    case 2:
        return arena_printf(a, "%s or %s", truth(a, r, depth - 1), truth(a, r, depth - 1));
    case 3:
        return arena_printf(a, "(%s) = (%s)", truth(a, r, depth - 1), truth(a, r, depth - 1));
    case 4:
        return arena_printf(a, "boolean(%s)", arithmetic(a, r, depth));
    default:
        return comparison(a, r, depth);
    }
}

/* What libxml2 says to a batch, one answer a line. */
static size_t answers(struct arena *a, const char *const *expressions, size_t n, char **out) {
    struct bytes command = {.arena = a};
    bytes_puts(&command, "xmllint --xpath \"concat(");
    for (size_t i = 0; i < n; i++)
        bytes_printf(&command, "string(%s),';',", expressions[i]);
    bytes_puts(&command, "'')\" content/scenarios.xml 2>/dev/null");
    FILE *f = popen(arena_strndup(a, command.at, command.n), "r");
    assert_non_null(f);
    char *text = arena_alloc(a, 1 << 16);
    size_t bytes = fread(text, 1, (1 << 16) - 1, f);
    text[bytes] = '\0';
    pclose(f);
    size_t found = 0;
    for (char *at = strtok(text, ";\n"); at && found < n; at = strtok(NULL, ";\n"))
        out[found++] = at;
    return found;
}

static void check(struct arena *a, const char *expression, const char *expected) {
    struct diag *d = diag_new(a);
    struct environment env = {0};
    struct source s = {"expression", expression, strlen(expression)};
    struct value v;
    bool ok = expression_evaluate(a, d, &env, expression, (struct span){&s, 0, s.bytes}, &v);
    if (strcmp(expected, "NaN") == 0 || strstr(expected, "Infinity")) {
        if (ok)
            fail_msg("%s: libxml2 says %s, we say %g", expression, expected, v.quantity.value);
        assert_non_null(report_find(d, DIAG_VALUE_TYPE));
        return;
    }
    if (!ok) {
        print_reports(d);
        fail_msg("%s: libxml2 says %s", expression, expected);
    }
    if (v.kind == VALUE_BOOLEAN) {
        if (strcmp(expected, v.boolean ? "true" : "false") != 0)
            fail_msg("%s: libxml2 says %s", expression, expected);
        return;
    }
    double e = strtod(expected, NULL);
    if (fabs(v.quantity.value - e) > 1e-9 * fmax(1, fabs(e)))
        fail_msg("%s: libxml2 says %s, we say %.17g", expression, expected, v.quantity.value);
}

static void expressions_mean_what_xpath_means(void **state) {
    (void)state;
    if (system("command -v xmllint >/dev/null") != 0)
        skip();
    struct random r = {20260301};
    for (int done = 0; done < EXPRESSIONS; done += BATCH) {
        struct arena *a = arena_new();
        const char *expressions[BATCH];
        char *expected[BATCH];
        for (size_t i = 0; i < BATCH; i++)
            expressions[i] = i % 2 ? truth(a, &r, 2) : arithmetic(a, &r, 3);
        assert_int_equal(answers(a, expressions, BATCH, expected), BATCH);
        for (size_t i = 0; i < BATCH; i++)
            check(a, expressions[i], expected[i]);
        arena_drop(a);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(expressions_mean_what_xpath_means)};
    return cmocka_run_group_tests(tests, NULL, NULL) ? 1 : 0;
}
