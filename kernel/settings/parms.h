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

/* Converts a file in UTF-16, of either byte order and with or without a mark, to ASCII in place;
 * the bytes that are left over become line ends, and other characters `?`. Another file is
 * unchanged. */
void parms_decode_utf16(char *text, size_t length);

/*
 * Applies the settings of a file's p5mon sections; settings_from() has named the file. Continues
 * after a wrong setting. Returns 0, or -1 with the first error, including its line, in
 * settings->error.
 */
int parms_read(struct settings *settings, const char *text, size_t length);
