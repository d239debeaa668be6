/*
 * SPDX-License-Identifier: MIT
 * Parses experiment files in the syntax of run_p5mon's PARMS (thesis, Figure C.1):
 *
 *     # a comment, to the end of its line
 *     (p5mon
 *         command = thesis/hello;
 *         repetitions = 5;
 *     end)
 *
 * Sections with other names belong to other programs and are skipped.
 */
#pragma once

#include "kernel/settings/settings.h"

/*
 * Applies the settings of a file's p5mon sections; settings_from() has named the file. Continues
 * after a wrong setting. Returns 0, or -1 with the first error, including its line, in
 * settings->error.
 */
int parms_read(struct settings *settings, const char *text, size_t length);
