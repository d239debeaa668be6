/*
 * SPDX-License-Identifier: MIT
 * Writes scores as one JSON object: `runs`, and `rows` with a result for each run.
 */
#include <math.h>
#include <stdlib.h>

#include "host/base/json.h"
#include "host/output/score/score_output.h"

/* Returns a number if the text is one in decimal notation, else the text; null for NULL. */
static json_t *score_json_value(const char *text)
{
    char *end;
    if (!text || !(text[0] == '-' || (text[0] >= '0' && text[0] <= '9')) || text[1] == 'x')
        return json_from_text(text);
    double number = strtod(text, &end);
    return *end ? json_from_text(text) : json_from_number(number);
}

/* An empty text is null. */
static json_t *score_json_optional(const char *text)
{
    return json_from_text(text && *text ? text : NULL);
}

static json_t *score_json_counts(const struct score_totals *counts)
{
    return json_pack("{s:i, s:i, s:i}", "strict", (int)counts->strict, "near", (int)counts->near,
                     "settled", (int)counts->settled);
}

static json_t *score_json_run(const struct score_column *column)
{
    const struct run *run = column->run;
    json_t *object = score_json_counts(&column->totals);
    json_object_set_new(object, "name", json_from_text(column->name));
    json_object_set_new(object, "run", json_from_text(run->source));
    json_object_set_new(object, "label", score_json_optional(run->label));
    json_object_set_new(object, "machine", score_json_optional(run->machine));
    json_object_set_new(object, "board", score_json_optional(run->board));
    json_object_set_new(object, "chip_set", score_json_optional(run->chip_set));
    json_object_set_new(object, "bios", score_json_optional(run->bios));
    json_object_set_new(object, "processor", score_json_optional(run->name));
    json_object_set_new(object, "mhz", json_from_number(run->mhz > 0 ? run->mhz : NAN));
    json_object_set_new(object, "platform", json_from_text(platform_name(run->platform)));
    json_object_set_new(object, "build", score_json_optional(run->build));
    json_object_set_new(object, "chip", json_from_text(column->chip));
    json_object_set_new(object, "suite", json_integer(column->suite));
    json_object_set_new(object, "rows", json_integer(column->totals.rows));
    json_object_set_new(object, "missing", json_integer(column->missing));
    json_object_set_new(object, "common", score_json_counts(&column->common));
    return object;
}

static json_t *score_json_cell(const struct score_cell *cell)
{
    if (!cell->line)
        return json_null();
    return json_pack("{s:o, s:o, s:s, s:o}", "measured", score_json_value(cell->line->measured),
                     "real", score_json_value(cell->real), "verdict",
                     score_verdict_name(cell->verdict), "what", score_json_optional(cell->what));
}

static json_t *score_json_row(const struct score_table *table, const struct score_table_row *row)
{
    json_t *results = json_array();
    for (unsigned c = 0; c < table->n_columns; c++)
        json_array_append_new(results, score_json_cell(&row->cells[c]));
    return json_pack("{s:i, s:o, s:o, s:o, s:b, s:o}", "row", (int)row->number, "group",
                     json_from_text(row->group), "name", json_from_text(row->name), "unit",
                     score_json_optional(row->unit), "differs", row->differs, "results", results);
}

void score_json_write(const struct score_table *table, bool all, FILE *to, bool colour)
{
    json_t *runs = json_array(), *rows = json_array();
    (void)colour;
    for (unsigned c = 0; c < table->n_columns; c++)
        json_array_append_new(runs, score_json_run(&table->columns[c]));
    for (unsigned r = 0; r < table->n_rows; r++)
        if (all || table->rows[r].differs)
            json_array_append_new(rows, score_json_row(table, &table->rows[r]));
    json_print(json_pack("{s:o, s:o, s:i, s:i}", "runs", runs, "rows", rows, "differing",
                         (int)table->n_differing, "settled_in_all", (int)table->n_common),
               JSON_INDENT(1), to);
}
