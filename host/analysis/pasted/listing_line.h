/*
 * SPDX-License-Identifier: MIT
 * A line of a listing: an address, the bytes of the instruction, and its text.
 */
#pragma once

#include <stdbool.h>

struct listing_line {
    bool has_address; /* the line begins with an address */
    bool is_certain;  /* no line of code looks like this one */
    bool is_short;    /* the address has few digits, as numbers of lines have */
    bool has_column;  /* of OllyDbg: lines along jumps and functions */
    unsigned long address;
    char *code; /* the rest of the line; the label in `08049000 <sum>:` */
};

/* Reads a line, without blanks at its beginning. The caller frees `code`. */
void listing_line_read(struct listing_line *read, const char *line);
