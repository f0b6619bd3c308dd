/* The bytes of a start tag: where its attributes stand. The tag is known to be well-formed. */
#ifndef RIDGE_XML_TAG_H
#define RIDGE_XML_TAG_H

#include <stdbool.h>
#include <stddef.h>

#include "base/file.h"
#include "base/span.h"

/* One attribute as written. */
struct raw_attribute {
    struct span name, value; /* the name with its prefix; the value inside its quotes */
};

/* The next attribute at or after *at, which is moved behind it; *at starts at the "<" of the tag.
 * Namespace declarations are passed over. false at the end of the tag. */
bool tag_next_attribute(const struct source *source, size_t *at, size_t end,
                        struct raw_attribute *out);

/* The value with references resolved and white space made spaces (XML 1.0, 3.3.3). */
void tag_value(struct span value, struct bytes *out);

#endif
