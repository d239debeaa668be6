/*
 * SPDX-License-Identifier: MIT
 * Finds the breakpoints that an access hits. While a breakpoint is armed, the run loop single-steps
 * and no segment is flat.
 */
#include "sim/cpu/system/debug_registers.h"

/* Values of the R/W field of DR7. */
enum {
    BREAK_CODE,
    BREAK_WRITE,
    BREAK_IO, /* with CR4.DE */
    BREAK_ACCESS,
};

static unsigned kind_of(const struct cpu *cpu, unsigned number)
{
    return cpu->dr[7] >> (16 + 4 * number) & 3;
}

static bool enabled(const struct cpu *cpu, unsigned number)
{
    return cpu->dr[7] >> (2 * number) & 3;
}

bool debug_watches_data(const struct cpu *cpu)
{
    for (unsigned i = 0; i < 4; i++)
        if (kind_of(cpu, i) == BREAK_WRITE || kind_of(cpu, i) == BREAK_ACCESS)
            return true;
    return false;
}

bool debug_watches_code(const struct cpu *cpu)
{
    for (unsigned i = 0; i < 4; i++)
        if (kind_of(cpu, i) == BREAK_CODE && cpu->dr[i] >> 12)
            return true;
    return false;
}

/* LEN is the length in bytes minus one; addresses are aligned to it. */
static bool overlaps(const struct cpu *cpu, unsigned number, uint32_t address, unsigned bytes)
{
    const uint32_t mask = cpu->dr[7] >> (18 + 4 * number) & 3;
    const uint32_t start = cpu->dr[number] & ~mask;

    return address <= start + mask && address + bytes - 1 >= start;
}

/* Records a match, which the model counts even if the breakpoint is not enabled. */
static void note(struct cpu *cpu, unsigned number)
{
    if (enabled(cpu, number))
        cpu->pending_debug |= 1u << number;
    model_breakpoint(cpu->model, number);
}

void debug_data_access(struct cpu *cpu, uint32_t linear, unsigned bytes, bool write)
{
    for (unsigned i = 0; i < 4; i++) {
        const unsigned kind = kind_of(cpu, i);
        if ((kind == BREAK_ACCESS || (kind == BREAK_WRITE && write)) &&
            overlaps(cpu, i, linear, bytes))
            note(cpu, i);
    }
}

void debug_io_access(struct cpu *cpu, uint16_t port, unsigned bytes)
{
    if (!(cpu->cr4 & CR4_DE))
        return;
    for (unsigned i = 0; i < 4; i++)
        if (kind_of(cpu, i) == BREAK_IO && overlaps(cpu, i, port, bytes))
            note(cpu, i);
}

uint32_t debug_code_hits(struct cpu *cpu, uint32_t linear)
{
    uint32_t hits = 0;

    for (unsigned i = 0; i < 4; i++)
        if (enabled(cpu, i) && kind_of(cpu, i) == BREAK_CODE && cpu->dr[i] == linear) {
            hits |= 1u << i;
            model_breakpoint(cpu->model, i);
        }
    return hits;
}

void debug_code_passed(struct cpu *cpu, const struct block *block, const struct insn *end)
{
    const uint32_t base = block->linear - block->insns[0].address;

    for (unsigned i = 0; i < 4; i++) {
        if (enabled(cpu, i) || kind_of(cpu, i) != BREAK_CODE ||
            cpu->dr[i] - block->linear >= block->bytes)
            continue;
        for (const struct insn *insn = block->insns; insn != end; insn++)
            if (base + insn->address == cpu->dr[i] && insn->timing.pipe != PIPE_V)
                model_breakpoint(cpu->model, i);
    }
}

void debug_raise(struct cpu *cpu, uint32_t hits)
{
    cpu->dr[6] |= hits;
    raise_fault(cpu, VECTOR_DB);
}
