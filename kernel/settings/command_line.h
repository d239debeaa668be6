/*
 * SPDX-License-Identifier: MIT
 * Splits a command line from a loader: the kernel's path (a word without '='), then settings.
 */
#pragma once

#define COMMAND_LINE_DIRECTORY 64

struct command_line {
    /* The directory of the path; "." if the loader passed no path. */
    char directory[COMMAND_LINE_DIRECTORY];
    const char *arguments; /* the text after the path */
};

struct command_line command_line_split(const char *line);
