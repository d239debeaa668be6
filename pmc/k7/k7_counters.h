/*
 * SPDX-License-Identifier: MIT
 * The four counters of AMD's K7.
 */
#pragma once

#include "pmc/evntsel/selector.h"
#include "pmc/pmc.h"

#define MSR_K7_EVNTSEL0 0xC0010000u /* to C0010003h */
#define MSR_K7_PERFCTR0 0xC0010004u /* to C0010007h */
#define K7_COUNTERS     4

/* The registers that a program may set: see P5_SETTABLE. */
#define K7_SETTABLE                                                                                \
    {MSR_K7_EVNTSEL0, K7_COUNTERS, EVNTSEL_INTERRUPT},                                             \
    {                                                                                              \
        MSR_K7_PERFCTR0, K7_COUNTERS, 0                                                            \
    }

extern const struct pmc k7_pmc;
