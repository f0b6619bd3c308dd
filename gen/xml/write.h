/* XML output, for `estimate --format xml` and `expand`. Zero-initialise the writer and set `out`.
 */
#ifndef RIDGE_XML_WRITE_H
#define RIDGE_XML_WRITE_H

#include <stdbool.h>

#include "base/file.h"

struct xml_writer {
    struct bytes *out;
    bool indent;            /* an element that holds elements only gets a line for each */
    struct xml_level *open; /* the innermost open element */
};

void xml_declaration(struct xml_writer *w); /* <?xml version="1.0" encoding="UTF-8"?> */
void xml_open(struct xml_writer *w, const char *name);
void xml_attribute(struct xml_writer *w, const char *name, const char *value); /* after xml_open */
void xml_text(struct xml_writer *w, const char *text);
void xml_close(struct xml_writer *w);

#endif
