/*
 * SPDX-License-Identifier: MIT
 * Runs gnuplot as a child process with a time limit: takes a script, returns a picture.
 */
#pragma once

#include <stdbool.h>
#include <stddef.h>

#define GNUPLOT_SECONDS 30 /* a picture takes a tenth of a second */

/* Returns the picture's bytes, which the caller frees; NULL after a message on stderr. */
char *gnuplot_draw(const char *script, size_t length, size_t *picture_length);

/* Returns whether gnuplot is on PATH. */
bool gnuplot_is_installed(void);
