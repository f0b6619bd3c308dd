#include "xml/relax.h"

#include "base/file.h"

static const char TYPES[] = "http://www.w3.org/2001/XMLSchema-datatypes";

struct relax relax_begin(struct bytes *out, enum xml_namespace ns) {
    struct relax r = {.w = {.out = out, .indent = true}, .arena = out->arena};
    xml_declaration(&r.w);
    xml_open(&r.w, "grammar");
    xml_attribute(&r.w, "xmlns", "http://relaxng.org/ns/structure/1.0");
    xml_attribute(&r.w, "datatypeLibrary", TYPES);
    xml_attribute(&r.w, "ns", xml_namespace_uri(ns));
    return r;
}

void relax_end(struct relax *r) {
    while (r->w.open)
        xml_close(&r->w);
}

void relax_open(struct relax *r, const char *piece, const char *name) {
    xml_open(&r->w, piece);
    if (name)
        xml_attribute(&r->w, "name", name);
}

void relax_close(struct relax *r) {
    xml_close(&r->w);
}

void relax_leaf(struct relax *r, const char *piece, const char *name) {
    relax_open(r, piece, name);
    relax_close(r);
}

void relax_element(struct relax *r, enum xml_namespace ns, const char *name) {
    relax_open(r, "element", name);
    xml_attribute(&r->w, "ns", xml_namespace_uri(ns));
}

void relax_attribute(struct relax *r, enum xml_namespace ns, const char *name, bool needed) {
    if (!needed)
        relax_open(r, "optional", NULL);
    relax_open(r, "attribute", name);
    if (ns != NS_NONE)
        xml_attribute(&r->w, "ns", xml_namespace_uri(ns));
}

void relax_attribute_close(struct relax *r, bool needed) {
    relax_close(r);
    if (!needed)
        relax_close(r);
}

void relax_pattern(struct relax *r, const char *pattern) {
    if (!pattern) {
        relax_leaf(r, "text", NULL);
        return;
    }
    xml_open(&r->w, "data");
    xml_attribute(&r->w, "type", "string");
    relax_open(r, "param", "pattern");
    xml_text(&r->w, pattern);
    xml_close(&r->w);
    xml_close(&r->w);
}

void relax_choice(struct relax *r, const char *const *words, size_t n) {
    relax_open(r, "choice", NULL);
    for (size_t i = 0; i < n; i++) {
        xml_open(&r->w, "value");
        xml_text(&r->w, words[i]);
        xml_close(&r->w);
    }
    relax_close(r);
}

void relax_define_include(struct relax *r) {
    relax_open(r, "define", "xi.include");
    relax_element(r, NS_XINCLUDE, "include");
    relax_attribute(r, NS_NONE, "href", true);
    relax_leaf(r, "text", NULL);
    relax_attribute_close(r, true);
    relax_attribute(r, NS_NONE, "parse", false);
    relax_choice(r, (const char *const[]){"xml", "text"}, 2);
    relax_attribute_close(r, false);
    relax_close(r);
    relax_close(r);
}
