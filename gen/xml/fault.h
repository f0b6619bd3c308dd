/* What can be wrong with XML, in our words. Inside the room only. */
#ifndef RIDGE_XML_FAULT_H
#define RIDGE_XML_FAULT_H

#include "xml/node.h"

struct _xmlParserCtxt;

/* The state of reading one source. */
struct reader {
    struct arena *arena, *scratch;
    struct diag *diag;
    const struct source *source;
    size_t mark; /* bytes of byte order mark, which the parser does not see */
    struct span head, part; /* the parser sees these two in a row; no source: it sees all */
    struct _xmlParserCtxt *parser;
    struct node *root, *open, **end; /* end: where the next node is hung */
    int depth;
    struct bytes text; /* collected since the last tag */
    struct span text_span;
    bool text_grows;   /* its end is not known yet */
    size_t markup_end; /* behind the last tag, comment or instruction */
    bool failed;
};

/* A complaint of libxml2. */
struct fault {
    int code;
    bool is_warning;
    const char *message, *subject; /* subject: the name it is about, or NULL */
    size_t at;
};

/* Checks UTF-8 and the declared encoding; sets the length of the byte order mark. */
bool fault_encoding(struct reader *r, size_t *mark);

/* Checks that there are no characters that XML has not. */
bool fault_controls(struct reader *r);

/* The parser counts in ints. */
bool fault_size(struct reader *r);

void fault_empty(struct reader *r);
void fault_depth(struct reader *r, struct span at, const char *name);
void fault_doctype(struct reader *r, struct span at);

/* Reports the first well-formedness fault (what follows is a consequence) and all unknown entities.
 */
void fault_translate(struct reader *r, const struct fault *f);

#endif
