/*
 * SPDX-License-Identifier: MIT
 * The virtual interrupt flag: virtual-8086 mode extensions and protected-mode virtual interrupts.
 * (Pentium Developer's Manual volume 3, ch. 22, and appendix H's public successors: SDM 3, 20.3-4.)
 */
#pragma once

#include "sim/cpu/cpu.h"

/* CR4.VME in virtual-8086 mode with IOPL below 3: IF stands for VIF in flags moved by 16 bits. */
static inline bool vme_active(const struct cpu *cpu)
{
    return v86_mode(cpu) && (cpu->cr4 & CR4_VME) && iopl(cpu) < 3;
}

/* CLI and STI act on VIF, under VME or PVI. */
static inline bool virtual_interrupts(const struct cpu *cpu)
{
    return vme_active(cpu) ||
           (protected_mode(cpu) && (cpu->cr4 & CR4_PVI) && cpu->cpl == 3 && iopl(cpu) < 3);
}

/* FLAGS as PUSHF and INT n show them to the virtual machine: IOPL 3, VIF in the place of IF. */
uint16_t vme_flags_read(const struct cpu *cpu);

/* FLAGS as POPF and IRET take them from it: IF goes to VIF. #GP(0) for TF, and for IF when VIP. */
void vme_flags_write(struct cpu *cpu, uint16_t value);

/* #GP(0) when an interrupt for the virtual machine is pending; else sets VIF. */
void vme_set_interrupt_flag(struct cpu *cpu);

/* INT n in virtual-8086 mode under VME: true where it was done through the 8086 vector table. */
bool vme_interrupt(struct cpu *cpu, uint8_t vector);
