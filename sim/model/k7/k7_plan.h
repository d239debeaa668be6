/*
 * SPDX-License-Identifier: MIT
 * What the model knows of an instruction's form: its clocks by row of the table, the unit that it
 * keeps busy, what it reads and writes. Kept once for all instructions that are alike.
 */
#pragma once

#include <stdbool.h>
#include <stdint.h>

#include "sim/model/k7/k7_forms.h"

/* Names that instructions read and write. Registers of the x87 stack are numbered from the top
 * before the instruction: K7_ST0 + 7 is where a push puts its value. */
enum k7_name {
    K7_NONE,
    K7_EAX, /* to EDI, in the order of encodings */
    K7_ESP = K7_EAX + 4,
    K7_ESI = K7_EAX + 6,
    K7_EDI = K7_EAX + 7,
    K7_CARRY,
    K7_FLAGS, /* the others */
    K7_DIRECTION,
    K7_X87_STATUS,
    K7_X87_CONTROL,
    K7_SYSTEM, /* segment, control and debug registers as one */
    K7_MM0,
    K7_ST0 = K7_MM0 + 8,
    K7_NAMES = K7_ST0 + 8,
};

enum k7_attribute {
    K7_SERIALISES = 1 << 0, /* CPUID and its like: all before it is done */
    K7_REPEATED = 1 << 1,   /* REP, REPE, REPNE of a string instruction */
    K7_BY_VALUE = 1 << 2,   /* its row hangs on its operands: k7_values.c */
    K7_EXCHANGES = 1 << 3,  /* FXCH */
    K7_SWAPS = 1 << 4,      /* XCHG of two registers: each result needs the other's source */
    K7_MOVES = 1 << 5,      /* MOV, of which ILAT's pairs tell what a late address costs */
    K7_MODIFIES = 1 << 6,   /* reads and writes one operand in memory */
    K7_CPUID = 1 << 7,
    K7_STORES_MORE = 1 << 8, /* than its row, which was measured without memory */
    K7_BEHIND = 1 << 9,      /* measured directly behind another, too: k7_pairs.def */
};

/* When a result is there. */
enum k7_when {
    K7_DONE,
    K7_LATE,      /* by the row of the upper half, or of the second register */
    K7_POINTER,   /* so long behind its own source: ESP, ESI, EDI on their way */
    K7_WITH_LOAD, /* flags and registers of what modifies memory: a clock behind the load */
};

enum { K7_ADDRESSES = 4, K7_SOURCES = 12, K7_RESULTS = 12 };

struct k7_result {
    uint8_t name, when; /* enum k7_name, enum k7_when */
};

struct k7_plan {
    uint16_t attributes;
    uint16_t row, step; /* k7_row_number() */
    uint8_t unit;       /* enum k7_unit */
    int8_t stack;       /* x87: -1 pushes, 1 and 2 pop */
    uint8_t exchanged;  /* FXCH: the register that ST0 changes places with */
    uint8_t address_count, source_count, result_count;
    uint8_t addresses[K7_ADDRESSES], sources[K7_SOURCES];
    struct k7_result results[K7_RESULTS];
    uint32_t latency; /* from the last operand, loads included, to the result */
    uint32_t late;    /* the same of K7_LATE ones */
    uint32_t pointed; /* from a pointer to where it points then */
    uint32_t busy;    /* of the unit */
};

/* Fills `plan`. */
void k7_classify(const ZydisDecodedInstruction *decoded, const ZydisDecodedOperand *operands,
                 struct k7_plan *plan);
