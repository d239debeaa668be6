/*
 * SPDX-License-Identifier: MIT
 * Reads a file of assembly that the user names.
 */
#pragma once

/* `path` - is standard input. Returns its text, which the caller frees; NULL after a message. */
char *source_file_read(const char *path);
