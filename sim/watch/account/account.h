/*
 * SPDX-License-Identifier: MIT
 * --account: where the clocks of each region went, as the model knows it, by region and below it by
 * instruction. Booked is what lies between a region's reads of a counter that counts clocks, in the
 * repetitions that count: so the sums are what that counter gives, exactly.
 *
 * The kernel knows nothing of it. Regions are told by its probes' addresses (.probes), the run that
 * counts by launch_repetition, which benchmark it is by `launch` and `running_case`.
 */
#pragma once

#include <stdio.h>

#include "sim/load/symbols.h"
#include "sim/watch/observe.h"

struct account_config {
    struct cpu *cpu;
    const struct symbols *symbols;
    const char *machine; /* a sentence about the processor, for the file's head */
    const char *kernel, *command_line;
    const uint8_t *image; /* the kernel's file */
    size_t image_size;
};

/* NULL with a sentence in *why. What config points at must live on, but for the image. */
struct account *account_create(const struct account_config *config, const char **why);
void account_destroy(struct account *account);

/* One execution; `began` false: more clocks of the instruction booked last. */
void account_instruction(struct account *account, const struct observation *seen, bool began);

/* 0, or -1 where memory ran short meanwhile. */
int account_write(struct account *account, FILE *to);
