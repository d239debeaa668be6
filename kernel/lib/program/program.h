/*
 * SPDX-License-Identifier: MIT
 * Extends kernel/lib/hosted.h with files, constructors and a report of failed allocations, for
 * bench/hosted.h.
 */
#pragma once

#include <stdint.h>

#include "kernel/lib/hosted.h"
#include "kernel/lib/program/memory_file.h"

struct program_image {
    const struct hosted_program *hosted;
    const struct hosted_file *files, *files_end;
    void (*const *constructors)(void), (*const *constructors_end)(void);
    void (*const *destructors)(void), (*const *destructors_end)(void);
    uint32_t memory;
};

/* The three hooks. */
void program_setup(const struct program_image *program);
void program_restore(const struct program_image *program);
const char *program_check(const struct program_image *program);

/*
 * program_begin() replaces hosted_begin() and runs the constructors, outside the region.
 * program_end() runs the destructors.
 */
void program_begin(const struct program_image *program);
void program_end(const struct program_image *program);
