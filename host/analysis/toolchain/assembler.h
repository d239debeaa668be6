/*
 * SPDX-License-Identifier: MIT
 * Runs the assembler or compiler of a syntax, and the linker.
 */
#pragma once

struct code_origin;

/* Allocated texts, or NULL. */
struct assembler_notes {
    char *messages; /* warnings */
    char *placed;   /* names of symbols that the code does not define: in the buffer */
    char *missing;  /* names of functions that it calls and does not define */
};

/* Makes the file `linked` from the code. Returns 0, or -1 after a message. */
int assembler_run(const struct code_origin *origin, const char *linked,
                  struct assembler_notes *notes);
