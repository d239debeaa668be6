/*
 * SPDX-License-Identifier: MIT
 * IN and OUT, with an immediate port or DX.
 */
#include "sim/cpu/integer/port_io.h"
#include "sim/cpu/system/debug_registers.h"
#include "sim/devices/devices.h"
#include "sim/cpu/guest_memory.h"
#include "sim/cpu/operation.h"
#include "sim/cpu/system/far_transfer.h"

void port_io_check(struct cpu *cpu, uint16_t port, unsigned bytes)
{
    if (!(cpu->cr0 & CR0_PE) || (!v86_mode(cpu) && cpu->cpl <= iopl(cpu)))
        return;
    if (!task_io_allowed(cpu, port, bytes))
        raise_error(cpu, VECTOR_GP, 0);
}

uint32_t port_io_in(struct cpu *cpu, uint16_t port, unsigned bytes)
{
    if (debug_register_checks_data(cpu))
        debug_register_io_access(cpu, port, bytes);
    model_io(cpu->model, port, bytes, false);

    const uint32_t value = devices_in(cpu->devices, port, bytes);

    if (devices_interrupt(cpu->devices)) /* the next byte may cause one */
        cpu_attention(cpu);
    return value;
}

void port_io_out(struct cpu *cpu, uint16_t port, unsigned bytes, uint32_t value)
{
    if (debug_register_checks_data(cpu))
        debug_register_io_access(cpu, port, bytes);
    model_io(cpu->model, port, bytes, true);
    devices_out(cpu->devices, port, bytes, value);
    if (devices_a20_open(cpu->devices) != ((cpu->address_lines & A20) != 0))
        memory_gate_a20(cpu, !(cpu->address_lines & A20));
    cpu_attention(cpu);
}

static void port_io_execute_in(struct cpu *cpu, const struct insn *insn, uint16_t port)
{
    port_io_check(cpu, port, insn->operand_size);

    const uint32_t value = port_io_in(cpu, port, insn->operand_size);

    if (insn->operand_size == 1)
        reg_write8(cpu, 0, value);
    else if (insn->operand_size == 2)
        reg_write16(cpu, REG_EAX, value);
    else
        reg_write32(cpu, REG_EAX, value);
}

static void port_io_execute_out(struct cpu *cpu, const struct insn *insn, uint16_t port)
{
    const uint32_t mask = 0xffffffffu >> (32 - 8 * insn->operand_size);

    port_io_check(cpu, port, insn->operand_size);
    port_io_out(cpu, port, insn->operand_size, cpu->reg[REG_EAX] & mask);
}

static void in(struct cpu *cpu, const struct insn *insn)
{
    port_io_execute_in(cpu, insn, (uint8_t)insn->immediate);
}

static void in_dx(struct cpu *cpu, const struct insn *insn)
{
    port_io_execute_in(cpu, insn, (uint16_t)cpu->reg[REG_EDX]);
}

static void out(struct cpu *cpu, const struct insn *insn)
{
    port_io_execute_out(cpu, insn, (uint8_t)insn->immediate);
}

static void out_dx(struct cpu *cpu, const struct insn *insn)
{
    port_io_execute_out(cpu, insn, (uint16_t)cpu->reg[REG_EDX]);
}

const struct operation op_in = {.r = ANY_SIZE(in)};
const struct operation op_in_dx = {.r = ANY_SIZE(in_dx)};
const struct operation op_out = {.r = ANY_SIZE(out)};
const struct operation op_out_dx = {.r = ANY_SIZE(out_dx)};
