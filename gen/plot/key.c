#include "plot/key.h"

/* Where entries stand: x and row. */
struct spot {
    double x;
    size_t row;
};

static size_t place(struct drawing *d, const struct key *k, const char *const *words, size_t n,
                    struct spot *spots) {
    double x = k->x;
    size_t row = 0;
    for (size_t i = 0; i < n; i++) {
        double width = k->swatch + k->gap + draw_width(d, words[i], k->style);
        if (x > k->x && x + width > k->right) {
            x = k->x;
            row++;
        }
        spots[i] = (struct spot){x, row};
        x += width + k->between;
    }
    return row + 1;
}

size_t key_rows(struct drawing *d, const struct key *k, const char *const *words, size_t n) {
    return place(d, k, words, n, ARENA_ARRAY(d->arena, struct spot, n));
}

void key_draw(struct drawing *d, const struct key *k, const char *const *words, size_t n,
              key_swatch *swatch) {
    struct spot *spots = ARENA_ARRAY(d->arena, struct spot, n);
    place(d, k, words, n, spots);
    scene_group_open(d->scene, "key", NULL, (struct point){0, 0});
    for (size_t i = 0; i < n; i++) {
        double baseline = k->baseline + k->pitch * (double)spots[i].row;
        double top = baseline - k->style.size * 0.34 - k->height / 2;
        swatch(d, (struct rect){spots[i].x, top, k->swatch, k->height}, i);
        draw_text(d, spots[i].x + k->swatch + k->gap, baseline, ANCHOR_START, words[i], k->style);
    }
    scene_group_close(d->scene);
}
