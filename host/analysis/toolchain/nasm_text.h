/*
 * SPDX-License-Identifier: MIT
 * Converts a line of fasm, or of nasm for other object formats, to nasm for ELF.
 */
#pragma once

/* Returns the converted line, which the caller frees. Lines for ELF are unchanged. */
char *nasm_text_line(const char *line);
