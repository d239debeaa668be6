/*
 * SPDX-License-Identifier: MIT
 * Runs the assembler or compiler of a syntax, and the linker.
 */
#pragma once

struct code_origin;

/*
 * Makes the file `linked` from the code. Returns 0, or -1 after a message. The caller frees
 * *messages (warnings) and *placed (names of symbols that were placed in the buffer, or NULL).
 */
int assembler_run(const struct code_origin *origin, const char *linked, char **messages,
                  char **placed);
