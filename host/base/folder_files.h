/*
 * SPDX-License-Identifier: MIT
 * Lists the files of a directory whose names have an ending.
 */
#pragma once

/* Returns the names without the ending, sorted; *n is their number, 0 if the directory cannot be
 * read. The path may have any characters. folder_files_free() frees the list. */
char **folder_files(const char *folder, const char *ending, unsigned *n);
void folder_files_free(char **names, unsigned n);
