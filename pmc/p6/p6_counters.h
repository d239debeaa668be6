/*
 * SPDX-License-Identifier: MIT
 * The two counters of the P6 family, one struct pmc for each processor with its own events.
 */
#pragma once

#include "pmc/pmc.h"

extern const struct pmc ppro_pmc, p2_pmc, p3_pmc, pm_pmc;
