/*
 * SPDX-License-Identifier: MIT
 * The fields of CESR for one counter.
 */
#pragma once

#include "pmc/pmc.h"

/* Encodes them as for counter 0; those of counter 1 are CESR_COUNTER_SHIFT bits higher. */
uint32_t cesr_field(const struct pmc_counted *counted);
