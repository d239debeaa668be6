/*
 * SPDX-License-Identifier: MIT
 * Checks executable files before a run: their format, their interpreters, and their instructions.
 */
#pragma once

#include <stdbool.h>

#include "host/machines/programs/executables.h"

/* The files that a run provides to its programs. */
struct provided_files {
    const struct named_file *files;
    unsigned n;
};

/*
 * Checks all programs for a processor, as in --cpu. An interpreter must be among the files; it is
 * checked too. Without `gate`, instructions are not checked. Returns 0, or -1 after a message.
 */
int program_check(const struct executables *all, struct provided_files provided, const char *cpu,
                  bool gate);
