/*
 * SPDX-License-Identifier: MIT
 * System management interrupts (-smi): clocks pass repeatedly while no instruction is executed, as
 * when a BIOS runs in system management mode. The time-stamp counter continues.
 */
#pragma once

#include <stdbool.h>
#include <stdint.h>

#include "sim/model/chance.h"
#include "sim/model/model.h"

struct smi {
    uint64_t period; /* clocks from the end of one to the next, below 2^32; 0: none */
    uint64_t clocks; /* clocks that each takes, below 2^32 */
    uint64_t next;   /* clock at which the next begins */
    bool random;     /* both are means: exponential period, uniform clocks */
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

/* Returns true if an SMI has begun; its clocks have then passed. */
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
