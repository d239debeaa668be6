/*
 * SPDX-License-Identifier: MIT
 * Encodes a counter's fields of CESR.
 */
#include "pmc/p5/cesr_field.h"

#include "pmc/p5/p5_registers.h"

uint32_t cesr_field(const struct pmc_counted *counted)
{
    uint32_t field = 0;
    if (!counted->event)
        return 0;
    if (counted->rings & PMC_RING_KERNEL)
        field |= CESR_CC_KERNEL;
    if (counted->rings & PMC_RING_USER)
        field |= CESR_CC_USER;
    if (counted->event->code == EVENT_CODE_CLOCKS)
        return field | CESR_CC_CLOCKS;
    return field | ((uint32_t)counted->event->code & CESR_ES_MASK) << CESR_ES_SHIFT;
}
