/*
 * SPDX-License-Identifier: MIT
 * What the model of the P5 knows of instructions before they run, for code that is given as bytes:
 * pairing class, prefixes, clocks, and what each reads and writes. It is the virtual Pentium's own
 * table (sim/model/p5/timing.def) and its own pairing.
 */
#pragma once

#include <stdbool.h>
#include <stdint.h>

#include "sim/model/insn.h"

#define CODE_MOST 200 /* instructions of a loop */

enum { INSTRUCTION_BYTES = 15 };

struct code_form {
    struct insn insn;
    uint8_t bytes[INSTRUCTION_BYTES];
    char mnemonic[12];
    bool branch;          /* near, whatever its kind */
    bool relative;        /* its target is in it */
    uint32_t target;      /* then */
    bool orders;          /* nothing may be moved over it */
    bool x87, mmx, by_cl; /* a shift or rotate by CL */
    bool displacement, immediate;
    bool size_prefix;                   /* 66h */
    bool escape_prefix;                 /* 0Fh */
    uint32_t flags_read, flags_written; /* masks of Zydis */
    bool reads_memory, writes_memory;
    char base[8]; /* registers of its memory operand, "" for none */
    char index[8];
    uint8_t base_number, index_number; /* 0 for EAX to 7 for EDI; 8: none */
};

struct model;

/* The model of p54c or p55c, caches on; NULL for any other processor. */
struct model *code_model(const char *cpu);

/* Decodes and classifies one instruction; false where the bytes are none. */
bool code_form_read(const struct model *model, uint32_t address, const uint8_t *bytes,
                    unsigned size, struct code_form *form);

/* Pairs of the n instructions, as a straight run entered at the first: timing.pipe of each. */
void code_pairs(const struct model *model, struct code_form *forms, unsigned n);

/* Clocks that a turn takes in the long run, in hundredths, with all data in the cache. */
unsigned code_turn_clocks(struct model *model, const struct code_form *forms, unsigned n);

/* "EAX" to "EDI": the first register of a mask. */
const char *code_register(unsigned mask);
