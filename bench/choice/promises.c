/*
 * SPDX-License-Identifier: MIT
 * Reads bits of the counter registers that no document specifies: undefined bits, the upper bits of
 * a counter after WRMSR, and TR12, which is documented as write-only.
 *
 * Reading changes nothing. TR12 and a counter are restored; the counter is one that does not count
 * clocks. Nothing is timed; findings are those of the last run.
 */
#include "bench/bench.h"
#include "bench/memory/window.h"
#include "kernel/lib/x86.h"

#define MSR_TR12 0x0eu
#define MSR_CESR 0x11u
#define MSR_CTR0 0x12u

#define CESR_RESERVED    0xfc00fc00u /* SDM volume 3, 18.23 */
#define CESR_CTR0_CLOCKS 0x100u      /* CTR0 counts clocks */
#define COUNTER_BITS     40
#define COUNTER_MASK     ((1ull << COUNTER_BITS) - 1)
#define BIT_31           0x80000000u

#define TR12_NO_PREDICTION 1u
#define READS              16

static struct {
    bool known; /* an Intel processor of family 5, in ring 0 */
    bool cesr_upper, cesr_reserved, counter_upper;
    unsigned write_bits;
    const char *tr12;
} said;

static bool is_p5(void)
{
    uint32_t eax = 0, ebx, ecx, edx;

    __asm__ volatile("cpuid" : "+a"(eax), "=b"(ebx), "=c"(ecx), "=d"(edx));
    if (ebx != 0x756e6547 || edx != 0x49656e69 || ecx != 0x6c65746e) /* GenuineIntel */
        return false;
    eax = 1;
    __asm__ volatile("cpuid" : "+a"(eax), "=b"(ebx), "=c"(ecx), "=d"(edx));
    return (eax >> 8 & 15) == 5;
}

static void read_counters(void)
{
    const uint32_t idle = rdmsr(MSR_CESR) & CESR_CTR0_CLOCKS ? MSR_CTR0 + 1 : MSR_CTR0;
    const uint64_t before = rdmsr(idle) & COUNTER_MASK;

    for (unsigned i = 0; i < READS; i++) {
        const uint64_t cesr = rdmsr(MSR_CESR);

        said.cesr_upper |= cesr >> 32 != 0;
        said.cesr_reserved |= (cesr & CESR_RESERVED) != 0;
        said.counter_upper |= rdmsr(idle) >> COUNTER_BITS != 0;
    }
    wrmsr(idle, BIT_31);
    said.write_bits = (rdmsr(idle) & COUNTER_MASK) >> 32 ? 32 : COUNTER_BITS;
    wrmsr(idle, before);
}

/* Counts how often a read returns the expected value after 1 and after 0 were written. */
static const char *read_tr12(void)
{
    unsigned as_written = 0, zeros = 0;
    uint64_t value;

    for (unsigned i = 0; i < READS; i++) {
        const uint64_t written = i & TR12_NO_PREDICTION;

        wrmsr(MSR_TR12, written);
        if (x86_rdmsr_safe(MSR_TR12, &value)) {
            wrmsr(MSR_TR12, 0);
            return "a fault";
        }
        as_written += value == written;
        zeros += value == 0;
    }
    wrmsr(MSR_TR12, 0);
    return as_written == READS ? "what was written" : zeros == READS ? "0" : "other bits";
}

static void run(void)
{
    said.known = in_ring_0() && is_p5();
    region_begin(0);
    region_end(0);
    if (!said.known)
        return;
    read_counters();
    said.tr12 = read_tr12();
}

static void conclude_bits(const char *name, bool set)
{
    finding_text(name, set ? "bits" : "zeros");
}

static void conclude(void)
{
    if (!said.known)
        return;
    conclude_bits("cesr_upper", said.cesr_upper);
    conclude_bits("cesr_reserved", said.cesr_reserved);
    conclude_bits("counter_upper", said.counter_upper);
    finding("counter_write_bits", (int64_t)said.write_bits * 1000, "bits");
    finding_text("tr12_reads", said.tr12);
}

BENCHMARK("what undocumented register reads return", run, .conclude = conclude);
