/*
 * SPDX-License-Identifier: MIT
 * --snoop: another bus master that reads or writes one line again and again, for tests of what
 * only a second processor or a DMA device would do.
 */
#pragma once

#include <stdbool.h>
#include <stdint.h>

#include "sim/model/model.h"

struct snooper {
    uint32_t physical;
    bool write;
    uint64_t period; /* clocks; 0 for no snooper */
    uint64_t next;   /* clock of its next access */
};

/* Makes the accesses that are due. */
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
