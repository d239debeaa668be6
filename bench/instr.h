/*
 * SPDX-License-Identifier: MIT
 * Classes of instruction forms, as instr.inc lays them out: one at a time is measured.
 */
#pragma once

#include <stdint.h>

/* Machine code, wherever it is put. */
struct code {
    uint8_t length;
    uint8_t bytes[];
};

enum { IN_RING_0 = 1, THE_P55C = 2, CESR_IN_RING_0 = 3 };

/* Codes may be NULL, but for `single` and `independent`. */
struct form {
    const struct code *prologue;    /* once, before all else */
    const struct code *single;      /* the instruction */
    const struct code *independent; /* and others of its form, `independents` in all */
    const struct code *chain;       /* what is dependent on itself, where `single` is not */
    const struct code *base;        /* what of `chain` is not the form */
    const char *documented[2];      /* words: latency, throughput, pairs; x87: and overlap; on the
                                       P54C, on the P55C */
    uint8_t units;                  /* N: how often each stands in the shorter stretch */
    uint8_t independents;
    uint8_t needs; /* one of these, or 0 */
    uint8_t bytes; /* that go through it, where their number is told, or 0 */
};

_Static_assert(sizeof(struct form) == 32, "as instr.inc has it");

struct instr_class {
    const struct form *forms;
    const long *chosen;        /* which of them is measured */
    const struct code *behind; /* a partner for the form in U */
    const struct code *before; /* and one for it in V */
    const struct code *apart;  /* pairs with nothing */
    uint32_t x87;              /* partners are for x87 instructions */
};

/* Of forms where instructions overlap, for each class its address, then: which form; how many of it
 * are independent, or 0 for a chain; a code. 255 ends a class's. */
extern const uint8_t wide_start[], wide_end[];

void instr_setup(const struct instr_class *class);
void instr_run(void);
void instr_conclude(void);

/* What every stretch of code begins and ends with; and where instructions overlap. */
extern const struct code instr_head, instr_tail;
extern const struct code instr_head_alone, instr_tail_alone;

/* Integer instructions of a clock each that pair with nothing, so many. */
extern const struct code instr_integers;
enum { INSTR_INTEGERS = 72 };

/* What instr_run() counts, a region each; NULL is left out. */
enum { INSTR_STRETCHES = 12 };
extern const uint8_t *instr_stretches[INSTR_STRETCHES];

/* What forms work on: operands, zeros, and a stack, whose top this is. */
enum { INSTR_WORKSPACE = 2080 };
extern uint8_t *instr_workspace, *instr_stack_top;
