/*
 * SPDX-License-Identifier: MIT
 * A command line as loaders pass it: the kernel's own path, a word without '=', then settings.
 */
#pragma once

#define COMMAND_LINE_DIRECTORY 64

struct command_line {
    char directory[COMMAND_LINE_DIRECTORY]; /* the path's; "." where the loader did not say */
    const char *arguments;                  /* what stands behind the path */
};

struct command_line command_line_split(const char *line);
