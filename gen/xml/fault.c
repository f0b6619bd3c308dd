#include "xml/fault.h"

#include <libxml/xmlerror.h>
#include <string.h>
#include <strings.h>

#include "base/text.h"

static void report(struct reader *r, enum diag_kind kind, struct span at, const char *found,
                   const char *expected, const char *nearest) {
    r->failed = true;
    diag_report(r->diag, kind, at, found, expected, nearest);
}

static struct span span_at(const struct reader *r, size_t from, size_t to) {
    size_t n = r->source->bytes;
    return (struct span){r->source, from < n ? from : n, to < n ? to : n};
}

void fault_empty(struct reader *r) {
    report(r, DIAG_XML_MALFORMED, span_at(r, 0, 0), "there is no element", "a root element", NULL);
}

void fault_depth(struct reader *r, struct span at, const char *name) {
    const char *limit = arena_printf(r->scratch, "at most %d levels", XML_DEPTH_LIMIT);
    report(r, DIAG_XML_DEPTH, at, name, limit, NULL);
}

void fault_doctype(struct reader *r, struct span at) {
    report(r, DIAG_XML_DTD, at, NULL, "no “<!DOCTYPE …>”", NULL);
    diag_note(
        r->diag, (struct span){0},
        "characters stand for themselves, xi:include brings in files; DocBook 4 is converted by "
        "xsltproc /usr/share/xml/docbook/stylesheet/docbook5/db4-upgrade.xsl OLD.xml >NEW.xml");
}

bool fault_size(struct reader *r) {
    if (r->source->bytes <= XML_FILE_LIMIT)
        return true;
    report(r, DIAG_XML_SIZE, span_at(r, 0, 0), r->source->name, "at most 64 MiB", NULL);
    return false;
}

/* ── Encoding ── */

/* The value of encoding="…" in the XML declaration, or an empty span. */
static struct span declared_encoding(const struct reader *r, size_t mark) {
    enum { DECLARATION_BYTES = 512 };
    const struct source *s = r->source;
    size_t n = s->bytes - mark;
    char *head =
        arena_strndup(r->scratch, s->text + mark, n < DECLARATION_BYTES ? n : DECLARATION_BYTES);
    char *end = strstr(head, "?>");
    if (strncmp(head, "<?xml", 5) != 0 || !end)
        return (struct span){0};
    *end = 0;
    const char *name = strstr(head, "encoding");
    const char *from = name ? strpbrk(name, "\"'") : NULL;
    const char *to = from ? strchr(from + 1, *from) : NULL;
    if (!to)
        return (struct span){0};
    return (struct span){s, mark + (size_t)(from + 1 - head), mark + (size_t)(to - head)};
}

static bool invalid_byte(struct reader *r, size_t at) {
    unsigned char byte = (unsigned char)r->source->text[at];
    const char *found = byte ? arena_printf(r->scratch, "byte 0x%02X", byte) : "a NUL byte";
    if (at == 0 && (byte == 0xFF || byte == 0xFE))
        found = "it begins like UTF-16";
    report(r, DIAG_XML_ENCODING, span_at(r, at, at + 1), found, "a file saved as UTF-8", NULL);
    return false;
}

bool fault_encoding(struct reader *r, size_t *mark) {
    const struct source *s = r->source;
    *mark = s->bytes >= 3 && !memcmp(s->text, "\xEF\xBB\xBF", 3) ? 3 : 0;
    size_t valid = text_valid(s->text, s->bytes);
    if (valid < s->bytes)
        return invalid_byte(r, valid);
    struct span encoding = declared_encoding(r, *mark);
    size_t n = encoding.to - encoding.from;
    if (!encoding.source || (n == 5 && !strncasecmp(s->text + encoding.from, "UTF-8", 5)))
        return true;
    report(r, DIAG_XML_ENCODING, encoding, arena_strndup(r->scratch, s->text + encoding.from, n),
           "encoding=\"UTF-8\"", "UTF-8");
    return false;
}

bool fault_controls(struct reader *r) {
    const struct source *s = r->source;
    for (size_t i = 0; i < s->bytes; i++)
        if ((unsigned char)s->text[i] < ' ' && !strchr("\t\n\r", s->text[i]))
            return invalid_byte(r, i);
    return true;
}

/* ── Well-formedness ── */

/* Where the fault begins, seen from the place where the parser noticed it. */
enum start { HERE, ONE_BEFORE, FROM_TAG, FROM_AMPERSAND };

/* `before`: only when this character stands right before the place; 0 for any. */
struct row {
    int code;
    char before;
    enum start start;
    const char *found, *expected;
};

static const struct row rows[] = {
    {XML_ERR_DOCUMENT_EMPTY, 0, HERE, "there is no element", "a root element"},
    {XML_ERR_DOCUMENT_END, 0, HERE, "there is something after the root element",
     "the end of the file"},
    {XML_ERR_INVALID_CHAR, ';', FROM_AMPERSAND, "a reference to no character",
     "a number in a form like “&#x2014;”"},
    {XML_ERR_INVALID_CHAR, 0, HERE, "a character that XML does not allow", "text"},
    {XML_ERR_INVALID_CHARREF, 0, FROM_AMPERSAND, "a reference to no character",
     "a number in a form like “&#x2014;”"},
    {XML_ERR_INVALID_HEX_CHARREF, 0, FROM_AMPERSAND, "a reference that is no hexadecimal number",
     "a form like “&#x2014;”"},
    {XML_ERR_INVALID_DEC_CHARREF, 0, FROM_AMPERSAND, "a reference that is no number",
     "a form like “&#8212;”"},
    {XML_ERR_NAME_REQUIRED, '&', ONE_BEFORE, "a lone “&”", "“&amp;”"},
    {XML_ERR_NAME_REQUIRED, '<', ONE_BEFORE, "“<” without a name", "a tag, or “&lt;” for the sign"},
    {XML_ERR_NAME_REQUIRED, 0, HERE, "a name is missing", "a name"},
    {XML_ERR_ENTITYREF_SEMICOL_MISSING, 0, FROM_AMPERSAND, "“&” and a name without “;”",
     "“;” after it, or “&amp;” for the sign “&”"},
    {XML_ERR_LT_IN_ATTRIBUTE, 0, HERE, "“<” in the value of an attribute",
     "the closing quote before it, or “&lt;”"},
    {XML_ERR_ATTRIBUTE_NOT_STARTED, 0, HERE, "a value without quotes", "“\"”"},
    {XML_ERR_ATTRIBUTE_NOT_FINISHED, 0, HERE, "a value without an end", "the closing quote"},
    {XML_ERR_ATTRIBUTE_WITHOUT_VALUE, 0, HERE, "an attribute without a value",
     "a form like name=\"value\""},
    {XML_ERR_COMMENT_NOT_FINISHED, 0, HERE, "a comment without an end", "“-->”"},
    {XML_ERR_HYPHEN_IN_COMMENT, 0, HERE, "“--” inside a comment", "“-->” or a single “-”"},
    {XML_ERR_PI_NOT_FINISHED, 0, HERE, "a processing instruction without an end", "“?>”"},
    {XML_ERR_XMLDECL_NOT_FINISHED, 0, HERE, "an XML declaration without an end", "“?>”"},
    {XML_ERR_RESERVED_XML_NAME, 0, HERE, "“<?xml” that is not at the very start of the file",
     "it first, or not at all"},
    {XML_ERR_CDATA_NOT_FINISHED, 0, HERE, "a CDATA section without an end", "“]]>”"},
    {XML_ERR_MISPLACED_CDATA_END, 0, HERE, "“]]>” in text", "“]]&gt;”"},
    {XML_ERR_SPACE_REQUIRED, 0, HERE, "something stands too close", "a space before it"},
    {XML_ERR_GT_REQUIRED, 0, HERE, "a tag without an end", "“>”"},
    {XML_ERR_LTSLASH_REQUIRED, 0, HERE, "something else than an end tag", "“</”"},
};

static size_t find_back(const struct source *s, size_t at, char c) {
    size_t from = at;
    while (from && s->text[from - 1] != c)
        from--;
    return from ? from - 1 : at;
}

static struct span row_span(const struct reader *r, const struct fault *f, enum start start) {
    static const char sign[] = {[FROM_TAG] = '<', [FROM_AMPERSAND] = '&'};
    if (start == FROM_TAG || start == FROM_AMPERSAND)
        return span_at(r, find_back(r->source, f->at, sign[start]), f->at);
    size_t at = start == ONE_BEFORE && f->at ? f->at - 1 : f->at;
    return span_at(r, at, at + 1);
}

static bool row_fits(const struct reader *r, const struct row *row, const struct fault *f) {
    if (row->code != f->code)
        return false;
    return !row->before || (f->at && r->source->text[f->at - 1] == row->before);
}

/* The message of libxml2 without its line end, for what has no row. */
static const char *plain_message(struct reader *r, const char *message) {
    if (!message)
        return "unknown fault";
    size_t n = strcspn(message, "\r\n");
    return arena_strndup(r->scratch, message, n);
}

static const char *tag_name(struct reader *r, struct span tag, size_t skip) {
    const char *at = r->source->text + tag.from + skip;
    size_t room = tag.from + skip < tag.to ? tag.to - tag.from - skip : 0, n = 0;
    while (n < room && !strchr(" \t\r\n/>", at[n]))
        n++;
    return arena_strndup(r->scratch, at, n);
}

static void note_open(struct reader *r) {
    if (r->open)
        diag_note(r->diag, r->open->span, "“<%s>” begins here", tag_name(r, r->open->span, 1));
}

/* "</section>" where "</para>" was due: both are named, and where the open one begins. */
static void fault_mismatch(struct reader *r, const struct fault *f) {
    struct span tag = row_span(r, f, FROM_TAG);
    const char *open = r->open ? tag_name(r, r->open->span, 1) : "";
    const char *close = tag_name(r, tag, 2);
    report(r, DIAG_XML_MALFORMED, tag, arena_printf(r->scratch, "“</%s>” closes nothing", close),
           arena_printf(r->scratch, "“</%s>”", open), NULL);
    note_open(r);
}

static void fault_unfinished(struct reader *r, const struct fault *f) {
    const char *open = r->open ? tag_name(r, r->open->span, 1) : "";
    size_t end = f->at;
    while (end && strchr(" \t\r\n", r->source->text[end - 1]))
        end--;
    report(r, DIAG_XML_MALFORMED, span_at(r, end, end), "the file ends too early",
           arena_printf(r->scratch, "“</%s>”", open), NULL);
    note_open(r);
}

static void fault_repeated(struct reader *r, const struct fault *f) {
    report(r, DIAG_XML_MALFORMED, row_span(r, f, FROM_TAG),
           arena_printf(r->scratch, "attribute “%s” stands twice", f->subject ? f->subject : "?"),
           "each attribute once", NULL);
}

/* A prefix nobody declared; for the usual ones, what to write. */
static void fault_prefix(struct reader *r, const struct fault *f) {
    static const struct {
        const char *prefix;
        enum xml_namespace ns;
    } usual[] = {{"r", NS_RIDGE},    {"xlink", NS_XLINK}, {"xl", NS_XLINK},   {"xi", NS_XINCLUDE},
                 {"mml", NS_MATHML}, {"m", NS_MATHML},    {"db", NS_DOCBOOK}, {"d", NS_DOCBOOK}};
    const char *prefix = f->subject ? f->subject : "?", *uri = "…";
    for (size_t i = 0; i < sizeof usual / sizeof *usual; i++)
        if (!strcmp(usual[i].prefix, prefix))
            uri = xml_namespace_uri(usual[i].ns);
    report(r, DIAG_XML_MALFORMED, row_span(r, f, FROM_TAG),
           arena_printf(r->scratch, "namespace prefix “%s” is not declared", prefix),
           arena_printf(r->scratch, "xmlns:%s=\"%s\" here or further out", prefix, uri), NULL);
}

static void fault_malformed(struct reader *r, const struct fault *f) {
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
        if (row_fits(r, &rows[i], f)) {
            report(r, DIAG_XML_MALFORMED, row_span(r, f, rows[i].start), rows[i].found,
                   rows[i].expected, NULL);
            return;
        }
    report(r, DIAG_XML_MALFORMED, span_at(r, f->at, f->at + 1), plain_message(r, f->message), NULL,
           NULL);
}

/* Authors know these from HTML. */
static const char *entity_number(const char *name) {
    static const char *const known[][2] = {
        {"nbsp", "&#xA0;"},     {"ndash", "&#x2013;"}, {"mdash", "&#x2014;"}, {"times", "&#xD7;"},
        {"hellip", "&#x2026;"}, {"deg", "&#xB0;"},     {"micro", "&#xB5;"},   {"minus", "&#x2212;"},
        {"rarr", "&#x2192;"},   {"le", "&#x2264;"},    {"ge", "&#x2265;"},    {"copy", "&#xA9;"},
        {"thinsp", "&#x2009;"}, {"middot", "&#xB7;"}};
    for (size_t i = 0; i < sizeof known / sizeof *known; i++)
        if (!strcmp(known[i][0], name))
            return known[i][1];
    static const char *const five[] = {"amp", "lt", "gt", "quot", "apos"};
    return nearest_name(name, five, sizeof five / sizeof *five);
}

static void fault_entity(struct reader *r, const struct fault *f) {
    const char *name = f->subject ? f->subject : "?";
    report(r, DIAG_XML_ENTITY, row_span(r, f, FROM_AMPERSAND), name,
           "the character itself, or one of amp, lt, gt, quot, apos", entity_number(name));
}

void fault_translate(struct reader *r, const struct fault *f) {
    static const struct {
        int code;
        void (*tell)(struct reader *, const struct fault *);
    } special[] = {
        {XML_ERR_TAG_NAME_MISMATCH, fault_mismatch},
        {XML_ERR_TAG_NOT_FINISHED, fault_unfinished},
        {XML_ERR_ATTRIBUTE_REDEFINED, fault_repeated},
        {XML_NS_ERR_UNDEFINED_NAMESPACE, fault_prefix},
    };
    bool entity = f->code == XML_ERR_UNDECLARED_ENTITY || f->code == XML_WAR_UNDECLARED_ENTITY;
    if (f->is_warning && !entity)
        return;
    if (entity)
        fault_entity(r, f);
    if (entity || r->failed)
        return;
    for (size_t i = 0; i < sizeof special / sizeof *special; i++)
        if (special[i].code == f->code) {
            special[i].tell(r, f);
            return;
        }
    fault_malformed(r, f);
}
