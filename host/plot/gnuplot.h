/*
 * SPDX-License-Identifier: MIT
 * gnuplot as a child: a script goes in, a picture comes out, within a bounded time.
 */
#pragma once

#include <stdbool.h>
#include <stddef.h>

#define GNUPLOT_SECONDS 30 /* a picture takes a tenth of one */

/* The picture's bytes, for the caller to free; NULL after a message on stderr. */
char *gnuplot_draw(const char *script, size_t length, size_t *picture_length);

/* Whether there is a gnuplot on PATH. */
bool gnuplot_there(void);
