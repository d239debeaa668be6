/*
 * SPDX-License-Identifier: MIT
 * Saves files that programs wrote on the machine and that arrived with the report.
 */
#pragma once

#include "host/data/run/run.h"

/*
 * Writes them below the folder, which is created, and removes them from the run's remarks. Standard
 * output and error of a program are the files stdout and stderr. If the run has several programs,
 * the files of each are in a directory with the program's name. A later file of the same name, as
 * from another case or state, replaces an earlier one. Returns their number, or -1 after a message.
 */
int program_files_write(struct run *run, const char *folder);

/* Creates the folder, before a run. Returns 0, or -1 after a message: nothing can be written to it.
 */
int program_files_make(const char *folder);
