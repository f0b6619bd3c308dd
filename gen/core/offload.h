/* What leaves the device, where it goes, and what that costs in time (formulas 13). */
#ifndef RIDGE_CORE_OFFLOAD_H
#define RIDGE_CORE_OFFLOAD_H

#include "core/account.h"

/* Bytes on one device that may leave it, and how many of them one step reads. */
struct pool {
    double held, read;
};

/* A way to make room; rows of offload_ways. */
struct offload_way {
    const char *name; /* as the option says it */
    bool training;
    bool streamed;  /* fetched over the host link for each step; else the CPU computes there */
    bool by_layers; /* leaves in whole layers */
    bool needs_host_memory;
    struct pool (*pool)(const struct account *c);
};

extern const struct offload_way offload_ways[];
extern const size_t offload_way_count;
const struct offload_way *offload_way_lookup(const char *name); /* NULL: there is none */

/* Rates in B/s that one device has for itself, as rated; 0 = not known. Host memory and drive are
 * shared by the devices of a node. */
struct tiers {
    double link, host, drive;
    int64_t sharing; /* devices of a node */
};

struct tiers tiers_of(const struct scenario *s);

/* Are the rates known that its times are made of? */
bool offload_is_timed(const struct scenario *s);

/* Measured shares of the rated bandwidths (formulas 13, 17). */
struct quantity efficiency_host_link(void);
struct quantity efficiency_host_memory(void);
struct quantity efficiency_drive(void);

/* Time for so many bytes at a rate with its measured share: empirical. */
struct quantity tier_time(double bytes, double rate, struct quantity efficiency);

enum { OFFLOAD_BINDINGS = 8 };

/* Puts what left all devices of a node into host memory as far as that goes, the rest on the drive;
 * false when there is no drive for the rest. The formula, with fewer than OFFLOAD_BINDINGS
 * bindings, is that of `node`. */
bool offload_place(struct account *c, struct quantity node, const char *formula,
                   const struct binding *bindings, size_t n);

/* Serial and overlapped time, from the parts that the estimate has, and which part is the longest.
 * host_tier: "host-link" or "host-memory", whichever the host's part waits for. */
void offload_times(struct account *c, const char *host_tier);

/* Speed from the two times. Streaming is fetched ahead, so the overlapped time is the usual one and
 * the serial one the worst; what the CPU computes comes in turn. tokens: of one such step. */
void offload_speed_set(struct account *c, double tokens, bool streamed);

/* What stays on the device, and whether it fits. */
void offload_resident(struct account *c, struct quantity resident, bool placed, const char *formula,
                      const struct binding *bindings, size_t n);

/* The same scenario on devices that all of it fits on, for the times. */
const struct estimate *offload_unlimited(const struct account *c);

void account_training_offload(struct account *c, const struct offload_way *way);

#endif
