/*
 * SPDX-License-Identifier: MIT
 * The plan of an instruction form: its clocks by row of the table, its unit, what it reads and
 * writes. Equal plans are stored once.
 */
#pragma once

#include <stdbool.h>
#include <stdint.h>

#include "sim/model/k7/k7_forms.h"

/*
 * Registers that instructions read and write. x87 registers are numbered from the top of stack
 * before the instruction: a push writes K7_ST0 + 7.
 */
enum k7_name {
    K7_NONE,
    K7_EAX, /* to EDI, in encoding order */
    K7_EDX = K7_EAX + 2,
    K7_ESP = K7_EAX + 4,
    K7_ESI = K7_EAX + 6,
    K7_EDI = K7_EAX + 7,
    K7_CARRY,
    K7_FLAGS, /* all flags except carry and direction */
    K7_DIRECTION,
    K7_X87_STATUS,
    K7_X87_CONTROL,
    K7_SYSTEM, /* segment, control and debug registers together */
    K7_MM0,
    K7_ST0 = K7_MM0 + 8,
    K7_NAMES = K7_ST0 + 8,
};

enum k7_attribute {
    K7_SERIALISES = 1 << 0, /* CPUID and similar: waits until everything before it is done */
    K7_REPEATED = 1 << 1,   /* string instruction with REP, REPE, REPNE */
    K7_BY_VALUE = 1 << 2,   /* its row depends on its operands: k7_values.c */
    K7_EXCHANGES = 1 << 3,  /* FXCH */
    K7_SWAPS = 1 << 4,      /* XCHG of two registers: each result needs the other's source */
    K7_MOVES = 1 << 5,      /* MOV; ILAT's pairs give the cost of a late address */
    K7_MODIFIES = 1 << 6,   /* reads and writes one operand in memory */
    K7_CPUID = 1 << 7,
    K7_STORES_MORE = 1 << 8, /* also stores, unlike its row, which was measured without memory */
    K7_FOLLOWING = 1 << 9,   /* was also measured directly after another: k7_pairs.def */
};

/* When a result is available. */
enum k7_when {
    K7_DONE,
    K7_LATE,      /* after the latency of the upper half's, or of the second register's row */
    K7_POINTER,   /* a fixed time after its own source: updates of ESP, ESI, EDI */
    K7_WITH_LOAD, /* flags and registers of an instruction that modifies memory: a clock after
                     the load */
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
    uint8_t exchanged;  /* FXCH: the register exchanged with ST0 */
    uint8_t address_count, source_count, result_count;
    uint8_t addresses[K7_ADDRESSES], sources[K7_SOURCES];
    struct k7_result results[K7_RESULTS];
    uint32_t latency; /* from the last operand, loads included, to the result */
    uint32_t late;    /* the same for K7_LATE results */
    uint32_t pointed; /* latency of K7_POINTER results */
    uint32_t busy;    /* time for which it occupies the unit */
};

/* Fills `plan` for a decoded instruction. */
void k7_classify(const ZydisDecodedInstruction *decoded, const ZydisDecodedOperand *operands,
                 struct k7_plan *plan);
