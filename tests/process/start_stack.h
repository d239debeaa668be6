/*
 * SPDX-License-Identifier: MIT
 * Replaces the stack that Linux gave a program by the one that Bareprobe gives it: the same
 * address, texts and auxiliary vector. Loops over these texts and entries are instructions that are
 * counted. AT_SYSINFO and AT_SYSINFO_EHDR are left out, as on Bareprobe.
 */
#pragma once

#include "tests/process/tracee.h"

struct start_stack {
    char **arguments, **environment; /* each ends with NULL */
    uint32_t features;               /* AT_HWCAP: EDX of CPUID 1 */
};

/* The program has not executed an instruction yet. */
void start_stack_replace(struct tracee *tracee, const struct start_stack *stack);
