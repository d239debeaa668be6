/*
 * SPDX-License-Identifier: MIT
 * The two counters of the P6 family, by who counts what.
 */
#pragma once

#include "pmc/pmc.h"

extern const struct pmc ppro_pmc, p2_pmc, p3_pmc, pm_pmc;
