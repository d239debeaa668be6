/*
 * SPDX-License-Identifier: MIT
 * Prints totals in the form of a record's keys and values.
 */
#include "host/output/score/score_lines.h"

#include <stdbool.h>
#include <string.h>

/* Prints a text as a value of a record: quoted if it has blanks. */
static void score_lines_value(const char *text, FILE *to)
{
    bool quoted = !*text || strpbrk(text, " \t\"");
    fputs(quoted ? "\"" : "", to);
    for (; *text; text++)
        fputc(*text == '"' ? '\'' : *text, to);
    fputs(quoted ? "\"" : "", to);
}

void score_lines_print(const struct score_table *table, FILE *to)
{
    for (unsigned c = 0; c < table->n_columns; c++) {
        const struct score_column *column = &table->columns[c];
        const struct score_totals *counts = &column->totals;
        fprintf(to, "SCORE suite=%u chip=%s strict=%u/%u near=%u/%u settled=%u/%u", column->suite,
                column->chip, counts->strict, counts->settled, counts->near, counts->settled,
                counts->settled, column->totals.rows);
        if (table->n_columns > 1) {
            fputs(" run=", to);
            score_lines_value(column->run->source, to);
        }
        fputc('\n', to);
    }
}
