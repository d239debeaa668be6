/*
 * SPDX-License-Identifier: MIT
 * What the model knows of an instruction's form: its clocks, the unit that it keeps busy, what it
 * reads and writes, which kind of uop its event is. Kept once for all instructions that are alike.
 */
#pragma once

#include <Zydis/Zydis.h>
#include <stdint.h>

/* Time here is in 60ths of a clock: thirds, halves and twentieths are whole. */
#define NETBURST_CLOCK 60u

enum netburst_unit {
    UNIT_ALU,  /* at double clock */
    UNIT_SLOW, /* shifts, multiplication, division */
    UNIT_LOAD,
    UNIT_STORE,
    UNIT_FP,   /* x87, MMX and SSE arithmetic */
    UNIT_MOVE, /* and their moves */
    UNITS,
    UNIT_MICROCODE = UNITS, /* alone */
};

/* Registers of the x87 stack are numbered from the top before the instruction. */
enum netburst_name {
    NAME_NONE,
    NAME_EAX,
    NAME_ESP = NAME_EAX + 4,
    NAME_FLAGS = NAME_EAX + 8,
    NAME_STATUS, /* x87's, with its control */
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
    PLAN_MOVES = 1 << 5, /* its loads and stores are x87's, MMX's or SSE's */
    PLAN_WIDE = 1 << 6,  /* its access is one of 16 bytes, told in two halves */
};

enum { PLAN_SOURCES = 10, PLAN_ADDRESSES = 3, PLAN_RESULTS = 10 };

struct netburst_plan {
    uint16_t attributes;
    uint8_t unit;
    uint8_t uops; /* without loads and stores; microcode's are a parameter */
    uint8_t line; /* of its execution: LINE_X87 and its like; 0 for none */
    int8_t stack; /* x87: -1 pushes, 1 and 2 pop */
    uint8_t exchanged;
    uint8_t source_count, address_count, result_count;
    uint8_t sources[PLAN_SOURCES], addresses[PLAN_ADDRESSES], results[PLAN_RESULTS];
    uint16_t latency, busy; /* from the last operand; of the unit; 60ths of a clock */
};

void netburst_classify(const ZydisDecodedInstruction *decoded, const ZydisDecodedOperand *operands,
                       struct netburst_plan *plan);
