/* Speculative decoding (formulas 10.4, Leviathan 2211.17192). */
#ifndef RIDGE_CORE_SPECULATIVE_H
#define RIDGE_CORE_SPECULATIVE_H

#include "core/account.h"

/* Tokens that a round yields on average: (1 − α^(γ+1)) / (1 − α). */
double speculative_tokens(double acceptance, double drafted);

/* E / (γ · c + v): c and v are the times of a draft step and of the verification, as shares of a
 * plain step. */
double speculative_speed_up(double acceptance, double drafted, double draft_cost,
                            double verify_cost);

/* Operations against plain decoding: (γ · ĉ + γ + 1) / E, ĉ the draft's FLOPs per token as a share
 * of the target's. */
double speculative_operations(double acceptance, double drafted, double draft_flops);

/* Weights and cache of the draft model on one device. */
void account_draft(struct account *c);

#endif
