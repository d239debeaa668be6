/*
 * SPDX-License-Identifier: MIT
 * Finds the source locations of a run's faults, using only the image that the run executed.
 */
#pragma once

#include "host/analysis/fault/debug_image.h"
#include "host/data/run/run.h"

/*
 * Sets `place` for each fault of the run that has none, and adds it to `what`. `kernel` is the
 * image's file; NULL: one of those next to this program. An image is used if its build name and its
 * number of benchmarks match the run's, and for a fault if the bytes that the machine sent match
 * the image. A named file that does not match is reported; other mismatches are not.
 */
void fault_places_find(struct run *run, const char *kernel);

/* Adds the executable of a program, for faults in it. The texts are copied, and used until this
 * process ends. */
void fault_places_add_program(const char *name, const char *path);

/* Returns the executable of a benchmark "programs/NAME", which may be NULL; NULL if none was added.
 * The caller closes it. */
struct debug_image *fault_places_open_program(const char *bench);
