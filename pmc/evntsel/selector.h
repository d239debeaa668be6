/*
 * SPDX-License-Identifier: MIT
 * The event selector register of P6 and K7: fields and encoder. Sources: Intel SDM volume 3,
 * 18.22.1; AMD 22007, page 163, which has the same bits.
 */
#pragma once

#include "pmc/pmc.h"

#define EVNTSEL_UNIT_MASK_SHIFT 8
#define EVNTSEL_USER            (1u << 16) /* count at CPL 1 to 3 */
#define EVNTSEL_KERNEL          (1u << 17) /* count at CPL 0 */
#define EVNTSEL_EDGE            (1u << 18)
#define EVNTSEL_INTERRUPT       (1u << 20) /* an overflow interrupts through the local APIC */
#define EVNTSEL_ENABLE          (1u << 22) /* P6: only in selector 0, for both; K7: in each */
#define EVNTSEL_INVERT          (1u << 23)
#define EVNTSEL_THRESHOLD_SHIFT 24

/*
 * All usable bits. Pin control (bit 19) stays 0 because the documents contradict each other; bit 21
 * is reserved.
 */
#define EVNTSEL_KEPT 0xFFD7FFFFu

/*
 * Encodes all fields except EVNTSEL_ENABLE and EVNTSEL_INTERRUPT. Returns 0 for no event, which
 * counts in no ring.
 */
uint32_t selector_encode(const struct pmc_counted *counted);
