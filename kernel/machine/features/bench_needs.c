/*
 * SPDX-License-Identifier: MIT
 * Required features.
 */
#include "kernel/machine/features/bench_needs.h"

#include "kernel/lib/format.h"
#include "kernel/lib/string.h"
#include "kernel/lib/x86.h"
#include "kernel/machine/processor_kinds.h"
#include "pmc/netburst/netburst_registers.h"

/* Bits of CPUID (Intel SDM volume 2, tables 3-10 and 3-11; AMD publication 20734). */
#define CPUID_CMOV         (1u << 15)
#define CPUID_SSE          (1u << 25)
#define CPUID_SSE2         (1u << 26)
#define CPUID_SSE3         (1u << 0) /* leaf 1, ECX */
#define CPUID_AMD          0x80000000u
#define CPUID_AMD_FEATURES 0x80000001u
#define CPUID_3DNOW        (3u << 30) /* EDX: 3DNow! and its extensions */

static bool has_sse3(uint32_t features)
{
    return (features & CPUID_SSE2) && (cpuid(1).ecx & CPUID_SSE3);
}

static bool has_3dnow(void)
{
    return cpuid(CPUID_AMD).eax >= CPUID_AMD_FEATURES && cpuid(CPUID_AMD).eax >> 16 == 0x8000 &&
           (cpuid(CPUID_AMD_FEATURES).edx & CPUID_3DNOW) == CPUID_3DNOW;
}

static const char *bench_needs_instructions(uint32_t needs, uint32_t features)
{
    if ((needs & NEEDS_MMX) && !(features & CPUID_MMX))
        return "MMX, which this processor lacks";
    if ((needs & NEEDS_P6) && !(features & CPUID_CMOV))
        return "the instructions of a Pentium Pro, which this processor lacks";
    if ((needs & NEEDS_SSE) && !(features & CPUID_SSE))
        return "SSE, which this processor lacks";
    if ((needs & NEEDS_SSE2) && !(features & CPUID_SSE2))
        return "SSE2, which this processor lacks";
    if ((needs & NEEDS_SSE3) && !has_sse3(features))
        return "SSE3, which this processor lacks";
    /* A processor with CMOV has CPUID. */
    if ((needs & NEEDS_K7) && !((features & CPUID_CMOV) && has_3dnow()))
        return "3DNow! with its extensions, which this processor lacks";
    return NULL;
}

bool bench_needs_sse(const struct benchmark *benchmark)
{
    return benchmark->needs & (NEEDS_SSE | NEEDS_SSE2 | NEEDS_SSE3 | USES_SSE);
}

const char *bench_needs_missing(const struct benchmark *benchmark, uint32_t features, bool paging,
                                const struct pmc *pmc)
{
    const char *missing = bench_needs_instructions(benchmark->needs, features);

    if (missing)
        return missing;
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
    bool named = benchmark->needs == NEEDS_PAGING || !strcmp(command, benchmark->name);
    format(text, sizeof text, "%s: not run: it needs %s", benchmark->name, lack);
    if (named)
        REPORT(report, error, text);
    else
        REPORT(report, warning, "stderr", text);
    return named;
}
