/*
 * SPDX-License-Identifier: MIT
 * Cache switch of P6 and K7: CR0.CD switches all cache levels off together (SDM volume 3, 11.5.3;
 * AMD 24593, 7.6.2). Neither documents a switch for branch prediction, and neither has a V pipe.
 */
#pragma once

#include "pmc/ablation.h"

/* ABLATE_L1: stops line fills, and writes back and invalidates all cached lines. */
extern const struct pmc_switches cache_switch;
