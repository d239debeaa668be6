/*
 * SPDX-License-Identifier: MIT
 * Switches P5 features off through test register TR12, MSR 0Eh (Ralf Brown's MSR.LST, release 61:
 * write-only; bit 0 no branch prediction, bit 2 single pipe, bit 3 no L1 cache).
 * It is never read. Its value is the last one written, and initially its documented default: all
 * features on.
 */
#include "pmc/p5/p5_switches.h"

#include "kernel/lib/string.h"
#include "kernel/lib/x86.h"
#include "pmc/p5/p5_counters.h"
#include "pmc/p5/p5_registers.h"

#define MSR_P5_TR12  0x0E
#define TR12_DEFAULT 0u
#define TR12_NBP     (1u << 0)
#define TR12_SE      (1u << 2)
#define TR12_CI      (1u << 3)

static const uint32_t tr12_bits[ABLATIONS] = {
    [ABLATE_BRANCH] = TR12_NBP,
    [ABLATE_VPIPE] = TR12_SE,
    [ABLATE_L1] = TR12_CI,
};

static bool written; /* whether this code has written TR12 */

/* Returns 0, or -1 if the processor refuses the write. */
static int write_tr12(uint32_t value)
{
    written = true;
    return x86_wrmsr_safe(MSR_P5_TR12, value) ? -1 : 0;
}

static void p5_switches_restore(void)
{
    if (written)
        write_tr12(TR12_DEFAULT);
}

static void p5_switches_off(enum ablate feature)
{
    write_tr12(TR12_DEFAULT | tr12_bits[feature]);
    if (feature == ABLATE_L1) /* the bit only stops line fills; cached lines would still hit */
        wbinvd();
}

/* ---- proof by effect ------------------------------------------------------------------------- */

#define TRIES      5 /* an interrupt of the board (SMI) may disturb some */
#define ITERATIONS 256

/* A loop whose branch is taken; it is predicted from the second iteration on. */
static void p5_switches_loop(void)
{
    uint32_t iterations = ITERATIONS;
    __asm__ volatile("1:\n\tdecl %0\n\tjnz 1b" : "+r"(iterations) : : "cc");
}

/* Simple independent instructions: every second one pairs into V. */
static void p5_switches_pairs(void)
{
    __asm__ volatile(".rept %c0\n\tnop\n\tnop\n\t.endr" : : "i"(ITERATIONS / 2));
}

/* Reads of one line, which hit in L1 if L1 is on. */
static void p5_switches_reads(void)
{
    static uint32_t word;
    for (unsigned i = 0; i < ITERATIONS; i++)
        (void)*(volatile uint32_t *)&word;
}

static const struct evidence {
    const char *event; /* NULL: measured in clocks */
    void (*shows)(void);
} evidence[ABLATIONS] = {
    [ABLATE_BRANCH] = {"btb_hits", p5_switches_loop},
    [ABLATE_VPIPE] = {"instructions_executed_in_v_pipe", p5_switches_pairs},
    [ABLATE_L1] = {NULL, p5_switches_reads},
};

/* Counts one run on counter 0, after an uncounted run that fills caches and BTB. */
static uint64_t p5_switches_count_once(const struct evidence *what)
{
    what->shows();
    const struct pmc_counted counted[2] = {
        {.event = pmc_event_find(&p5_pmc, what->event, strlen(what->event)),
         .rings = PMC_RING_KERNEL}};
    p5_pmc.start(counted);
    what->shows();
    p5_pmc.stop();
    return rdmsr(MSR_P5_CTR0) & P5_COUNTER_MASK;
}

static uint64_t p5_switches_time_once(const struct evidence *what)
{
    what->shows();
    uint64_t from = rdtsc();
    what->shows();
    return rdtsc() - from;
}

/* Returns the minimum of several tries, since interference only adds to a count. */
static uint64_t p5_switches_least(uint64_t (*once)(const struct evidence *what),
                                  const struct evidence *what)
{
    uint64_t found = UINT64_MAX;
    for (unsigned try = 0; try < TRIES; try++) {
        uint64_t got = once(what);
        if (got < found)
            found = got;
    }
    return found;
}

/*
 * If the feature is off, its event must stay at 0. If it is on, the code must count at least a
 * quarter of its iterations. Reads must take at least twice as long when L1 is off.
 */
static int p5_switches_prove(enum ablate feature, struct ablation_proof *proof)
{
    const struct evidence *what = &evidence[feature];
    *proof = (struct ablation_proof){.expect = ITERATIONS / 4};
    if (write_tr12(TR12_DEFAULT))
        return -1;
    uint64_t (*once)(const struct evidence *) =
        what->event ? p5_switches_count_once : p5_switches_time_once;
    uint64_t with = p5_switches_least(once, what);
    p5_switches_off(feature);
    uint64_t without = p5_switches_least(once, what);
    p5_switches_off(ABLATE_NONE);
    uint64_t again = p5_switches_least(once, what);
    if (again > with) /* measured before and after, so that drift is not mistaken for an effect */
        with = again;
    if (!what->event) {
        proof->expect = (int64_t)with;
        proof->got = (int64_t)(without - with);
    } else if (without == 0) {
        proof->got = (int64_t)with;
    }
    return proof->got >= proof->expect ? 0 : -1;
}

/* ---- detecting features that a benchmark in ring 0 has switched off -------------------------- */

static uint64_t normal_clocks[ABLATIONS]; /* clocks of each test code with all features on */

static void p5_switches_measure(void)
{
    for (enum ablate feature = ABLATE_BRANCH; feature < ABLATIONS; feature++)
        normal_clocks[feature] = p5_switches_least(p5_switches_time_once, &evidence[feature]);
}

/* A feature that is off makes its test code take at least one and a half times as long. */
static void p5_switches_repair(void)
{
    for (enum ablate feature = ABLATE_BRANCH; feature < ABLATIONS; feature++)
        if (p5_switches_least(p5_switches_time_once, &evidence[feature]) >=
            normal_clocks[feature] + normal_clocks[feature] / 2) {
            write_tr12(TR12_DEFAULT);
            return;
        }
}

const struct pmc_switches p5_switches = {p5_switches_measure, p5_switches_restore,
                                         p5_switches_repair, p5_switches_off, p5_switches_prove};
