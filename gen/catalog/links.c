/* links.xml: what connects devices to each other, to their host and to what lies behind it. */
#include "catalog/entry.h"

#include <math.h>
#include <string.h>

#define COUNT_OF(table) (sizeof(table) / sizeof *(table))

static const char *const attributes[] = {"id", "kind", "scope", "topology"};
static const char *const kinds[] = {"host-link", "scale-up", "scale-out", "memory", "storage"};
static const char *const scopes[] = {"slot",    "superchip", "device", "pair",  "port", "link",
                                     "channel", "bus",       "pin",    "stack", "drive"};
static const char *const topologies[] = {"switch", "mesh",           "torus",
                                         "pair",   "point-to-point", "varies"};

const struct word_attribute link_words[] = {
    {"kind", kinds, COUNT_OF(kinds)},
    {"scope", scopes, COUNT_OF(scopes)},
    {"topology", topologies, COUNT_OF(topologies)},
    {NULL, NULL, 0},
};

static const double MESH_TOLERANCE = 0.02;

/* What an entry need not mention, and what its silence says. */
static const struct {
    const char *field, *reason;
} silent[] = {{"links", "not-applicable"},
              {"pair-bandwidth", "not-published"},
              {"measured-bandwidth", "not-measured"},
              {"measured-pair-bandwidth", "not-measured"},
              {"in-network-bandwidth", "not-measured"},
              {"latency-floor", "not-measured"}};

static const char *silence_of(const char *field) {
    for (size_t i = 0; i < COUNT_OF(silent); i++)
        if (strcmp(silent[i].field, field) == 0)
            return silent[i].reason;
    return NULL;
}

static size_t child_names(const char *names[], size_t room) {
    static const char *const texts[] = {"name", "raw-rate", "note", "unknown"};
    size_t n = 0;
    for (size_t i = 0; i < COUNT_OF(texts); i++)
        names[n++] = texts[i];
    for (size_t i = 0; i < link_field_count && n < room; i++)
        names[n++] = link_fields[i].name;
    return n;
}

static bool between_devices(const struct link *l) {
    return l->kind && strcmp(l->kind, "memory") != 0 && strcmp(l->kind, "storage") != 0;
}

/* Through a switch, or where there is but one partner, two devices have the whole rate. */
static void pair_fill(struct link *l) {
    static const char *const whole[] = {"switch", "pair", "point-to-point"};
    if (!l->pair_bandwidth.known && l->topology && word_among(l->topology, whole, COUNT_OF(whole)))
        l->pair_bandwidth = l->bandwidth;
}

static void disagree(const struct entry *e, const struct datum *at, const char *expected,
                     const struct datum *other) {
    diag_report(e->diag, DIAG_CATALOG_DISAGREES, at->span,
                arena_printf(e->catalog->arena, "%g GB/s", at->value / 1e9), expected, NULL);
    diag_note(e->diag, other->span, "the other value stands here");
}

/* In a mesh each link leads to one partner; what is measured stays below what it is measured on,
 * but for a reduction in the switch. */
static void link_check(const struct entry *e, const struct link *l) {
    const struct {
        const struct datum *measured, *ceiling;
    } rows[] = {{&l->measured_bandwidth, &l->bandwidth},
                {&l->measured_pair_bandwidth, &l->pair_bandwidth}};
    struct arena *a = e->catalog->arena;
    bool mesh = l->topology && strcmp(l->topology, "mesh") == 0;
    double sum = l->links.value * l->pair_bandwidth.value;
    if (mesh && l->links.known && l->pair_bandwidth.known && l->bandwidth.known &&
        fabs(sum - l->bandwidth.value) > MESH_TOLERANCE * l->bandwidth.value)
        disagree(e, &l->pair_bandwidth,
                 arena_printf(a, "%g GB/s over %g links", l->bandwidth.value / 1e9, l->links.value),
                 &l->bandwidth);
    for (size_t i = 0; i < COUNT_OF(rows); i++)
        if (rows[i].measured->known && rows[i].ceiling->known &&
            rows[i].measured->value > rows[i].ceiling->value)
            disagree(e, rows[i].measured,
                     arena_printf(a, "%g GB/s at most", rows[i].ceiling->value / 1e9),
                     rows[i].ceiling);
}

static void link_read(struct catalog *c, struct diag *d, const struct node *node) {
    enum { ROOM = 16 };
    const char *names[ROOM];
    size_t n = child_names(names, ROOM);
    struct entry e;
    if (!entry_open(&e, c, d, node, "link", &c->links))
        return;
    entry_check_attributes(&e, node, attributes, COUNT_OF(attributes));
    entry_check_children(&e, names, n);
    entry_read_omissions(&e, names, n);
    struct link *l = ARENA_NEW(c->arena, struct link);
    l->id = e.id;
    l->span = node->span;
    l->overlay = c->overlay;
    l->kind = entry_word(&e, node, "kind", kinds, COUNT_OF(kinds), true);
    l->scope = entry_word(&e, node, "scope", scopes, COUNT_OF(scopes), true);
    l->topology =
        entry_word(&e, node, "topology", topologies, COUNT_OF(topologies), between_devices(l));
    l->name = entry_text(&e, "name", true);
    l->raw_rate = entry_text(&e, "raw-rate", false);
    l->remarks = entry_remarks(&e);
    for (size_t i = 0; i < link_field_count; i++) {
        struct datum *datum = (void *)((char *)l + link_fields[i].offset);
        const char *silence = silence_of(link_fields[i].name);
        *datum = entry_datum(&e, link_fields[i].name, link_field_unit(i), !silence);
        if (!datum->known && !datum->reason)
            datum->reason = silence;
    }
    entry_close(&e);
    pair_fill(l);
    link_check(&e, l);
    store_add(c->arena, &c->links, l);
}

void links_read(struct catalog *c, struct diag *d, const struct node *root) {
    for (const struct node *n = root->child; n; n = n->next)
        if (n->kind == NODE_ELEMENT)
            link_read(c, d, n);
}
