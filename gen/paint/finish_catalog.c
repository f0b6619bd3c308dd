#include <qpdf/qpdf-c.h>
#include <string.h>
#include <time.h>

#include "paint/escape.h"
#include "paint/finish.h"

/* A moment in UTC, in one of strftime's formats; years that do not fit become 1970. */
static const char *stamp(struct finish *f, const char *format) {
    static const long long LAST = 253402300799; /* the end of 9999 */
    time_t when = f->doc->date < 0 || f->doc->date > LAST ? 0 : (time_t)f->doc->date;
    struct tm parts;
    char text[64];
    if (!gmtime_r(&when, &parts) || strftime(text, sizeof text, format, &parts) == 0)
        return "";
    return arena_strdup(f->arena, text);
}

static void put_element(struct bytes *b, const char *before, const char *text, const char *after) {
    if (!text || !*text)
        return;
    bytes_puts(b, before);
    put_escaped(b, text, strlen(text));
    bytes_puts(b, after);
}

static const char *xmp(struct finish *f) {
    const struct document *doc = f->doc;
    struct bytes b = {.arena = f->arena};
    bytes_puts(&b, "<?xpacket begin=\"\xEF\xBB\xBF\" id=\"W5M0MpCehiHzreSzNTczkc9d\"?>\n"
                   "<x:xmpmeta xmlns:x=\"adobe:ns:meta/\">\n"
                   "<rdf:RDF xmlns:rdf=\"http://www.w3.org/1999/02/22-rdf-syntax-ns#\">\n"
                   "<rdf:Description rdf:about=\"\" xmlns:dc=\"http://purl.org/dc/elements/1.1/\" "
                   "xmlns:xmp=\"http://ns.adobe.com/xap/1.0/\" "
                   "xmlns:pdf=\"http://ns.adobe.com/pdf/1.3/\" "
                   "xmlns:pdfuaid=\"http://www.aiim.org/pdfua/ns/id/\">\n"
                   "<pdfuaid:part>1</pdfuaid:part>\n<dc:format>application/pdf</dc:format>\n");
    put_element(&b, "<dc:title><rdf:Alt><rdf:li xml:lang=\"x-default\">", doc->title,
                "</rdf:li></rdf:Alt></dc:title>\n");
    put_element(&b, "<dc:creator><rdf:Seq><rdf:li>", doc->author,
                "</rdf:li></rdf:Seq></dc:creator>\n");
    put_element(&b, "<dc:description><rdf:Alt><rdf:li xml:lang=\"x-default\">", doc->subject,
                "</rdf:li></rdf:Alt></dc:description>\n");
    put_element(&b, "<dc:language><rdf:Bag><rdf:li>", doc->language,
                "</rdf:li></rdf:Bag></dc:language>\n");
    put_element(&b, "<pdf:Keywords>", doc->keywords, "</pdf:Keywords>\n");
    const char *date = stamp(f, "%Y-%m-%dT%H:%M:%SZ");
    put_element(&b, "<xmp:CreateDate>", date, "</xmp:CreateDate>\n");
    put_element(&b, "<xmp:ModifyDate>", date, "</xmp:ModifyDate>\n");
    bytes_puts(&b, "<xmp:CreatorTool>Ridgepoint</xmp:CreatorTool>\n"
                   "</rdf:Description>\n</rdf:RDF>\n</x:xmpmeta>\n<?xpacket end=\"r\"?>\n");
    return b.at;
}

static void set_metadata(struct finish *f, qpdf_oh root) {
    const char *text = xmp(f);
    qpdf_oh stream = qpdf_oh_new_stream(f->q);
    qpdf_oh_replace_stream_data(f->q, stream, (const unsigned char *)text, strlen(text),
                                qpdf_oh_new_null(f->q), qpdf_oh_new_null(f->q));
    qpdf_oh dict = qpdf_oh_get_dict(f->q, stream);
    qpdf_oh_replace_key(f->q, dict, "/Type", qpdf_oh_new_name(f->q, "/Metadata"));
    qpdf_oh_replace_key(f->q, dict, "/Subtype", qpdf_oh_new_name(f->q, "/XML"));
    qpdf_oh_replace_key(f->q, root, "/Metadata", stream);
}

void finish_catalog(struct finish *f) {
    qpdf_oh root = qpdf_get_root(f->q);
    finish_text(f, root, "/Lang", f->doc->language);
    qpdf_oh_replace_key(f->q, root, "/ViewerPreferences",
                        qpdf_oh_parse(f->q, "<< /DisplayDocTitle true >>"));
    qpdf_oh outlines = qpdf_oh_get_key(f->q, root, "/Outlines");
    if (qpdf_oh_is_dictionary(f->q, outlines)) {
        qpdf_oh_remove_key(f->q, outlines, "/Count"); /* Cairo's has the wrong sign */
        qpdf_oh_replace_key(f->q, root, "/PageMode", qpdf_oh_new_name(f->q, "/UseOutlines"));
    }
    const char *date = stamp(f, "D:%Y%m%d%H%M%SZ");
    qpdf_set_info_key(f->q, "/CreationDate", date);
    qpdf_set_info_key(f->q, "/ModDate", date);
    set_metadata(f, root);
}
