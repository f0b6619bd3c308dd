#include <math.h>
#include <string.h>

#include "base/file.h"
#include "core/trace.h"

static const struct {
    const char *id, *label, *symbol, *unit, *source;
} rows[] = {
#define STEP(name, id, label, symbol, unit, source) {id, "step." label, symbol, unit, source},
#include "core/steps.def"
#undef STEP
};

struct binding bind_number(const char *symbol, double value) {
    return (struct binding){symbol, quantity_exact(value, UNIT_NONE), ""};
}

struct binding bind_quantity(const char *symbol, struct quantity q, const char *unit) {
    return (struct binding){symbol, q, unit};
}

/* Letters, digits, "_" and Greek; the rest of a formula is operators and numbers. */
size_t formula_symbol(const char *at) {
    size_t n = 0;
    for (;;) {
        unsigned char c = (unsigned char)at[n];
        if (c == 0xCE || c == 0xCF)
            n += at[n + 1] ? 2 : 1;
        else if ((c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_' ||
                 (n && c >= '0' && c <= '9'))
            n++;
        else
            return n;
    }
}

bool formula_is_function(const char *symbol, size_t bytes) {
    static const char *const names[] = {"max", "min", "floor", "ceil", "log2", "exp", "round"};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        if (strlen(names[i]) == bytes && !memcmp(names[i], symbol, bytes))
            return true;
    return false;
}

/* Counts and short factors in full, everything else to four digits. */
static bool is_short(double value) {
    double thousandths = value * 1000;
    return fabs(thousandths - round(thousandths)) < 1e-9 * fabs(thousandths);
}

/* Most numbers: four digits at most, too short to be grouped. */
static void put_short(struct bytes *out, unsigned value) {
    char digits[4];
    size_t n = sizeof digits;
    do
        digits[--n] = (char)('0' + value % 10);
    while ((value /= 10) > 0);
    bytes_add(out, digits + n, sizeof digits - n);
}

static void put_number(struct bytes *out, const struct binding *b) {
    double value = b->q.value;
    if (!*b->unit && value >= 0 && value < 10000 && value == (double)(int)value) {
        put_short(out, (unsigned)value);
        return;
    }
    struct number_format f = {.unit = quantity_readable_unit(b->q, b->unit), .digits = 4};
    bool tokens = *b->unit && quantity_is_count(b->q);
    if (tokens || (!*b->unit && is_short(value))) {
        f.digits = 0;
        f.decimals = -1;
    }
    bytes_puts(out, quantity_format(out->arena, b->q, f));
}

static void put_symbol(struct bytes *out, const char *symbol, size_t bytes,
                       const struct binding *bindings, size_t n) {
    for (size_t i = 0; i < n; i++)
        if (strlen(bindings[i].symbol) == bytes && memcmp(bindings[i].symbol, symbol, bytes) == 0) {
            put_number(out, &bindings[i]);
            return;
        }
    bytes_add(out, symbol, bytes);
}

/* Bytes up to the next symbol: operators, numbers, spaces. */
static size_t operators(const char *formula) {
    size_t n = 1;
    while (formula[n] && !formula_symbol(formula + n))
        n++;
    return n;
}

static const char *substitute(struct arena *a, const char *formula, const struct binding *bindings,
                              size_t n) {
    struct bytes out = {.arena = a, .room = 96};
    while (*formula) {
        size_t bytes = formula_symbol(formula);
        if (bytes)
            put_symbol(&out, formula, bytes, bindings, n);
        else
            bytes_add(&out, formula, bytes = operators(formula));
        formula += bytes;
    }
    return out.at ? out.at : "";
}

static struct step *next_step(struct trace *t) {
    ARENA_GROW(t->arena, t->steps, t->n, t->room, STEP_NAMES);
    return &t->steps[t->n++];
}

void trace_add(struct trace *t, enum step_name name, const char *formula, struct quantity result,
               const struct binding *bindings, size_t n) {
    if (t->off)
        return;
    *next_step(t) = (struct step){
        .id = rows[name].id,
        .label = rows[name].label,
        .symbol = rows[name].symbol,
        .formula = formula,
        .substituted = substitute(t->arena, formula, bindings, n),
        .result = result,
        .unit = rows[name].unit,
        .source = rows[name].source,
    };
}

const char *trace_formula(struct trace *t, const char *format, ...) {
    if (t->off)
        return "";
    va_list args;
    va_start(args, format);
    const char *text = arena_vprintf(t->arena, format, args);
    va_end(args);
    return text;
}

size_t estimate_label_count(void) {
    return STEP_NAMES;
}

const char *estimate_label_at(size_t i) {
    return rows[i].label;
}

const char *estimate_symbol_at(size_t i) {
    return rows[i].symbol;
}

const char *estimate_source_at(size_t i) {
    return rows[i].source;
}
