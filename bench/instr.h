/*
 * SPDX-License-Identifier: MIT
 * Classes of instruction forms, as laid out by instr.inc; one form is measured at a time.
 */
#pragma once

#include <stdint.h>

/* Position-independent machine code. */
struct code {
    uint8_t length;
    uint8_t bytes[];
};

/* instr.inc also has BY_FLAGS, which is not tested here. */
enum { IN_RING_0 = 1, THE_P55C = 2, CESR_IN_RING_0 = 3 };

/* Codes may be NULL, except `single` and `independent`. */
struct form {
    const struct code *prologue;    /* runs once, before everything else */
    const struct code *single;      /* the instruction */
    const struct code *independent; /* it and others of its form, `independents` in all */
    const struct code *chain;       /* depends on itself, if `single` does not */
    const struct code *base;        /* the part of `chain` that is not the form */
    const char *documented[2];      /* P54C, P55C: latency, throughput, pairs; for x87 instructions
                                       overlap too */
    uint8_t units;                  /* N: repetitions in the shorter stretch */
    uint8_t independents;
    uint8_t needs; /* one of the constants above, or 0 */
    uint8_t bytes; /* processed by one execution, if reported, or 0 */
};

_Static_assert(sizeof(struct form) == 32, "must match instr.inc");

struct instr_class {
    const struct form *forms;
    const long *chosen;        /* index of the measured form */
    const struct code *behind; /* a partner for the form in U */
    const struct code *before; /* and one for the form in V */
    const struct code *apart;  /* does not pair */
    uint32_t x87;              /* the partners are those of x87 instructions */
};

/*
 * Forms for processors on which instructions overlap. For each class: its address, then for each
 * form its index, the number of independent instructions (0 for a chain) and a code; 255 ends a
 * class.
 */
extern const uint8_t wide_start[], wide_end[];

void instr_setup(const struct instr_class *class);
void instr_run(void);
void instr_conclude(void);

/* Begin and end of each stretch of code; the latter two are for processors that overlap. */
extern const struct code instr_head, instr_tail;
extern const struct code instr_head_alone, instr_tail_alone;

/* INSTR_INTEGERS integer instructions of one clock each that do not pair. */
extern const struct code instr_integers;
enum { INSTR_INTEGERS = 72 };

/* The stretches that instr_run() counts, one region each; NULL is skipped. */
enum { INSTR_STRETCHES = 12 };
extern const uint8_t *instr_stretches[INSTR_STRETCHES];

/* The memory of the forms: operands, zeros, and a stack with its top. */
enum { INSTR_WORKSPACE = 2080 };
extern uint8_t *instr_workspace, *instr_stack_top;
