/* Bytes to nodes by libxml2's SAX2 events. Byte offsets come from xmlByteConsumed, which is exact
 * because only UTF-8 gets this far and no entity is ever expanded. */
#include "xml/read.h"

#include <libxml/SAX2.h>
#include <libxml/parser.h>
#include <libxml/parserInternals.h>
#include <string.h>

#include "xml/fault.h"
#include "xml/tag.h"

/* ── Offsets ── */

/* The byte the parser has reached. */
static size_t reader_offset(const struct reader *r) {
    long consumed = xmlByteConsumed(r->parser);
    size_t at = r->mark + (consumed < 0 ? 0 : (size_t)consumed);
    size_t end = r->source->bytes, head = r->head.to - r->head.from;
    if (r->head.source) {
        end = r->part.to;
        at = at < head ? r->head.from + at : r->part.from + at - head;
    }
    return at < end ? at : end;
}

static size_t find_back(const struct source *s, size_t at, char c) {
    while (at && s->text[at - 1] != c)
        at--;
    return at ? at - 1 : 0;
}

/* From the last `c` before the parser's place to that place. */
static struct span span_since(const struct reader *r, char c) {
    size_t at = reader_offset(r);
    return (struct span){r->source, find_back(r->source, at, c), at};
}

/* The parser stands before the ">" of a start tag. A value may hold ">" but never "<". */
static struct span tag_span(const struct reader *r) {
    struct span tag = span_since(r, '<');
    const struct source *s = r->source;
    while (tag.to < s->bytes && s->text[tag.to] != '>')
        tag.to++;
    if (tag.to < s->bytes)
        tag.to++;
    return tag;
}

/* ── Nodes ── */

static enum xml_namespace namespace_of(const xmlChar *uri) {
    if (!uri)
        return NS_NONE;
    for (int i = NS_NONE + 1; i < NS_OTHER; i++)
        if (!strcmp(xml_namespace_uri((enum xml_namespace)i), (const char *)uri))
            return (enum xml_namespace)i;
    return NS_OTHER;
}

static void append(struct reader *r, struct node *n) {
    n->parent = r->open;
    *r->end = n;
    r->end = &n->next;
}

/* Text reaches to the next markup. The parser's place during on_text is no help: at times it stands
 * before the text, at times behind. */
static void text_ends(struct reader *r, size_t markup) {
    if (r->text_grows)
        r->text_span.to = markup;
    r->text_grows = false;
}

static void text_close(struct reader *r, size_t markup) {
    text_ends(r, markup);
    if (!r->text.n)
        return;
    struct node *n = ARENA_NEW(r->arena, struct node);
    n->kind = NODE_TEXT;
    n->text = arena_strndup(r->arena, r->text.at, r->text.n);
    n->span = r->text_span;
    append(r, n);
    r->text.n = 0;
}

static void read_attributes(struct reader *r, struct node *n, const xmlChar **given, int count) {
    struct attribute **end = &n->attributes;
    struct raw_attribute raw;
    size_t at = n->span.from;
    for (int i = 0; i < count && tag_next_attribute(r->source, &at, n->span.to, &raw); i++) {
        struct attribute *attribute = ARENA_NEW(r->arena, struct attribute);
        struct bytes value = {.arena = r->scratch};
        tag_value(raw.value, &value);
        attribute->ns = namespace_of(given[i * 5 + 2]);
        attribute->name = arena_strdup(r->arena, (const char *)given[i * 5]);
        attribute->value = arena_strndup(r->arena, value.at, value.n);
        attribute->name_span = raw.name;
        attribute->value_span = raw.value;
        *end = attribute;
        end = &attribute->next;
    }
}

static void element_opened(struct reader *r, struct node *n) {
    append(r, n);
    if (!r->root)
        r->root = n;
    r->open = n;
    r->end = &n->child;
    r->depth++;
}

/* ── Events ── */

static void on_start(void *context, const xmlChar *name, const xmlChar *prefix, const xmlChar *uri,
                     int namespaces, const xmlChar **declared, int attributes, int defaulted,
                     const xmlChar **given) {
    (void)prefix, (void)namespaces, (void)declared, (void)defaulted;
    struct reader *r = context;
    struct span tag = tag_span(r);
    text_close(r, tag.from);
    r->markup_end = tag.to;
    struct node *n = ARENA_NEW(r->arena, struct node);
    n->kind = NODE_ELEMENT;
    n->ns = namespace_of(uri);
    n->name = arena_strdup(r->arena, (const char *)name);
    n->span = tag;
    if (r->depth >= XML_DEPTH_LIMIT) {
        fault_depth(r, n->span, n->name);
        xmlStopParser(r->parser);
        return;
    }
    read_attributes(r, n, given, attributes);
    element_opened(r, n);
}

static void on_end(void *context, const xmlChar *name, const xmlChar *prefix, const xmlChar *uri) {
    (void)name, (void)prefix, (void)uri;
    struct reader *r = context;
    struct span tag = span_since(r, '<');
    text_close(r, tag.from);
    r->markup_end = tag.to;
    if (!r->open)
        return;
    r->end = &r->open->next;
    r->open = r->open->parent;
    r->depth--;
}

static void on_text(void *context, const xmlChar *text, int n) {
    struct reader *r = context;
    if (!r->open || n <= 0)
        return;
    if (!r->text.n)
        r->text_span = (struct span){r->source, r->markup_end, r->markup_end};
    bytes_add(&r->text, text, (size_t)n);
    r->text_grows = true;
}

/* A comment or an instruction: between the nodes, but inside a text it is no end. */
static void on_aside(struct reader *r, const char *start) {
    size_t n = strlen(start);
    r->markup_end = reader_offset(r);
    size_t at = r->markup_end;
    while (at && (r->source->bytes - at < n || memcmp(r->source->text + at, start, n) != 0))
        at--;
    text_ends(r, at);
}

static void on_comment(void *context, const xmlChar *text) {
    (void)text;
    on_aside(context, "<!--");
}

static void on_instruction(void *context, const xmlChar *target, const xmlChar *data) {
    (void)target, (void)data;
    on_aside(context, "<?");
}

/* One that names the root and nothing else, as pandoc writes it, declares nothing. */
static void on_doctype(void *context, const xmlChar *name, const xmlChar *public_id,
                       const xmlChar *system_id) {
    (void)name;
    struct reader *r = context;
    size_t at = reader_offset(r);
    if (!public_id && !system_id && at < r->source->bytes && r->source->text[at] == '>')
        return;
    fault_doctype(r, span_since(r, '<'));
    xmlStopParser(r->parser);
}

#if LIBXML_VERSION >= 21200
static void on_error(void *context, const xmlError *error) {
#else
static void on_error(void *context, xmlErrorPtr error) {
#endif
    struct reader *r = context;
    struct fault f = {.code = error->code,
                      .is_warning = error->level == XML_ERR_WARNING,
                      .message = error->message,
                      .subject = error->str1,
                      .at = reader_offset(r)};
    fault_translate(r, &f);
}

/* ── One source ── */

static void parse(struct reader *r, const char *text, size_t n) {
    r->parser = xmlCreateMemoryParserCtxt(text, (int)n);
    if (!r->parser) {
        fault_empty(r);
        return;
    }
    xmlSAXHandler *sax = r->parser->sax;
    *sax = (xmlSAXHandler){.initialized = XML_SAX2_MAGIC,
                           .startElementNs = on_start,
                           .endElementNs = on_end,
                           .characters = on_text,
                           .ignorableWhitespace = on_text,
                           .cdataBlock = on_text,
                           .comment = on_comment,
                           .processingInstruction = on_instruction,
                           .internalSubset = on_doctype,
                           .serror = on_error};
    r->parser->userData = r;
    xmlCtxtUseOptions(r->parser, XML_PARSE_NONET | XML_PARSE_BIG_LINES | XML_PARSE_IGNORE_ENC);
    xmlParseDocument(r->parser);
    xmlFreeParserCtxt(r->parser);
}

struct node *xml_read_source(struct arena *a, struct diag *d, const struct source *source,
                             int depth) {
    struct reader r = {.arena = a, .scratch = arena_new(), .diag = d, .source = source};
    struct node *top = NULL;
    r.depth = depth;
    r.end = &top;
    r.text.arena = r.scratch;
    if (fault_size(&r) && fault_encoding(&r, &r.mark))
        parse(&r, source->text + r.mark, source->bytes - r.mark);
    if (!r.failed && !r.root)
        fault_empty(&r);
    arena_drop(r.scratch);
    return r.failed ? NULL : r.root;
}

static void put_span(struct bytes *out, struct span s) {
    bytes_add(out, s.source->text + s.from, s.to - s.from);
}

struct node *xml_read_entry(struct arena *a, struct diag *d, struct span root, struct span entry,
                            const char *root_name) {
    struct reader r = {
        .arena = a, .scratch = arena_new(), .diag = d, .source = root.source, .head = root};
    struct node *top = NULL;
    r.part = entry;
    r.end = &top;
    r.text.arena = r.scratch;
    struct bytes text = {.arena = r.scratch};
    put_span(&text, root);
    put_span(&text, entry);
    bytes_printf(&text, "</%s>", root_name);
    parse(&r, text.at, text.n);
    arena_drop(r.scratch);
    return r.failed ? NULL : r.root;
}

bool xml_text_sound(struct arena *a, struct diag *d, const struct source *source, size_t *from) {
    struct reader r = {.arena = a, .scratch = arena_new(), .diag = d, .source = source};
    bool sound = fault_encoding(&r, from) && fault_controls(&r);
    arena_drop(r.scratch);
    return sound;
}
