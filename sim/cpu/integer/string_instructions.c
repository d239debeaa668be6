/*
 * SPDX-License-Identifier: MIT
 * String instructions MOVS, CMPS, STOS, LODS, SCAS, INS, OUTS with and without REP. Registers are
 * updated after each element, so an instruction is restartable after a fault or an interrupt.
 */
#include "sim/cpu/integer/branch_instructions.h"
#include "sim/cpu/flags.h"
#include "sim/cpu/integer/port_io.h"
#include "sim/cpu/guest_memory.h"
#include "sim/cpu/operation.h"

static inline uint32_t index_get(const struct cpu *cpu, const struct insn *insn, unsigned reg)
{
    return cpu->reg[reg] & insn->address_mask;
}

static inline void index_step(struct cpu *cpu, const struct insn *insn, unsigned reg,
                              unsigned bytes)
{
    const uint32_t step = cpu->eflags & FLAG_DF ? 0 - bytes : bytes;
    const uint32_t mask = insn->address_mask;

    cpu->reg[reg] = (cpu->reg[reg] & ~mask) | ((cpu->reg[reg] + step) & mask);
}

/* Processes one element; returning false ends a REPE or REPNE. */
typedef bool string_step(struct cpu *cpu, const struct insn *insn);

/* True if an event interrupts the instruction, whose remaining elements follow after it. Device
 * events that only advance a device, such as a clock tick, do not interrupt an instruction. */
static bool string_interrupted(struct cpu *cpu, uint32_t done)
{
    const uint64_t clock = model_clock(cpu->model) + done;

    return clock >= (cpu_awaits_timer(cpu) ? cpu->due : cpu->deadline) &&
           !run_loop_poll_deadline(cpu, clock);
}

static inline void string_repeat(struct cpu *cpu, const struct insn *insn, string_step *step)
{
    const uint32_t mask = insn->address_mask;
    uint32_t done = 0;

    if (!insn->repeat) {
        step(cpu, insn);
        return;
    }
    while (cpu->reg[REG_ECX] & mask) {
        if (done && unlikely(string_interrupted(cpu, done))) {
            model_steps(cpu->model, insn, done);
            cpu->eip = insn->address;
            cpu_unwind(cpu, UNWIND_LEAVE);
        }
        const bool more = step(cpu, insn);
        cpu->reg[REG_ECX] = (cpu->reg[REG_ECX] & ~mask) | ((cpu->reg[REG_ECX] - 1) & mask);
        done++;
        if (!more)
            break;
    }
    model_steps(cpu->model, insn, done);
}

#define DEFINE_STRING(NAME, BITS)                                                                  \
    static void NAME##_##BITS(struct cpu *cpu, const struct insn *insn)                            \
    {                                                                                              \
        string_repeat(cpu, insn, NAME##_step##BITS);                                               \
    }

/* Permission to use the port is checked even if the count is 0. */
#define DEFINE_STRING_IO(NAME, BITS)                                                               \
    static void NAME##_##BITS(struct cpu *cpu, const struct insn *insn)                            \
    {                                                                                              \
        port_io_check(cpu, (uint16_t)cpu->reg[REG_EDX], BITS / 8);                                 \
        string_repeat(cpu, insn, NAME##_step##BITS);                                               \
    }

/* REPE continues while ZF is set, REPNE while it is clear; without a prefix the result is not
 * used. */
static inline bool compare_goes_on(const struct cpu *cpu, const struct insn *insn)
{
    return flag_zf(cpu) == (insn->repeat == 0xf3);
}

#define DEFINE_STRINGS(BITS)                                                                       \
    static inline bool movs_step##BITS(struct cpu *cpu, const struct insn *insn)                   \
    {                                                                                              \
        const uint##BITS##_t value =                                                               \
            load##BITS(cpu, insn, insn->segment, index_get(cpu, insn, REG_ESI));                   \
        store##BITS(cpu, insn, SEG_ES, index_get(cpu, insn, REG_EDI), value);                      \
        index_step(cpu, insn, REG_ESI, BITS / 8);                                                  \
        index_step(cpu, insn, REG_EDI, BITS / 8);                                                  \
        return true;                                                                               \
    }                                                                                              \
    static inline bool stos_step##BITS(struct cpu *cpu, const struct insn *insn)                   \
    {                                                                                              \
        store##BITS(cpu, insn, SEG_ES, index_get(cpu, insn, REG_EDI),                              \
                    (uint##BITS##_t)reg_read##BITS(cpu, REG_EAX));                                 \
        index_step(cpu, insn, REG_EDI, BITS / 8);                                                  \
        return true;                                                                               \
    }                                                                                              \
    static inline bool lods_step##BITS(struct cpu *cpu, const struct insn *insn)                   \
    {                                                                                              \
        reg_write##BITS(cpu, REG_EAX,                                                              \
                        load##BITS(cpu, insn, insn->segment, index_get(cpu, insn, REG_ESI)));      \
        index_step(cpu, insn, REG_ESI, BITS / 8);                                                  \
        return true;                                                                               \
    }                                                                                              \
    static inline bool scas_step##BITS(struct cpu *cpu, const struct insn *insn)                   \
    {                                                                                              \
        const uint32_t a = reg_read##BITS(cpu, REG_EAX);                                           \
        const uint32_t b = load##BITS(cpu, insn, SEG_ES, index_get(cpu, insn, REG_EDI));           \
        flags_sub(cpu, a, b, a - b, BITS);                                                         \
        index_step(cpu, insn, REG_EDI, BITS / 8);                                                  \
        return compare_goes_on(cpu, insn);                                                         \
    }                                                                                              \
    static inline bool cmps_step##BITS(struct cpu *cpu, const struct insn *insn)                   \
    {                                                                                              \
        const uint32_t a = load##BITS(cpu, insn, insn->segment, index_get(cpu, insn, REG_ESI));    \
        const uint32_t b = load##BITS(cpu, insn, SEG_ES, index_get(cpu, insn, REG_EDI));           \
        flags_sub(cpu, a, b, a - b, BITS);                                                         \
        index_step(cpu, insn, REG_ESI, BITS / 8);                                                  \
        index_step(cpu, insn, REG_EDI, BITS / 8);                                                  \
        return compare_goes_on(cpu, insn);                                                         \
    }                                                                                              \
    static inline bool ins_step##BITS(struct cpu *cpu, const struct insn *insn)                    \
    {                                                                                              \
        const uint16_t port = (uint16_t)cpu->reg[REG_EDX];                                         \
        guest_probe_store(cpu, SEG_ES, index_get(cpu, insn, REG_EDI), BITS / 8);                   \
        store##BITS(cpu, insn, SEG_ES, index_get(cpu, insn, REG_EDI),                              \
                    (uint##BITS##_t)port_io_in(cpu, port, BITS / 8));                              \
        index_step(cpu, insn, REG_EDI, BITS / 8);                                                  \
        return true;                                                                               \
    }                                                                                              \
    static inline bool outs_step##BITS(struct cpu *cpu, const struct insn *insn)                   \
    {                                                                                              \
        const uint16_t port = (uint16_t)cpu->reg[REG_EDX];                                         \
        port_io_out(cpu, port, BITS / 8,                                                           \
                    load##BITS(cpu, insn, insn->segment, index_get(cpu, insn, REG_ESI)));          \
        index_step(cpu, insn, REG_ESI, BITS / 8);                                                  \
        return true;                                                                               \
    }                                                                                              \
    DEFINE_STRING(movs, BITS)                                                                      \
    DEFINE_STRING(stos, BITS)                                                                      \
    DEFINE_STRING(lods, BITS)                                                                      \
    DEFINE_STRING(scas, BITS)                                                                      \
    DEFINE_STRING(cmps, BITS)                                                                      \
    DEFINE_STRING_IO(ins, BITS)                                                                    \
    DEFINE_STRING_IO(outs, BITS)

DEFINE_STRINGS(8)
DEFINE_STRINGS(16)
DEFINE_STRINGS(32)
const struct operation op_movs = {.r = SIZES(movs_)};
const struct operation op_stos = {.r = SIZES(stos_)};
const struct operation op_lods = {.r = SIZES(lods_)};
const struct operation op_scas = {.r = SIZES(scas_)};
const struct operation op_cmps = {.r = SIZES(cmps_)};
const struct operation op_ins = {.r = SIZES(ins_)};
const struct operation op_outs = {.r = SIZES(outs_)};
