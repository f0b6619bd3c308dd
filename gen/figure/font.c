#include "figure/font.h"
#include "figure/memo.h"
#include "figure/run.h"

#include <hb.h>
#include <string.h>
#include <unistd.h>

#include "base/text.h"
#include "figure/pool.h"

#define NOTO "/usr/share/fonts/opentype/noto"
#define SONG "Noto Serif CJK SC"
#define HEI  "Noto Sans CJK SC"
#define GYRE "/usr/share/texmf/fonts/opentype/public/tex-gyre-math"

/* folder, file, name in the pool, {path, family name, family, weight, italic, han} */
static const struct face_source sources[SLOTS] = {
    [SLOT_SERIF] = {NULL,
                    "SourceSerif4-Regular.otf",
                    "SourceSerif4-Regular.otf",
                    {NULL, "Source Serif 4", FAMILY_SERIF, WEIGHT_REGULAR, false, false}},
    [SLOT_SERIF_ITALIC] = {NULL,
                           "SourceSerif4-It.otf",
                           "SourceSerif4-It.otf",
                           {NULL, "Source Serif 4", FAMILY_SERIF, WEIGHT_REGULAR, true, false}},
    [SLOT_SANS] = {NULL,
                   "SourceSans3-Regular.otf",
                   "SourceSans3-Regular.otf",
                   {NULL, "Source Sans 3", FAMILY_SANS, WEIGHT_REGULAR, false, false}},
    [SLOT_SANS_SEMIBOLD] = {NULL,
                            "SourceSans3-Semibold.otf",
                            "SourceSans3-Semibold.otf",
                            {NULL, "Source Sans 3", FAMILY_SANS, WEIGHT_SEMIBOLD, false, false}},
    [SLOT_SANS_ITALIC] = {NULL,
                          "SourceSans3-It.otf",
                          "SourceSans3-It.otf",
                          {NULL, "Source Sans 3", FAMILY_SANS, WEIGHT_REGULAR, true, false}},
    [SLOT_MONO] = {NULL,
                   "SourceCodePro-Regular.otf",
                   "SourceCodePro-Regular.otf",
                   {NULL, "Source Code Pro", FAMILY_MONO, WEIGHT_REGULAR, false, false}},
    [SLOT_HAN_SERIF] = {NOTO,
                        "NotoSerifCJK-Regular.ttc",
                        "NotoSerifCJKsc-Regular.otf",
                        {NULL, SONG, FAMILY_SERIF, WEIGHT_REGULAR, false, true}},
    [SLOT_HAN_SANS] = {NOTO,
                       "NotoSansCJK-Regular.ttc",
                       "NotoSansCJKsc-Regular.otf",
                       {NULL, HEI, FAMILY_SANS, WEIGHT_REGULAR, false, true}},
    [SLOT_HAN_SANS_BOLD] = {NOTO,
                            "NotoSansCJK-Bold.ttc",
                            "NotoSansCJKsc-Bold.otf",
                            {NULL, HEI, FAMILY_SANS, WEIGHT_SEMIBOLD, false, true}},
    [SLOT_MATH] = {GYRE,
                   "texgyrepagella-math.otf",
                   "TeXGyrePagellaMath-Regular.otf",
                   {NULL, "TeX Gyre Pagella Math", FAMILY_SERIF, WEIGHT_REGULAR, false, false}},
};

static const char *source_package(enum slot slot) {
    return slot == SLOT_MATH      ? "package fonts-texgyre-math"
           : sources[slot].folder ? "package fonts-noto-cjk"
                                  : "the program's folder assets/fonts";
}

const struct face_source *face_source(enum slot slot) {
    return &sources[slot];
}

/* Strong text is sans in both scripts: there is no bold Song and no bold Source Serif here. */
static const enum slot han_slots[3][2] = {
    [FAMILY_SERIF] = {SLOT_HAN_SERIF, SLOT_HAN_SANS_BOLD},
    [FAMILY_SANS] = {SLOT_HAN_SANS, SLOT_HAN_SANS_BOLD},
    [FAMILY_MONO] = {SLOT_HAN_SANS, SLOT_HAN_SANS_BOLD},
};
static const enum slot latin_slots[3][2][2] = {
    [FAMILY_SERIF] = {{SLOT_SERIF, SLOT_SERIF_ITALIC}, {SLOT_SANS_SEMIBOLD, SLOT_SANS_SEMIBOLD}},
    [FAMILY_SANS] = {{SLOT_SANS, SLOT_SANS_ITALIC}, {SLOT_SANS_SEMIBOLD, SLOT_SANS_SEMIBOLD}},
    [FAMILY_MONO] = {{SLOT_MONO, SLOT_MONO}, {SLOT_MONO, SLOT_MONO}},
};

enum slot slot_for(const struct text_style *style, bool han) {
    return han ? han_slots[style->family][style->weight]
               : latin_slots[style->family][style->weight][style->italic];
}

const char *face_source_path(const struct fonts *f, enum slot slot) {
    const struct face_source *s = &sources[slot];
    return arena_printf(f->arena, "%s/%s", s->folder ? s->folder : f->assets, s->file);
}

/* Says which face files are missing, all of them. */
static bool sources_present(const struct fonts *f) {
    bool present = true;
    for (int i = 0; i < SLOTS; i++) {
        const char *path = face_source_path(f, (enum slot)i);
        if (access(path, R_OK) == 0)
            continue;
        diag_report(f->diag, DIAG_FONT_MISSING, (struct span){0}, path,
                    source_package((enum slot)i), NULL);
        present = false;
    }
    return present;
}

static void set_destroy(void *set) {
    hb_set_destroy(set);
}

static void buffer_destroy(void *buffer) {
    hb_buffer_destroy(buffer);
}

static hb_set_t *new_set(struct arena *a) {
    hb_set_t *set = hb_set_create();
    arena_adopt(a, set, set_destroy);
    return set;
}

/* What every pool has, so that small changes of a text seldom cut a new one. */
static void add_base(hb_set_t *set) {
    static const hb_codepoint_t ranges[][2] = {
        {0x20, 0x7E},       {0xA0, 0x17F},      {0x391, 0x3C9},   {0x2002, 0x2060},
        {0x2070, 0x209C},   {0x20AC, 0x20AC},   {0x2100, 0x214F}, {0x2150, 0x215E},
        {0x2190, 0x2199},   {0x21D0, 0x21D5},   {0x2200, 0x22FF}, {0x2300, 0x230F},
        {0x2460, 0x2473},   {0x25A0, 0x25CF},   {0x2713, 0x2717}, {0x3000, 0x3017},
        {0xFF01, 0xFF5E},   {0x302, 0x307},     {0x23DE, 0x23DF}, {0x27E8, 0x27E9},
        {0x1D434, 0x1D467}, {0x1D6E2, 0x1D71B},
    };
    for (size_t i = 0; i < sizeof ranges / sizeof *ranges; i++)
        hb_set_add_range(set, ranges[i][0], ranges[i][1]);
}

struct fonts *fonts_open(struct arena *a, struct diag *d, const char *assets, const char *pool) {
    struct fonts *f = ARENA_NEW(a, struct fonts);
    *f = (struct fonts){.arena = a, .diag = d};
    f->assets = arena_strdup(a, assets);
    f->folder = arena_strdup(a, pool);
    if (!sources_present(f))
        return NULL;
    f->wanted = new_set(a);
    f->held = new_set(a);
    f->known = new_set(a);
    f->memo = memo_new(a);
    f->runs = runs_new(a);
    f->buffer = hb_buffer_create();
    arena_adopt(a, f->buffer, buffer_destroy);
    add_base(f->wanted);
    return f;
}

void fonts_announce(struct fonts *f, const char *text) {
    size_t bytes = strlen(text);
    for (size_t at = 0, length; at < bytes; at += length) {
        uint32_t code = text_decode(text + at, bytes - at, &length);
        uint64_t bit = UINT64_C(1) << code % 64;
        if (code < 0x10000 && f->seen[code / 64] & bit)
            continue;
        if (code < 0x10000)
            f->seen[code / 64] |= bit;
        pool_want(f, code);
    }
}

void fonts_announcer(struct fonts *f, void (*announce)(struct fonts *, void *), void *context) {
    f->announcer = announce;
    f->announcer_context = context;
}

void fonts_announce_all(struct fonts *f) {
    void (*announce)(struct fonts *, void *) = f->announcer;
    f->announcer = NULL;
    if (announce)
        announce(f, f->announcer_context);
}

unsigned fonts_cuts(const struct fonts *f) {
    return f->cuts;
}

unsigned fonts_moves(const struct fonts *f) {
    return f->moves;
}
