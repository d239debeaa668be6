/*
 * SPDX-License-Identifier: MIT
 * -smi: clocks that pass while nothing is executed, again and again, as a BIOS takes them for
 * itself in system management mode. The time-stamp counter goes on.
 */
#pragma once

#include <stdbool.h>
#include <stdint.h>

#include "sim/model/chance.h"
#include "sim/model/model.h"

struct smi {
    uint64_t period; /* clocks from one's end to the next, below 2^32; 0 for none */
    uint64_t clocks; /* that each takes, likewise */
    uint64_t next;   /* clock at which the next begins */
    bool random;     /* both are means: the period's times exponential, the clocks' even */
    struct chance chance;
};

static inline uint64_t smi_interval(struct smi *smi)
{
    return smi->random ? chance_interval(&smi->chance, (uint32_t)smi->period) : smi->period;
}

static inline uint64_t smi_length(struct smi *smi)
{
    return smi->random ? chance_around(&smi->chance, (uint32_t)smi->clocks) : smi->clocks;
}

/* Whether one has begun, and is over. */
static inline bool smi_advance(struct smi *smi, struct model *model)
{
    if (!smi->period || smi->next > model_clock(model))
        return false;
    model_idle(model, smi_length(smi));
    smi->next = model_clock(model) + smi_interval(smi);
    return true;
}

static inline uint64_t smi_deadline(const struct smi *smi)
{
    return smi->period ? smi->next : UINT64_MAX;
}
