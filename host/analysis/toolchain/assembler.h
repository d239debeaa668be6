/*
 * SPDX-License-Identifier: MIT
 * Runs the assembler or compiler of a syntax, and the linker.
 */
#pragma once

struct code_origin;

struct assembled_code;

/* Makes the file `linked` from the code, and sets the texts of `code`. Returns 0, or -1 after a
 * message. */
int assembler_run(const struct code_origin *origin, const char *linked,
                  struct assembled_code *code);
