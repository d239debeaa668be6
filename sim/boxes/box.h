/*
 * SPDX-License-Identifier: MIT
 * Machine profiles ("boxes"): the processor, bus, second-level cache and memory of one machine as a
 * file of parameters. README.md in this directory describes the format.
 */
#pragma once

#include <stddef.h>
#include <stdio.h>

enum { BOX_ERROR_BYTES = 512, BOX_BYTES_MAX = 16384, BOX_SETTINGS_MAX = 200 };

/* The contents of one file, or of several files; later files override earlier ones. It must start
 * as all zeros and must not be moved, because it points into its own text buffer. */
struct box {
    const char *last;                       /* name of the file read last, as given */
    const char *cpu, *mhz, *memory;         /* values of -cpu, -mhz and -m; NULL: not set */
    const char *settings[BOX_SETTINGS_MAX]; /* name=value each, as for -set, in order */
    unsigned setting_count;
    size_t used;
    char text[BOX_BYTES_MAX];
};

/* Both functions return 0, or -1 with a sentence in `error` that names the line and the valid
 * values. */

/* Adds a built-in profile by its name, or a file. */
int box_take(struct box *box, const char *name, char error[BOX_ERROR_BYTES]);

/* Adds the contents of text[size]; `name` is used in messages. */
int box_take_text(struct box *box, const char *name, const char *text, size_t size,
                  char error[BOX_ERROR_BYTES]);

/* Lists the built-in profiles: each name and the first comment of its file. */
void boxes_list(FILE *to);
