/*
 * SPDX-License-Identifier: MIT
 * What P6 and K7 document a switch for: their caches, all levels together, by CR0.CD (SDM volume 3,
 * 11.5.3; AMD 24593, 7.6.2). None is documented for branch prediction, and there is no V pipe.
 */
#pragma once

#include "pmc/ablate.h"

/* ABLATE_L1: nothing is filled, and what was there is written back and gone. */
extern const struct pmc_switches cache_switch;
