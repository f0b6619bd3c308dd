#include "ask/report.h"

#include <string.h>

#include "ask/cell.h"
#include "ask/tree.h"
#include "catalog/fields.h"

size_t report_group_length(const char *path) {
    return strcspn(path, "/");
}

bool report_same_group(const char *a, const char *b) {
    size_t n = report_group_length(a);
    return n == report_group_length(b) && !memcmp(a, b, n);
}

/* The words of a group, those that no measure stands before included. */
static size_t words_add(const struct estimate_word *words, const char *path,
                        struct report_entry *list, size_t n) {
    for (size_t w = 0; w < ESTIMATE_WORDS; w++)
        if (words[w].word && report_same_group(words[w].path, path))
            list[n++] = (struct report_entry){.path = words[w].path, .word = words[w].word};
    return n;
}

size_t report_entries(struct arena *a, const struct estimate *e, struct report_entry **out) {
    struct report_entry *list =
        ARENA_ARRAY(a, struct report_entry, estimate_field_count + ESTIMATE_WORDS);
    struct estimate_word words[ESTIMATE_WORDS];
    size_t n = 0;
    estimate_words(e, words);
    for (size_t i = 0; i < estimate_field_count; i++) {
        const struct estimate_field *f = &estimate_fields[i];
        const struct measure *m = estimate_measure(e, f);
        if (m->present)
            list[n++] = (struct report_entry){f->path, f, m, NULL};
        if (i + 1 == estimate_field_count ||
            !report_same_group(f->path, estimate_fields[i + 1].path))
            n = words_add(words, f->path, list, n);
    }
    *out = list;
    return n;
}

/* ── JSON and XML ── */

static void option_add(struct tree *parent, const struct scenario *s, const struct option *o) {
    if (!option_is_set(s, o))
        tree_word(parent, o->name, NULL);
    else if (o->kind == OPTION_WORD)
        tree_word(parent, o->name, member_text(s, o->offset));
    else if (o->kind == OPTION_QUANTITY)
        tree_quantity(parent, o->name, option_quantity(s, o));
    else
        tree_number(parent, o->name, option_number(s, o));
}

void report_scenario(struct tree *parent, const struct scenario *s) {
    struct tree *t = tree_group(parent, "scenario");
    tree_as_attributes(t);
    tree_word(t, "model", s->model->id);
    tree_word(t, "accelerator", s->accelerator->id);
    tree_truth(t, "unverified", s->accelerator->unverified);
    for (size_t i = 0; i < scenario_option_count; i++)
        if (option_belongs(&scenario_options[i], s->task))
            option_add(t, s, &scenario_options[i]);
    struct tree *given = tree_list(t, "given");
    for (size_t i = 0; i < scenario_option_count; i++)
        if (s->given[i])
            tree_word(given, "option", scenario_options[i].name);
}

static void left_out_add(struct tree *root, const struct scenario *s) {
    const char *keys[LEFT_OUT_MOST];
    struct tree *list = tree_list(root, "not-counted");
    size_t n = left_out_of(s, keys);
    for (size_t i = 0; i < n; i++)
        tree_word(list, "item", keys[i] + strlen("left-out."));
}

static void operations_add(struct tree *root, const struct estimate *e) {
    struct tree *list = tree_list(root, "operations");
    for (size_t i = 0; i < e->operation_count; i++) {
        const struct operation *o = &e->operations[i];
        struct tree *t = tree_group(list, "operation");
        tree_as_attributes(t);
        tree_word(t, "name", o->name);
        tree_number(t, "flops", o->flops);
        tree_number(t, "bytes", o->bytes);
        tree_number(t, "intensity", o->intensity);
        tree_number(t, "attainable", o->attainable);
        tree_word(t, "bound", o->bound);
    }
}

void report_steps(struct tree *parent, const struct step *steps, size_t n) {
    struct tree *list = tree_list(parent, "steps");
    for (size_t i = 0; i < n; i++) {
        const struct step *s = &steps[i];
        struct tree *t = tree_group(list, "step");
        tree_as_attributes(t);
        tree_word(t, "id", s->id);
        tree_word(t, "symbol", s->symbol);
        tree_word(t, "formula", s->formula);
        tree_word(t, "substituted", s->substituted);
        tree_quantity(t, "result", s->result);
        tree_word(t, "source", s->source);
    }
}

struct tree *report_tree(struct arena *a, const struct report *r) {
    struct tree *root = tree_root(a, "estimate"), *group = NULL;
    struct report_entry *entries;
    size_t n = report_entries(a, r->estimate, &entries);
    tree_as_attributes(root);
    tree_number(root, "schema", TREE_SCHEMA);
    tree_word(root, "catalogue", catalog_edition(r->catalog));
    report_scenario(root, r->estimate->scenario);
    for (size_t i = 0; i < n; i++) {
        const char *path = entries[i].path;
        size_t length = report_group_length(path);
        if (!i || !report_same_group(path, entries[i - 1].path))
            group = tree_group(root, arena_strndup(a, path, length));
        if (entries[i].word)
            tree_word(group, path + length + 1, entries[i].word);
        else
            tree_quantity(group, path + length + 1, entries[i].measure->q);
    }
    left_out_add(root, r->estimate->scenario);
    operations_add(root, r->estimate);
    report_steps(root, r->estimate->steps, r->estimate->step_count);
    return root;
}

static void print_json(struct arena *a, const struct report *r, struct bytes *out) {
    tree_json(report_tree(a, r), out);
}

static void print_xml(struct arena *a, const struct report *r, struct bytes *out) {
    tree_xml(report_tree(a, r), out);
}

/* ── CSV ── */

static void print_csv(struct arena *a, const struct report *r, struct bytes *out) {
    struct report_entry *entries;
    size_t n = report_entries(a, r->estimate, &entries);
    bytes_puts(out, "path,value,unit,class,low,high\n");
    for (size_t i = 0; i < n; i++) {
        if (entries[i].word) {
            bytes_printf(out, "%s,%s,,,,\n", entries[i].path, entries[i].word);
            continue;
        }
        struct quantity q = entries[i].measure->q;
        bytes_printf(out, "%s,%s,%s,%s,", entries[i].path, number_plain(a, q.value),
                     unit_name(a, q.unit), exactness_name(q.exactness));
        if (exactness_has_range(q.exactness))
            bytes_printf(out, "%s,%s\n", number_plain(a, q.low), number_plain(a, q.high));
        else
            bytes_puts(out, ",\n");
    }
}

void report_print(struct arena *a, const char *format, const struct report *r, struct bytes *out) {
    static const struct {
        const char *name;
        void (*print)(struct arena *, const struct report *, struct bytes *);
    } formats[] = {
        {"text", report_text}, {"json", print_json}, {"csv", print_csv}, {"xml", print_xml}};
    for (size_t i = 0; i < sizeof formats / sizeof *formats; i++)
        if (!strcmp(formats[i].name, format))
            formats[i].print(a, r, out);
}
