/*
 * SPDX-License-Identifier: MIT
 * Checks executable files before a run: their format, their interpreters, and their instructions.
 */
#pragma once

#include <stdbool.h>

#include "host/machines/programs/executables.h"

/*
 * Checks all programs for a processor, as in --cpu. An interpreter must be among the inputs; it is
 * checked too. Without `gate`, instructions are not checked. Returns 0, or -1 after a message.
 */
int program_check(const struct executables *all, const char *cpu, bool gate);
