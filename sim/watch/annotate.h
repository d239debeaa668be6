/*
 * SPDX-License-Identifier: MIT
 * -annotate: lists each executed address once, with its cost and the causes, by symbol. The clocks
 * of all lines add up exactly to those of the run, or of the parts between two addresses.
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
    uint32_t from, to; /* addresses at which recording begins and ends */
};

/* Returns NULL if memory is exhausted. Everything that config points to must remain valid. */
struct annotate *annotate_create(const struct annotate_config *config);
void annotate_destroy(struct annotate *annotate);

/* Adds one execution; if `began` is false, more clocks of the previous instruction. */
void annotate_instruction(struct annotate *annotate, const struct observation *seen, bool began);

/* Returns 0, or -1 if memory was or is exhausted. */
int annotate_write(struct annotate *annotate, FILE *to);
