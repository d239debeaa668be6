/*
 * SPDX-License-Identifier: MIT
 * Machine states through instructions every Pentium has, and test register TR12, MSR 0Eh (Ralf
 * Brown's MSR.LST, release 61: bit 0 no branch prediction, bit 2 single pipe, bit 3 no L1 cache).
 */
#include "kernel/machine.h"

#include "boot/descriptors.h"
#include "kernel/x86.h"

#define MSR_P5_TR12   0x0E
#define TR12_NBP      (1u << 0)
#define TR12_SE       (1u << 2)
#define TR12_CI       (1u << 3)
#define TR12_SWITCHES (TR12_NBP | TR12_SE | TR12_CI)

static const uint32_t tr12_bits[ABLATIONS] = {
    [ABLATE_BRANCH] = TR12_NBP,
    [ABLATE_VPIPE] = TR12_SE,
    [ABLATE_L1] = TR12_CI,
};

/* The processor as benchmarks find it. */
static struct {
    uint32_t cr0, cr3, cr4, dr7;
    uint64_t tr12;
    bool has_cr4, has_tr12;
} kept;

/* Without NE an x87 error would reach the interrupt controllers, where it is masked. */
void machine_keep(bool has_cr4, bool is_p5)
{
    write_cr0((read_cr0() & ~(CR0_EM | CR0_TS)) | CR0_NE);
    kept.cr0 = read_cr0();
    kept.cr3 = read_cr3();
    kept.has_cr4 = has_cr4;
    kept.cr4 = has_cr4 ? read_cr4() : 0;
    kept.dr7 = read_dr7();
    kept.has_tr12 = is_p5 && rdmsr_safe(MSR_P5_TR12, &kept.tr12) == 0;
}

void machine_reset_x87(void)
{
    write_cr0(kept.cr0); /* a task switch, as for a double fault, sets TS */
    __asm__ volatile("fninit");
}

void machine_restore(void)
{
    machine_reset_x87();
    if (read_cr3() != kept.cr3)
        write_cr3(kept.cr3);
    if (kept.has_cr4 && read_cr4() != kept.cr4)
        write_cr4(kept.cr4);
    write_dr7(kept.dr7);
    descriptors_reload();
    if (kept.has_tr12 && rdmsr(MSR_P5_TR12) != kept.tr12)
        wrmsr(MSR_P5_TR12, kept.tr12);
}

bool machine_can_ablate(void)
{
    uint64_t value;
    return kept.has_tr12 && wrmsr_safe(MSR_P5_TR12, kept.tr12 | TR12_SE) == 0 &&
           rdmsr_safe(MSR_P5_TR12, &value) == 0 && value & TR12_SE &&
           wrmsr_safe(MSR_P5_TR12, value & ~(uint64_t)TR12_SWITCHES) == 0;
}

void machine_ablate(enum ablate ablate)
{
    uint64_t value = rdmsr(MSR_P5_TR12) & ~(uint64_t)TR12_SWITCHES;
    wrmsr(MSR_P5_TR12, value | tr12_bits[ablate]);
    if (ablate == ABLATE_L1) /* the bit stops line fills; lines that are there would still hit */
        wbinvd();
}

uint32_t machine_cr0(void)
{
    return kept.cr0;
}
