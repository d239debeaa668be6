/*
 * SPDX-License-Identifier: MIT
 * A file that is there whole or not at all: written beside its place and renamed.
 */
#pragma once

#include <stdbool.h>
#include <stdio.h>

struct output_file {
    FILE *file;
    char *path, *temporary; /* NULL: standard output, or what is no regular file */
};

/* `path` NULL or "-" is standard output; a device or pipe is written as it comes; a link's target
 * is what is replaced. 0, or -1 after a message. */
int output_file_open(struct output_file *output, const char *path);

/* Puts the file in its place where `keep` says so and all could be written; else what was there
 * before is left. 0, or -1 after a message. */
int output_file_close(struct output_file *output, bool keep);
