/* Attributes of DocBook without an effect here. */
#include <string.h>

#include "doc/foreign_row.h"
#include "doc/value.h"

/* Those of DocBook 5.0 to 5.2. */
static const char NAMES[] =
    "action align annotates annotations arch arearefs audience axis baseform begin border "
    "cellpadding cellspacing char charoff choice class cmdlength colname colnum cols colsep "
    "colspan "
    "columns colwidth condition conformance contentdepth contentwidth continuation coords def "
    "defaultlabel depth dir encoding end endterm entityref fileref floatstyle format frame "
    "function "
    "headers inheritnum label lang language linenumbering linkend linkends localinfo mark morerows "
    "nameend namespace namest numeration orient os otheraction otherclass otherfunction "
    "otherrenderas otherspatial othertemporal otherterm othertype otherunits outputformat override "
    "pagenum path performance pgwide pubwork relation remap renderas rep revision revisionflag "
    "role "
    "rotate rowheader rowsep rowspan rules scale scalefit scheme scope security sepchar shortentry "
    "significance sortas spacing span spanname spatial startinglinenumber startingnumber startref "
    "status style subject summary tabstyle targetdoc targetptr temporal termlength tgroupstyle "
    "title tocentry trans type units userlevel valign vendor version vocab typeof resource "
    "property "
    "prefix weight width wordsize xreflabel xrefstyle zone";

static bool list_holds(const char *list, const char *name) {
    const char *word;
    size_t n = strlen(name), length;
    while (words_next(&list, &word, &length))
        if (!strncmp(word, name, n) && (length == n || (length == n + 1 && word[n] == '!')))
            return true;
    return false;
}

static const char *shown(struct arena *a, const struct attribute *at) {
    const char *prefix = at->ns == NS_XML     ? "xml:"
                         : at->ns == NS_XLINK ? "xlink:"
                         : at->ns == NS_RIDGE ? "r:"
                                              : "";
    return *prefix ? arena_printf(a, "%s%s", prefix, at->name) : at->name;
}

/* What others wrote for others; a slip in ours stays, and is reported. */
static bool is_idle(struct arena *a, const struct element *e, const struct attribute *at) {
    const char *name = shown(a, at);
    if (list_holds(e->attributes, name) || list_holds(ELEMENT_COMMON, name))
        return false;
    return at->ns == NS_XLINK || at->ns == NS_XML || at->ns == NS_OTHER ||
           (at->ns == NS_NONE && list_holds(NAMES, name));
}

void foreign_attributes(struct arena *a, struct node *n, foreign_say *tell, struct settling *s) {
    const struct element *e = n->ns == NS_DOCBOOK ? element_find(n) : NULL;
    struct attribute **slot = &n->attributes;
    while (e && *slot) {
        const struct attribute *at = *slot;
        if (is_idle(a, e, at)) {
            tell(s, DIAG_FOREIGN_ATTRIBUTE, at->name_span, shown(a, at), e->name);
            *slot = at->next;
        } else {
            slot = &(*slot)->next;
        }
    }
}
