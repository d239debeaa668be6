/*
 * SPDX-License-Identifier: MIT
 * Machine profiles: the processor, bus, second-level cache and memory of one machine as a file of
 * parameters. README.md in this directory describes the format.
 */
#pragma once

#include <stddef.h>
#include <stdio.h>

enum { PROFILE_ERROR_BYTES = 512, PROFILE_BYTES_MAX = 16384, PROFILE_SETTINGS_MAX = 200 };

/* The contents of one file, or of several files; later files override earlier ones. It must start
 * as all zeros and must not be moved, because it points into its own text buffer. */
struct machine_profile {
    const char *last;                           /* name of the file read last, as given */
    const char *cpu, *mhz, *memory;             /* values of -cpu, -mhz and -m; NULL: not set */
    const char *settings[PROFILE_SETTINGS_MAX]; /* name=value each, as for -set, in order */
    unsigned setting_count;
    size_t used;
    char text[PROFILE_BYTES_MAX];
};

/* Both functions return 0, or -1 with a sentence in `error` that names the line and the valid
 * values. */

/* Adds a built-in profile by its name, or a file. */
int machine_profile_read(struct machine_profile *profile, const char *name,
                         char error[PROFILE_ERROR_BYTES]);

/* Adds the contents of text[size]; `name` is used in messages. */
int machine_profile_read_text(struct machine_profile *profile, const char *name, const char *text,
                              size_t size, char error[PROFILE_ERROR_BYTES]);

/* Lists the built-in profiles: each name and the first comment of its file. */
void machine_profiles_list(FILE *to);
