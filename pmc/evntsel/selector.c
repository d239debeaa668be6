/*
 * SPDX-License-Identifier: MIT
 * Builds the value of an event selector.
 */
#include "pmc/evntsel/selector.h"

uint32_t selector_encode(const struct pmc_counted *counted)
{
    if (!counted->event)
        return 0;
    bool raw = counted->event->code == EVENT_CODE_RAW;
    uint32_t selector = raw ? counted->raw : counted->event->code;
    selector |= (uint32_t)counted_unit_mask(counted) << EVNTSEL_UNIT_MASK_SHIFT;
    if (counted->rings & PMC_RING_USER)
        selector |= EVNTSEL_USER;
    if (counted->rings & PMC_RING_KERNEL)
        selector |= EVNTSEL_KERNEL;
    if (counted->edge)
        selector |= EVNTSEL_EDGE;
    if (counted->invert)
        selector |= EVNTSEL_INVERT;
    return selector | (uint32_t)counted->threshold << EVNTSEL_THRESHOLD_SHIFT;
}
