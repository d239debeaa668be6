/*
 * SPDX-License-Identifier: MIT
 * SSE comparisons that set EFLAGS: COMISS, UCOMISS, COMISD, UCOMISD.
 */
#include "sim/cpu/flags.h"
#include "sim/cpu/guest_memory.h"
#include "sim/cpu/operation.h"
#include "sim/cpu/sse/sse_unit.h"

/* Defines a comparison: MOVE loads one LANE into a register, LOAD reads it from guest memory. */
#define DEFINE_COMPARE_INTO_FLAGS(NAME, MOVE, LANE, LOAD)                                          \
    static uint32_t host_##NAME(const union xmm *a, const union xmm *b, uint32_t control,          \
                                uint32_t *flags)                                                   \
    {                                                                                              \
        uint32_t host_mxcsr, host_after;                                                           \
        unsigned long pushed;                                                                      \
        __asm__ volatile(                                                                          \
            "stmxcsr %[host]\n\t"                                                                  \
            "ldmxcsr %[guest]\n\t" #MOVE " %[first], %%xmm0\n\t" #NAME                             \
            " %[second], %%xmm0\n\t"                                                               \
            "lahf\n\t"                                                                             \
            "stmxcsr %[after]\n\t"                                                                 \
            "ldmxcsr %[host]"                                                                      \
            : [host] "=m"(host_mxcsr), [after] "=m"(host_after), "=&a"(pushed)                     \
            : [guest] "m"(control), [first] "m"(a->LANE[0]), [second] "m"(b->LANE[0])              \
            : "xmm0", "cc");                                                                       \
        *flags = (uint32_t)(pushed >> 8) & (FLAG_ZF | FLAG_PF | FLAG_CF);                          \
        return host_after & MXCSR_FLAGS;                                                           \
    }                                                                                              \
    static void NAME##_values(struct cpu *cpu, const struct insn *insn, const union xmm *b)        \
    {                                                                                              \
        uint32_t flags;                                                                            \
        sse_unit_commit(cpu,                                                                       \
                        host_##NAME(&cpu->sse.reg[insn->reg], b, sse_host_control(cpu), &flags));  \
        flags_write_arithmetic(cpu, flags);                                                        \
    }                                                                                              \
    static void NAME##_rr(struct cpu *cpu, const struct insn *insn)                                \
    {                                                                                              \
        sse_unit_begin(cpu);                                                                       \
        NAME##_values(cpu, insn, &cpu->sse.reg[insn->rm]);                                         \
    }                                                                                              \
    static void NAME##_rm(struct cpu *cpu, const struct insn *insn)                                \
    {                                                                                              \
        union xmm second = {{0}};                                                                  \
        sse_unit_begin(cpu);                                                                       \
        second.LANE[0] = LOAD(cpu, insn, insn->segment, effective_address(cpu, insn));             \
        NAME##_values(cpu, insn, &second);                                                         \
    }                                                                                              \
    const struct operation op_##NAME = {.rr = ANY_SIZE(NAME##_rr), .rm = ANY_SIZE(NAME##_rm)};

DEFINE_COMPARE_INTO_FLAGS(comiss, movss, d, load32)
DEFINE_COMPARE_INTO_FLAGS(ucomiss, movss, d, load32)
DEFINE_COMPARE_INTO_FLAGS(comisd, movsd, q, load64)
DEFINE_COMPARE_INTO_FLAGS(ucomisd, movsd, q, load64)
