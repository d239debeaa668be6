/*
 * SPDX-License-Identifier: MIT
 * The rows of uops.def, and finding an instruction's.
 */
#pragma once

#include <Zydis/Zydis.h>
#include <stdbool.h>
#include <stdint.h>

/* How the uops of a row hang together. */
enum uop_shape {
    SHAPE_CHAIN, /* each needs the one before; what lies between the first and the last does not */
    SHAPE_MOVE,  /* none of its own where an operand is memory: loads and stores are the move */
    SHAPE_MOVE_TWO, /* the same in two halves of 8 bytes */
    SHAPE_PACKED,   /* two that do the same to two halves */
    SHAPE_EXCHANGE, /* XCHG: three moves through a temporary */
    SHAPE_RENAME,   /* FXCH: no port */
};

#define LIKE_OPERANDS 0xff

struct uop_row {
    uint16_t mnemonic; /* ZydisMnemonic; 0 for a row of `category` */
    uint16_t category; /* ZydisInstructionCategory */
    uint32_t form;     /* all of enum form that must hold */
    uint8_t shape;     /* enum uop_shape */
    uint8_t p0, p1, p01;
    uint8_t loads, stores; /* LIKE_OPERANDS: as the memory operands have it */
    uint8_t latency;
    uint8_t unit, busy; /* enum p6_unit, and clocks */
    uint8_t pointer;    /* clocks in which ESI and EDI move */
    uint8_t start, step;
    uint8_t fast; /* uops of a fast string operation's start; 0: there is none */
};

/* The first row that fits, or NULL. */
const struct uop_row *uop_row_find(const ZydisDecodedInstruction *decoded, uint32_t form);
unsigned uop_row_number(const struct uop_row *row);
