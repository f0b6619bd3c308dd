/* Power and energy (formulas 15). */
#ifndef RIDGE_CORE_ENERGY_H
#define RIDGE_CORE_ENERGY_H

#include "core/account.h"

/* How busy a device is: decoding waits for memory, prefill and training compute. */
enum phase { PHASE_DECODE, PHASE_COMPUTE };

/* Of all devices with their host and the building, in W: empirical. The power must be known. */
struct quantity energy_power_of(const struct account *c, enum phase phase);

/* Money for so much energy at a price of one kilowatt hour. */
struct quantity energy_money(struct quantity energy, double price);

#endif
