/*
 * SPDX-License-Identifier: MIT
 * The two counters of the P6 family, one struct pmc for each processor with its own events.
 */
#pragma once

#include "pmc/evntsel/selector.h"
#include "pmc/pmc.h"

/* Intel SDM volume 3, 18.22 and Table 35-46. */
#define MSR_P6_EVNTSEL0 0x186u /* and 187h */
#define MSR_P6_PERFCTR0 0xC1u  /* and C2h: 40 bits */
#define P6_COUNTERS     2

/* The registers that a program may set: see P5_SETTABLE. */
#define P6_SETTABLE                                                                                \
    {MSR_P6_EVNTSEL0, P6_COUNTERS, EVNTSEL_INTERRUPT},                                             \
    {                                                                                              \
        MSR_P6_PERFCTR0, P6_COUNTERS, 0                                                            \
    }

extern const struct pmc ppro_pmc, p2_pmc, p3_pmc, pm_pmc;
