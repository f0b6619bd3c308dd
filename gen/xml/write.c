#include "xml/write.h"

#include <stdint.h>
#include <string.h>

#include "base/text.h"

struct xml_level {
    struct xml_level *up;
    const char *name;
    int depth;
    bool has_children, has_text, in_tag; /* in_tag: its ">" is not written yet */
};

static void put_replacement(struct bytes *out) {
    bytes_puts(out, "\xEF\xBF\xBD");
}

/* XML has no way to write these characters. */
static bool is_writable(uint32_t c) {
    return c >= 0x20 ? c != 0xFFFE && c != 0xFFFF : c == '\t' || c == '\n' || c == '\r';
}

/* What must not stand as itself; white space in values would be normalised away when read. */
static const char *escape(uint32_t c, bool in_value) {
    switch (c) {
    case '&':
        return "&amp;";
    case '<':
        return "&lt;";
    case '>':
        return "&gt;";
    case '\r':
        return "&#13;";
    case '"':
        return in_value ? "&quot;" : NULL;
    case '\n':
        return in_value ? "&#10;" : NULL;
    case '\t':
        return in_value ? "&#9;" : NULL;
    default:
        return NULL;
    }
}

static void put_escaped(struct bytes *out, const char *text, bool in_value) {
    size_t n = strlen(text);
    for (size_t i = 0, length; i < n; i += length) {
        uint32_t c = text_decode(text + i, n - i, &length);
        const char *escaped = escape(c, in_value);
        if (escaped)
            bytes_puts(out, escaped);
        else if (!is_writable(c) || (c == 0xFFFD && length == 1))
            put_replacement(out);
        else
            bytes_add(out, text + i, length);
    }
}

static void end_tag_head(struct xml_writer *w) {
    if (w->open && w->open->in_tag) {
        bytes_puts(w->out, ">");
        w->open->in_tag = false;
    }
}

static void put_line(struct xml_writer *w, int depth) {
    bytes_printf(w->out, "\n%*s", depth * 2, "");
}

void xml_declaration(struct xml_writer *w) {
    bytes_puts(w->out, "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n");
}

void xml_open(struct xml_writer *w, const char *name) {
    struct xml_level *up = w->open;
    end_tag_head(w);
    if (up && w->indent && !up->has_text)
        put_line(w, up->depth + 1);
    if (up)
        up->has_children = true;
    w->open = ARENA_NEW(w->out->arena, struct xml_level);
    *w->open = (struct xml_level){.up = up,
                                  .name = arena_strdup(w->out->arena, name),
                                  .depth = up ? up->depth + 1 : 0,
                                  .has_text = up && up->has_text,
                                  .in_tag = true};
    bytes_printf(w->out, "<%s", name);
}

void xml_attribute(struct xml_writer *w, const char *name, const char *value) {
    bytes_printf(w->out, " %s=\"", name);
    put_escaped(w->out, value, true);
    bytes_puts(w->out, "\"");
}

void xml_text(struct xml_writer *w, const char *text) {
    if (!*text)
        return;
    end_tag_head(w);
    if (w->open)
        w->open->has_text = true;
    put_escaped(w->out, text, false);
}

void xml_close(struct xml_writer *w) {
    struct xml_level *level = w->open;
    if (level->in_tag) {
        bytes_puts(w->out, "/>");
    } else {
        if (w->indent && level->has_children && !level->has_text)
            put_line(w, level->depth);
        bytes_printf(w->out, "</%s>", level->name);
    }
    w->open = level->up;
    if (!w->open)
        bytes_puts(w->out, "\n");
}
