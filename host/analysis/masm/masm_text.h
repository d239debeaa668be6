/*
 * SPDX-License-Identifier: MIT
 * Converts a line of MASM or TASM to GNU as in Intel syntax: numbers such as 0FFh, data, PROC,
 * segments, comments, and local labels (@@). Instructions are unchanged.
 */
#pragma once

struct masm_text;

/* Reads the procedures, structures and variables of the lines. */
struct masm_text *masm_text_new(char *const *lines, unsigned n);
void masm_text_free(struct masm_text *text);

/*
 * Returns line `number`, from 0, in the form of GNU as; the caller frees it. It is always one line,
 * so that lines keep their numbers. Lines in the form of GNU as are unchanged except for their
 * case. To be called once for each line, in order.
 */
char *masm_text_line(struct masm_text *text, unsigned number, const char *line);
