/*
 * SPDX-License-Identifier: MIT
 * Required features.
 */
#include "kernel/machine/bench_needs.h"

#include "kernel/lib/format.h"
#include "kernel/lib/string.h"
#include "kernel/machine/processor_kinds.h"
#include "pmc/netburst/netburst_registers.h"

const char *bench_needs_missing(const struct benchmark *benchmark, uint32_t features, bool paging,
                                const struct pmc *pmc)
{
    if ((benchmark->needs & NEEDS_MMX) && !(features & CPUID_MMX))
        return "MMX, which this processor lacks";
    if ((benchmark->needs & NEEDS_PAGING) && !paging)
        return "page tables, but paging=off";
    if ((benchmark->needs & NEEDS_NETBURST) && pmc->first_msr != MSR_NETBURST_COUNTER0)
        return "a Pentium 4's counters";
    return NULL;
}

unsigned bench_needs_report(struct report_stream *report, const struct benchmark *benchmark,
                            const char *lack, const char *command)
{
    char text[160];
    bool named = !(benchmark->needs & NEEDS_NETBURST) || !strcmp(command, benchmark->name);
    format(text, sizeof text, "%s: not run: it needs %s", benchmark->name, lack);
    if (named)
        REPORT(report, error, text);
    else
        REPORT(report, warning, "stderr", text);
    return named;
}
