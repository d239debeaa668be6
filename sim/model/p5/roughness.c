/*
 * SPDX-License-Identifier: MIT
 * The rough mode: register values that no document guarantees, and counters with slips (group
 * `silicon` of p5_parameters.def).
 */
#include "sim/model/p5/p5_state.h"

#define COUNTER_MASK  ((1ull << 40) - 1)
#define CESR_RESERVED 0xfc00fc00u /* SDM volume 3, 18.23 */

void rough_reset(struct model *model)
{
    const uint64_t seed = model->config.seed;
    const unsigned mean = model->config.silicon.counter_slip;
    struct roughness *rough = &model->rough;

    *rough = (struct roughness){.registers = chance_from(seed, CHANCE_REGISTERS)};
    for (unsigned n = 0; n < P5_COUNTER_COUNT && mean; n++) {
        rough->slips[n].chance = chance_from(seed, CHANCE_SLIPS + n);
        rough->slips[n].left = chance_interval(&rough->slips[n].chance, mean);
    }
}

int rough_tr12(struct model *model, uint64_t *value)
{
    switch (model->config.silicon.tr12) {
    case READING_GARBAGE:
        *value = chance_bits(&model->rough.registers);
        return 0;
    case READING_ZERO:
        *value = 0;
        return 0;
    case READING_FAULT:
        return -1;
    default:
        *value = model->tr12;
        return 0;
    }
}

uint64_t rough_cesr(struct model *model)
{
    const struct silicon_config *silicon = &model->config.silicon;
    uint64_t value = model->counters.cesr;

    if (silicon->cesr_upper_garbage)
        value |= chance_bits(&model->rough.registers) << 32;
    if (silicon->cesr_reserved_garbage)
        value |= chance_bits(&model->rough.registers) & CESR_RESERVED;
    return value;
}

uint64_t rough_counter(struct model *model, unsigned n)
{
    uint64_t value = cesr_read(&model->counters, n);

    if (model->config.silicon.counter_upper_garbage)
        value |= chance_bits(&model->rough.registers) & ~COUNTER_MASK;
    return value;
}

uint64_t rough_total(struct model *model, unsigned n, unsigned event, uint64_t total)
{
    struct counter_slips *slips = &model->rough.slips[n];

    if (event == slips->event && total > slips->seen) {
        uint64_t more = total - slips->seen;

        while (more >= slips->left) {
            more -= slips->left;
            slips->sum += chance_bits(&slips->chance) >> 63 ? 1 : -1;
            slips->left = chance_interval(&slips->chance, model->config.silicon.counter_slip);
        }
        slips->left -= more;
    }
    slips->event = event;
    slips->seen = total;
    return total + (uint64_t)slips->sum;
}
