/*
 * SPDX-License-Identifier: MIT
 * -steps: writes each instruction of a part of the run as a line for programs to read, with its
 * clocks, pipe, lost clocks and waits for the x87 unit. README.md describes the columns.
 */
#pragma once

#include <stdio.h>

#include "sim/loader/symbols.h"
#include "sim/inspection/observer.h"

#define STEPS_USUAL 20000u
#define STEPS_MOST  1000000u

struct steps_config {
    const struct symbols *symbols;
    const char *machine; /* a sentence about the processor, for the file's head */
    bool from_given, to_given, after_given;
    uint32_t from;        /* recording starts when this is reached for the `from_count`-th time */
    unsigned from_count;  /* from 1; without `from` recording starts with the run */
    uint32_t after;       /* `from` is counted only once this has been reached */
    unsigned after_count; /* this number of times */
    uint32_t to;          /* recording ends when execution then reaches this */
    unsigned most;        /* or after this many instructions */
    bool then_enough;     /* the run ends with the recording */
};

struct steps;

/* Returns NULL if memory is exhausted. Everything that config points to must remain valid. */
struct steps *steps_create(const struct steps_config *config, FILE *to);
void steps_destroy(struct steps *steps);

/* Adds one execution. Returns true if the run may end, because recording has ended and the
 * configuration asks for it. */
bool steps_instruction(struct steps *steps, const struct observation *seen);

/* Writes the line that is still held back. */
void steps_finish(struct steps *steps);
