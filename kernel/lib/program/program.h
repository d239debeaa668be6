/*
 * SPDX-License-Identifier: MIT
 * What bench/hosted.h does around a program, beyond kernel/lib/hosted.h: files, constructors, what
 * malloc() had too little for.
 */
#pragma once

#include <stdint.h>

#include "kernel/lib/hosted.h"
#include "kernel/lib/program/memory_file.h"

struct program {
    const struct hosted_program *hosted;
    const struct hosted_file *files, *files_end;
    void (*const *constructors)(void), (*const *constructors_end)(void);
    void (*const *destructors)(void), (*const *destructors_end)(void);
    uint32_t memory;
};

/* The three hooks. */
void program_setup(const struct program *program);
void program_restore(const struct program *program);
const char *program_check(const struct program *program);

/* In place of hosted_begin(): runs the constructors, outside of the region. And the destructors. */
void program_begin(const struct program *program);
void program_end(const struct program *program);
