/*
 * SPDX-License-Identifier: MIT
 * The selector of a counter, as P6 and K7 have it: Intel SDM volume 3, 18.22.1; AMD 22007, page
 * 163, which has the same bits.
 */
#pragma once

#include "pmc/pmc.h"

#define EVNTSEL_UNIT_MASK_SHIFT 8
#define EVNTSEL_USER            (1u << 16) /* count at CPL 1 to 3 */
#define EVNTSEL_KERNEL          (1u << 17) /* count at CPL 0 */
#define EVNTSEL_EDGE            (1u << 18)
#define EVNTSEL_INTERRUPT       (1u << 20) /* an overflow raises the local APIC's entry */
#define EVNTSEL_ENABLE          (1u << 22) /* P6: in selector 0 alone, for both; K7: in each */
#define EVNTSEL_INVERT          (1u << 23)
#define EVNTSEL_THRESHOLD_SHIFT 24

/* Pin control (bit 19), on which the documents contradict each other, stays 0; bit 21 is reserved.
 */
#define EVNTSEL_KEPT 0xFFD7FFFFu

/* All but EVNTSEL_ENABLE and EVNTSEL_INTERRUPT; 0 for nothing, which counts in no ring. */
uint32_t evntsel_of(const struct counted *counted);
