/*
 * SPDX-License-Identifier: MIT
 * Debug registers: breakpoints on code, data and I/O (Pentium Developer's Manual volume 3, ch. 17).
 */
#pragma once

#include "sim/cpu/cpu.h"

#define DR6_ONES    0xffff0ff0u
#define DR6_HIT     0x0000000fu
#define DR6_BD      0x00002000u /* debug register access under general detect */
#define DR6_BS      0x00004000u /* single step */
#define DR6_BT      0x00008000u /* task switch */
#define DR7_ONES    0x00000400u
#define DR7_ENABLES 0x000000ffu
#define DR7_GD      0x00002000u

/* True if a breakpoint is enabled. */
static inline bool debug_register_armed(const struct cpu *cpu)
{
    return cpu->dr[7] & DR7_ENABLES;
}

/* True if a data access can match a breakpoint, enabled or not. */
bool debug_register_watches_data(const struct cpu *cpu);

/*
 * True if an instruction beyond the first page can match a breakpoint, enabled or not. Code in the
 * first page runs rarely and is never translated.
 */
bool debug_register_watches_code(const struct cpu *cpu);

/* True if data accesses must be checked: a breakpoint is enabled, or matches are counted. */
static inline bool debug_register_checks_data(const struct cpu *cpu)
{
    return debug_register_armed(cpu) || (cpu->counts_matches && debug_register_watches_data(cpu));
}

/* Adds the breakpoints that a data access hits to cpu->pending_debug. */
void debug_register_data_access(struct cpu *cpu, uint32_t linear, unsigned bytes, bool write);

/* Adds the breakpoints that an I/O access hits (CR4.DE) to cpu->pending_debug. */
void debug_register_io_access(struct cpu *cpu, uint16_t port, unsigned bytes);

/* Returns the DR6 bits of the instruction breakpoints at that address. */
uint32_t debug_register_code_hits(struct cpu *cpu, uint32_t linear);

/*
 * Counts the matches of breakpoints that are not enabled among the block's executed instructions,
 * those before `end`. Instructions in the V pipe do not match (SDM volume 3, events 23h to 26h).
 */
void debug_register_code_passed(struct cpu *cpu, const struct block *block, const struct insn *end);

/* Raises #DB with the DR6 bits `hits`. */
_Noreturn void debug_register_raise(struct cpu *cpu, uint32_t hits);
