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

static unsigned debug_register_kind(const struct cpu *cpu, unsigned number)
{
    return cpu->dr[7] >> (16 + 4 * number) & 3;
}

static bool debug_register_enabled(const struct cpu *cpu, unsigned number)
{
    return cpu->dr[7] >> (2 * number) & 3;
}

bool debug_register_watches_data(const struct cpu *cpu)
{
    for (unsigned i = 0; i < 4; i++)
        if (debug_register_kind(cpu, i) == BREAK_WRITE ||
            debug_register_kind(cpu, i) == BREAK_ACCESS)
            return true;
    return false;
}

bool debug_register_watches_code(const struct cpu *cpu)
{
    for (unsigned i = 0; i < 4; i++)
        if (debug_register_kind(cpu, i) == BREAK_CODE && cpu->dr[i] >> 12)
            return true;
    return false;
}

/* LEN is the length in bytes minus one; addresses are aligned to it. */
static bool debug_register_overlaps(const struct cpu *cpu, unsigned number, uint32_t address,
                                    unsigned bytes)
{
    const uint32_t mask = cpu->dr[7] >> (18 + 4 * number) & 3;
    const uint32_t start = cpu->dr[number] & ~mask;

    return address <= start + mask && address + bytes - 1 >= start;
}

/* Records a match, which the model counts even if the breakpoint is not enabled. */
static void debug_register_record_match(struct cpu *cpu, unsigned number)
{
    if (debug_register_enabled(cpu, number))
        cpu->pending_debug |= 1u << number;
    model_breakpoint(cpu->model, number);
}

void debug_register_data_access(struct cpu *cpu, uint32_t linear, unsigned bytes, bool write)
{
    for (unsigned i = 0; i < 4; i++) {
        const unsigned kind = debug_register_kind(cpu, i);
        if ((kind == BREAK_ACCESS || (kind == BREAK_WRITE && write)) &&
            debug_register_overlaps(cpu, i, linear, bytes))
            debug_register_record_match(cpu, i);
    }
}

void debug_register_io_access(struct cpu *cpu, uint16_t port, unsigned bytes)
{
    if (!(cpu->cr4 & CR4_DE))
        return;
    for (unsigned i = 0; i < 4; i++)
        if (debug_register_kind(cpu, i) == BREAK_IO && debug_register_overlaps(cpu, i, port, bytes))
            debug_register_record_match(cpu, i);
}

uint32_t debug_register_code_hits(struct cpu *cpu, uint32_t linear)
{
    uint32_t hits = 0;

    for (unsigned i = 0; i < 4; i++)
        if (debug_register_enabled(cpu, i) && debug_register_kind(cpu, i) == BREAK_CODE &&
            cpu->dr[i] == linear) {
            hits |= 1u << i;
            model_breakpoint(cpu->model, i);
        }
    return hits;
}

void debug_register_code_passed(struct cpu *cpu, const struct block *block, const struct insn *end)
{
    const uint32_t base = block->linear - block->insns[0].address;

    for (unsigned i = 0; i < 4; i++) {
        if (debug_register_enabled(cpu, i) || debug_register_kind(cpu, i) != BREAK_CODE ||
            cpu->dr[i] - block->linear >= block->bytes)
            continue;
        for (const struct insn *insn = block->insns; insn != end; insn++)
            if (base + insn->address == cpu->dr[i] && insn->timing.pipe != PIPE_V)
                model_breakpoint(cpu->model, i);
    }
}

void debug_register_raise(struct cpu *cpu, uint32_t hits)
{
    cpu->dr[6] |= hits;
    raise_fault(cpu, VECTOR_DB);
}
