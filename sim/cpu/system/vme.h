/*
 * SPDX-License-Identifier: MIT
 * The virtual interrupt flag: virtual-8086 mode extensions and protected-mode virtual interrupts.
 * (Pentium Developer's Manual volume 3, ch. 22, and appendix H's public successors: SDM 3, 20.3-4.)
 */
#pragma once

#include "sim/cpu/cpu.h"

/* CR4.VME in virtual-8086 mode with IOPL below 3: 16-bit transfers of flags replace IF by VIF. */
static inline bool vme_active(const struct cpu *cpu)
{
    return v86_mode(cpu) && (cpu->cr4 & CR4_VME) && iopl(cpu) < 3;
}

/* True if CLI and STI change VIF, under VME or PVI. */
static inline bool virtual_interrupts(const struct cpu *cpu)
{
    return vme_active(cpu) ||
           (protected_mode(cpu) && (cpu->cr4 & CR4_PVI) && cpu->cpl == 3 && iopl(cpu) < 3);
}

/* Returns FLAGS as PUSHF and INT n push them in the virtual machine: IOPL 3, VIF in place of IF. */
uint16_t vme_flags_read(const struct cpu *cpu);

/* Writes FLAGS as POPF and IRET do: IF goes to VIF. #GP(0) if TF is set, or IF while VIP is set. */
void vme_flags_write(struct cpu *cpu, uint16_t value);

/* Sets VIF, or raises #GP(0) if an interrupt for the virtual machine is pending. */
void vme_set_interrupt_flag(struct cpu *cpu);

/* INT n in virtual-8086 mode under VME: returns true if it was handled through the 8086 vector
 * table. */
bool vme_interrupt(struct cpu *cpu, uint8_t vector);
