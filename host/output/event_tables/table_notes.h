/*
 * SPDX-License-Identifier: MIT
 * Marks of cells, "(1)" and so on, and the notes below the table that explain them.
 */
#pragma once

#include <stdio.h>

#include "host/data/run/run.h"

struct table_notes {
    char **texts;
    unsigned n;
    unsigned others; /* results with notes that only tables of one benchmark print */
};

/*
 * Formats the mark of a result that must not be taken as it is, such as "(1) ", or "". Counts its
 * other notes.
 */
const char *table_notes_mark(struct table_notes *notes, const struct run *run,
                             const struct result *result, char mark[16]);

/* Prints the notes and frees them. */
void table_notes_print(struct table_notes *notes, unsigned width, FILE *to);
