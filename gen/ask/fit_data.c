/* The answers for programs. */
#include <string.h>

#include "ask/cell.h"
#include "ask/fit_print.h"
#include "ask/report.h"
#include "ask/tree.h"

const char *verdict_word(enum verdict v) {
    static const char *const words[] = {
        [VERDICT_NO] = "no", [VERDICT_MARGINAL] = "marginal", [VERDICT_YES] = "yes"};
    return words[v];
}

const char *fit_reason(struct arena *a, const struct fit_answer *x) {
    if (!x->fault)
        return NULL;
    return arena_printf(a, "%s = %s: expected %s", x->fault->option, x->fault->found,
                        x->fault->expected);
}

static void measure_add(struct tree *t, const char *name, const struct measure *m) {
    if (m->present)
        tree_quantity(t, name, m->q);
}

static void word_add(struct tree *t, const char *name, const char *word) {
    if (word)
        tree_word(t, name, word);
}

/* Fault: which option, what was found, what was expected. */
static void fault_add(struct tree *t, const struct scenario_fault *fault) {
    struct tree *g = tree_group(t, "refused");
    tree_word(g, "option", fault->option);
    tree_word(g, "found", fault->found);
    tree_word(g, "expected", fault->expected);
}

static void gains_add(struct tree *t, const struct estimate *e) {
    measure_add(t, "gain-bandwidth", &e->gain_bandwidth);
    measure_add(t, "gain-compute", &e->gain_compute);
    measure_add(t, "gain-capacity", &e->gain_capacity);
    measure_add(t, "gain-link", &e->gain_link);
    measure_add(t, "gain-latency", &e->gain_latency);
}

static void answer_add(struct tree *list, const struct fit_answer *x) {
    struct tree *t = tree_group(list, "answer");
    tree_word(t, "model", x->scenario->model->id);
    tree_word(t, "accelerator", x->scenario->accelerator->id);
    tree_truth(t, "unverified", x->scenario->accelerator->unverified);
    if (x->fault) {
        fault_add(t, x->fault);
        return;
    }
    measure_add(t, "answer", &x->answer);
    word_add(t, "word", x->word);
    word_add(t, "word-with-luck", x->lucky_word);
    tree_word(t, "fits", verdict_word(x->verdict));
    word_add(t, "limit", x->limit);
    measure_add(t, "headroom", &x->margin);
    measure_add(t, "saturation-batch", &x->saturation);
    measure_add(t, "parameters-most", &x->most);
    measure_add(t, "tokens-per-second", &x->estimate->decode_speed);
    measure_add(t, "time-per-token", &x->estimate->decode_time);
    measure_add(t, "step-time", &x->estimate->training_step_time);
    gains_add(t, x->estimate);
    report_scenario(t, x->scenario);
    report_steps(t, x->steps, x->step_count);
}

void fit_json(struct arena *a, const struct fit_report *r, struct bytes *out) {
    struct tree *root = tree_root(a, "fit");
    tree_number(root, "schema", TREE_SCHEMA);
    tree_word(root, "catalogue", catalog_edition(r->catalog));
    tree_word(root, "question", fit_question_name(r->request->ask));
    struct tree *list = tree_list(root, "answers");
    for (size_t i = 0; i < r->result.count; i++)
        answer_add(list, &r->result.answers[i]);
    tree_json(root, out);
}

/* ── CSV ── */

static void cell(struct bytes *out, const char *text) {
    bytes_puts(out, ",");
    csv_cell(out, text ? text : "");
}

static void number_cell(struct arena *a, struct bytes *out, bool present, double x) {
    cell(out, present ? number_plain(a, x) : NULL);
}

/* Formats are words, everything else that is answered is a number. */
static void answer_cells(struct arena *a, struct bytes *out, const struct fit_answer *x,
                         enum fit_question ask) {
    if (ask == FIT_MAX_BITS) {
        cell(out, x->word);
        cell(out, x->lucky_word);
        cell(out, "bit");
        return;
    }
    struct quantity q = x->answer.q;
    bool devices = ask == FIT_MIN_DEVICES || ask == FIT_WHICH_ACCELERATOR;
    bool sure = x->answer.present && (!devices || x->verdict == VERDICT_YES);
    number_cell(a, out, sure, q.value);
    number_cell(a, out, x->answer.present, devices ? q.low : q.high);
    cell(out, x->answer.present ? unit_name(a, q.unit) : NULL);
}

static void count_cell(struct arena *a, struct bytes *out, const struct fit_answer *x,
                       int64_t count) {
    number_cell(a, out, !x->fault && count > 0, (double)count);
}

void fit_csv(struct arena *a, const struct fit_report *r, struct bytes *out) {
    bytes_puts(out,
               "model,accelerator,devices,tensor-parallel,pipeline-parallel,data-parallel,fits,"
               "surely,with-luck,unit,limit,headroom,tokens-per-second,low,high,refused,weights\n");
    for (size_t i = 0; i < r->result.count; i++) {
        const struct fit_answer *x = &r->result.answers[i];
        const struct scenario *s = x->scenario;
        struct measure none = {.present = false};
        const struct measure *speed = x->estimate ? &x->estimate->decode_speed : &none;
        csv_cell(out, s->model->id);
        cell(out, s->accelerator->id);
        count_cell(a, out, x, s->devices);
        count_cell(a, out, x, s->tensor_parallel);
        count_cell(a, out, x, s->pipeline_parallel);
        count_cell(a, out, x, s->data_parallel);
        cell(out, x->fault ? NULL : verdict_word(x->verdict));
        answer_cells(a, out, x, r->request->ask);
        cell(out, x->limit);
        number_cell(a, out, x->margin.present, x->margin.q.value);
        number_cell(a, out, speed->present, speed->q.value);
        number_cell(a, out, speed->present, speed->q.low);
        number_cell(a, out, speed->present, speed->q.high);
        cell(out, fit_reason(a, x));
        cell(out, s->weights);
        bytes_puts(out, "\n");
    }
}
