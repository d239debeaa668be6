/*
 * SPDX-License-Identifier: MIT
 * Virtual interrupt flags VIF and VIP, and redirection of INT n by the bitmap before the TSS's I/O
 * map.
 */
#include "sim/cpu/system/vme.h"
#include "sim/cpu/flags.h"
#include "sim/cpu/guest_memory.h"
#include "sim/cpu/integer/stack.h"
#include "sim/cpu/system/far_transfer.h"

uint16_t vme_flags_read(const struct cpu *cpu)
{
    const uint32_t flags = eflags_read(cpu) & ~FLAG_IF;

    return (uint16_t)(flags | FLAG_IOPL | (flags & FLAG_VIF ? FLAG_IF : 0));
}

void vme_flags_write(struct cpu *cpu, uint16_t value)
{
    const uint32_t mask = 0xffffu & ~(FLAG_IF | FLAG_IOPL);
    uint32_t eflags = (eflags_read(cpu) & ~(mask | FLAG_VIF)) | (value & mask);

    if ((value & FLAG_TF) || ((value & FLAG_IF) && (eflags & FLAG_VIP)))
        raise_error(cpu, VECTOR_GP, 0);
    if (value & FLAG_IF)
        eflags |= FLAG_VIF;
    eflags_write(cpu, eflags);
}

void vme_set_interrupt_flag(struct cpu *cpu)
{
    if (cpu->eflags & FLAG_VIP)
        raise_error(cpu, VECTOR_GP, 0);
    cpu->eflags |= FLAG_VIF;
}

static void vme_enter_8086_handler(struct cpu *cpu, uint8_t vector)
{
    const bool virtual_flag = iopl(cpu) < 3;
    const uint16_t flags = virtual_flag ? vme_flags_read(cpu) : (uint16_t)eflags_read(cpu);
    const uint32_t pointer = system_load32(cpu, vector * 4u);

    push16(cpu, cpu->current, flags);
    push16(cpu, cpu->current, cpu->seg[SEG_CS].selector);
    push16(cpu, cpu->current, (uint16_t)cpu->eip);
    far_transfer_enter_real(cpu, (uint16_t)(pointer >> 16), pointer & 0xffff);
    cpu->eflags &= ~(FLAG_TF | FLAG_RF | (virtual_flag ? FLAG_VIF : FLAG_IF));
}

bool vme_interrupt(struct cpu *cpu, uint8_t vector)
{
    if (!(cpu->cr4 & CR4_VME) || !task_interrupt_redirected(cpu, vector))
        return false;
    vme_enter_8086_handler(cpu, vector);
    return true;
}
