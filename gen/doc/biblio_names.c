/* Names of authors: GB/T 7714-2015 section 8.1, and the manual of IEEE. */
#include <string.h>

#include "doc/biblio.h"
#include "doc/collate.h"

static size_t count(const struct creator *p) {
    size_t n = 0;
    for (; p; p = p->next)
        n++;
    return n;
}

/* "Aidan N." to "A. N." or "A N", "Jean-Luc" to "J.-L." or "J L". */
static const char *initials(struct arena *a, const char *given, bool dots) {
    struct bytes out = {.arena = a};
    for (const char *at = given; *at;) {
        size_t length = 1;
        while (((unsigned char)at[length] & 0xC0) == 0x80)
            length++;
        if (out.n)
            bytes_puts(&out, at[-1] == '-' && dots ? "-" : " ");
        bytes_add(&out, at, length);
        bytes_puts(&out, dots ? "." : "");
        at += strcspn(at, " -");
        at += strspn(at, " -.");
    }
    return out.n ? arena_strndup(a, out.at, out.n) : "";
}

/* ── GB/T 7714: "VASWANI A", "李沐"; three names, then 等 or et al. ── */

static const char *name_gb(struct arena *a, const struct creator *p) {
    if (p->han)
        return p->given ? arena_printf(a, "%s%s", p->family, p->given) : p->family;
    if (!p->given)
        return p->family;
    return arena_printf(a, "%s %s", collation_upper(a, p->family), initials(a, p->given, false));
}

const char *names_gb(struct arena *a, const struct record *w, const struct creator *first) {
    enum { MOST = 3 };
    struct bytes out = {.arena = a};
    size_t n = 0;
    for (const struct creator *p = first; p && n < MOST; p = p->next, n++)
        bytes_printf(&out, "%s%s", n ? ", " : "", name_gb(a, p));
    if (count(first) > MOST)
        bytes_puts(&out, w->chinese ? ", 等" : ", et al.");
    return out.n ? arena_strndup(a, out.at, out.n) : NULL;
}

/* ── IEEE: "A. N. Gomez"; six names, or the first and et al. ── */

static const char *name_ieee(struct arena *a, const struct creator *p) {
    if (p->han || !p->given)
        return name_gb(a, p);
    return arena_printf(a, "%s %s", initials(a, p->given, true), p->family);
}

const char *names_ieee(struct arena *a, const struct record *w, const struct creator *first) {
    enum { MOST = 6 };
    (void)w;
    size_t n = count(first), i = 0;
    if (!n)
        return NULL;
    if (n > MOST)
        return arena_printf(a, "%s et al.", name_ieee(a, first));
    struct bytes out = {.arena = a};
    for (const struct creator *p = first; p; p = p->next, i++)
        bytes_printf(&out, "%s%s",
                     i == 0      ? ""
                     : i + 1 < n ? ", "
                     : n == 2    ? " and "
                                 : ", and ",
                     name_ieee(a, p));
    return arena_strndup(a, out.at, out.n);
}
