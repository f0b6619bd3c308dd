/* Title, author and dates, once as XMP and once as document information; the two must agree. */
#include <string.h>
#include <time.h>

#include "paint/escape.h"
#include "paint/pdf_catalog.h"

/* A moment in UTC, in one of strftime's formats; years that do not fit become 1970. */
static const char *stamp(const struct pdf_catalog *c, const char *format) {
    static const long long LAST = 253402300799; /* the end of 9999 */
    time_t when = c->doc->date < 0 || c->doc->date > LAST ? 0 : (time_t)c->doc->date;
    struct tm parts;
    char text[64];
    if (!gmtime_r(&when, &parts) || strftime(text, sizeof text, format, &parts) == 0)
        return "";
    return arena_strdup(c->arena, text);
}

static void put_element(struct bytes *b, const char *before, const char *text, const char *after) {
    if (!text || !*text)
        return;
    bytes_puts(b, before);
    put_escaped(b, text, strlen(text));
    bytes_puts(b, after);
}

/* PDF/A wants every property outside its own list described; pdfuaid:part is one. */
static const char EXTENSION[] =
    "<rdf:Description rdf:about=\"\" "
    "xmlns:pdfaExtension=\"http://www.aiim.org/pdfa/ns/extension/\" "
    "xmlns:pdfaSchema=\"http://www.aiim.org/pdfa/ns/schema#\" "
    "xmlns:pdfaProperty=\"http://www.aiim.org/pdfa/ns/property#\">\n"
    "<pdfaExtension:schemas><rdf:Bag><rdf:li rdf:parseType=\"Resource\">\n"
    "<pdfaSchema:schema>PDF/UA identification</pdfaSchema:schema>\n"
    "<pdfaSchema:namespaceURI>http://www.aiim.org/pdfua/ns/id/</pdfaSchema:namespaceURI>\n"
    "<pdfaSchema:prefix>pdfuaid</pdfaSchema:prefix>\n"
    "<pdfaSchema:property><rdf:Seq><rdf:li rdf:parseType=\"Resource\">\n"
    "<pdfaProperty:name>part</pdfaProperty:name>\n"
    "<pdfaProperty:valueType>Integer</pdfaProperty:valueType>\n"
    "<pdfaProperty:category>internal</pdfaProperty:category>\n"
    "<pdfaProperty:description>Part of ISO 14289</pdfaProperty:description>\n"
    "</rdf:li></rdf:Seq></pdfaSchema:property>\n"
    "</rdf:li></rdf:Bag></pdfaExtension:schemas>\n</rdf:Description>\n";

static const char *xmp(const struct pdf_catalog *c) {
    const struct document *doc = c->doc;
    struct bytes b = {.arena = c->arena};
    bytes_puts(&b, "<?xpacket begin=\"\xEF\xBB\xBF\" id=\"W5M0MpCehiHzreSzNTczkc9d\"?>\n"
                   "<x:xmpmeta xmlns:x=\"adobe:ns:meta/\">\n"
                   "<rdf:RDF xmlns:rdf=\"http://www.w3.org/1999/02/22-rdf-syntax-ns#\">\n"
                   "<rdf:Description rdf:about=\"\" xmlns:dc=\"http://purl.org/dc/elements/1.1/\" "
                   "xmlns:xmp=\"http://ns.adobe.com/xap/1.0/\" "
                   "xmlns:pdf=\"http://ns.adobe.com/pdf/1.3/\" "
                   "xmlns:pdfaid=\"http://www.aiim.org/pdfa/ns/id/\" "
                   "xmlns:pdfuaid=\"http://www.aiim.org/pdfua/ns/id/\">\n"
                   "<pdfaid:part>2</pdfaid:part>\n<pdfaid:conformance>U</pdfaid:conformance>\n"
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
    const char *date = stamp(c, "%Y-%m-%dT%H:%M:%SZ");
    put_element(&b, "<xmp:CreateDate>", date, "</xmp:CreateDate>\n");
    put_element(&b, "<xmp:ModifyDate>", date, "</xmp:ModifyDate>\n");
    bytes_puts(&b, "<xmp:CreatorTool>Ridgepoint</xmp:CreatorTool>\n"
                   "</rdf:Description>\n");
    bytes_puts(&b, EXTENSION);
    bytes_puts(&b, "</rdf:RDF>\n</x:xmpmeta>\n<?xpacket end=\"r\"?>\n");
    return b.at;
}

int pdf_metadata_put(struct pdf_catalog *c) {
    const char *text = xmp(c);
    int number = pdf_number(c->file);
    pdf_put_stream(c->file, number, "/Type/Metadata/Subtype/XML", text, strlen(text), PDF_PLAIN);
    return number;
}

int pdf_info_put(struct pdf_catalog *c) {
    struct bytes b = {.arena = c->arena};
    const char *date = stamp(c, "D:%Y%m%d%H%M%SZ");
    bytes_puts(&b, "<<");
    pdf_entry(&b, "/Title", c->doc->title);
    pdf_entry(&b, "/Author", c->doc->author);
    pdf_entry(&b, "/Subject", c->doc->subject);
    pdf_entry(&b, "/Keywords", c->doc->keywords);
    pdf_entry(&b, "/Creator", "Ridgepoint");
    pdf_entry(&b, "/CreationDate", date);
    pdf_entry(&b, "/ModDate", date);
    bytes_puts(&b, ">>");
    int number = pdf_number(c->file);
    pdf_put(c->file, number, &b);
    return number;
}
