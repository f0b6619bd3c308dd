#include <stdlib.h>
#include <string.h>

#include "ask/command.h"
#include "book/product.h"
#include "book/snippet.h"
#include "plot/points.h"
#include "plot/request.h"

static const struct option_row OPTIONS[] = {
    {"accelerator", "ID",
     "a device; repeatable, ridge show KIND says how often; without: an example", NULL, NULL},
    {"model", "ID", "a model, or a config.json; repeatable", NULL, NULL},
    {"show", "WORD", "what to show besides: ridge show KIND has the words; repeatable", NULL, NULL},
    {"scenario", "ID", "a scenario of content/scenarios.xml; repeatable", NULL, NULL},
    {"lang", "L", "language: zh, en", NULL, NULL},
    {"theme", "T",
     "colours; auto: light or dark as the reader has it; print: one ink, fills are hatched;"
     " office: for Word and PowerPoint",
     "auto|light|dark|print|office", NULL},
    {"text", "WORD", "text of an SVG: letters, or their outlines", "native|outline", NULL},
    {"fonts", "WORD", "fonts of an SVG: the reader's, or their own as data", "system|embed", NULL},
    {"scale", "N", "pixels per point of a PNG; 2 without", NULL, NULL},
    {"width", "W", "as in a page: no title, W points wide, for a document that has its own caption",
     NULL, NULL},
    {"points", "FILE.csv",
     "your own measured points, drawn filled: ridge show KIND has the columns", NULL, NULL},
    {"snippet", "FORM", "print what puts the chart into a document; text: its description alone",
     "markdown|html|rst|latex|text", NULL},
    {"data", "FILE.csv", "write the numbers behind the chart as well", NULL, NULL},
    {"o", "FILE.svg|.pdf|.png", "where to write; - is standard output, as SVG; repeatable", NULL,
     NULL},
    {NULL, NULL, NULL, NULL, NULL}};

static const double LEAST_SCALE = 0.1, MOST_SCALE = 16, LEAST_WIDTH = 240, MOST_WIDTH = 800;

static const char *format_of(const char *path) {
    static const char *const formats[] = {"svg", "pdf", "png"};
    if (!strcmp(path, "-"))
        return "svg";
    const char *dot = strrchr(path, '.');
    for (size_t i = 0; dot && i < sizeof formats / sizeof *formats; i++)
        if (!strcmp(dot + 1, formats[i]))
            return formats[i];
    return NULL;
}

static struct request_list list_of(struct arena *a, const struct options *o, const char *name) {
    const char *const *values;
    size_t n = option_values(a, o, name, &values);
    struct word *words = ARENA_ARRAY(a, struct word, n + 1);
    for (size_t i = 0; i < n; i++)
        words[i] = (struct word){.text = values[i]};
    return (struct request_list){words, n};
}

static bool fill(struct workshop *w, const struct options *o, struct chart_request *r) {
    struct arena *a = w->session->arena;
    struct request_catalog of = {w->catalog, w->session->diag};
    struct request_finder find = request_finder_of(&of);
    struct request_words words = {list_of(a, o, "accelerator"), list_of(a, o, "model"),
                                  list_of(a, o, "scenario"), list_of(a, o, "show")};
    return request_find(a, &find, &words, r);
}

/* "out/x/roofline.svg" → "roofline": ids in the file begin with it, so that several charts can
 * stand in one page. */
static const char *id_of(struct arena *a, const char *path, const char *kind, const char *lang) {
    const char *slash = strrchr(path, '/'), *name = slash ? slash + 1 : path;
    size_t n = strcspn(name, ".");
    bool plain = n > 0 && strcmp(path, "-");
    char *id = plain ? arena_printf(a, "rp-%.*s-%s", (int)n, name, lang)
                     : arena_printf(a, "rp-%s-%s", kind, lang);
    for (char *c = id; *c; c++)
        if (!strchr("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-_", *c))
            *c = '-';
    return id;
}

static bool read_scale(struct session *s, const struct options *o, double *out) {
    const char *text = option_value(o, "scale", "2");
    char *end;
    *out = strtod(text, &end);
    if (end > text && !*end && *out >= LEAST_SCALE && *out <= MOST_SCALE)
        return true;
    diag_report(s->diag, DIAG_BAD_NUMBER, (struct span){0}, text,
                "a number of pixels per point from 0.1 to 16, as in --scale 2", NULL);
    return false;
}

/* Every -o can be written. */
static bool formats_known(struct session *s, const char *const *paths, size_t n) {
    bool known = true;
    for (size_t i = 0; i < n; i++)
        if (!format_of(paths[i])) {
            diag_report(s->diag, DIAG_OUTPUT_FORMAT, (struct span){0}, paths[i],
                        ".svg, .pdf or .png", NULL);
            known = false;
        }
    return known;
}

/* What belongs to SVG only, and not together. */
static bool read_text(struct session *s, const struct options *o, const char *const *paths,
                      size_t n, struct chart_output *out) {
    const char *wrong = NULL;
    out->outline = !strcmp(option_value(o, "text", "native"), "outline");
    out->embed = !strcmp(option_value(o, "fonts", "system"), "embed");
    for (size_t i = 0; i < n; i++)
        if ((out->outline || out->embed) && format_of(paths[i]) &&
            strcmp(format_of(paths[i]), "svg"))
            wrong = "an SVG: PDF has its fonts in it, PNG needs none";
    if (out->embed && out->outline)
        wrong = "text as letters: outlines need no fonts";
    if (out->embed && out->theme == THEME_OFFICE)
        wrong =
            "another theme: office programs read no fonts of a file; --text outline is for them";
    if (wrong)
        diag_report(s->diag, DIAG_CHART_TEXT, (struct span){0},
                    out->embed ? "--fonts embed" : "--text outline", wrong, NULL);
    return !wrong;
}

/* What a run writes; in the end all of it or nothing. */
struct outputs {
    struct arena *arena;
    struct file_output *at;
    size_t n, room;
};

static void add_output(struct outputs *all, const char *path, struct bytes made) {
    ARENA_GROW(all->arena, all->at, all->n, all->room, 4);
    all->at[all->n++] = (struct file_output){path, made.at ? made.at : "", made.n};
}

static bool add_chart(struct workshop *w, const struct chart *chart,
                      const struct chart_request *request, const char *path,
                      struct chart_output output, struct outputs *all) {
    struct arena *a = w->session->arena;
    struct bytes out = {.arena = a};
    output.id = id_of(a, path, request->kind, strings_language(request->strings));
    output.format = format_of(path);
    if (!product_chart_paint(w, chart, strings_bcp47(request->strings), &output, &out))
        return false;
    add_output(all, path, out);
    return true;
}

static void add_data(const struct chart *chart, const char *path, struct outputs *all) {
    struct bytes csv = {.arena = all->arena};
    product_chart_data(chart, &csv);
    add_output(all, path, csv);
}

static bool add_snippet(struct session *s, const struct strings *strings, const struct chart *chart,
                        const char *form, const char *const *paths, size_t n, struct outputs *all) {
    struct bytes text = {.arena = s->arena};
    if (!snippet_write(s->diag, strings, form, paths, n, chart, &text))
        return false;
    add_output(all, "-", text);
    return true;
}

/* Two outputs in one file would leave the second only, and one in the file of the points would
 * leave no points; the snippet has the standard output. */
static bool files_differ(struct session *s, const struct options *o, const char *const *paths,
                         size_t n) {
    const char **all = ARENA_ARRAY(s->arena, const char *, n + 3);
    size_t count = 0;
    bool good = true;
    if (option_value(o, "points", NULL))
        all[count++] = option_value(o, "points", NULL);
    if (option_value(o, "snippet", NULL))
        all[count++] = "-";
    if (option_value(o, "data", NULL))
        all[count++] = option_value(o, "data", NULL);
    for (size_t i = 0; i < n; i++)
        all[count++] = paths[i];
    for (size_t i = 1; i < count; i++) {
        size_t k = 0;
        while (k < i && !file_same(all[k], all[i]))
            k++;
        if (k < i)
            diag_report(s->diag, DIAG_SAME_FILE, (struct span){0}, all[i],
                        !strcmp(all[i], "-")
                            ? "a file: the snippet, which names it, has the standard output"
                            : "a file of its own for each output",
                        NULL);
        good = good && k == i;
    }
    return good;
}

static bool read_width(struct session *s, const struct options *o, struct chart_request *r) {
    const char *text = option_value(o, "width", NULL);
    if (!text)
        return true;
    char *end;
    r->in_page = true;
    r->width = strtod(text, &end);
    if (end > text && !*end && r->width >= LEAST_WIDTH && r->width <= MOST_WIDTH)
        return true;
    diag_report(s->diag, DIAG_BAD_NUMBER, (struct span){0}, text,
                "a width in points from 240 to 800, as in --width 357", NULL);
    return false;
}

static bool read_points(struct session *s, const struct options *o, struct chart_request *r) {
    enum { MOST_BYTES = 1 << 20 };
    const char *path = option_value(o, "points", NULL);
    const struct chart_kind *kind = chart_kind(s->diag, r->where, r->kind);
    if (!path || !kind)
        return kind != NULL;
    const struct source *file = file_read(s->arena, s->diag, (struct span){0}, path, MOST_BYTES);
    struct points_columns columns = {kind->measured_x, kind->measured_y};
    return file && points_read(s->arena, s->diag, file, columns, &r->points, &r->point_count);
}

static void write_all(struct workshop *w, const struct options *o, const struct chart *chart,
                      const struct chart_request *request, struct chart_output output) {
    struct session *s = w->session;
    struct outputs all = {.arena = s->arena};
    const char *data = option_value(o, "data", NULL), *form = option_value(o, "snippet", NULL);
    const char *const *paths;
    size_t n = option_values(s->arena, o, "o", &paths);
    bool good = true;
    for (size_t i = 0; i < n; i++)
        good = add_chart(w, chart, request, paths[i], output, &all) && good;
    if (data)
        add_data(chart, data, &all);
    if (form)
        good = add_snippet(s, request->strings, chart, form, paths, n, &all) && good;
    if (good && session_is_sound(s))
        files_write(s->diag, all.at, all.n);
}

static void run(struct session *s, const struct options *o) {
    const char *const *paths;
    size_t n = option_values(s->arena, o, "o", &paths);
    struct chart_output output = {0};
    bool sound = read_scale(s, o, &output.scale);
    sound = formats_known(s, paths, n) && sound;
    sound = files_differ(s, o, paths, n) && sound;
    theme_lookup(option_value(o, "theme", "auto"), &output.theme);
    sound = read_text(s, o, paths, n, &output) && sound;
    const char *language = option_value(o, "lang", "en");
    struct workshop w = {.session = s, .catalog = session_asked_catalog(s, language)};
    if (!sound || !w.catalog)
        return;
    struct chart_request request = {.catalog = w.catalog,
                                    .strings = session_strings(s, w.catalog, language),
                                    .kind = o->plain[0]};
    if (!request.strings || !fill(&w, o, &request) || !read_width(s, o, &request) ||
        !read_points(s, o, &request) || !workshop_fonts(&w))
        return;
    request.fonts = w.fonts;
    const struct chart *chart = product_chart(&w, s->arena, &request);
    if (chart)
        write_all(&w, o, chart, &request, output);
}

const struct command command_chart = {
    "KIND [--accelerator ID]… [--model ID]… [--scenario ID]… -o FILE…",
    OPTIONS,
    1,
    1,
    "o",
    run,
    NULL, NULL};
