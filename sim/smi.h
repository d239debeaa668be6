/*
 * SPDX-License-Identifier: MIT
 * -smi: clocks that pass while nothing is executed, again and again, as a BIOS takes them for
 * itself in system management mode. The time-stamp counter goes on.
 */
#pragma once

#include <stdbool.h>
#include <stdint.h>

#include "model/model.h"

struct smi {
    uint64_t period; /* clocks from one's end to the next; 0 for none */
    uint64_t clocks; /* that each takes */
    uint64_t next;   /* clock at which the next begins */
};

/* Whether one has begun, and is over. */
static inline bool smi_advance(struct smi *smi, struct model *model)
{
    if (!smi->period || smi->next > model_clock(model))
        return false;
    model_idle(model, smi->clocks);
    smi->next = model_clock(model) + smi->period;
    return true;
}

static inline uint64_t smi_deadline(const struct smi *smi)
{
    return smi->period ? smi->next : UINT64_MAX;
}
