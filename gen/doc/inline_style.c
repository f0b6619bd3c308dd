/* Inline elements that change the style of their text, or quote it. */
#include <string.h>

#include "base/text.h"
#include "doc/back.h"
#include "doc/inliner.h"

INLINE_HANDLER(read_emphasis) {
    struct inline_ before = in->look;
    const char *role = node_value(n, "role");
    if (role && (!strcmp(role, "strong") || !strcmp(role, "bold")))
        in->look.strong = true;
    else
        in->look.emphasis = true;
    inliner_children(in, n);
    in->look = before;
}

INLINE_HANDLER(read_code_words) {
    bool before = in->look.code;
    in->look.code = true;
    inliner_children(in, n);
    in->look.code = before;
}

/* A script on a script counts three times what it stands on; deeper ones stay there. */
static void read_script(struct inliner *in, const struct node *n, int direction) {
    int before = in->look.script;
    if (before == 0)
        in->look.script = direction;
    else if (before == 1 || before == -1)
        in->look.script = before + 3 * direction;
    inliner_children(in, n);
    in->look.script = before;
}

INLINE_HANDLER(read_subscript) {
    read_script(in, n, -1);
}

INLINE_HANDLER(read_superscript) {
    read_script(in, n, 1);
}

INLINE_HANDLER(read_quoted) {
    bool inner = in->quotes++ % 2 != 0;
    inliner_text(in, inner ? "‘" : "“", n->span);
    inliner_children(in, n);
    inliner_text(in, inner ? "’" : "”", n->span);
    in->quotes--;
}

static void read_in_language(struct inliner *in, const struct node *n) {
    const char *before = in->look.language;
    const struct attribute *at = node_attribute(n, NS_XML, "lang");
    if (at)
        in->look.language = at->value;
    inliner_children(in, n);
    in->look.language = before;
}

static bool has_han(const char *text) {
    size_t length;
    for (size_t n = strlen(text); n; n -= length, text += length)
        if (code_is_han(text_decode(text, n, &length)))
            return true;
    return false;
}

/* In English the words of another Latin language are slanted. */
INLINE_HANDLER(read_foreign) {
    if (in->r->back->in_term)
        return; /* stands beside the term */
    bool before = in->look.emphasis;
    const struct attribute *at = node_attribute(n, NS_XML, "lang");
    if (!language_is_chinese(in->r->language) && !(at && language_is_chinese(at->value)))
        in->look.emphasis = !before;
    read_in_language(in, n);
    in->look.emphasis = before;
}

/* 《》 around a Chinese title, 〈〉 within one; a Latin title is slanted. */
INLINE_HANDLER(read_citetitle) {
    bool before = in->look.emphasis;
    bool chinese = has_han(node_text(in->r->arena, n));
    bool inner = in->titles % 2 != 0;
    if (chinese)
        inliner_text(in, inner ? "〈" : "《", n->span);
    else
        in->look.emphasis = !before;
    in->titles += chinese;
    read_in_language(in, n);
    in->titles -= chinese;
    in->look.emphasis = before;
    if (chinese)
        inliner_text(in, inner ? "〉" : "》", n->span);
}

INLINE_HANDLER(read_plain) {
    if (node_is(n, NS_DOCBOOK, "abbrev") && node_is(n->parent, NS_DOCBOOK, "bibliomixed"))
        return; /* what citations call the entry */
    read_in_language(in, n);
}

/* Addresses link to themselves. */
static void read_address(struct inliner *in, const struct node *n, const char *scheme) {
    struct inline_ before = in->look;
    struct arena *a = in->r->arena;
    const char *text = node_text(a, n);
    in->look.uri = uri_encoded(a, arena_printf(a, "%s%s", scheme, text));
    in->look.describe = text;
    bool typed = in->typed;
    in->typed = true;
    inliner_children(in, n);
    in->typed = typed;
    in->look = before;
}

INLINE_HANDLER(read_email) {
    read_address(in, n, "mailto:");
}

INLINE_HANDLER(read_uri) {
    read_address(in, n, "");
}

/* role="typed": digits may stand in it; "quiet": in grey; the name of a limit: in its colour. */
INLINE_HANDLER(read_phrase) {
    bool before = in->typed, quiet = in->look.quiet;
    enum ink ink = in->look.ink;
    const char *role = node_value(n, "role");
    enum limit limit = role ? limit_lookup(role) : LIMIT_NONE;
    in->typed |= role && !strcmp(role, "typed");
    in->look.quiet |= role && !strcmp(role, "quiet");
    if (limit != LIMIT_NONE)
        in->look.ink = limit_ink(limit);
    read_in_language(in, n);
    in->look.ink = ink;
    in->look.quiet = quiet;
    in->typed = before;
}
