/*
 * SPDX-License-Identifier: MIT
 * Saves and restores processor state through registers and instructions that every Pentium has;
 * features through the family's switches.
 */
#include "kernel/machine/machine_state.h"

#include <stddef.h>

#include "boot/descriptors.h"
#include "kernel/lib/x86.h"

/* The processor state that benchmarks see. */
static struct {
    uint32_t cr0, cr3, cr4, dr7;
    bool has_cr4;
    const struct pmc_switches *switches;
} kept;

void machine_state_save_control(void)
{
    kept.cr0 = read_cr0();
    kept.cr3 = read_cr3();
    kept.cr4 = kept.has_cr4 ? read_cr4() : 0;
}

/* Without NE, an x87 error would be signalled to the interrupt controllers, which mask it. */
void machine_state_save(bool has_cr4, const struct pmc_switches *switches)
{
    write_cr0((read_cr0() & ~(CR0_EM | CR0_TS)) | CR0_NE);
    kept.has_cr4 = has_cr4;
    machine_state_save_control();
    kept.dr7 = read_dr7();
    kept.switches = switches;
    if (switches)
        switches->measure();
}

void machine_state_reset_x87(void)
{
    write_cr0(kept.cr0); /* a task switch, as for a double fault, sets TS */
    __asm__ volatile("fninit");
}

void machine_state_restore(void)
{
    machine_state_reset_x87();
    if (read_cr3() != kept.cr3)
        write_cr3(kept.cr3);
    if (kept.has_cr4 && read_cr4() != kept.cr4)
        write_cr4(kept.cr4);
    write_dr7(kept.dr7);
    descriptors_reload();
    if (kept.switches)
        kept.switches->restore();
}

void machine_state_heal(void)
{
    if (kept.switches)
        kept.switches->repair();
}

bool machine_state_can_ablate(enum ablate feature, struct ablation_proof *proof)
{
    static struct {
        bool tried, works;
        struct ablation_proof proof;
    } seen[ABLATIONS];
    if (!seen[feature].tried && kept.switches)
        seen[feature].works = kept.switches->prove(feature, &seen[feature].proof) == 0;
    seen[feature].tried = true;
    *proof = seen[feature].proof;
    return seen[feature].works;
}

void machine_state_ablate(enum ablate feature)
{
    kept.switches->off(feature);
}

uint32_t machine_state_cr0(void)
{
    return kept.cr0 | (read_cr0() & CR0_CD);
}

void machine_state_save_debug(void)
{
    kept.dr7 = read_dr7();
}
