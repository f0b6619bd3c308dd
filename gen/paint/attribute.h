/* Names and addresses as a PDF holds them. */
#ifndef RIDGE_PAINT_ATTRIBUTE_H
#define RIDGE_PAINT_ATTRIBUTE_H

#include "base/arena.h"

const char *dest_name(struct arena *a, const char *name);
const char *uri_name(struct arena *a, const char *uri);

#endif
