#include <qpdf/qpdf-c.h>

#include "paint/finish.h"

static bool failed(struct finish *f) {
    if (!qpdf_has_error(f->q))
        return false;
    qpdf_error e = qpdf_get_error(f->q);
    diag_report(f->diag, DIAG_PDF_FAILED, (struct span){0}, qpdf_get_error_full_text(f->q, e), NULL,
                NULL);
    return true;
}

static bool write_out(struct finish *f, struct bytes *out) {
    if (qpdf_init_write_memory(f->q) & QPDF_ERRORS)
        return !failed(f);
    qpdf_set_deterministic_ID(f->q, QPDF_TRUE);
    qpdf_force_pdf_version(f->q, "1.7");
    qpdf_set_object_stream_mode(f->q, qpdf_o_generate);
    qpdf_write(f->q);
    if (failed(f))
        return false;
    bytes_add(out, qpdf_get_buffer(f->q), qpdf_get_buffer_length(f->q));
    return true;
}

bool finish_pdf(struct arena *a, struct diag *d, const struct document *doc,
                const struct tag_records *records, const struct bytes *raw, struct bytes *out) {
    struct finish f = {.arena = a, .diag = d, .doc = doc, .q = qpdf_init()};
    qpdf_silence_errors(f.q);
    qpdf_set_suppress_warnings(f.q, QPDF_TRUE);
    qpdf_read_memory(f.q, "document", raw->at, raw->n, NULL);
    bool done = !failed(&f) && finish_tree(&f, records);
    if (done) {
        finish_catalog(&f);
        done = !failed(&f) && write_out(&f, out);
    }
    qpdf_cleanup(&f.q);
    return done;
}
