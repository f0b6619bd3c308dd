/* RELAX NG in its XML syntax: pieces of a grammar that is written from tables. */
#ifndef RIDGE_XML_RELAX_H
#define RIDGE_XML_RELAX_H

#include <stddef.h>

#include "xml/node.h"
#include "xml/write.h"

struct relax {
    struct xml_writer w;
    struct arena *arena;
};

/* <grammar> for the namespace, with the datatypes of XML Schema. relax_end closes what is open. */
struct relax relax_begin(struct bytes *out, enum xml_namespace ns);
void relax_end(struct relax *r);

/* <piece>, or <piece name="…">. */
void relax_open(struct relax *r, const char *piece, const char *name);
void relax_close(struct relax *r);
void relax_leaf(struct relax *r, const char *piece, const char *name); /* both at once */

/* <element name ns> stays open. */
void relax_element(struct relax *r, enum xml_namespace ns, const char *name);
/* <attribute name ns>, in <optional> unless needed; stays open until relax_attribute_close. */
void relax_attribute(struct relax *r, enum xml_namespace ns, const char *name, bool needed);
void relax_attribute_close(struct relax *r, bool needed);

/* Values. A pattern NULL is any text. */
void relax_pattern(struct relax *r, const char *pattern);
void relax_choice(struct relax *r, const char *const *words, size_t n);

/* xi:include, in place of what it includes: <define name="xi.include">. */
void relax_define_include(struct relax *r);

#endif
