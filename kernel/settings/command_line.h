/*
 * SPDX-License-Identifier: MIT
 * Splits a command line from a loader: the kernel's path, then settings. GRUB passes no path, QEMU
 * and mboot.c32 the file's name as typed, iPXE the whole URL.
 */
#pragma once

#define COMMAND_LINE_DIRECTORY 64

struct command_line {
    /* The directory of the path; "." if the loader passed no path. */
    char directory[COMMAND_LINE_DIRECTORY];
    const char *arguments; /* the text after the path */
};

/*
 * The first word is a path if it has no '=' or a '/' before its '='. A path may contain blanks, and
 * '=' before any '/', if its last part begins with "bareprobe".
 */
struct command_line command_line_split(const char *line);
