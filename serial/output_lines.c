/*
 * SPDX-License-Identifier: MIT
 * Splits a benchmark's output into lines that fit in a record.
 */
#include "serial/report.h"

#define TAB_COLUMNS 8

bool output_lines_next(const struct report_output *output, size_t *position,
                       struct output_piece *piece)
{
    size_t length = 0;
    if (*position >= output->length)
        return false;
    piece->ended = false;
    while (*position < output->length && !piece->ended && length < OUTPUT_PIECE_BYTES - 1) {
        char c = output->text[*position];
        bool within_tab = c == '\t' && (length + 1) % TAB_COLUMNS;
        *position += !within_tab;
        if (c == '\n')
            piece->ended = true;
        else if (c == '\t')
            piece->text[length++] = ' ';
        else
            piece->text[length++] = c >= ' ' && c < 0x7F ? c : '?';
    }
    piece->text[length] = '\0';
    return true;
}
