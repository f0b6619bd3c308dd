#include "doc/ways.h"

#include <stddef.h>
#include <string.h>

static const struct way {
    const char *element, *instead;
} WAYS[] = {
    {"tr", "<row> in a <tbody> of a <tgroup>"},
    {"td", "<entry> in a <row>"},
    {"th", "<entry> in a <row> of the <thead>"},
    {"col", "<colspec>"},
    {"colgroup", "one <colspec> for each column"},
    {"entrytbl", "an <entry> over several columns, or a table of its own"},
    {"co", "linenumbering=\"numbered\", and the lines named in the text"},
    {"coref", "the number of the line in the text"},
    {"areaspec", "linenumbering=\"numbered\", and the lines named in the text"},
    {"programlistingco", "a <programlisting> with linenumbering=\"numbered\""},
    {"screenco", "a <screen> with linenumbering=\"numbered\""},
    {"calloutlist", "an <orderedlist> that names the lines"},
    {"cmdsynopsis", "a <synopsis>"},
    {"funcsynopsis", "a <synopsis>"},
};

const char *nearest_way(const char *element) {
    for (size_t i = 0; i < sizeof WAYS / sizeof *WAYS; i++)
        if (!strcmp(WAYS[i].element, element))
            return WAYS[i].instead;
    return NULL;
}
