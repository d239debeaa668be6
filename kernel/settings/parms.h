/*
 * SPDX-License-Identifier: MIT
 * Experiment files in the syntax of run_p5mon's PARMS (thesis, Figure C.1):
 *
 *     # a comment, to the end of its line
 *     (p5mon
 *         command = thesis/hello;
 *         repetitions = 5;
 *     end)
 *
 * Sections with other names are those of other programs and are passed over.
 */
#pragma once

#include "kernel/settings/settings.h"

/*
 * Applies the settings of a file's p5mon sections; settings_from() has named the file. Reads on
 * after a wrong setting. 0, or -1 with the first error in settings->error, its line with it.
 */
int parms_read(struct settings *settings, const char *text, size_t length);
