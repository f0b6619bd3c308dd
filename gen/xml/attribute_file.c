#include "base/file.h"
#include "xml/node.h"

const char *attribute_file(struct arena *a, struct diag *d, const struct attribute *at,
                           const char *root, enum diag_kind outside, enum diag_kind missing) {
    const char *base = at->value_span.source->name;
    bool leaves;
    const char *real =
        path_inside(a, root ? root : path_join(a, base, "."), base, at->value, &leaves);
    if (real)
        return real;
    const char *near = leaves ? NULL : file_nearest(a, path_join(a, base, at->value));
    diag_report(d, leaves ? outside : missing, at->value_span, at->value,
                "a file of the content's folders", near ? path_join(a, at->value, near) : NULL);
    return NULL;
}
