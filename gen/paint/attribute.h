/* The attribute strings Cairo takes for links, destinations and outline entries. It writes them to
 * the file unescaped, so they are made safe here. Cairo does not move them with the groups: offset
 * does. */
#ifndef RIDGE_PAINT_ATTRIBUTE_H
#define RIDGE_PAINT_ATTRIBUTE_H

#include "figure/scene.h"

const char *link_attributes(struct arena *a, const struct tag_facts *facts, struct point offset);
const char *dest_attributes(struct arena *a, const char *name, struct point at);
const char *outline_attributes(struct arena *a, const char *dest);

#endif
