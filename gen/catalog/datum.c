/* Values of an entry: a quantity with its source, what else is in print, or why there is none. */
#include "catalog/entry.h"

#include <math.h>
#include <string.h>

#define COUNT_OF(table) (sizeof(table) / sizeof *(table))

const char *const unknown_reasons[REASONS] = {
    "not-supported",  "not-published",        "no-separate-rate",   "no-scale-up-link",
    "no-host-link",   "no-sparse-rate",       "not-given",          "own-memory",
    "disputed",       "direction-not-stated", "depends-on-modules", "shared-with-system",
    "not-applicable", "not-measured",         "not-known"};

const char *const alternative_reasons[ALTERNATIVE_REASONS] = {
    "product-sheet", "datasheet",  "arithmetic",   "other-device", "rounded",
    "as-sold",       "older-page", "estimate",     "misfit",       "vendor-file",
    "both-printed",  "usable",     "other-modules"};

const char *const derivation_words[DERIVATIONS] = {"label", "sibling", "arithmetic", "ratio",
                                                   "share"};

/* What no device reaches is a slip; what is computed from the rest stays a number. */
static const double SMALLEST = 1e-12, LARGEST = 1e24;

/* ── Unknown ── */

static const char *reason_of(const struct entry *e, const struct node *element, const char *name) {
    return entry_word(e, element, name, unknown_reasons, REASONS, true);
}

static void omission_add(struct entry *e, const struct node *list, const char *name,
                         const char *const *names, size_t n) {
    if (!word_among(name, names, n)) {
        diag_report(e->diag, DIAG_UNKNOWN_FIELD, node_text_span(list), name, e->node->name,
                    nearest_name(name, names, n));
        return;
    }
    if (node_child(e->node, NS_RIDGE, name))
        diag_report(e->diag, DIAG_UNKNOWN_WITH_VALUE, node_text_span(list), name, NULL, NULL);
    struct omission *o = ARENA_NEW(e->catalog->arena, struct omission);
    *o = (struct omission){name, node_value(list, "reason"), e->omissions};
    e->omissions = o;
}

void entry_read_omissions(struct entry *e, const char *const *names, size_t n) {
    static const char *const attributes[] = {"reason"};
    struct arena *a = e->catalog->arena;
    for (const struct node *list = e->node->child; list; list = list->next) {
        if (!node_is(list, NS_RIDGE, "unknown"))
            continue;
        entry_check_attributes(e, list, attributes, 1);
        reason_of(e, list, "reason");
        const char *text = node_text(a, list);
        while (text && *text) {
            size_t length = strcspn(text, " ");
            omission_add(e, list, arena_strndup(a, text, length), names, n);
            text += length + strspn(text + length, " ");
        }
    }
}

bool entry_omits(const struct entry *e, const char *name) {
    for (const struct omission *o = e->omissions; o; o = o->next)
        if (strcmp(o->name, name) == 0)
            return true;
    return false;
}

static const char *omission_reason(const struct entry *e, const char *name) {
    for (const struct omission *o = e->omissions; o; o = o->next)
        if (strcmp(o->name, name) == 0)
            return o->reason;
    return NULL;
}

/* ── Values ── */

static bool value_read(const struct entry *e, struct span at, const char *text, struct unit unit,
                       double *out) {
    struct arena *a = e->catalog->arena;
    struct quantity q;
    if (!quantity_parse(e->diag, at, text, &q))
        return false;
    if (!unit_equal(q.unit, unit)) {
        const char *custom = unit_custom(unit);
        diag_report(e->diag, DIAG_UNIT_MISMATCH, at,
                    arena_printf(a, "“%s” is in %s", text, unit_words(a, q.unit)),
                    custom ? arena_printf(a, "%s, such as %s", unit_words(a, unit), custom)
                           : unit_words(a, unit),
                    NULL);
        return false;
    }
    if (!(q.value > 0)) {
        diag_report(e->diag, DIAG_BAD_NUMBER, at, text, "a value above zero", NULL);
        return false;
    }
    if (q.value < SMALLEST || q.value > LARGEST) {
        diag_report(e->diag, DIAG_BAD_NUMBER, at, text,
                    "a value between 1e-12 and 1e24 in its unit without prefix", NULL);
        return false;
    }
    *out = q.value;
    return true;
}

static struct alternative *alternative_read(const struct entry *e, const struct node *element,
                                            const struct unit *unit) {
    static const char *const attributes[] = {"source", "reason"};
    struct alternative *alternative = ARENA_NEW(e->catalog->arena, struct alternative);
    entry_check_attributes(e, element, attributes, COUNT_OF(attributes));
    alternative->span = node_text_span(element);
    alternative->text = node_text(e->catalog->arena, element);
    alternative->reference = entry_source(e, element);
    alternative->reason =
        entry_word(e, element, "reason", alternative_reasons, ALTERNATIVE_REASONS, true);
    if (unit)
        value_read(e, alternative->span, alternative->text ? alternative->text : "", *unit,
                   &alternative->value);
    return alternative;
}

const struct alternative *entry_alternatives(const struct entry *e, const struct node *element,
                                             const struct unit *unit) {
    const struct alternative *first = NULL, **end = &first;
    for (const struct node *child = element->child; child; child = child->next) {
        if (child->kind != NODE_ELEMENT)
            continue;
        if (!node_is(child, NS_RIDGE, "alternative")) {
            diag_report(e->diag, DIAG_UNKNOWN_FIELD, child->span, child->name, element->name,
                        nearest_name(child->name, (const char *[]){"alternative"}, 1));
            continue;
        }
        struct alternative *one = alternative_read(e, child, unit);
        *end = one;
        end = &one->next;
    }
    return first;
}

/* unknown="reason" stands for the value: beside one it would be a contradiction. */
static void unknown_read(const struct entry *e, const struct node *element, struct datum *datum) {
    const char *text = node_own_text(e->catalog->arena, element);
    datum->reason = reason_of(e, element, "unknown");
    if ((text && *text) || node_value(element, "source"))
        diag_report(e->diag, DIAG_UNKNOWN_WITH_VALUE, element->span, element->name, NULL, NULL);
}

/* The last ones belong to fields of an accelerator: which link a rate is of, and what multiple of
 * another value it is. */
static void datum_attributes_check(const struct entry *e, const struct node *element) {
    static const char *const names[] = {"source", "grade", "derived", "unknown",
                                        "times",  "link",  "via",     "note"};
    bool sparse = strstr(element->name, "-sparse") != NULL;
    bool link = strstr(element->name, "link-bandwidth") != NULL;
    entry_check_attributes(e, element, names, link ? 8 : sparse ? 5 : 4);
}

struct datum entry_datum(const struct entry *e, const char *name, struct unit unit, bool required) {
    const struct node *element = entry_value(e, name, required);
    struct datum datum = {.span = e->node->span, .grade = GRADE_UNVERIFIED};
    if (!element) {
        datum.reason = omission_reason(e, name);
        return datum;
    }
    datum.span = node_text_span(element);
    datum_attributes_check(e, element);
    datum.alternatives = entry_alternatives(e, element, &unit);
    if (node_value(element, "unknown")) {
        unknown_read(e, element, &datum);
        return datum;
    }
    const char *text = node_own_text(e->catalog->arena, element);
    datum.reference = entry_source(e, element);
    datum.grade = entry_grade(e, element, datum.reference);
    datum.derived = entry_word(e, element, "derived", derivation_words, DERIVATIONS, false) != NULL;
    datum.known = value_read(e, datum.span, text ? text : "", unit, &datum.value);
    return datum;
}

/* ── Remarks ── */

const struct remark *entry_remarks(const struct entry *e) {
    static const char *const attributes[] = {"lang"};
    const struct remark *first = NULL, **end = &first;
    for (const struct node *n = e->node->child; n; n = n->next) {
        if (!node_is(n, NS_RIDGE, "note"))
            continue;
        entry_check_attributes(e, n, attributes, 1);
        struct remark *r = ARENA_NEW(e->catalog->arena, struct remark);
        r->language = entry_attribute(e, n, "lang", true);
        r->text = node_text(e->catalog->arena, n);
        *end = r;
        end = &r->next;
    }
    return first;
}
