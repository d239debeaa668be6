/*
 * SPDX-License-Identifier: MIT
 * The gate for executable files: finds instructions that a processor lacks before anything runs.
 */
#pragma once

#include "host/analysis/gate/program_image.h"

/* Increase it with each change of the gate's verdicts. */
#define GATE_VERSION 3

/* An instruction that the processor lacks. */
struct gate_finding {
    uint32_t address;
    char text[64];
    char routine[64]; /* the function's name; "" if the file has no symbols */
    uint32_t routine_at;
};

#define GATE_FINDINGS 5 /* that are described */

struct gate_verdict {
    unsigned instructions; /* that were reached */
    unsigned lacking;      /* of these, instructions that the processor lacks and will execute */
    unsigned tested;       /* that it lacks and that are executed only after a test of CPUID */
    const char *processor; /* the first one that has all of `lacking`, as in --cpu; NULL: none */
    struct gate_finding findings[GATE_FINDINGS]; /* in the order of addresses, one per routine */
    unsigned n_findings;
};

/* Returns the sets of instructions of a processor: all that a verdict depends on besides the
 * program. */
unsigned program_gate_sets(const char *cpu);

/*
 * Checks a program for a processor, as in --cpu. An instruction counts as tested if one outcome of
 * one test of CPUID is on every path to it: the test may be in another function and its answer in a
 * variable.
 */
void program_gate_check(const struct program_image *image, const char *cpu,
                        struct gate_verdict *verdict);

/* The same without the fast pass (code_scan.h), for tests: `instructions` may differ.
 */
void program_gate_check_graph(const struct program_image *image, const char *cpu,
                              struct gate_verdict *verdict);

/* Prints the message for instructions that are lacking. */
void program_gate_report(const char *path, const char *cpu, const struct gate_verdict *verdict);
