/*
 * SPDX-License-Identifier: MIT
 * Compares a register number with those of the family's counters and selectors.
 */
#include "kernel/measure/experiment/counter_registers.h"

bool counter_registers_include(const struct pmc *pmc, uint32_t msr)
{
    return msr - pmc->first_msr < pmc->counters ||
           (msr >= pmc->selectors->first && msr <= pmc->selectors->last);
}

uint32_t counter_registers_written(const struct pmc *pmc, uint32_t msr, uint32_t before,
                                   uint32_t value)
{
    if (!counter_registers_include(pmc, msr))
        return 0;
    if (msr - pmc->first_msr < pmc->counters)
        return 1u << (msr - pmc->first_msr);
    return (before ^ value) & pmc->selectors->defined ? (1u << pmc->counters) - 1 : 0;
}
