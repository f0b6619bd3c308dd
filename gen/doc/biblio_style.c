/* The two styles: what each kind of work is made of. In a pattern {field} is a field, {*field} in
 * italics; a part in <> is left out when one of its fields is not given; {?field} only asks whether
 * it is, {!field} whether it is not. */
#include <stdlib.h>
#include <string.h>

#include "doc/biblio.h"

/* ── GB/T 7714-2015 ── */

#define GB_END  "<[{accessed}]>.< {url}.>< DOI:{doi}.>"
#define GB_FROM "<. {place}: {publisher}><{!place}. {publisher}>"
#define GB_YEAR "<{?publisher}, {year}><{!publisher}. {year}>"

static const struct biblio_row gb_rows[] = {
    {"article", "<{authors}. >{title}[J<{?url}/OL>]<. {container}><, {year}><, {volume}><({issue})>"
                "<: {pages}>" GB_END},
    {"book",
     "<{authors}. ><{!authors}{editors}. >{title}<: {volume}>[M<{?url}/OL>]<. {edition}>" GB_FROM
         GB_YEAR "<: {pages}>" GB_END},
    {"inproceedings",
     "<{authors}. >{title}[C<{?url}/OL>]<//{editors}. {container}><{!editors}//{container}>" GB_FROM
         GB_YEAR "<: {pages}>" GB_END},
    {"thesis", "<{authors}. >{title}[D<{?url}/OL>]" GB_FROM GB_YEAR "<: {pages}>" GB_END},
    {"report",
     "<{authors}. >{title}<: {number}>[R<{?url}/OL>]" GB_FROM GB_YEAR "<: {pages}>" GB_END},
    {"standard",
     "<{authors}. >{title}<: {number}>[S<{?url}/OL>]" GB_FROM GB_YEAR "<: {pages}>" GB_END},
    {"document", "<{authors}. >{title}[Z]<. {publisher}><, {year}>< [{accessed}]>."},
    {"online", "<{authors}. >{title}[EB/OL]<. {place}: {publisher}, {year}><. ({date})>"
               "<{?date}[{accessed}]><{!date}. [{accessed}]>.< {url}.>< DOI:{doi}.>"},
    {NULL, NULL},
};

static const char *date_gb(struct arena *a, const char *iso) {
    (void)a;
    return iso;
}

static const char *with_dash(struct arena *a, const char *pages, const char *dash) {
    struct bytes out = {.arena = a};
    for (const char *at = pages; *at;) {
        bool long_one = !strncmp(at, "–", 3);
        if (long_one || *at == '-')
            bytes_puts(&out, dash);
        else
            bytes_add(&out, at, 1);
        at += long_one ? 3 : 1;
    }
    return out.n ? arena_strndup(a, out.at, out.n) : "";
}

static const char *pages_gb(struct arena *a, const char *pages) {
    return with_dash(a, pages, "-");
}

static bool is_number(const char *text) {
    return *text && strspn(text, "0123456789") == strlen(text);
}

static const char *ordinal(const char *number) {
    size_t n = strlen(number);
    bool teen = n >= 2 && number[n - 2] == '1';
    char last = teen ? '0' : number[n - 1];
    return last == '1' ? "st" : last == '2' ? "nd" : last == '3' ? "rd" : "th";
}

static const char *edition_gb(struct arena *a, const struct record *w) {
    const char *edition = w->at[FIELD_EDITION];
    if (!is_number(edition))
        return edition;
    return w->chinese ? arena_printf(a, "%s版", edition)
                      : arena_printf(a, "%s%s ed", edition, ordinal(edition));
}

const struct biblio_style biblio_gb = {names_gb, date_gb, pages_gb, edition_gb, gb_rows};

/* ── IEEE ── */

#define IEEE_END "<, doi: {doi}>.<{!doi} [Online]. Available: {url}>"

static const struct biblio_row ieee_rows[] = {
    {"article", "<{authors}, >“{title},” <{*container}><, vol. {volume}><, no. {issue}><, {pages}>"
                "<, {date}>" IEEE_END},
    {"book", "<{authors}, ><{!authors}{editors}, Eds., >{*title}<, vol. {volume}><, {edition}>"
             "<. {place}: {publisher}><{!place}. {publisher}><, {year}><, {pages}>" IEEE_END},
    {"inproceedings", "<{authors}, >“{title},” <in {*container}><, vol. {volume}><, {place}><, "
                      "{date}><, {pages}>" IEEE_END},
    {"thesis",
     "<{authors}, >“{title},” Ph.D. dissertation<, {publisher}><, {place}><, {year}>" IEEE_END},
    {"report",
     "<{authors}, >“{title},” <{publisher}><, {place}><, Tech. Rep. {number}><, {date}>" IEEE_END},
    {"standard", "{*title}<, {number}><, {publisher}><, {place}><, {date}>" IEEE_END},
    {"document", "<{authors}. >“{title}.”< {publisher}.>< {year}.>< Accessed: {accessed}.>"},
    {"online", "<{authors}. >“{title}.” <{container}. ><{publisher}. ><Accessed: {accessed}. >"
               "<[Online]. Available: {url}>"},
    {NULL, NULL},
};

/* "2017-12-04" to "Dec. 4, 2017", "2017-12" to "Dec. 2017". */
static const char *date_ieee(struct arena *a, const char *iso) {
    static const char *const months[] = {"Jan.", "Feb.", "Mar.", "Apr.", "May",  "Jun.",
                                         "Jul.", "Aug.", "Sep.", "Oct.", "Nov.", "Dec."};
    if (strlen(iso) < 7 || iso[4] != '-')
        return iso;
    int month = atoi(iso + 5);
    if (month < 1 || month > 12)
        return iso;
    if (iso[7] == '-')
        return arena_printf(a, "%s %d, %.4s", months[month - 1], atoi(iso + 8), iso);
    return arena_printf(a, "%s %.4s", months[month - 1], iso);
}

static const char *pages_ieee(struct arena *a, const char *pages) {
    const char *dashed = with_dash(a, pages, "–");
    bool several = strstr(dashed, "–") || strpbrk(dashed, ", ");
    return arena_printf(a, "%s\u00A0%s", several ? "pp." : "p.", dashed);
}

static const char *edition_ieee(struct arena *a, const struct record *w) {
    const char *edition = w->at[FIELD_EDITION];
    return is_number(edition) ? arena_printf(a, "%s%s ed.", edition, ordinal(edition)) : edition;
}

const struct biblio_style biblio_ieee = {names_ieee, date_ieee, pages_ieee, edition_ieee,
                                         ieee_rows};
