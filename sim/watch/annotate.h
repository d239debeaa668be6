/*
 * SPDX-License-Identifier: MIT
 * --annotate: each executed address once, with what it cost and why, by symbol. The clocks of all
 * lines are those of the run, exactly; or those of the stretches from one address to another.
 */
#pragma once

#include <stdio.h>

#include "sim/watch/observe.h"
#include "sim/load/symbols.h"

struct annotate_config {
    const struct symbols *symbols;
    const char *machine; /* a sentence about the processor, for the file's head */
    const char *kernel, *command_line;
    bool from_given, to_given;
    uint32_t from, to; /* recording begins where execution reaches the one, ends at the other */
};

/* NULL where memory is short. What config points at must live on. */
struct annotate *annotate_create(const struct annotate_config *config);
void annotate_destroy(struct annotate *annotate);

/* One execution; `began` false: more clocks of the instruction booked last. */
void annotate_instruction(struct annotate *annotate, const struct observation *seen, bool began);

/* 0, or -1 where memory ran short meanwhile, or is now. */
int annotate_write(struct annotate *annotate, FILE *to);
