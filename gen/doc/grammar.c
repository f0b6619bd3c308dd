#include "doc/grammar.h"

#include <string.h>

#include "catalog/grammar.h"
#include "doc/form.h"
#include "doc/style.h"
#include "doc/value.h"
#include "xml/relax.h"

static const char COMMON[] = ELEMENT_COMMON;

static const uint64_t TEXTS = G_TEXT | G_INLINE;

/* ── Names ── */

/* What may stand where its parent's children may: r:if. Each place gets its own. */
static bool is_transparent(const struct element *e) {
    return e->holds == UINT64_MAX;
}

/* The first row that holds the same: it gives such a place its name. */
static size_t place_of(uint64_t holds) {
    size_t i = 0;
    while (i < element_count && elements[i].holds != holds)
        i++;
    return i;
}

static const char *define_name(struct arena *a, const struct element *e) {
    const char *prefix = e->ns == NS_RIDGE ? "r" : e->ns == NS_MATHML ? "m" : "db";
    return arena_printf(a, "%s.%s", prefix, e->name);
}

static const char *reference_name(struct relax *r, const struct element *e, uint64_t holds) {
    const char *name = define_name(r->arena, e);
    if (!is_transparent(e))
        return name;
    return arena_printf(r->arena, "%s.in.%s", name, elements[place_of(holds)].name);
}

/* ── Attributes ── */

static enum xml_namespace split_name(const char **name) {
    static const struct {
        const char *prefix;
        enum xml_namespace ns;
    } rows[] = {{"xml:", NS_XML}, {"xlink:", NS_XLINK}, {"r:", NS_RIDGE}};
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
        if (!strncmp(*name, rows[i].prefix, strlen(rows[i].prefix))) {
            *name += strlen(rows[i].prefix);
            return rows[i].ns;
        }
    return NS_NONE;
}

static void write_words(struct relax *r, const char *words) {
    const char *all[32], *word;
    size_t length, n = 0;
    while (n < sizeof all / sizeof *all && words_next(&words, &word, &length))
        all[n++] = arena_strndup(r->arena, word, length);
    relax_choice(r, all, n);
}

static void write_charts(struct relax *r) {
    static const char *const kinds[] = {
#define CHART(function, name, ...) name,
#include "chart/kinds.def"
#undef CHART
    };
    relax_choice(r, kinds, sizeof kinds / sizeof *kinds);
}

/* Any of the words between blanks or semicolons. */
static const char *profile_pattern(struct arena *a, const char *words) {
    const char *word, *all = "";
    size_t n;
    while (words_next(&words, &word, &n))
        all = arena_printf(a, "%s%s%.*s", all, *all ? "|" : "", (int)n, word);
    return arena_printf(a, "[ ;]*((%s)([ ;]+(%s))*)?[ ;]*", all, all);
}

static void write_value(struct relax *r, struct attribute_form form) {
    if (form.form == FORM_PROFILE) {
        relax_pattern(r, profile_pattern(r->arena, form.words));
        return;
    }
    if (form.form == FORM_CHART) {
        write_charts(r);
    } else if (form.form == FORM_CHOICE) {
        write_words(r, form.words);
    } else if (form.form == FORM_CHOICES) {
        relax_open(r, "list", NULL);
        relax_open(r, "zeroOrMore", NULL);
        write_words(r, form.words);
        relax_close(r);
        relax_close(r);
    } else {
        relax_pattern(r, value_pattern(form.form));
    }
}

static void write_attribute(struct relax *r, const struct element *e, const char *name,
                            bool needed) {
    struct attribute_form form = attribute_form(e, name);
    enum xml_namespace ns = split_name(&name);
    relax_attribute(r, ns, name, needed);
    write_value(r, form);
    relax_attribute_close(r, needed);
}

static void write_attributes(struct relax *r, const struct element *e, const char *list) {
    const char *word;
    size_t n;
    while (words_next(&list, &word, &n)) {
        bool needed = word[n - 1] == '!';
        write_attribute(r, e, arena_strndup(r->arena, word, n - needed), needed);
    }
}

static void write_plain(struct relax *r, const char *(*name)(size_t i)) {
    for (size_t i = 0; name(i); i++) {
        relax_attribute(r, NS_NONE, name(i), false);
        relax_pattern(r, NULL);
        relax_attribute_close(r, false);
    }
}

/* Those whose readers check them: "*". */
static void write_own(struct relax *r, const struct element *e) {
    if (!strcmp(e->name, "scenario"))
        relax_scenario_attributes(r);
    else
        write_plain(r, !strcmp(e->name, "style") ? style_property_name : form_attribute_name);
}

/* ── Content ── */

struct inside {
    struct relax *r;
    uint64_t holds;
    bool used[ELEMENTS_MOST]; /* stands in another branch */
};

static bool is_inside(const struct inside *in, size_t i) {
    return (elements[i].is & in->holds) != 0;
}

static void write_reference(const struct inside *in, size_t i) {
    relax_leaf(in->r, "ref", reference_name(in->r, &elements[i], in->holds));
}

static bool holds_blocks(const struct inside *in) {
    return (in->holds & ~TEXTS) != 0;
}

/* Everything that has no branch of its own, as often as one likes. */
static void write_rest(const struct inside *in, bool include) {
    struct relax *r = in->r;
    relax_open(r, "zeroOrMore", NULL);
    relax_open(r, "choice", NULL);
    relax_leaf(r, in->holds & G_TEXT ? "text" : "notAllowed", NULL);
    for (size_t i = 0; i < element_count; i++)
        if (is_inside(in, i) && !in->used[i])
            write_reference(in, i);
    if (include && holds_blocks(in))
        relax_leaf(r, "ref", "xi.include");
    relax_close(r);
    relax_close(r);
}

/* A star is anything besides titles; a title may stand in <info>, too. */
static bool is_named(const struct element *e, const char *names, size_t length) {
    if (*names == '*')
        return !(e->is & ELEMENT_NAMING);
    if ((e->is & G_INFO) && is_named(&(struct element){.name = "title"}, names, length))
        return true;
    for (size_t at = 0; at < length;) {
        size_t n = strcspn(names + at, "| ");
        if (strlen(e->name) == n && !strncmp(e->name, names + at, n))
            return true;
        at += n + 1;
    }
    return false;
}

/* "tgroup|table": one of them at least. */
static void write_need(struct inside *in, const char *names, size_t length) {
    relax_open(in->r, "oneOrMore", NULL);
    relax_open(in->r, "choice", NULL);
    relax_leaf(in->r, "notAllowed", NULL);
    for (size_t i = 0; i < element_count; i++)
        if (is_inside(in, i) && is_named(&elements[i], names, length)) {
            write_reference(in, i);
            in->used[i] = true;
        }
    relax_close(in->r);
    relax_close(in->r);
}

/* A condition or an include may bring what is needed. */
static void write_brought(struct relax *r, uint64_t holds) {
    struct inside in = {.r = r, .holds = holds};
    relax_open(r, "interleave", NULL);
    relax_open(r, "oneOrMore", NULL);
    relax_open(r, "choice", NULL);
    relax_leaf(r, holds_blocks(&in) ? "ref" : "notAllowed",
               holds_blocks(&in) ? "xi.include" : NULL);
    for (size_t i = 0; i < element_count; i++)
        if (is_inside(&in, i) && is_transparent(&elements[i])) {
            write_reference(&in, i);
            in.used[i] = true;
        }
    relax_close(r);
    relax_close(r);
    write_rest(&in, false);
    relax_close(r);
}

static void write_content(struct relax *r, uint64_t holds, const char *needs) {
    struct inside in = {.r = r, .holds = holds};
    const char *word;
    size_t length;
    if (!holds) {
        relax_leaf(r, "empty", NULL);
        return;
    }
    if (!*needs) {
        write_rest(&in, true);
        return;
    }
    relax_open(r, "choice", NULL);
    relax_open(r, "interleave", NULL);
    while (words_next(&needs, &word, &length))
        write_need(&in, word, length);
    write_rest(&in, true);
    relax_close(r);
    write_brought(r, holds);
    relax_close(r);
}

/* ── Definitions ── */

static void write_definition(struct relax *r, const struct element *e, const char *name,
                             uint64_t holds) {
    bool own = !strcmp(e->attributes, "*");
    relax_open(r, "define", name);
    relax_element(r, e->ns, e->name);
    write_attributes(r, e, own ? "xml:id xml:lang xml:base r:lang" : COMMON);
    if (own)
        write_own(r, e);
    else
        write_attributes(r, e, e->attributes);
    write_content(r, holds, e->needs);
    relax_close(r);
    relax_close(r);
}

/* One for each place. */
static void write_transparent(struct relax *r, const struct element *e) {
    for (size_t i = 0; i < element_count; i++)
        if ((e->is & elements[i].holds) && elements[i].holds != UINT64_MAX &&
            place_of(elements[i].holds) == i)
            write_definition(r, e, reference_name(r, e, elements[i].holds), elements[i].holds);
}

static void write_start(struct relax *r, bool template_) {
    relax_open(r, "start", NULL);
    relax_open(r, "choice", NULL);
    for (size_t i = 0; i < element_count; i++)
        if ((elements[i].is & G_ROOT) && (elements[i].ns == NS_RIDGE) == template_)
            relax_leaf(r, "ref", define_name(r->arena, &elements[i]));
    relax_close(r);
    relax_close(r);
}

static void grammar_write(struct bytes *out, bool template_) {
    struct relax r = relax_begin(out, NS_DOCBOOK);
    write_start(&r, template_);
    for (size_t i = 0; i < element_count; i++)
        if (is_transparent(&elements[i]))
            write_transparent(&r, &elements[i]);
        else
            write_definition(&r, &elements[i], define_name(r.arena, &elements[i]),
                             elements[i].holds);
    relax_define_include(&r);
    relax_end(&r);
}

void grammar_chapter(struct bytes *out) {
    grammar_write(out, false);
}

void grammar_template(struct bytes *out) {
    grammar_write(out, true);
}
