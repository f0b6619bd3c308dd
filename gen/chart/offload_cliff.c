/* The offload cliff (design 6.8): decode speed against the share of the weights that the card
 * holds.
 */
#include "chart/offload_cliff.h"

#include <math.h>
#include <string.h>

#include "chart/kind.h"
#include "chart/question.h"
#include "core/offload.h"

static const char *const OPTIONS =
    "task=inference weights=int4-g128 host-memory=ddr5-5600 host-channels=2";
static const char *const MODEL = "llama-3.1-70b", *const CARD = "rtx-4090",
                         *const SECOND_HOST = "epyc-9654";

static bool is_word(const char *word, const char *expected) {
    return word && !strcmp(word, expected);
}

static bool is_cpu(const struct accelerator *a) {
    return is_word(a->class, "cpu");
}

static bool lacks(struct diag *diag, const struct chart_request *q, const char *what) {
    diag_report(diag, DIAG_CHART_NEEDS, q->where, q->kind, what, NULL);
    return false;
}

/* ── The question ── */

/* The card that the curves are of: the first accelerator, the scenario's, or the usual one. */
static bool find_card(struct offload_cliff *c, struct diag *diag) {
    const struct chart_request *q = c->request;
    const struct accelerator *first[1];
    if (q->scenario_count && !q->accelerator_count)
        c->card = q->scenarios[0]->accelerator;
    else if (request_accelerators(q, diag, CARD, first, 1))
        c->card = first[0];
    if (!c->card)
        return false;
    if (is_cpu(c->card) || is_word(c->card->unified_memory, "yes"))
        return lacks(diag, q, "first a card with memory of its own");
    return true;
}

/* What is asked, on the card itself; with the links of that card. */
static struct scenario *ask(struct offload_cliff *c, struct diag *diag) {
    const struct chart_request *q = c->request;
    const struct model *model =
        q->scenario_count && !q->model_count ? NULL : request_model(q, diag, MODEL);
    struct scenario *s = question_given(c->arena, q, diag, model, c->card, OPTIONS);
    if (!s)
        return NULL;
    if (model)
        s->model = model;
    question_move(s, q->catalog, c->card);
    s->offload = "layers"; /* a host that is named wants something to hold */
    s->given[SCENARIO_offload] = true;
    s->offload_share = 0;
    if (!s->host_tier && !s->host_device) {
        s->host_memory = "ddr5-5600";
        s->host_tier = catalog_link(q->catalog, diag, q->where, s->host_memory);
        s->host_channels = 2;
    }
    return s;
}

/* The same without a host, on any device. */
static const struct estimate *run_bare(struct offload_cliff *c, const struct scenario *asked,
                                       const struct accelerator *device) {
    static const enum scenario_option host[] = {SCENARIO_offload,       SCENARIO_offload_share,
                                                SCENARIO_host_memory,   SCENARIO_host_channels,
                                                SCENARIO_host_capacity, SCENARIO_storage};
    struct scenario *s = arena_memdup(c->arena, asked, sizeof *s);
    for (size_t i = 0; i < sizeof host / sizeof *host; i++)
        s->given[host[i]] = false;
    s->offload = s->host_memory = s->storage = NULL;
    s->host_tier = s->drive = NULL;
    s->host_device = NULL;
    s->host_channels = 0;
    s->offload_share = s->host_capacity = 0;
    question_move(s, c->request->catalog, device);
    return question_run(c->arena, s);
}

/* The same with memory for anything, and with something that may leave it. */
static struct scenario *boundless(struct offload_cliff *c, const struct scenario *asked,
                                  const char *what) {
    struct scenario *s = arena_memdup(c->arena, asked, sizeof *s);
    s->accelerator = question_boundless(c->arena, c->card);
    s->memory_capacity = 0;
    s->given[SCENARIO_memory_capacity] = false;
    s->offload = what;
    return s;
}

/* ── Walls ── */

bool cliff_is_wall(const struct cliff_wall *w) {
    return w->known && w->share.value < 1;
}

bool cliff_is_real(const struct offload_cliff *c, double share) {
    return !c->alone || !cliff_is_wall(c->walls) || share <= c->walls[0].share.value;
}

/* What leaves the card are weights and cache; all else stays. */
static struct cliff_wall wall_of(const struct accelerator *card, const struct estimate *e) {
    struct cliff_wall w = {.card = card, .known = e && e->memory_capacity.present};
    if (!w.known)
        return w;
    double pool = e->memory_weights.q.value + e->memory_kv_cache.q.value, share[3];
    double budget = e->memory_headroom.q.value + e->memory_total.q.value;
    const double rest[] = {e->memory_total.q.high - pool, e->memory_total.q.value - pool,
                           e->memory_total.q.low - pool};
    for (size_t i = 0; i < 3; i++)
        share[i] = fmin(fmax((budget - rest[i]) / pool, 0), 1);
    w.share = quantity_range(share[0], share[1], share[2], UNIT_NONE, MODELLED);
    w.capacity = budget;
    w.rest = rest[1];
    w.cards = share[1] > 0 ? (int64_t)ceil(pool / (budget - rest[1]) - 1e-9) : 0;
    return w;
}

static void add_walls(struct offload_cliff *c, const struct scenario *asked) {
    const struct chart_request *q = c->request;
    c->walls[c->wall_count++] = wall_of(c->card, c->plain);
    for (size_t i = 1; i < q->accelerator_count; i++)
        if (!is_cpu(q->accelerators[i]))
            c->walls[c->wall_count++] =
                wall_of(q->accelerators[i], run_bare(c, asked, q->accelerators[i]));
}

/* ── Curves ── */

static const struct estimate *run_at(const struct offload_cliff *c, const struct scenario *given,
                                     double share) {
    struct scenario *s = arena_memdup(c->arena, given, sizeof *s);
    s->offload_share = 1 - share;
    s->given[SCENARIO_offload_share] = s->offload_share > 0; /* 0: nothing has to leave */
    return question_run(c->arena, s);
}

struct cliff_speed cliff_at(const struct offload_cliff *c, const struct cliff_curve *curve,
                            double share) {
    const struct estimate *e = run_at(c, curve->given, share);
    if (!e || !e->offload_speed.present)
        return (struct cliff_speed){NAN, NAN, NAN, NAN};
    struct quantity q = e->offload_speed.q;
    return (struct cliff_speed){q.low, q.value, q.high, e->offload_ceiling_speed.q.value};
}

/* Every 2 % to 90 %, every 1 % to 98 %, then every half, where the curve is steepest; and the wall.
 */
static void sample_shares(struct offload_cliff *c) {
    enum { MOST = 64 };
    double *x = ARENA_ARRAY(c->arena, double, MOST), wall = 1;
    if (cliff_is_wall(c->walls))
        wall = c->walls[0].share.value;
    size_t n = 0;
    for (int i = 0; i <= 200; i += i < 180 ? 4 : i < 196 ? 2 : 1) {
        if (n && x[n - 1] < wall && wall < i / 200.0)
            x[n++] = wall;
        x[n++] = i / 200.0;
    }
    c->shares = x;
    c->samples = n;
}

static void sample_curve(struct offload_cliff *c, struct cliff_curve *curve) {
    double **lists[] = {&curve->low, &curve->value, &curve->high, &curve->ceiling};
    for (size_t k = 0; k < 4; k++)
        *lists[k] = ARENA_ARRAY(c->arena, double, c->samples);
    for (size_t i = 0; i < c->samples; i++) {
        struct cliff_speed s = cliff_at(c, curve, c->shares[i]);
        curve->low[i] = s.low;
        curve->value[i] = s.value;
        curve->high[i] = s.high;
        curve->ceiling[i] = s.ceiling;
    }
}

/* Adds it when it has speeds. */
static void add_curve(struct offload_cliff *c, struct scenario *given, bool streamed, double rate,
                      const char *name) {
    struct cliff_curve *curve = &c->curves[c->count];
    *curve = (struct cliff_curve){given, streamed, rate, name, NULL, NULL, NULL, NULL, 0};
    sample_curve(c, curve);
    c->count += isfinite(curve->value[0]) && isfinite(curve->value[c->samples - 1]);
}

/* "2 × DDR5-5600"; a CPU by its own name. */
static const char *host_name(struct offload_cliff *c, const struct scenario *s) {
    return s->host_device ? s->host_device->short_name
                          : arena_printf(c->arena, "%lld × %s", (long long)s->host_channels,
                                         s->host_tier->name);
}

static void add_host(struct offload_cliff *c, struct scenario *s) {
    if (s->host_device || s->host_tier)
        add_curve(c, s, false, tiers_of(s).host, host_name(c, s));
}

static void add_cpu(struct offload_cliff *c, const struct scenario *asked,
                    const struct accelerator *cpu) {
    struct scenario *s = boundless(c, asked, "layers");
    s->host_memory = cpu->id;
    s->host_device = cpu;
    s->host_tier = NULL;
    s->host_channels = 0;
    s->given[SCENARIO_host_channels] = false;
    add_host(c, s);
}

static const char *link_name(const struct offload_cliff *c, const struct scenario *s) {
    return s->to_host ? s->to_host->name : c->card->host_link_name ? c->card->host_link_name : "";
}

/* Hosts as given, else the scenario's and, where nothing is given, a server beside it. */
static void add_curves(struct offload_cliff *c, struct diag *diag, const struct scenario *asked) {
    const struct chart_request *q = c->request;
    for (size_t i = 1; i < q->accelerator_count; i++)
        if (is_cpu(q->accelerators[i]))
            add_cpu(c, asked, q->accelerators[i]);
    if (!c->count)
        add_host(c, boundless(c, asked, "layers"));
    if (!q->accelerator_count && !q->scenario_count) {
        const struct accelerator *cpu =
            catalog_accelerator(q->catalog, diag, q->where, SECOND_HOST);
        if (cpu)
            add_cpu(c, asked, cpu);
    }
    struct scenario *stream = boundless(c, asked, "weights");
    double rate = tiers_of(stream).link;
    if (c->count && rate > 0)
        add_curve(c, stream, true, rate, link_name(c, stream));
}

/* ── The chart ── */

static bool open(struct offload_cliff *c, struct diag *diag) {
    if (!find_card(c, diag))
        return false;
    struct scenario *asked = ask(c, diag);
    c->plain = asked ? run_bare(c, asked, c->card) : NULL;
    if (asked && !c->plain)
        return lacks(diag, c->request, "a scenario whose options fit its model and device");
    if (!asked || !is_word(c->plain->scenario->task, "inference"))
        return lacks(diag, c->request, "a scenario of inference");
    c->devices = c->plain->scenario->devices > 1 ? c->plain->scenario->devices : 1;
    c->model = c->plain->scenario->model;
    add_walls(c, asked);
    sample_shares(c);
    add_curves(c, diag, asked);
    if (!c->count)
        return lacks(diag, c->request,
                     "a card with known peak and bandwidth, and a host with a known bandwidth");
    c->alone = request_shows(c->request, "one-card") || (c->walls[0].known && !c->walls[0].cards);
    return true;
}

static struct plot make_plot(const struct offload_cliff *c, struct rect box) {
    double most = 0;
    for (size_t i = 0; i < c->count; i++)
        for (size_t k = 0; k < c->samples; k++) /* the host may be the faster of the two */
            most = fmax(most, fmax(c->curves[i].value[k], i ? 0 : c->curves[i].ceiling[k]));
    return (struct plot){{AXIS_LINEAR, 0, 1, box.x, rect_right(box)},
                         {AXIS_LINEAR, 0, most * 1.045, rect_bottom(box), box.y}};
}

static const struct frame_sizes sizes = {.height = 428,
                                         .left = 48,
                                         .right = 418,
                                         .top = 108,
                                         .bottom = 352,
                                         .below = 30,
                                         .page_width = 357,
                                         .page_height = 200};

bool chart_offload_cliff(struct arena *a, struct diag *diag, const struct chart_request *request,
                         struct chart *chart) {
    struct offload_cliff *c = ARENA_NEW(a, struct offload_cliff);
    c->arena = a;
    c->words = request->strings;
    c->request = request;
    if (!open(c, diag))
        return false;
    struct frame frame = cliff_frame(c);
    struct framed framed;
    struct rect box;
    c->d = frame_open(a, request, &frame, &sizes, &framed, &box);
    c->plot = make_plot(c, box);
    cliff_draw(c);
    frame_close(c->d, &frame, &framed, chart);
    chart->describe = cliff_describe(c, chart->title);
    chart->caption = cliff_caption(c);
    chart->data = cliff_data(c);
    return true;
}
