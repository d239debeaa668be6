/*
 * SPDX-License-Identifier: MIT
 * The snooper (-snoop): another bus master that reads or writes one line periodically, for tests of
 * effects that only a second processor or a DMA device has.
 */
#pragma once

#include <stdbool.h>
#include <stdint.h>

#include "sim/model/model.h"

struct snooper {
    uint32_t physical;
    bool write;
    uint64_t period; /* in clocks; 0: no snooper */
    uint64_t next;   /* clock of its next access */
};

/* Performs the accesses that are due. */
static inline void snooper_advance(struct snooper *snooper, struct model *model)
{
    while (snooper->period && snooper->next <= model_clock(model)) {
        model_snoop(model, snooper->physical, snooper->write);
        snooper->next += snooper->period;
    }
}

static inline uint64_t snooper_deadline(const struct snooper *snooper)
{
    return snooper->period ? snooper->next : UINT64_MAX;
}
