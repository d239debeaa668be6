/*
 * SPDX-License-Identifier: MIT
 * Reads EFLAGS as a whole from the lazy flags, and writes it back to them.
 */
#include "sim/cpu/flags.h"

uint32_t eflags_read(const struct cpu *cpu)
{
    return cpu->eflags | FLAG_ONE | (flag_cf(cpu) ? FLAG_CF : 0) | (flag_pf(cpu) ? FLAG_PF : 0) |
           (flag_af(cpu) ? FLAG_AF : 0) | (flag_zf(cpu) ? FLAG_ZF : 0) |
           (flag_sf(cpu) ? FLAG_SF : 0) | (flag_of(cpu) ? FLAG_OF : 0);
}

void flags_write_arithmetic(struct cpu *cpu, uint32_t value)
{
    const uint64_t sign = value & FLAG_SF ? 1ull << 63 : 0;
    const uint64_t parity = value & FLAG_PF ? 0 : 1ull << 32;
    const uint64_t low = value & FLAG_ZF ? 0 : 0x100;

    cpu->flags.result = (int64_t)(sign | parity | low);
    cpu->flags.carry = carry_word(value & FLAG_CF, value & FLAG_OF, value & FLAG_AF);
}

void eflags_write(struct cpu *cpu, uint32_t value)
{
    flags_write_arithmetic(cpu, value);
    cpu->eflags = value & FLAG_ALL & ~FLAG_ARITHMETIC;
    run_loop_mode_changed(cpu);
}
