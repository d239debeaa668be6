/*
 * SPDX-License-Identifier: MIT
 * The program of the current experiment, from its selection (process_selection.c) to its end; each
 * run starts from it (process_run.c).
 */
#pragma once

#include <stdint.h>

#include "bench/bench.h"
#include "kernel/process/image/elf_image.h"
#include "kernel/process/image/process_stack.h"
#include "kernel/process/image/program_list.h"

#define LARGE_PAGE_BYTES (4u << 20)
#define PROGRAM_BASE     0x08048000u /* where linkers place executables by default */

struct selected_program {
    const struct program_file *file;
    struct elf_image image, interpreter; /* without an interpreter, that has no segments */
    struct process_words arguments, environment;
    const char *standard_input; /* name of a file; "": none */
    uint32_t features;          /* CPUID's */
    uint32_t frames_start, frames_end;
    uint32_t machine_end; /* memory_end() before the selection */
    uint32_t deepest;     /* lowest address that the stack has reached in any run */
    struct benchmark benchmark;
};

/* NULL while benchmarks are measured. In the arena. */
extern struct selected_program *selected;

/*
 * Returns a sentence if the last run was refused memory because the machine has too little, with a
 * machine that has enough; otherwise NULL.
 */
const char *process_refused_memory(void);

/* Called before each run of the program: gives it everything as if it were the first run. */
void process_restore(void);

/* Handles an exception: see trap_program_by(). */
struct trap_frame;
bool process_handle_trap(struct trap_frame *frame);

/* Handles only a system call, or the growth of the stack. Returns false if it is neither. */
bool process_serve_trap(struct trap_frame *frame);

bool process_is_call(const struct trap_frame *frame);

/* Reports whether the exception occurred in the program's own code, not in the kernel's. */
bool process_owns_trap(const struct trap_frame *frame);
