/*
 * SPDX-License-Identifier: MIT
 * Regions in an executable. Its notes list the places of its probes
 * (pmc/program/bareprobe/region.h). There the kernel writes its own probes, which count into its
 * own slots, so that regions of a program are measured exactly as those of a benchmark.
 */
#pragma once

#include <stdbool.h>
#include <stdint.h>

#include "kernel/process/image/elf_image.h"

/* Reports whether the executable has probes. */
bool program_regions_has(const struct elf_image *image);

/*
 * Reads the probes and the names of regions of the benchmark `bench`. Returns NULL, or the reason
 * why they cannot be used.
 */
const char *program_regions_read(const struct elf_image *image, const char *bench);

/* Reports whether probes of the program are in use. */
bool program_regions_in_use(void);

/* Forgets the probes. */
void program_regions_forget(void);

/*
 * Writes the probes, as they read the counters now, into the mapped program, and gives ring 3
 * access to their slots, but no longer to benchmarks. Returns NULL, or the reason why it could not.
 */
const char *program_regions_write(void);

/* The run ends: ring 3 may access benchmarks again, among them the empty region for calibration. */
void program_regions_leave(void);

/* A system call was made: it is counted for each region that is open. */
void program_regions_count_call(void);

/* Returns the calls that the last run made inside a region. */
uint32_t program_regions_calls(unsigned number);
