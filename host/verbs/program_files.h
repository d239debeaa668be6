/*
 * SPDX-License-Identifier: MIT
 * Files that programs have written in the machine, and that came with the report.
 */
#pragma once

#include "host/run/run.h"

/*
 * Writes them below the folder, which is made, and takes them out of the run's remarks. What comes
 * again, as from another case or state, replaces what came before. How many were written; or -1
 * after a message.
 */
int program_files_write(struct run *run, const char *folder);
