/* Offload, energy and cost: what their options default to and what fits together (formulas 13, 15).
 */
#include "core/offload.h"
#include "core/scenario_check.h"

struct question {
    struct faults *f;
    struct scenario *s;
};

static void fault(const struct question *q, const char *option, double found,
                  const char *expected) {
    fault_add(q->f, option, arena_printf(q->f->arena, "%g", found), expected, NULL);
}

/* ── Numbers ── */

static void check_range(const struct question *q, const char *option, double value, double least,
                        double most, const char *expected) {
    if (!(value >= least && value <= most))
        fault(q, option, value, expected);
}

#define MOST 1e15

static void check_money(const struct question *q, const char *option, double value) {
    check_range(q, option, value, 0, MOST, "an amount of money of 0 or more");
}

static void check_numbers(const struct question *q) {
    const struct scenario *s = q->s;
    check_money(q, "price", s->price);
    check_money(q, "rent", s->rent);
    check_money(q, "hosting", s->hosting);
    check_money(q, "input-price", s->input_price);
    check_money(q, "cached-price", s->cached_price);
    check_money(q, "output-price", s->output_price);
    check_money(q, "energy-price", s->energy_price);
    check_range(q, "interest", s->interest, 0, 1, "a share from 0 to 1: 0.05 is 5 % a year");
    if (s->years != 0)
        check_range(q, "years", s->years, 0.01, 100, "a number of years from 0.01 to 100");
    check_range(q, "grid-intensity", s->grid_intensity, 0, 10,
                "kilograms of CO2 a kilowatt hour, from 0 to 10");
    if (s->cost_utilisation != 0)
        check_range(q, "cost-utilisation", s->cost_utilisation, 0.001, 1,
                    "a share from 0.001 to 1");
    if (s->pue != 0)
        check_range(q, "pue", s->pue, 1, 5, "a number from 1 to 5: the building adds to the power");
}

/* ── Cost ── */

/* The newest price of that kind in the catalogue, in the currency if one was asked for. */
static const struct price *listed_price(const struct scenario *s, const char *kind) {
    const struct price *best = NULL;
    for (const struct price *p = s->accelerator->prices; p; p = p->next) {
        bool fits = is(p->kind, kind) && (!s->currency || is(s->currency, p->currency));
        if (fits && (!best || strcmp(p->date, best->date) > 0))
            best = p;
    }
    return best;
}

static void listed_defaults(struct scenario *s) {
    bool owned = is(s->ownership, "owned");
    const struct price *p = s->price > 0 ? NULL : listed_price(s, owned ? "buy" : "rent-hour");
    if (p) {
        s->listed = p;
        s->price = p->amount;
        word_default(&s->currency, p->currency);
    }
    const struct price *rent = owned && !(s->rent > 0) ? listed_price(s, "rent-hour") : NULL;
    if (rent && s->price > 0 && is(s->currency, rent->currency))
        s->rent = rent->amount;
}

static void cost_defaults(struct scenario *s) {
    if (s->years > 0) /* over which only what was bought is written off */
        word_default(&s->ownership, "owned");
    listed_defaults(s);
    if (s->price > 0) {
        word_default(&s->ownership, "rented");
        s->cost_utilisation = s->cost_utilisation > 0 ? s->cost_utilisation : 1;
    }
    if (s->price > 0 || s->energy_price > 0 || s->output_price > 0)
        word_default(&s->currency, "USD");
}

/* What a bought device costs cannot be said without these. */
static void check_owned(const struct question *q) {
    const struct scenario *s = q->s;
    if (!is(s->ownership, "owned") || !(s->price > 0))
        return;
    if (!(s->years > 0))
        fault_add(q->f, "years", "nothing", "the years over which a bought device is written off",
                  NULL);
    if (!(s->energy_price > 0) && !s->given[SCENARIO_energy_price])
        fault_add(q->f, "energy-price", "nothing",
                  "the price of a kilowatt hour, which an owned device pays", NULL);
}

/* Three capitals, as in the catalogue: it is printed as it stands. */
static bool is_currency(const char *code) {
    return strlen(code) == 3 && strspn(code, "ABCDEFGHIJKLMNOPQRSTUVWXYZ") == 3;
}

static void check_cost(const struct question *q) {
    static const char *const ownerships[] = {"rented", "owned", NULL};
    const struct scenario *s = q->s;
    if (s->currency && !is_currency(s->currency))
        fault_add(q->f, "currency", s->currency, "three capitals such as USD or CNY", NULL);
    if (s->ownership)
        check_word(q->f, "ownership", s->ownership, words_list(ownerships));
    check_owned(q);
}

/* ── Offload ── */

static struct words ways_of(bool training) {
    struct words w = {.n = 0};
    for (size_t i = 0; i < offload_way_count; i++)
        if (offload_ways[i].training == training)
            words_add(&w, offload_ways[i].name);
    return w;
}

/* A link named by an option has to be of the kind that the option means. */
static void check_kind(const struct question *q, const char *option, const char *word,
                       const struct link *link, const char *kind, const char *expected) {
    if (word && link && link->kind && !is(link->kind, kind))
        fault_add(q->f, option, word, expected, NULL);
}

static bool carries(const struct link *link) {
    return !link || !link->kind || (!is(link->kind, "memory") && !is(link->kind, "storage"));
}

/* Devices are not joined by memories and drives. */
static void check_links(const struct question *q) {
    const struct scenario *s = q->s;
    const struct {
        const char *option, *word;
        const struct link *link;
    } links[] = {{"link", s->link, s->device_link},
                 {"node-link", s->node_link, s->between_nodes},
                 {"transfer-link", s->transfer_link, s->handover}};
    for (size_t i = 0; i < sizeof links / sizeof *links; i++)
        if (links[i].word && !carries(links[i].link))
            fault_add(q->f, links[i].option, links[i].word,
                      "a link between devices, such as nvlink-4, ib-ndr or pcie-5-x16", NULL);
}

static void check_tiers(const struct question *q) {
    const struct scenario *s = q->s;
    check_links(q);
    check_kind(q, "host-link", s->host_link, s->to_host, "host-link",
               "a link to the host, such as pcie-5-x16");
    check_kind(q, "host-memory", s->host_memory, s->host_tier, "memory",
               "a memory tier, such as ddr5-5600");
    check_kind(q, "storage", s->storage, s->drive, "storage", "a drive, such as nvme-pcie4");
    if (s->host_tier && !s->host_channels)
        fault_add(q->f, "host-channels", "nothing",
                  "how many channels the host has: 2 in most desktops, 8 or 12 a server socket",
                  NULL);
    else if (s->host_tier)
        check_count(q->f, "host-channels", s->host_channels, 4096);
}

static void check_needs(const struct question *q, const struct offload_way *way) {
    const struct scenario *s = q->s;
    if (way->training) /* memory can be said without the tiers, times not */
        return;
    if (way->needs_host_memory && !s->host_tier && !s->host_device)
        fault_add(q->f, "host-memory", "nothing",
                  "a memory tier, such as ddr5-5600: its bandwidth is the limit", NULL);
    if (way->streamed && !(tiers_of(s).link > 0))
        fault_add(q->f, "host-link", "nothing", "a link to the host, such as pcie-4-x16", NULL);
    if (s->host_capacity > 0 && s->storage && !(tiers_of(s).drive > 0))
        fault_add(q->f, "storage", s->storage, "a drive whose rate is known", NULL);
}

static void check_sense(const struct question *q, const struct offload_way *way) {
    const struct scenario *s = q->s;
    if (is(s->accelerator->unified_memory, "yes"))
        fault_add(q->f, "offload", way->name,
                  "a device with a memory of its own: this one shares the host's", NULL);
    if (is(way->name, "experts") && !model_is_moe(s->model))
        fault_add(q->f, "offload", way->name, "a model with experts; this one is dense", NULL);
    if (is(way->name, "activations") && !is(s->recompute, "full"))
        fault_add(q->f, "offload", way->name,
                  "recompute full: what is moved out are its checkpoints", NULL);
    if (way->training && !is(way->name, "activations") && !is(s->method, "full"))
        fault_add(q->f, "offload", way->name, "method full: the states of adapters are small",
                  NULL);
}

static void check_offload(const struct question *q) {
    const struct scenario *s = q->s;
    bool training = is(s->task, "training");
    check_range(q, "offload-share", s->offload_share, 0, 1, "a share above 0, at most 1");
    check_tiers(q);
    if (!s->offload || !check_word(q->f, "offload", s->offload, ways_of(training)))
        return;
    const struct offload_way *way = offload_way_lookup(s->offload);
    check_needs(q, way);
    check_sense(q, way);
}

void check_economics(struct faults *f, struct scenario *s) {
    struct question q = {f, s};
    check_numbers(&q);
    cost_defaults(s);
    check_cost(&q);
    check_offload(&q);
}
