/* One file's worth of XML: inside the room only. */
#ifndef RIDGE_XML_READ_H
#define RIDGE_XML_READ_H

#include "xml/node.h"

/* Parses one source; includes stay as elements. depth: of the element it will stand in. */
struct node *xml_read_source(struct arena *a, struct diag *d, const struct source *source,
                             int depth);

/* Parses a root's start tag, one entry below it and the end tag of that name, as if nothing else
 * stood in the source, which is known to be UTF-8. */
struct node *xml_read_entry(struct arena *a, struct diag *d, struct span root, struct span entry,
                            const char *root_name);

/* Whether text that is no XML can stand in XML; `from`: behind its byte order mark. */
bool xml_text_sound(struct arena *a, struct diag *d, const struct source *source, size_t *from);

#endif
