/* Options that say something only beside another one: given alone they would pass without any
 * effect, and an answer to another question would look like the answer. */
#include "core/scenario_check.h"

static bool offloads(const struct scenario *s) {
    return s->offload != NULL;
}

static bool adapts(const struct scenario *s) {
    return is(s->method, "lora") || is(s->method, "qlora");
}

static bool is_priced(const struct scenario *s) {
    return s->price > 0;
}

static bool is_bought(const struct scenario *s) {
    return is_priced(s) && is(s->ownership, "owned");
}

static bool has_money(const struct scenario *s) {
    return is_priced(s) || s->energy_price > 0 || s->output_price > 0;
}

static bool pays_by_token(const struct scenario *s) {
    return s->output_price > 0;
}

static bool has_requests(const struct scenario *s) {
    return s->prompt > 0 && s->output > 0;
}

static bool ends(const struct scenario *s) {
    return s->tokens > 0;
}

#define OFFLOAD "an offload beside it: without, nothing leaves the device"
#define ADAPTED "method lora or qlora: nothing else is adapted"
#define BOUGHT  "ownership owned and a price: it is said of a bought device"

static const struct need {
    enum scenario_option option;
    const char *name;
    bool (*holds)(const struct scenario *);
    const char *expected;
} needs[] = {
    {SCENARIO_offload_share, "offload-share", offloads, OFFLOAD},
    {SCENARIO_storage, "storage", offloads, OFFLOAD},
    {SCENARIO_host_capacity, "host-capacity", offloads, OFFLOAD},
    {SCENARIO_host_memory, "host-memory", offloads, OFFLOAD},
    {SCENARIO_host_channels, "host-channels", offloads, OFFLOAD},
    {SCENARIO_rank, "rank", adapts, ADAPTED},
    {SCENARIO_targets, "targets", adapts, ADAPTED},
    {SCENARIO_ownership, "ownership", is_priced, "a price of the device beside it"},
    {SCENARIO_cost_utilisation, "cost-utilisation", is_priced, "a price of the device beside it"},
    {SCENARIO_years, "years", is_bought, BOUGHT},
    {SCENARIO_interest, "interest", is_bought, BOUGHT},
    {SCENARIO_hosting, "hosting", is_bought, BOUGHT},
    {SCENARIO_rent, "rent", is_bought, BOUGHT},
    {SCENARIO_currency, "currency", has_money,
     "a price in that currency, given or in the catalogue"},
    {SCENARIO_input_price, "input-price", pays_by_token, "an output-price beside it"},
    {SCENARIO_cached_price, "cached-price", pays_by_token, "an output-price beside it"},
    {SCENARIO_output_price, "output-price", has_requests, "a prompt and an output to pay for"},
    {SCENARIO_goodput, "goodput", ends, "the tokens of a whole run beside it"},
};

/* As it was given. */
static const char *found_of(struct faults *f, const struct scenario *s, const struct need *n) {
    static const struct {
        const char *kind;
        size_t offset;
    } members[] = {
#define SCENARIO(member, name, kind, ...) {#kind, offsetof(struct scenario, member)},
#include "core/scenario.def"
#undef SCENARIO
    };
    const void *member = (const char *)s + members[n->option].offset;
    if (is(members[n->option].kind, "WORD"))
        return *(const char *const *)member;
    if (is(members[n->option].kind, "COUNT"))
        return arena_printf(f->arena, "%lld", (long long)*(const int64_t *)member);
    return arena_printf(f->arena, "%g", *(const double *)member);
}

void check_company(struct faults *f, const struct scenario *s) {
    for (size_t i = 0; i < sizeof needs / sizeof *needs; i++)
        if (s->given[needs[i].option] && !needs[i].holds(s))
            fault_add(f, needs[i].name, found_of(f, s, &needs[i]), needs[i].expected, NULL);
}
