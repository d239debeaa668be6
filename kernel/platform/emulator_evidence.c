/*
 * SPDX-License-Identifier: MIT
 * A device of 86Box, and counters that are plain memory of 64 bits.
 */
#include "kernel/platform/emulator_evidence.h"

#include "kernel/console/tester_86box.h"
#include "kernel/lib/format.h"
#include "kernel/lib/x86.h"

/*
 * Reports whether counter 0 retains each of two patterns in bits that no chip of this family has. A
 * chip may refuse the write, or read these bits as anything. The counter may be counting: that
 * changes its lowest bits.
 */
static bool emulator_evidence_wide_counter(const struct pmc *pmc)
{
    static const uint64_t patterns[] = {0x5A3C96F000000000, 0xA5C3690F00000000};
    uint64_t above = ~0ull << pmc->chip->counter_bits;
    bool retains = true;
    for (unsigned i = 0; i < sizeof patterns / sizeof patterns[0]; i++) {
        uint64_t read = 0, written = patterns[i] & above;
        retains &= !x86_wrmsr_safe(pmc->first_msr, written) &&
                   !x86_rdmsr_safe(pmc->first_msr, &read) && (read & above) == written;
    }
    (void)x86_wrmsr_safe(pmc->first_msr, 0);
    return retains;
}

const char *emulator_evidence(const struct pmc *pmc)
{
    static char text[48];
    if (tester_86box_is_there())
        return "86Box's unit tester answers at port 80h";
    if (!pmc || !emulator_evidence_wide_counter(pmc))
        return NULL;
    format(text, sizeof text, "a counter retains more than its %u bits", pmc->chip->counter_bits);
    return text;
}
