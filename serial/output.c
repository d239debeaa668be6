/*
 * SPDX-License-Identifier: MIT
 * A benchmark's output taken apart into lines that fit in a record.
 */
#include "serial/report.h"

bool output_next(const struct report_output *output, size_t *position, struct output_piece *piece)
{
    size_t length = 0;
    if (*position >= output->length)
        return false;
    piece->ended = false;
    while (*position < output->length && !piece->ended && length < OUTPUT_PIECE_BYTES - 1) {
        char c = output->text[(*position)++];
        if (c == '\n')
            piece->ended = true;
        else
            piece->text[length++] = c >= ' ' && c < 0x7F ? c : '?';
    }
    piece->text[length] = '\0';
    return true;
}
