/* XML as our own nodes, each knowing where it stands. The whole file set of a document is one tree:
 * xi:include is resolved here, confined to the content root. */
#ifndef RIDGE_XML_NODE_H
#define RIDGE_XML_NODE_H

#include <stdbool.h>
#include <stddef.h>

#include "base/arena.h"
#include "base/diag.h"
#include "base/file.h"
#include "base/span.h"

/* Namespaces the program knows; any other is an unknown-namespace fault in the checker. */
enum xml_namespace {
    NS_NONE,
    NS_DOCBOOK,  /* http://docbook.org/ns/docbook */
    NS_RIDGE,    /* urn:ridgepoint:1 */
    NS_XLINK,    /* http://www.w3.org/1999/xlink */
    NS_XML,      /* http://www.w3.org/XML/1998/namespace */
    NS_MATHML,   /* http://www.w3.org/1998/Math/MathML */
    NS_XINCLUDE, /* http://www.w3.org/2001/XInclude */
    NS_OTHER
};

const char *xml_namespace_uri(enum xml_namespace ns); /* "" for none and other */

struct attribute {
    struct attribute *next;
    enum xml_namespace ns;
    const char *name;  /* local name */
    const char *value; /* normalised, entities resolved */
    struct span name_span;
    struct span value_span; /* inside the quotes */
};

enum node_kind { NODE_ELEMENT, NODE_TEXT };

struct node {
    enum node_kind kind;
    enum xml_namespace ns;
    const char *name; /* element: local name; text: NULL */
    const char *text; /* text: UTF-8; element: NULL */
    struct attribute *attributes;
    struct node *parent, *child, *next;
    struct span span; /* element: its start tag; text: its bytes */
};

/* Paths in the order they were first read. */
struct path_list {
    struct path_entry {
        struct path_entry *next;
        const char *path;
    } * first, **last;
};

/* Adds a copy of the path at the end, unless it is there. */
void path_list_add(struct arena *a, struct path_list *list, const char *path);

enum { XML_FILE_LIMIT = 64 * 1024 * 1024, XML_DEPTH_LIMIT = 200 };

/* Reads a file and the files it includes. Refused with a message each: a DTD, an entity other than
 * the five of XML, depth over the limit, a path that leaves `root`, an include cycle, what is not
 * well-formed, what is not UTF-8. `root` NULL: the folder of the file. A file that cannot be
 * included makes the whole NULL, after all others were read and reported on. Returns the root
 * element or NULL after reporting. `files`, when not NULL, receives the real path of every file
 * read (for dependency files). */
struct node *xml_read(struct arena *a, struct diag *d, const char *root, const char *path,
                      struct path_list *files);

/* The same for text in memory (tests, command line); includes are refused. */
struct node *xml_parse(struct arena *a, struct diag *d, const struct source *source);

/* Look-ups; all lend. A name is compared together with its namespace. */
bool node_is(const struct node *n, enum xml_namespace ns, const char *name);
const struct attribute *node_attribute(const struct node *n, enum xml_namespace ns,
                                       const char *name);
/* "<sheet>" or "<r:sheet>", for messages: a prefix is not part of a name. */
const char *node_written(struct arena *a, const struct node *n);
const char *node_value(const struct node *n, const char *name); /* un-namespaced; NULL if absent */
struct span node_value_span(const struct node *n, const char *name); /* start tag if absent */
const char *node_id(const struct node *n);                           /* xml:id or NULL */
struct node *node_child(const struct node *n, enum xml_namespace ns, const char *name); /* first */
struct node *node_next(const struct node *n); /* next sibling element, skipping text */
/* All text below, white space folded, ends trimmed. */
const char *node_text(struct arena *a, const struct node *n);

/* The words of an attribute's value, each with its place (the whole value where entities were
 * resolved). No attribute: no words. */
struct word {
    const char *text;
    struct span span;
};
size_t attribute_words(struct arena *a, const struct attribute *at, const struct word **out);

/* The real path of a file that an attribute names, confined to the folder `root` as includes are
 * (NULL: the folder of the attribute's own file). NULL after reporting that it leads out of it, or
 * is not there, with the nearest name. */
const char *attribute_file(struct arena *a, struct diag *d, const struct attribute *at,
                           const char *root, enum diag_kind outside, enum diag_kind missing);

/* The tree as text, one line a node, for tests: <name ns attr="value" @line:column>. */
void xml_dump(const struct node *n, struct bytes *out);

#endif
