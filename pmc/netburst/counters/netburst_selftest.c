/*
 * SPDX-License-Identifier: MIT
 * Self-test of the Pentium 4's counters.
 * Each block is tested with an event of known count: IQ retired instructions, MS calls, FLAME x87
 * uops, and BPU page walks for data, one for each page that is in no TLB.
 */
#include "pmc/netburst/counters/netburst_counters.h"

#include "kernel/lib/format.h"
#include "kernel/lib/string.h"
#include "kernel/lib/x86.h"
#include "pmc/netburst/netburst_notation.h"
#include "pmc/netburst/netburst_syntax.h"
#include "pmc/probe_reads.h"

#define MSR_MISC_ENABLE  0x1A0u
#define HAS_COUNTERS     (1u << 7) /* SDM 18.15: performance monitoring available */
#define BIT_OF_ESCR_MASK (0x7FFFFFFFu & ~(ESCR_T1_USR | ESCR_T1_OS))
#define BITS_OF_CCCR                                                                               \
    (7u << CCCR_ROUTING_SHIFT | CCCR_COMPARE | CCCR_COMPLEMENT | CCCR_THRESHOLD | CCCR_EDGE)

/* ---- selectors ------------------------------------------------------------------------------- */

/* Tests that each bit can be set and cleared, except bits that start a counter. */
static bool netburst_selftest_keeps_bits(uint32_t msr, uint32_t bits, uint32_t always,
                                         struct pmc_selftest *result)
{
    static const uint32_t patterns[] = {0x55555555, 0xAAAAAAAA};
    uint64_t before, read;
    for (unsigned i = 0; i < 2; i++) {
        result->expect = (patterns[i] & bits) | always;
        if (x86_rdmsr_safe(msr, &before) || x86_wrmsr_safe(msr, result->expect) ||
            x86_rdmsr_safe(msr, &read))
            return false;
        result->got = (uint32_t)read;
        if (result->got != result->expect) {
            format(result->seen, sizeof result->seen, "%03x: %08x -> %08x", (unsigned)msr,
                   (unsigned)result->expect, (unsigned)read);
            return false;
        }
        wrmsr(msr, 0);
    }
    return true;
}

static void netburst_selftest_selectors(struct pmc_selftest *result)
{
    uint64_t misc;
    result->name = "escr_cccr";
    result->status = PMC_UNSUPPORTED;
    if (x86_rdmsr_safe(MSR_MISC_ENABLE, &misc) || !(misc & HAS_COUNTERS))
        return;
    for (unsigned i = 0; i < NETBURST_COUNTERS; i++) {
        uint32_t msr = MSR_NETBURST_CCCR0 + i;
        if (!netburst_selftest_keeps_bits(msr, BITS_OF_CCCR, CCCR_ACTIVE, result))
            return;
    }
    for (unsigned i = 0; i < NETBURST_ESCRS; i++)
        if (netburst_escrs[i].models >> netburst_here()->model & 1 &&
            !netburst_selftest_keeps_bits(netburst_escrs[i].address, BIT_OF_ESCR_MASK, 0, result))
            return;
    result->status = PMC_OK;
    format(result->seen, sizeof result->seen, "18 CCCRs and all ESCRs keep their bits");
}

/* ---- counters -------------------------------------------------------------------------------- */

static void netburst_selftest_nothing(void)
{
    __asm__ volatile("");
}

static void nops(void)
{
    __asm__ volatile(".rept 100\n\tnop\n\t.endr");
}

static void calls(void)
{
    __asm__ volatile(
        "jmp 8f\n\t"
        "9:\tret\n"
        "8:\t.rept 100\n\tcall 9b\n\t.endr");
}

static void additions(void)
{
    __asm__ volatile(".rept 100\n\tfadd %st(0)\n\t.endr");
}

#define PAGES_READ 16
#define PAGE_BYTES 4096

/* Reads 16 pages of the benchmarks' code, which is longer. */
static void pages(void)
{
    extern const volatile uint8_t user_code_start[];
    for (unsigned i = 0; i < PAGES_READ; i++)
        (void)user_code_start[i * PAGE_BYTES];
}

static const struct block_test {
    const char *event;
    void (*body)(void);
    uint32_t expect;
} block_tests[NETBURST_BLOCKS] = {
    [NETBURST_BPU] = {"page_walk_type:dtmiss", pages, PAGES_READ},
    [NETBURST_MS] = {"retired_branch_type:call", calls, 100},
    [NETBURST_FLAME] = {"x87_fp_uop", additions, 100},
    [NETBURST_IQ] = {"instr_retired", nops, 100},
};

/* Flushes the TLBs and pushes 1 on the x87 stack before running the body. */
static uint32_t netburst_selftest_advance(uint32_t msr, void (*body)(void))
{
    write_cr3(read_cr3());
    __asm__ volatile("fninit\n\tfld1");
    cpuid(0);
    uint32_t from = (uint32_t)rdmsr(msr);
    body();
    cpuid(0);
    return (uint32_t)rdmsr(msr) - from;
}

#define TRIES 5 /* an interruption by system management mode may have been counted in one */

/* Returns 0, or -1 if the counter cannot count the event. */
static int netburst_selftest_start(const char *event, unsigned counter)
{
    char text[48];
    struct netburst_count count;
    struct netburst_plan plan;
    int length = format(text, sizeof text, "%s:k@%u", event, counter);
    if (netburst_parse(netburst_here(), 0, text, (size_t)length, &count, NULL, 0) ||
        !netburst_fits(netburst_here(), &count, 1, &plan))
        return -1;
    netburst_start(&plan);
    return 0;
}

static void netburst_selftest_counter(unsigned counter, struct pmc_selftest *result)
{
    static char name[8];
    const struct block_test *test = &block_tests[netburst_counters[counter].block];
    uint32_t msr = MSR_NETBURST_COUNTER0 + counter, cr0 = read_cr0();
    uint64_t value;
    bool moved = false;
    format(name, sizeof name, "ctr%u", counter);
    result->name = name;
    result->expect = test->expect;
    result->status = PMC_UNSUPPORTED;
    if (x86_rdmsr_safe(msr, &value) || netburst_selftest_start(test->event, counter)) {
        if (counter == 1)
            format(result->seen, sizeof result->seen, "not used: its enable bit does nothing");
        return;
    }
    write_cr0(cr0 & ~(CR0_EM | CR0_TS));
    for (unsigned try = 0; try < TRIES && result->got != result->expect; try++) {
        uint32_t without = netburst_selftest_advance(msr, netburst_selftest_nothing),
                 with = netburst_selftest_advance(msr, test->body);
        moved |= with != 0;
        result->got = (int32_t)(with - without);
    }
    write_cr0(cr0);
    netburst_stop();
    result->status = result->got == result->expect ? PMC_OK : moved ? PMC_OFF : PMC_STUCK;
}

/* ---- RDPMC ----------------------------------------------------------------------------------- */

/* Reads counter 1, which is stopped and not used otherwise. */
static void netburst_selftest_rdpmc(struct pmc_selftest *result)
{
    const uint32_t msr = MSR_NETBURST_COUNTER0 + REGION_FAR;
    uint32_t got;
    result->name = "rdpmc";
    result->status = PMC_UNSUPPORTED;
    result->expect = 12345;
    if (x86_wrmsr_safe(msr, result->expect))
        return;
    write_cr4(read_cr4() | CR4_PCE);
    if (!(read_cr4() & CR4_PCE) || probe_reads_try_rdpmc(&northwood_pmc, &got))
        return;
    result->got = got;
    result->status = result->got == result->expect ? PMC_OK : PMC_OFF;
    wrmsr(msr, 0);
}

void netburst_selftest(unsigned test, struct pmc_selftest *result)
{
    *result = (struct pmc_selftest){0};
    if (test == 0)
        netburst_selftest_selectors(result);
    else if (test <= NETBURST_COUNTERS)
        netburst_selftest_counter(test - 1, result);
    else
        netburst_selftest_rdpmc(result);
}
