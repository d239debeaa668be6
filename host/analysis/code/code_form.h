/*
 * SPDX-License-Identifier: MIT
 * The P5 model's properties of instructions, for code that is given as bytes: pairing class,
 * prefixes and clocks, by the virtual Pentium's table (sim/model/p5/timing.def) and its pairing
 * rules; and the instruction's effects.
 */
#pragma once

#include <stdbool.h>
#include <stdint.h>

#include "host/analysis/code/insn_effects.h"
#include "sim/model/insn.h"

#define CODE_MOST 200 /* instructions of a loop */

enum { INSTRUCTION_BYTES = 15 };
enum { EAX, ECX, EDX, EBX, ESP, EBP, ESI, EDI }; /* numbers of registers */

struct code_form {
    struct insn insn;
    uint8_t bytes[INSTRUCTION_BYTES];
    char mnemonic[12];
    bool branch;     /* a near branch of any kind */
    bool relative;   /* the instruction contains its target */
    uint32_t target; /* valid if relative */
    bool x87, by_cl; /* a shift or rotate by CL */
    bool displacement, immediate;
    bool size_prefix;   /* 66h */
    bool escape_prefix; /* 0Fh */
    struct insn_effects effects;
    char base[8]; /* registers of its memory operand, "" for none */
    char index[8];
    bool repeats;       /* REP, REPE or REPNE of a string instruction */
    bool counts;        /* only adds to a register, or LOOP: it sets no count */
    bool divides;       /* DIV, IDIV */
    bool short_address; /* a memory operand has a 16-bit address */
};

struct model;

/* Returns the model of p54c or p55c with caches on; NULL for any other processor. */
struct model *code_form_model(const char *cpu);

/* Decodes and classifies one instruction; returns false if the bytes are not an instruction. */
bool code_form_read(const struct model *model, uint32_t address, const uint8_t *bytes,
                    unsigned size, struct code_form *form);

/* Pairs the n instructions as straight-line code entered at the first; sets timing.pipe of each. */
void code_form_pair_all(const struct model *model, struct code_form *forms, unsigned n);

/* Returns the average clocks of an iteration, in hundredths, with all data in the cache. */
unsigned code_form_loop_clocks(struct model *model, const struct code_form *forms, unsigned n);

/* Returns the name of the first register of a mask, "EAX" to "EDI". */
const char *code_form_register(unsigned mask);
