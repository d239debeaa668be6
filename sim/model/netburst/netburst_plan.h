/*
 * SPDX-License-Identifier: MIT
 * The plan of an instruction form: its clocks, its unit, what it reads and writes, and its uop's
 * kind of event. Equal plans are stored once.
 */
#pragma once

#include <Zydis/Zydis.h>
#include <stdint.h>

/* Time unit: a 60th of a clock, so that thirds, halves and twentieths are whole numbers. */
#define NETBURST_CLOCK 60u

enum netburst_unit {
    UNIT_ALU,  /* at double clock rate */
    UNIT_SLOW, /* shifts, multiplication, division */
    UNIT_LOAD,
    UNIT_STORE,
    UNIT_FP,   /* x87, MMX and SSE arithmetic */
    UNIT_MOVE, /* moves of x87, MMX and SSE */
    UNITS,
    UNIT_MICROCODE = UNITS, /* dispatched alone */
};

/* x87 registers are numbered from the top of stack before the instruction. */
enum netburst_name {
    NAME_NONE,
    NAME_EAX,
    NAME_ESP = NAME_EAX + 4,
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
    PLAN_MOVES = 1 << 5,  /* its loads and stores are those of x87, MMX or SSE */
    PLAN_WIDE = 1 << 6,   /* its access has 16 bytes and is reported in two halves */
    PLAN_TWICE = 1 << 7,  /* instr_retired counts it twice */
    PLAN_STORES = 1 << 8, /* has a store that is no access: a fence, CLFLUSH, CPUID */
    PLAN_BLOCKS = 1 << 9, /* REP MOVS or STOS: 16 bytes at a time in blocks of 64 */
};

enum { PLAN_SOURCES = 10, PLAN_ADDRESSES = 3, PLAN_RESULTS = 10 };

struct netburst_plan {
    uint16_t attributes;
    uint8_t unit;
    uint8_t uops; /* without loads and stores; a parameter for microcode */
    uint8_t line; /* event line of its execution, such as LINE_X87; 0: none */
    int8_t stack; /* x87: -1 pushes, 1 and 2 pop */
    uint8_t exchanged;
    uint8_t source_count, address_count, result_count;
    uint8_t sources[PLAN_SOURCES], addresses[PLAN_ADDRESSES], results[PLAN_RESULTS];
    uint16_t latency, busy; /* latency from the last operand; time in the unit; 60ths of a clock */
};

void netburst_classify(const ZydisDecodedInstruction *decoded, const ZydisDecodedOperand *operands,
                       struct netburst_plan *plan);
