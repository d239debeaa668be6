/*
 * SPDX-License-Identifier: MIT
 * The two counters of the P5 and P54C; the P55C has the same with more events and RDPMC.
 */
#pragma once

#include "pmc/pmc.h"

extern const struct pmc p5_pmc, p55c_pmc, mii_pmc;
