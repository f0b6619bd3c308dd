/* Answers to reverse questions: a table to read, with the derivation of each line if wanted; JSON
 * and CSV for programs. */
#ifndef RIDGE_ASK_FIT_PRINT_H
#define RIDGE_ASK_FIT_PRINT_H

#include "base/file.h"
#include "catalog/catalog.h"
#include "core/fit.h"

struct fit_report {
    const struct fit_request *request;
    struct fit_result result;
    const struct catalog *catalog;
    const struct strings *strings;
    bool explain;
};

void fit_text(struct arena *a, const struct fit_report *r, struct bytes *out);
void fit_json(struct arena *a, const struct fit_report *r, struct bytes *out);
void fit_csv(struct arena *a, const struct fit_report *r, struct bytes *out);

/* ── Shared by the formats ── */

const char *verdict_word(enum verdict v); /* "yes", "marginal", "no" */

/* "batch = 3: expected …": why a line has no answer; NULL when it has one. */
const char *fit_reason(struct arena *a, const struct fit_answer *x);

#endif
