/* mediaobject, inlinemediaobject: pictures. */
#include "doc/media.h"

#include <string.h>

static const double DROP = 0.2; /* ems a picture in a line stands below the baseline */
static const double LINE = 1;   /* ems it is high when the author does not say */

/* ── As a thing ── */

static void draw_media(struct scene *scene, const struct box *b, struct point at) {
    const struct thing *t = b->what;
    const struct media *m = t->what;
    scene_picture(scene, m->picture,
                  (struct rect){at.x, at.y - b->ascent, b->width, b->ascent + b->descent});
}

static const struct box *set_media(struct arena *a, struct fonts *f, const struct thing *t,
                                   const struct text_style *around) {
    (void)f;
    const struct media *m = t->what;
    struct box *b = ARENA_NEW(a, struct box);
    double by = m->in_line && !m->sized ? LINE * around->size / m->height : 1;
    double drop = m->in_line ? DROP * around->size : 0, height = m->height * by;
    drop = drop < height ? drop : 0;
    *b = (struct box){.width = m->width * by,
                      .ascent = height - drop,
                      .descent = drop,
                      .draw = draw_media,
                      .what = t,
                      .tag = t->alt ? TAG_FIGURE : TAG_ARTIFACT,
                      .alt = t->alt};
    return b;
}

const struct media *media_of(const struct thing *t) {
    return t && t->set == set_media ? t->what : NULL;
}

/* ── Reading ── */

static const struct node *first_wanted(struct reader *r, const struct node *n, const char *name) {
    for (const struct node *c = n->child; c; c = c->next)
        if (node_is(c, NS_DOCBOOK, name) && node_wanted(r, c))
            return c;
    return NULL;
}

/* Words in the document's language before those that do not say theirs. */
static const char *words_of(struct reader *r, const struct node *object) {
    const char *found = NULL;
    for (const struct node *c = object->child; c; c = c->next) {
        if ((!node_is(c, NS_DOCBOOK, "textobject") && !node_is(c, NS_DOCBOOK, "alt")) ||
            !node_wanted(r, c))
            continue;
        const struct attribute *own = node_attribute(c, NS_XML, "lang");
        const char *words = node_text(r->arena, c);
        bool ours = own && !strncmp(own->value, r->language, strcspn(r->language, "-"));
        if (*words && (ours || (!own && !found)))
            found = words;
        if (*words && ours)
            break;
    }
    return found;
}

static bool is_decorative(const struct node *object) {
    const char *role = node_value(object, "role");
    return role && !strcmp(role, "decorative");
}

static const struct picture *picture_once(struct reader *r, const struct attribute *at,
                                          const char *path) {
    if (!r->pictures)
        r->pictures = lookup_new(r->arena);
    const struct picture *p = lookup_get(r->pictures, path);
    if (!p && (p = picture_read(r->arena, r->diag, at->value_span, path, at->value)))
        lookup_put(r->pictures, path, p);
    return p;
}

/* The file, confined to the content as includes are. */
static const struct picture *picture_of(struct reader *r, const struct node *data) {
    const struct attribute *at = attribute_of(data, "fileref");
    if (!at)
        return NULL; /* reported already */
    const char *real = attribute_file(r->arena, r->diag, at, r->request->content,
                                      DIAG_PICTURE_OUTSIDE, DIAG_PICTURE_MISSING);
    if (!real)
        return NULL;
    if (r->request->files)
        path_list_add(r->request->file_arena, r->request->files, real);
    return picture_once(r, at, real);
}

const struct thing *media_thing(struct reader *r, const struct node *object, struct media_room room,
                                bool in_line) {
    const struct node *image = first_wanted(r, object, "imageobject");
    const struct node *data = image ? first_wanted(r, image, "imagedata") : NULL;
    const char *words = is_decorative(object) ? NULL : words_of(r, object);
    if (!data)
        return NULL;
    struct media *m = ARENA_NEW(r->arena, struct media);
    *m = (struct media){.picture = picture_of(r, data), .in_line = in_line};
    m->path = path_join(r->arena, data->span.source->name,
                        node_value(data, "fileref") ? node_value(data, "fileref") : "");
    if (!words && !is_decorative(object))
        diag_report(r->diag, DIAG_PICTURE_SILENT, object->span, m->path,
                    "<textobject><phrase>, or role=\"decorative\" when it shows nothing", NULL);
    if (!m->picture || !media_measure(r, data, room, m))
        return NULL;
    struct thing *t = ARENA_NEW(r->arena, struct thing);
    *t = (struct thing){.set = set_media, .what = m, .alt = words};
    return t;
}

void media_read_into(struct reader *r, const struct node *object, bool wide, struct block *b) {
    static const double SHARE = 0.75; /* of the type area: a caption and some text go with it */
    const struct form *form = r->form;
    struct media_room room = {wide ? form->wide : form->measure, SHARE * form->depth};
    b->wide = wide;
    b->thing = media_thing(r, object, room, false);
    const struct node *caption = node_child(object, NS_DOCBOOK, "caption");
    const struct node *para = caption ? node_child(caption, NS_DOCBOOK, "para") : NULL;
    if (para && !b->text)
        b->text = inlines_of(r, para);
}

BLOCK_HANDLER(read_media) {
    struct block *b = block_new(r, n, BLOCK_FIGURE);
    const char *role = node_value(n, "role");
    media_read_into(r, n, role && !strcmp(role, "wide"), b);
    return b->thing ? b : NULL;
}

INLINE_HANDLER(read_inline_media) {
    struct reader *r = inliner_reader(in);
    struct inline_ piece = *inliner_look(in);
    struct media_room room = {r->form->measure, r->form->depth / 4};
    piece.kind = INLINE_BOX;
    piece.thing = media_thing(r, n, room, true);
    piece.text = piece.thing && piece.thing->alt ? piece.thing->alt : "";
    piece.span = n->span;
    if (piece.thing)
        inliner_put(in, &piece);
}
