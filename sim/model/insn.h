/*
 * SPDX-License-Identifier: MIT
 * One decoded instruction, and the straight run (block) that the interpreter executes at a time.
 * The decoder (sim/cpu/decoder/decoder.c) fills everything except `timing`, which the timing model
 * fills and owns.
 */
#pragma once

#include <stdbool.h>
#include <stdint.h>

#include "sim/model/timing.h"

struct cpu;
struct insn;

typedef void insn_execute(struct cpu *cpu, const struct insn *insn);

/*
 * reg and rm are register numbers of the instruction's operand size, in encoding order. A byte
 * register is its offset in the register file instead (AL 0, AH 1, CL 4, ...).
 */
struct insn {
    insn_execute *execute;
    uint32_t address;      /* EIP of the first byte */
    uint32_t immediate;    /* sign-extended; for a direct branch the target EIP */
    uint32_t displacement; /* of the memory operand, sign-extended */
    uint32_t address_mask; /* FFFFh or FFFFFFFFh, depending on the address size */
    uint16_t mnemonic;     /* ZydisMnemonic */
    uint16_t selector;     /* of a far pointer; second immediate of ENTER */
    uint8_t length;        /* bytes, 1 to 15 */
    uint8_t operand_size;  /* bytes: 1, 2, 4 (8 and 10 in x87) */
    uint8_t address_size;  /* bytes: 2 or 4 */
    uint8_t reg;           /* first register operand */
    uint8_t rm;            /* second register operand */
    uint8_t base;          /* of the memory operand; REG_NONE: none */
    uint8_t index;         /* REG_NONE: none */
    uint8_t scale;         /* as a shift, 0 to 3 */
    uint8_t segment;       /* of the memory operand, after overrides */
    uint8_t repeat;        /* 0, 0xF2 or 0xF3 */
    bool lock;
    uint8_t opcode; /* last opcode byte */
    struct insn_timing timing;
};

/*
 * A straight run: entered at its first instruction and left after its last, which is a branch, an
 * instruction that ends a run (see timing.h), or the last that fits. It continues over the end of a
 * page only if the next page of memory follows; an instruction that crosses any other page end
 * forms a block alone.
 */
#define BLOCK_MAX_INSNS 32

/*
 * Number of further instructions that are decoded to see how the last ones of the block pair: the
 * second half of a pair that begins with the block's last instruction, the one after an FXCH there,
 * and two pairs whose prefixes the block's last clocks may hide.
 */
#define BLOCK_LOOKAHEAD 6

struct block {
    uint32_t physical;     /* address of the first byte; BLOCK_DEAD once overwritten */
    uint32_t physical_end; /* address of the last byte, which may be in another page */
    uint32_t linear;
    uint8_t bits;  /* 16 or 32: code size */
    uint8_t count; /* number of instructions */
    uint16_t bytes;
    struct block *next[2]; /* blocks that followed last: [0] fall through, [1] branch */
    struct block *near[2]; /* the same if both are in one page, else NULL */
    const uint8_t *body;   /* translated for the host, or NULL: see translator/translation.h */
    const uint8_t *entry;  /* translated entry that checks whether body may be run */
    uint64_t plain_until;  /* the check is valid while the code cache's changes have this value */
    uint32_t runs;         /* up to cpu->translate_after */
    uint8_t needs;         /* mask of segments that must be plain */
    bool x87;              /* requires the x87 stack to be as it was at translation: */
    uint8_t x87_top, x87_valid;
    struct block *hash_next;
    struct block *page_next[2]; /* the other blocks of the page of the first and of the last byte */
    struct insn insns[];
};

#define BLOCK_DEAD 0xffffffffu
