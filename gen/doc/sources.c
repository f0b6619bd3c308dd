/* r:sources: where the values of devices and models come from, in running text: each source once,
 * with what it vouches for, and its grade when it is no data sheet. */
#include <string.h>

#include "base/text.h"
#include "doc/facts.h"

enum { DEVICES_MAX = 4, NAMES_MAX = 16 };

struct credit {
    const struct reference *reference;
    enum grade grade;
    bool derived, main; /* main: of the device as a whole */
    bool of[DEVICES_MAX];
    const char *names[NAMES_MAX]; /* fields, or models */
    size_t name_count;
    struct credit *next;
};

struct credits {
    struct reader *r;
    const struct accelerator *device[DEVICES_MAX];
    size_t device_count;
    struct credit *first, **end;
};

static struct credit *credit_for(struct credits *all, struct credit like) {
    for (struct credit *s = all->first; s; s = s->next)
        if (s->reference == like.reference && s->grade == like.grade &&
            s->derived == like.derived && s->main == like.main)
            return s;
    struct credit *s = ARENA_NEW(all->r->arena, struct credit);
    *s = like;
    *all->end = s;
    all->end = &s->next;
    return s;
}

static void name_put(struct credit *s, const char *name) {
    for (size_t i = 0; i < s->name_count; i++)
        if (!strcmp(s->names[i], name))
            return;
    if (s->name_count < NAMES_MAX)
        s->names[s->name_count++] = name;
}

/* The source of the 16-bit peak stands for the device; others are named with their fields. */
static void add_field(struct credits *all, size_t device, const struct word *field) {
    struct reader *r = all->r;
    const struct accelerator *a = all->device[device];
    const struct datum *datum = NULL, *peak = NULL;
    double value;
    struct fact_row row;
    if (!fact_row_find(field->text, &row)) {
        const char *const *names;
        size_t n = fact_names(r->arena, &names);
        diag_report(r->diag, DIAG_UNKNOWN_COLUMN, field->span, field->text,
                    "a number of an accelerator", nearest_name(field->text, names, n));
        return;
    }
    fact_number(a, "peak", &value, &peak, NULL);
    if (!fact_number(a, field->text, &value, &datum, NULL) || !datum || !datum->reference)
        return;
    bool main = peak && datum->reference == peak->reference && !datum->derived;
    struct credit *s = credit_for(
        all, (struct credit){datum->reference, datum->grade, datum->derived, .main = main});
    s->of[device] = true;
    if (!main)
        name_put(s, say(r->request->strings, arena_printf(r->arena, "sources.%s", field->text)));
}

static void add_model(struct credits *all, const struct word *word) {
    const struct model *m = model_of(all->r, word->text, word->span);
    if (m && m->reference)
        name_put(credit_for(all, (struct credit){.reference = m->reference, .grade = m->grade}),
                 m->short_name ? m->short_name : m->name);
}

/* ── Words ── */

static void join(struct bytes *out, const char *comma, const char *name) {
    bytes_printf(out, "%s%s", out->n ? comma : "", name);
}

/* "H100", "memory", "A800 memory": the devices are left out when all are meant. */
static const char *what_of(const struct credits *all, const struct credit *s) {
    struct arena *arena = all->r->arena;
    const char *comma = language_is_chinese(all->r->language) ? "、" : ", ";
    struct bytes devices = {.arena = arena}, names = {.arena = arena};
    size_t count = 0;
    for (size_t i = 0; i < all->device_count; i++) {
        count += s->of[i];
        if (s->of[i])
            join(&devices, comma, all->device[i]->short_name);
    }
    for (size_t i = 0; i < s->name_count; i++)
        join(&names, comma, s->names[i]);
    bool said = s->main || (count && count < all->device_count);
    return arena_printf(arena, "%.*s%s%.*s", said ? (int)devices.n : 0, said ? devices.at : "",
                        said && names.n ? " " : "", (int)names.n, names.n ? names.at : "");
}

/* What a title says after its first comma, or in brackets, is how to find it; only the sources of
 * whole devices say it here. */
static const char *title_of_credit(struct reader *r, const struct credit *s) {
    const char *title = s->reference->title;
    size_t length = strcspn(title, ",(");
    while (length && title[length - 1] == ' ')
        length--;
    if (!s->main && length)
        return arena_strndup(r->arena, title, length);
    return title;
}

static const char *grade_of(struct reader *r, const struct credit *s) {
    static const char *const grades[] = {[GRADE_DATASHEET] = NULL,
                                         [GRADE_WHITEPAPER] = "sources.whitepaper",
                                         [GRADE_SECONDARY] = "sources.secondary",
                                         [GRADE_UNVERIFIED] = "sources.unverified"};
    const struct strings *strings = r->request->strings;
    const char *comma = language_is_chinese(r->language) ? "，" : ", ";
    const char *grade = grades[s->grade] ? say(strings, grades[s->grade]) : NULL;
    if (grade && strstr(s->reference->title, grade))
        grade = NULL; /* the title says it */
    return arena_printf(r->arena, "%s%s%s%s", grade ? comma : "", grade ? grade : "",
                        s->derived ? comma : "", s->derived ? say(strings, "derived") : "");
}

static void put(struct inliner *in, const struct node *n, const char *text) {
    if (*text)
        inliner_text(in, text, n->span);
}

static void put_credit(struct inliner *in, const struct node *n, const struct credits *all,
                       const struct credit *s) {
    struct reader *r = all->r;
    struct inline_ title = *inliner_look(in);
    put(in, n,
        say_with(r->arena, r->request->strings, "sources.what", "what", what_of(all, s), NULL));
    title.text = title_of_credit(r, s);
    title.uri = s->reference->url && *s->reference->url ? s->reference->url : NULL;
    title.describe = s->reference->title;
    title.language = title_language(r, title.text);
    title.span = n->span;
    put(in, n, " ");
    inliner_put(in, &title);
    put(in, n, grade_of(r, s));
}

INLINE_HANDLER(read_sources) {
    struct credits all = {.r = inliner_reader(in)};
    struct reader *r = all.r;
    const struct word *devices, *fields, *models;
    size_t device_count = attribute_words(r->arena, attribute_of(n, "of"), &devices);
    size_t field_count = attribute_words(r->arena, attribute_of(n, "fields"), &fields);
    size_t model_count = attribute_words(r->arena, attribute_of(n, "models"), &models);
    all.end = &all.first;
    for (size_t i = 0; i < device_count && all.device_count < DEVICES_MAX; i++) {
        const struct accelerator *a = accelerator_of(r, devices[i].text, devices[i].span);
        if (a)
            all.device[all.device_count++] = a;
    }
    for (size_t f = 0; f < field_count; f++)
        for (size_t i = 0; i < all.device_count; i++)
            add_field(&all, i, &fields[f]);
    for (size_t i = 0; i < model_count; i++)
        add_model(&all, &models[i]);
    for (const struct credit *s = all.first; s; s = s->next) {
        put_credit(in, n, &all, s);
        if (s->next)
            put(in, n, language_is_chinese(r->language) ? "；" : "; ");
    }
}
