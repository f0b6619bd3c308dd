/* Elements of DocBook that there are none of here, and what does the same. */
#ifndef RIDGE_DOC_WAYS_H
#define RIDGE_DOC_WAYS_H

/* NULL: nothing is known. */
const char *nearest_way(const char *element);

#endif
