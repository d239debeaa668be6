/*
 * SPDX-License-Identifier: MIT
 * Processor state after RESET (Pentium Developer's Manual volume 3, table 16-1).
 */
#include <string.h>

#include "sim/cpu/cpu.h"
#include "sim/cpu/system/debug_registers.h"
#include "sim/cpu/flags.h"
#include "sim/cpu/guest_memory.h"
#include "sim/cpu/system/msr_store.h"
#include "sim/cpu/system/segment.h"

/* The current instruction for memory accesses that precede the first executed instruction. */
static const struct insn no_instruction = {
    .length = 1, .base = REG_NONE, .index = REG_NONE, .timing = {.pairing = PAIR_NP}};

void cpu_reset(struct cpu *cpu)
{
    memset(cpu->reg, 0, sizeof cpu->reg);
    cpu->reg[REG_EDX] = cpu->kind->reset_edx;
    cpu->cr0 = CR0_CD | CR0_NW | CR0_ET;
    cpu->cr2 = cpu->cr3 = cpu->cr4 = 0;
    memset(cpu->dr, 0, sizeof cpu->dr);
    cpu->dr[6] = DR6_ONES;
    cpu->dr[7] = DR7_ONES;
    cpu->cpl = 0;
    cpu->current = &no_instruction;
    cpu->block = NULL;
    for (unsigned i = 0; i < SEG_COUNT; i++)
        cpu->seg[i] = (struct segment){.limit = 0xffff, .access = 0x93};
    cpu->seg[SEG_LDTR].access = 0x82;
    cpu->seg[SEG_TR].access = 0x8b;
    cpu->seg[SEG_CS].selector = 0xf000;
    cpu->seg[SEG_CS].base = 0xffff0000u;
    cpu->eip = 0xfff0;
    cpu->gdtr = cpu->idtr = (struct table_register){.limit = 0xffff};
    fpu_environment_reset(&cpu->fpu);
    msr_store_reset(cpu);
    cpu->sse = (struct sse){.mxcsr = MXCSR_RESET};
    page_walk_flush_windows(cpu);
    eflags_write(cpu, 0); /* last, since it updates what depends on the mode */
}
