/* A PDF file being put together: numbered objects, most of them packed into compressed object
 * streams, and a cross-reference stream at the end. Bytes depend on what is put in alone. */
#ifndef RIDGE_PAINT_PDF_FILE_H
#define RIDGE_PAINT_PDF_FILE_H

#include <stdint.h>

#include "base/file.h"
#include "base/geometry.h"

/* Where an object stands: at an offset, or as the n-th of an object stream. */
struct pdf_place {
    int pack; /* object number of the object stream; 0: in the file itself */
    size_t at;
};

/* zlib's state, made when first needed and used again for each stream. */
struct deflater {
    struct arena *arena;
    struct z_stream_s *state;
};

struct pdf_file {
    struct arena *arena;
    struct bytes *out;
    struct pdf_place *places; /* by object number */
    size_t count, room;
    struct bytes packed, pack_index; /* of the object stream being filled */
    int pack, pack_count;
    struct bytes scratch;
    struct deflater *deflater;
    bool failed; /* out of memory in zlib */
};

void pdf_file_begin(struct pdf_file *f, struct arena *a, struct deflater *z, struct bytes *out);

/* A number for an object that is put later. */
int pdf_number(struct pdf_file *f);

void pdf_put(struct pdf_file *f, int number, const struct bytes *object);

/* Quick: for what hardly gets smaller, such as outlines of letters. */
enum pdf_filter { PDF_PLAIN, PDF_DEFLATE, PDF_DEFLATE_QUICK, PDF_PACKED };

/* Data as PDF_DEFLATE would put them, for PDF_PACKED; valid until the next stream. False when
 * memory is short. */
bool pdf_pack(struct pdf_file *f, const void *data, size_t n, struct bytes *out);

/* entries: of the stream's dictionary, besides /Length and a filter of ours; NULL for none. */
void pdf_put_stream(struct pdf_file *f, int number, const char *entries, const void *data, size_t n,
                    enum pdf_filter filter);

/* Cross-references and trailer; false when something failed on the way. */
bool pdf_file_end(struct pdf_file *f, int root, int info);

/* ── Words of PDF ── */

/* At most so many decimals, no zeros behind. */
void pdf_fixed(struct bytes *b, double x, int decimals);
/* Numbers with a blank after each. */
void pdf_numbers(struct bytes *b, const double *x, size_t n);
/* A text string: literal when ASCII, otherwise UTF-16. */
void pdf_text(struct bytes *b, const char *utf8);
/* " /Key (text)"; nothing for NULL and "". */
void pdf_entry(struct bytes *b, const char *key, const char *utf8);
/* UTF-8 as hexadecimal digits of UTF-16. */
void pdf_utf16(struct bytes *b, const char *utf8, size_t n);
void pdf_reference(struct bytes *b, int number);

uint64_t hash_bytes(uint64_t hash, const void *data, size_t n);
#define HASH_START UINT64_C(0xcbf29ce484222325)

#endif
