/* The look of a product: a template, and the templates it stands on (base="handout"). */
#ifndef RIDGE_BOOK_LOOK_H
#define RIDGE_BOOK_LOOK_H

#include "ask/session.h"
#include "doc/form.h"
#include "doc/style.h"

enum { LOOK_MOST = 4 };

struct look {
    const struct node *at[LOOK_MOST]; /* the template itself first */
    size_t n;
};

/* Reads the template of that path and its bases, which are templates/NAME.xml. Reports what is
 * missing, or stands on itself; false then. Files read are added to the list, if there is one. */
bool look_read(struct session *s, const char *path, struct path_list *files, struct look *out);

/* templates/NAME.xml for a handout, or a file by its path, which ends with ".xml". NULL after
 * reporting, with the nearest name there is. */
const char *look_path(struct session *s, const char *name, struct span where);

/* The styles of all of them, those above first; r:template scale="1.33" is how much larger the ones
 * below become. */
const struct styles *look_styles(struct arena *a, struct diag *d, const struct look *look);
const struct form *look_form(struct arena *a, struct diag *d, const struct look *look);

#endif
