/*
 * SPDX-License-Identifier: MIT
 * -account: attributes the model's clocks to regions, and within each region to instructions. It
 * counts what is between a region's reads of a counter that counts clocks, in the counted
 * repetitions, so the sums equal that counter's values exactly.
 *
 * The kernel is not involved. Regions are recognised by the addresses of their probes (.probes),
 * the counted run by launch_repetition, its benchmark by `launch` and `running_case`.
 */
#pragma once

#include <stdio.h>

#include "sim/loader/symbols.h"
#include "sim/inspection/observer.h"

struct account_config {
    struct cpu *cpu;
    const struct symbols *symbols;
    const char *machine; /* a sentence about the processor, for the file's head */
    const char *kernel, *command_line;
};

/* Returns NULL with a sentence in *why. Everything that config points to must remain
 * valid. */
struct account *account_create(const struct account_config *config, const char **why);
void account_destroy(struct account *account);

/* Adds one execution; if `began` is false, more clocks of the previous instruction. */
void account_instruction(struct account *account, const struct observation *seen, bool began);

/* Returns 0, or -1 if memory was exhausted in between. */
int account_write(struct account *account, FILE *to);
