/* Ink outside marked content. Cairo 1.18 opens marked content for glyphs only, so that paths drawn
 * inside a tag stand outside of it. They are marked as artifacts: what a drawing shows is told by
 * its alternative text. Nothing changes in files of earlier versions. */
#include <string.h>

#include "paint/finish.h"

enum role { ROLE_OTHER, ROLE_OPEN, ROLE_CLOSE, ROLE_PATH, ROLE_PATH_END, ROLE_INK, ROLE_IMAGE };

static enum role role_of(const char *word, size_t n) {
    static const struct {
        const char *word;
        enum role role;
    } roles[] = {
        {"BDC", ROLE_OPEN}, {"BMC", ROLE_OPEN}, {"EMC", ROLE_CLOSE},  {"m", ROLE_PATH},
        {"re", ROLE_PATH},  {"S", ROLE_INK},    {"s", ROLE_INK},      {"f", ROLE_INK},
        {"F", ROLE_INK},    {"f*", ROLE_INK},   {"B", ROLE_INK},      {"B*", ROLE_INK},
        {"b", ROLE_INK},    {"b*", ROLE_INK},   {"n", ROLE_PATH_END}, {"Do", ROLE_INK},
        {"sh", ROLE_INK},   {"Tj", ROLE_INK},   {"TJ", ROLE_INK},     {"'", ROLE_INK},
        {"BI", ROLE_IMAGE},
    };
    for (size_t i = 0; i < sizeof roles / sizeof *roles; i++)
        if (strlen(roles[i].word) == n && memcmp(roles[i].word, word, n) == 0)
            return roles[i].role;
    return ROLE_OTHER;
}

static bool is_blank(char c) {
    return c == ' ' || c == '\n' || c == '\r' || c == '\t';
}

/* Past the operand or operator that starts at s[i]; *word is its length when it is a word. */
static size_t token_end(const char *s, size_t n, size_t i, size_t *word) {
    *word = 0;
    if (s[i] == '(')
        return content_skip_string(s, n, i);
    if (strchr("[]<>/", s[i]) && s[i]) {
        size_t end = i + 1;
        while (s[i] == '/' && end < n && !is_blank(s[end]) && !strchr("()[]<>/", s[end]))
            end++;
        return end;
    }
    size_t end = i;
    while (end < n && !is_blank(s[end]) && !(s[end] && strchr("()[]<>/", s[end])))
        end++;
    *word = end - i;
    return end > i ? end : i + 1;
}

static bool is_operator(char c) {
    return (c >= 'A' && c <= 'Z') || (c >= 'a' && c <= 'z') || c == '\'' || c == '"';
}

/* Where the walk through a content stream stands. */
struct ink_walk {
    struct bytes *out;
    const char *s;
    size_t copied;   /* bytes of s that are in out */
    size_t operands; /* where those of the next operator start */
    size_t path;     /* where the open path starts */
    bool in_path;
    int depth;
};

static void copy_to(struct ink_walk *w, size_t end) {
    bytes_add(w->out, w->s + w->copied, end - w->copied);
    w->copied = end;
}

static void wrap(struct ink_walk *w, size_t from, size_t to) {
    copy_to(w, from);
    bytes_puts(w->out, "/Artifact BMC ");
    copy_to(w, to);
    bytes_puts(w->out, " EMC");
}

static void operator_met(struct ink_walk *w, enum role role, size_t end) {
    if (role == ROLE_OPEN)
        w->depth++;
    else if (role == ROLE_CLOSE)
        w->depth--;
    else if (role == ROLE_PATH && !w->in_path) {
        w->in_path = true;
        w->path = w->operands;
    } else if (role == ROLE_INK && w->depth == 0)
        wrap(w, w->in_path ? w->path : w->operands, end);
    if (role == ROLE_INK || role == ROLE_PATH_END)
        w->in_path = false;
    w->operands = end;
}

bool content_mark_ink(struct bytes *out, const char *s, size_t n) {
    struct ink_walk w = {.out = out, .s = s};
    for (size_t i = 0; i < n;) {
        size_t word = 0, end = is_blank(s[i]) ? i + 1 : token_end(s, n, i, &word);
        if (is_blank(s[i]) && w.operands == i)
            w.operands = end;
        else if (word && is_operator(s[i])) {
            enum role role = role_of(s + i, word);
            if (role == ROLE_IMAGE)
                return false; /* its bytes are no operators */
            operator_met(&w, role, end);
        }
        i = end;
    }
    if (!w.copied)
        return false;
    copy_to(&w, n);
    return true;
}
