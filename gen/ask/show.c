/* The card of one entry: every field with its unit, grade and source; what is not known and why. */
#include <stdio.h>
#include <string.h>

#include "ask/cell.h"
#include "ask/command.h"
#include "ask/fact.h"

static const struct option_row OPTIONS[] = {
    {"format", "F", "how to print", "text|json|csv|xml", NULL},
    {"lang", "L", "language of the words: zh, en", NULL, NULL},
    {NULL, NULL, NULL, NULL, NULL}};

enum { GAP = 2, INDENT = 2 };

struct showing {
    struct arena *arena;
    const struct strings *strings;
    const char *edition; /* of the catalogue */
    const struct entry_kind *kind;
    struct card card;
    const struct reference **sources;
    size_t source_count, source_room;
};

/* ── Finding ── */

struct finding {
    const char *id;
    const struct entry_kind *kind; /* the first that has it */
    size_t place;
    struct bytes kinds; /* all that have it: "format or source" */
    size_t n;
    const char **ids; /* all there are, for the nearest one */
    size_t id_count, id_room;
};

static void find_in(struct session *s, const struct catalog *c, const struct entry_kind *k,
                    struct finding *f) {
    for (size_t i = 0; i < k->count(c); i++) {
        const char *id = k->id(c, i);
        ARENA_GROW(s->arena, f->ids, f->id_count, f->id_room, 256);
        f->ids[f->id_count++] = id;
        if (strcmp(id, f->id) != 0)
            continue;
        bytes_printf(&f->kinds, "%s%s", f->n ? " or " : "", k->name);
        if (!f->n++) {
            f->kind = k;
            f->place = i;
        }
    }
}

/* `kind`: that in which it was looked for, or whose name stands for an id; NULL any. */
static void report_unknown(struct session *s, const struct finding *f,
                           const struct entry_kind *kind) {
    diag_report(s->diag, DIAG_UNKNOWN_ID, (struct span){0}, f->id,
                kind ? arena_printf(s->arena, "an id of `ridge list %s`", kind->plural)
                     : "an id of `ridge list accelerators`, models, links, scenarios, charts …",
                nearest_names(s->arena, f->id, f->ids, f->id_count));
}

/* "show ID", or "show KIND ID" where several kinds have it. */
static bool find(struct session *s, const struct catalog *c, const struct options *o,
                 struct finding *f) {
    const struct entry_kind *only = NULL;
    *f = (struct finding){.id = o->plain[o->plain_count - 1], .kinds = {.arena = s->arena}};
    if (o->plain_count == 2 && !(only = entry_kind_find(o->plain[0]))) {
        const char **names = ARENA_ARRAY(s->arena, const char *, entry_kind_count);
        for (size_t i = 0; i < entry_kind_count; i++)
            names[i] = entry_kinds[i].name;
        diag_report(s->diag, DIAG_UNKNOWN_LIST, (struct span){0}, o->plain[0],
                    "a kind of entry before the id, as in: ridge show model llama-2-7b",
                    nearest_name(o->plain[0], names, entry_kind_count));
        return false;
    }
    for (size_t i = 0; i < entry_kind_count; i++)
        if (!only || only == &entry_kinds[i])
            find_in(s, c, &entry_kinds[i], f);
    if (f->n > 1)
        diag_report(s->diag, DIAG_AMBIGUOUS_ID, (struct span){0}, f->id, f->kinds.at, NULL);
    else if (!f->n)
        report_unknown(s, f, only ? only : entry_kind_find(f->id));
    return f->n == 1;
}

/* ── Text ── */

/* The sources of the card in order of use; the number of one counts from 1. */
static size_t source_number(struct showing *w, const struct reference *r) {
    for (size_t i = 0; i < w->source_count; i++)
        if (w->sources[i] == r)
            return i + 1;
    ARENA_GROW(w->arena, w->sources, w->source_count, w->source_room, 16);
    w->sources[w->source_count++] = r;
    return w->source_count;
}

static void facts_sources(struct showing *w, const struct fact *f) {
    if (f->known && f->reference)
        source_number(w, f->reference);
    for (const struct alternative *x = f->alternatives; x; x = x->next)
        if (x->reference)
            source_number(w, x->reference);
}

/* "data sheet [1]"; of a scenario "default"; why there is no value. */
static const char *origin_said(struct showing *w, const struct fact *f) {
    if (!f->known)
        return f->reason ? say(w->strings, arena_printf(w->arena, "reason.%s", f->reason)) : "";
    if (!strcmp(w->kind->name, "scenario"))
        return f->given ? "" : say(w->strings, "show.default");
    if (!f->reference)
        return f->derived ? say(w->strings, "derived") : "";
    return arena_printf(w->arena, "%s [%zu]%s%s",
                        say(w->strings, arena_printf(w->arena, "grade.%s", grade_words[f->grade])),
                        source_number(w, f->reference), f->derived ? " · " : "",
                        f->derived ? say(w->strings, "derived") : "");
}

/* "also in print: 192 GB [3] · the same, rounded otherwise" */
static void print_alternatives(struct showing *w, const struct fact *f, struct bytes *out) {
    for (const struct alternative *x = f->alternatives; x; x = x->next) {
        const char *reason = arena_printf(w->arena, "alternative.%s", x->reason ? x->reason : "");
        const char *value = x->reference ? arena_printf(w->arena, "%s [%zu]", x->text,
                                                        source_number(w, x->reference))
                                         : x->text;
        bytes_printf(out, "%*s%s\n", 2 * INDENT, "",
                     say_with(w->arena, w->strings, "show.alternative", "value", value, "reason",
                              say(w->strings, reason), NULL));
    }
}

/* What a device costs, where an overlay says so. */
static void print_prices(struct showing *w, struct bytes *out) {
    for (const struct price *p = w->card.prices; p; p = p->next)
        bytes_printf(out, "%*s%s %s %s · %s [%zu]\n", INDENT, "",
                     say(w->strings, arena_printf(w->arena, "price.%s", p->kind)),
                     number_plain(w->arena, p->amount), p->currency, p->date,
                     p->reference ? source_number(w, p->reference) : 0);
}

static void print_remarks(const struct showing *w, struct bytes *out) {
    const char *between = "\n";
    for (const struct remark *r = w->card.remarks; r; r = r->next)
        if (!strcmp(r->language, strings_language(w->strings))) {
            bytes_printf(out, "%s%*s%s\n", between, INDENT, "", r->text);
            between = "";
        }
}

static bool is_shown(const struct fact *f) {
    return !f->aside && !f->quiet && strcmp(f->name, "id") != 0 && strcmp(f->name, "name") != 0;
}

static void print_head(const struct showing *w, struct bytes *out) {
    const struct card *c = &w->card;
    bytes_printf(out, "%s · %s", c->name ? c->name : c->id,
                 say(w->strings, arena_printf(w->arena, "kind.%s", w->kind->name)));
    if (c->name)
        bytes_printf(out, " · %s", c->id);
    if (c->unverified)
        bytes_printf(out, " · %s", say(w->strings, "unverified"));
    if (c->overlay)
        bytes_printf(out, " · %s", c->overlay);
    bytes_puts(out, "\n\n");
}

static int wider(int width, const char *text) {
    int own = cell_width(text);
    return own > width ? own : width;
}

static void print_facts(struct showing *w, struct bytes *out) {
    const struct card *c = &w->card;
    int label = 0, value = 0;
    for (size_t i = 0; i < c->n; i++)
        if (is_shown(&c->facts[i])) {
            label = wider(label, fact_label(w->arena, w->strings, &c->facts[i]));
            if (*origin_said(w, &c->facts[i]))
                value = wider(value, fact_words(w->arena, w->strings, &c->facts[i], true));
            facts_sources(w, &c->facts[i]); /* numbered as they are met */
        }
    for (size_t i = 0; i < c->n; i++) {
        const struct fact *f = &c->facts[i];
        if (!is_shown(f))
            continue;
        const char *from = origin_said(w, f);
        bytes_printf(out, "%*s", INDENT, "");
        pad_right(out, fact_label(w->arena, w->strings, f), label + GAP, GAP);
        pad_right(out, fact_words(w->arena, w->strings, f, true), *from ? value + GAP : 0,
                  *from ? GAP : 0);
        bytes_printf(out, "%s\n", from);
        print_alternatives(w, f, out);
    }
}

static void print_text(struct showing *w, struct bytes *out) {
    print_head(w, out);
    print_facts(w, out);
    print_prices(w, out);
    print_remarks(w, out);
    for (size_t i = 0; i < w->source_count; i++) {
        const struct reference *r = w->sources[i];
        bytes_printf(out, "%s%*s[%zu] %s · %s%s%s\n", i ? "" : "\n", INDENT, "", i + 1, r->title,
                     r->date, r->url ? " · " : "", r->url ? r->url : "");
    }
}

/* ── For programs ── */

static void print_csv(struct showing *w, struct bytes *out) {
    bytes_puts(out, "field,value,unit,grade,source,derived,unknown\n");
    for (size_t i = 0; i < w->card.n; i++) {
        const struct fact *f = &w->card.facts[i];
        bool sourced = f->known && f->reference, unit = f->kind == FACT_NUMBER;
        if (f->aside)
            continue;
        csv_cell(out, f->name);
        bytes_puts(out, ",");
        csv_cell(out, fact_plain(w->arena, f));
        bytes_printf(out, ",%s,%s,%s,%s,%s\n", unit ? unit_name(w->arena, f->q.unit) : "",
                     sourced ? grade_words[f->grade] : "", sourced ? f->reference->id : "",
                     f->known && f->derived ? "yes" : "", !f->known && f->reason ? f->reason : "");
    }
}

static void prices_tree(const struct showing *w, struct tree *root) {
    struct tree *list = w->card.prices ? tree_list(root, "prices") : NULL;
    for (const struct price *p = w->card.prices; p; p = p->next) {
        struct tree *t = tree_group(list, "price");
        tree_as_attributes(t);
        tree_word(t, "kind", p->kind);
        tree_number(t, "amount", p->amount);
        tree_word(t, "currency", p->currency);
        tree_word(t, "date", p->date);
        tree_word(t, "source", p->reference ? p->reference->id : NULL);
    }
}

static void remarks_tree(const struct showing *w, struct tree *root) {
    struct tree *list = w->card.remarks ? tree_list(root, "remarks") : NULL;
    for (const struct remark *r = w->card.remarks; r; r = r->next) {
        struct tree *t = tree_group(list, "remark");
        tree_as_attributes(t);
        tree_word(t, "language", r->language);
        tree_word(t, "text", r->text);
    }
}

/* The sources that the card names, in full. */
static void sources_tree(struct showing *w, struct tree *root) {
    struct tree *list = tree_list(root, "sources");
    for (size_t i = 0; i < w->card.n; i++)
        facts_sources(w, &w->card.facts[i]);
    for (const struct price *p = w->card.prices; p; p = p->next)
        if (p->reference)
            source_number(w, p->reference);
    for (size_t i = 0; i < w->source_count; i++) {
        const struct reference *r = w->sources[i];
        struct tree *t = tree_group(list, "source");
        tree_as_attributes(t);
        tree_word(t, "id", r->id);
        tree_word(t, "title", r->title);
        tree_word(t, "date", r->date);
        tree_word(t, "url", r->url);
    }
}

static struct tree *card_tree(struct showing *w) {
    struct tree *root = tree_root(w->arena, w->kind->name), *defaults = NULL;
    const struct card *c = &w->card;
    tree_number(root, "schema", TREE_SCHEMA);
    tree_word(root, "catalogue", w->edition);
    tree_word(root, "kind", w->kind->name);
    tree_truth(root, "verified", !c->unverified);
    tree_word(root, "overlay", c->overlay);
    struct tree *facts = tree_group(root, "facts");
    for (size_t i = 0; i < c->n; i++)
        if (!c->facts[i].aside)
            fact_tree(facts, &c->facts[i]);
    if (!strcmp(w->kind->name, "scenario"))
        defaults = tree_list(root, "defaults");
    for (size_t i = 0; defaults && i < c->n; i++)
        if (c->facts[i].known && !c->facts[i].given && !c->facts[i].aside)
            tree_word(defaults, "option", c->facts[i].name);
    prices_tree(w, root);
    remarks_tree(w, root);
    sources_tree(w, root);
    tree_as_attributes(root);
    return root;
}

static void print_json(struct showing *w, struct bytes *out) {
    tree_json(card_tree(w), out);
}

static void print_xml(struct showing *w, struct bytes *out) {
    tree_xml(card_tree(w), out);
}

static void print(struct showing *w, const char *format) {
    static const struct {
        const char *name;
        void (*print)(struct showing *, struct bytes *);
    } formats[] = {
        {"text", print_text}, {"json", print_json}, {"csv", print_csv}, {"xml", print_xml}};
    struct bytes out = {.arena = w->arena};
    for (size_t i = 0; i < sizeof formats / sizeof *formats; i++)
        if (!strcmp(formats[i].name, format))
            formats[i].print(w, &out);
    fwrite(out.at, 1, out.n, stdout);
}

static void run(struct session *s, const struct options *o) {
    struct catalog *c = session_sound_catalog(s, option_value(o, "lang", "en"));
    struct showing w = {.arena = s->arena};
    struct finding f;
    w.strings = c ? session_strings(s, c, option_value(o, "lang", "en")) : NULL;
    if (!w.strings || !find(s, c, o, &f))
        return;
    w.kind = f.kind;
    w.edition = catalog_edition(c);
    w.card = entry_card(s->arena, w.strings, f.kind, c, f.place);
    print(&w, option_value(o, "format", "text"));
}

const struct command command_show = {
    "[KIND] ID [--format F] [--lang L]", OPTIONS, 1, 2, NULL, run, NULL, NULL};
