/*
 * SPDX-License-Identifier: MIT
 * The rows of uops.def, and the lookup of an instruction's row.
 */
#pragma once

#include <Zydis/Zydis.h>
#include <stdbool.h>
#include <stdint.h>

/* How the uops of a row depend on each other. */
enum uop_shape {
    SHAPE_CHAIN,    /* each needs the previous one; those between the first and the last are
                       independent */
    SHAPE_MOVE,     /* no computing uop if an operand is memory: the load or store is the move */
    SHAPE_MOVE_TWO, /* the same in two halves of 8 bytes */
    SHAPE_HALVES,   /* a uop for each half of 8 bytes, which do not wait for each other */
    SHAPE_HALF,     /* a move of one half */
    SHAPE_FLAGS,    /* a chain whose flags are known before the last uop: RCL by more than 1 */
    SHAPE_CARRY,    /* ADC and SBB: the first uop adds the carry, the second the other operand */
    SHAPE_PRODUCT,  /* MUL: the product, then a uop for each half */
    SHAPE_EXCHANGE, /* XCHG: three moves through a temporary */
    SHAPE_RENAME,   /* FXCH: no port */
};

/* Halves of its operands that the uop of each half of SHAPE_HALVES reads. */
enum uop_mix {
    MIX_SAME, /* the same one */
    MIX_LOW,
    MIX_HIGH,
    MIX_SHUFFLE, /* low: both of the destination; high: both of the source */
};

/* One half of a register of 16 bytes, or both. */
enum uop_half { HALF_BOTH, HALF_LOW, HALF_HIGH };

#define LIKE_OPERANDS 0xff

struct uop_row {
    uint16_t mnemonic; /* ZydisMnemonic; 0: the row is for `category` */
    uint16_t category; /* ZydisInstructionCategory */
    uint32_t form;     /* mask of enum form that must hold */
    uint8_t shape;     /* enum uop_shape */
    uint8_t p0, p1, p01;
    uint8_t loads, stores; /* LIKE_OPERANDS: derived from the memory operands */
    uint8_t latency;
    uint8_t unit, busy; /* enum p6_unit, and clocks */
    uint8_t pointer;    /* clocks to update ESI and EDI */
    uint8_t start, step;
    uint8_t fast;     /* uops of a fast string operation's start; 0: not fast */
    uint8_t mix;      /* enum uop_mix */
    uint8_t from, to; /* enum uop_half: what it reads and writes of registers of 16 bytes */
    bool unaligned;   /* takes longer if its address is not a multiple of 8 */
};

/* Returns the first matching row, or NULL. */
const struct uop_row *uop_table_find(const ZydisDecodedInstruction *decoded, uint32_t form);
unsigned uop_table_number(const struct uop_row *row);
