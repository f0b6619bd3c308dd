/* What it costs, rented and owned (formulas 15). Amounts are in the scenario's currency, which is a
 * word: nothing is converted. */
#ifndef RIDGE_CORE_COST_H
#define RIDGE_CORE_COST_H

#include "base/quantity.h"

/* Money a second of one device for so much an hour. */
struct quantity cost_of_hour(double price);

/* What a device that is bought costs each hour of its life that is used: the price written off over
 * so many years, in equal parts, or with interest as an annuity. */
double cost_recovery_factor(double years, double interest);
struct quantity cost_owned_hour(double price, double years, double interest, double utilisation);

/* Device-seconds at a price: the bill of a run, or of a service over a time. */
struct quantity cost_bill(struct quantity device_seconds, struct quantity per_device);

/* Money for a million tokens at a speed, all devices together. Hours that are paid but not used
 * make it dearer. */
struct quantity cost_per_million(struct quantity per_second, struct quantity speed,
                                 double utilisation);

/* One request to a service that is paid by the token; prices are of a million tokens. Tokens found
 * in the cache are paid once, at their own price. */
struct token_prices {
    double input, cached, output;
};
double cost_of_request(double input, double output, double hit, struct token_prices p);

#endif
