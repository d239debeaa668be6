/*
 * SPDX-License-Identifier: MIT
 * The plan of an instruction form: its clocks, its unit, what it reads and writes, and its uop's
 * kind of event. Equal plans are stored once.
 */
#pragma once

#include <Zydis/Zydis.h>
#include <stdbool.h>
#include <stdint.h>

#include "sim/model/netburst/netburst_parameters.h"

/* Time unit: a 60th of a clock, so that thirds, halves and twentieths are whole numbers. */
#define NETBURST_CLOCK 60u

/* ILAT: MOV [m32], r32 and ADD [m32], r32 1.75 */
#define NETBURST_STORE_TIME (NETBURST_CLOCK * 7 / 4)

enum netburst_unit {
    UNIT_NONE,  /* only dispatched */
    UNIT_ALU,   /* either ALU, at double clock rate */
    UNIT_ALU_0, /* logic and branches, at double clock rate */
    UNIT_SLOW,  /* shifts, multiplication, division of integers */
    UNIT_LOAD,
    UNIT_STORE,
    UNIT_ADD, /* x87 and SSE arithmetic: addition, multiplication, division */
    UNIT_MULTIPLY,
    UNIT_DIVIDE,
    UNIT_MMX,         /* additions, comparisons and logic of MMX, SSE and SSE2 */
    UNIT_MMX_SHUFFLE, /* their shifts, shuffles and conversions */
    UNIT_MOVE,        /* moves of x87, MMX and SSE */
    UNITS,
    UNIT_MICROCODE = UNITS, /* nothing else is dispatched meanwhile */
    UNIT_ALONE,             /* microcode that begins and ends with nothing else in flight */
};

/* x87 registers are numbered from the top of stack before the instruction. */
enum netburst_name {
    NAME_NONE,
    NAME_EAX,
    NAME_EDX = NAME_EAX + 2,
    NAME_ESP = NAME_EAX + 4,
    NAME_ESI = NAME_EAX + 6,
    NAME_EDI = NAME_EAX + 7,
    NAME_FLAGS = NAME_EAX + 8,
    NAME_STATUS, /* x87 status and control */
    NAME_SYSTEM,
    NAME_MM0,
    NAME_XMM0 = NAME_MM0 + 8,
    NAME_ST0 = NAME_XMM0 + 8,
    NAMES = NAME_ST0 + 8,
};

enum netburst_attribute {
    PLAN_SERIALISES = 1 << 0,
    PLAN_REPEATED = 1 << 1,
    PLAN_EXCHANGES = 1 << 2, /* FXCH */
    PLAN_FLUSHES = 1 << 3,   /* CLFLUSH */
    PLAN_CALLS = 1 << 4,
    PLAN_MOVES = 1 << 5,     /* its loads and stores are those of x87, MMX or SSE */
    PLAN_WIDE = 1 << 6,      /* its access has 16 bytes and is reported in two halves */
    PLAN_TWICE = 1 << 7,     /* instr_retired counts it twice */
    PLAN_STORES = 1 << 8,    /* has a store that is no access: a fence, CLFLUSH, CPUID */
    PLAN_BLOCKS = 1 << 9,    /* REP MOVS or STOS: 16 bytes at a time in blocks of 64 */
    PLAN_BY_VALUE = 1 << 10, /* x87: the clocks are those of an enum netburst_value */
    PLAN_MODIFIES = 1 << 11, /* reads, computes and writes one location */
};

enum { PLAN_SOURCES = 10, PLAN_ADDRESSES = 3, PLAN_RESULTS = 10 };

struct netburst_plan {
    uint16_t attributes;
    uint8_t unit;
    uint8_t uops; /* without loads and stores; a parameter for microcode */
    uint8_t line; /* event line of its execution, such as LINE_X87; 0: none */
    int8_t stack; /* x87: -1 pushes, 1 and 2 pop */
    uint8_t exchanged;
    uint8_t space; /* additional uops' places in the trace cache: an immediate value */
    uint8_t source_count, address_count, result_count;
    uint8_t sources[PLAN_SOURCES], addresses[PLAN_ADDRESSES], results[PLAN_RESULTS];
    uint8_t pointers;       /* ESP, ESI and EDI that change by a constant: bit n is NAME_EAX + n */
    uint8_t late_result;    /* the upper half of a product is available two clocks later; 0: none */
    uint16_t latency, busy; /* latency from the last operand; time in the unit; 60ths of a clock */
};

static inline bool netburst_plan_is_microcode(const struct netburst_plan *plan)
{
    return plan->unit >= UNIT_MICROCODE;
}

void netburst_classify(const ZydisDecodedInstruction *decoded, const ZydisDecodedOperand *operands,
                       const struct core_config *config, struct netburst_plan *plan);
