/*
 * SPDX-License-Identifier: MIT
 * -annotate: lists each executed address once, with its cost and the causes, by symbol. The clocks
 * of all lines add up exactly to those of the run, or of the parts between two addresses.
 */
#pragma once

#include <stdio.h>

#include "sim/inspection/observer.h"
#include "sim/loader/symbols.h"

struct annotation_config {
    const struct symbols *symbols;
    const char *machine; /* a sentence about the processor, for the file's head */
    const char *kernel, *command_line;
    bool from_given, to_given;
    uint32_t from, to; /* addresses at which recording begins and ends */
};

/* Returns NULL if memory is exhausted. Everything that config points to must remain valid. */
struct annotation *annotation_create(const struct annotation_config *config);
void annotation_destroy(struct annotation *annotation);

/* Adds one execution; if `began` is false, more clocks of the previous instruction. */
void annotation_add(struct annotation *annotation, const struct observation *seen, bool began);

/* Returns 0, or -1 if memory was or is exhausted. */
int annotation_write(struct annotation *annotation, FILE *to);
