/*
 * SPDX-License-Identifier: MIT
 * Collects the rows of runs, compares them with chips, and runs with each other.
 */
#include "host/analysis/score/score_table.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "host/base/allocation.h"
#include "host/base/message.h"

/* ---- columns -------------------------------------------------------------------------------- */

/* Returns the name without its directory and without ".log". */
static char *score_table_file_name(const char *source)
{
    const char *slash = strrchr(source, '/');
    char *name = allocate_copy(slash ? slash + 1 : source);
    size_t length = strlen(name);
    if (length > 4 && !strcmp(name + length - 4, ".log"))
        name[length - 4] = 0;
    return name;
}

static char *score_table_name(const struct run *run)
{
    if (*run->machine)
        return allocate_copy(run->machine);
    return *run->label ? allocate_copy(run->label) : score_table_file_name(run->source);
}

/* Returns the totals that the machine sent for an experiment; NULL if they were not received. */
static const struct score_total *score_table_total(const struct run *run, unsigned plan)
{
    for (unsigned i = run->n_scores; i-- > 0;)
        if (run->scores[i].plan == plan)
            return &run->scores[i];
    return NULL;
}

/* ---- rows ----------------------------------------------------------------------------------- */

static struct score_table_row *score_table_find(struct score_table *table, unsigned number)
{
    for (unsigned i = 0; i < table->n_rows; i++)
        if (table->rows[i].number == number)
            return &table->rows[i];
    return NULL;
}

/* Enlarges each row by the cell of a new column. */
static void score_table_widen(struct score_table *table)
{
    for (unsigned i = 0; i < table->n_rows; i++) {
        struct score_table_row *row = &table->rows[i];
        row->cells = allocation_resize(row->cells, table->n_columns * sizeof *row->cells);
        row->cells[table->n_columns - 1] = (struct score_cell){.verdict = SCORE_NOT_SETTLED};
    }
}

static struct score_table_row *score_table_row_of(struct score_table *table,
                                                  const struct score_line *line)
{
    struct score_table_row *row = score_table_find(table, line->number);
    if (row)
        return row;
    row = allocate_element(&table->rows, &table->n_rows, sizeof *row);
    *row =
        (struct score_table_row){.number = line->number,
                                 .group = line->group,
                                 .name = line->name,
                                 .unit = line->unit,
                                 .cells = allocate_zeroed(table->n_columns * sizeof *row->cells)};
    for (unsigned c = 0; c < table->n_columns; c++)
        row->cells[c].verdict = SCORE_NOT_SETTLED;
    return row;
}

/* Returns the row with the machine's verdict, which was checked when the record was read. */
static struct score_cell score_table_own_cell(const struct score_line *line)
{
    struct score_cell cell = {line, SCORE_NOT_SETTLED, line->real, line->what};
    score_verdict_find(line->verdict, &cell.verdict);
    return cell;
}

/* Returns the row compared with another chip than the machine did. A row that this program does not
 * know keeps its value, without a verdict. */
static struct score_cell score_table_other_cell(const struct score_line *line, const char *chip)
{
    struct score_cell cell = score_table_own_cell(line);
    enum score_chip other = SCORE_P54C;
    unsigned row = 0;
    const bool known = score_row_find(line->name, &row) && score_chip_find(chip, &other);
    cell.real = known ? score_real(&score_rows[row], other) : NULL;
    if (cell.verdict == SCORE_NOT_SETTLED || !line->measured)
        return cell;
    cell.verdict =
        known ? score_verdict(&score_rows[row], other, line->measured) : SCORE_NOT_MEASURABLE;
    cell.what = cell.real ? NULL : SCORE_NO_REAL;
    return cell;
}

int score_table_add(struct score_table *table, const struct run *run, const char *chip)
{
    if (!run->n_score_lines) {
        message_print(
            "%s contains no score; measure one with 'bareprobe run --suite score' or the entry "
            "'Score' of a boot medium's menu",
            run->source);
        return -1;
    }
    unsigned plan = run->score_lines[run->n_score_lines - 1].plan, received = 0;
    const struct score_total *total = score_table_total(run, plan);
    struct score_column *column =
        allocate_element(&table->columns, &table->n_columns, sizeof *column);
    *column = (struct score_column){
        .run = run,
        .name = score_table_name(run),
        .chip = allocate_copy(chip    ? chip
                              : total ? total->chip
                                      : "unknown"),
        .suite = total ? total->suite : SCORE_SUITE,
    };
    score_table_widen(table);
    for (unsigned i = 0; i < run->n_score_lines; i++) {
        const struct score_line *line = &run->score_lines[i];
        if (line->plan != plan)
            continue;
        struct score_cell cell =
            chip ? score_table_other_cell(line, chip) : score_table_own_cell(line);
        score_table_row_of(table, line)->cells[table->n_columns - 1] = cell;
        score_totals_add(&column->totals, cell.verdict);
        received++;
    }
    const unsigned rows = total ? total->rows : SCORE_ROWS;
    column->missing = rows > received ? rows - received : 0;
    column->totals.rows = received + column->missing;
    return 0;
}

/* ---- comparison of runs --------------------------------------------------------------------- */

static bool score_table_same_text(const char *a, const char *b)
{
    return a && b ? !strcmp(a, b) : a == b;
}

static bool score_table_row_differs(const struct score_table *table,
                                    const struct score_table_row *row)
{
    const struct score_cell *first = NULL;
    for (unsigned c = 0; c < table->n_columns; c++) {
        const struct score_cell *cell = &row->cells[c];
        if (!cell->line)
            continue;
        if (!first)
            first = cell;
        else if (!score_table_same_text(first->line->measured, cell->line->measured) ||
                 first->verdict != cell->verdict)
            return true;
    }
    return false;
}

static bool score_table_row_settled(const struct score_table *table,
                                    const struct score_table_row *row)
{
    for (unsigned c = 0; c < table->n_columns; c++)
        if (row->cells[c].verdict == SCORE_NOT_SETTLED ||
            row->cells[c].verdict == SCORE_NOT_MEASURABLE)
            return false;
    return true;
}

/* A row without a comparison is as bad as one that differs. */
static unsigned score_table_rank(enum score_verdict verdict)
{
    return verdict == SCORE_SAME ? 0 : verdict == SCORE_NEAR ? 1 : 2;
}

static int score_table_compare_rows(const void *one, const void *other)
{
    const struct score_table_row *a = one, *b = other;
    return (a->number > b->number) - (a->number < b->number);
}

/*
 * A group's rows follow one another, as on the machine's screen: rows that were added later to a
 * group have higher numbers than those of other groups.
 */
static void score_table_order(struct score_table *table)
{
    struct score_table_row *ordered = allocate_zeroed((table->n_rows + 1) * sizeof *ordered);
    unsigned n = 0;
    qsort(table->rows, table->n_rows, sizeof *table->rows, score_table_compare_rows);
    for (unsigned i = 0; i < table->n_rows; i++) {
        bool taken = false;
        for (unsigned j = 0; j < i; j++)
            taken = taken || !strcmp(table->rows[j].group, table->rows[i].group);
        for (unsigned j = i; !taken && j < table->n_rows; j++)
            if (!strcmp(table->rows[j].group, table->rows[i].group))
                ordered[n++] = table->rows[j];
    }
    memcpy(table->rows, ordered, n * sizeof *ordered);
    free(ordered);
}

void score_table_finish(struct score_table *table)
{
    score_table_order(table);
    table->one_chip = true;
    for (unsigned c = 1; c < table->n_columns; c++)
        table->one_chip &= !strcmp(table->columns[c].chip, table->columns[0].chip);
    for (unsigned r = 0; r < table->n_rows; r++) {
        struct score_table_row *row = &table->rows[r];
        const bool settled = score_table_row_settled(table, row);
        row->differs = score_table_row_differs(table, row);
        table->n_differing += row->differs;
        table->n_common += settled;
        for (unsigned c = 0; c < table->n_columns; c++) {
            struct score_column *column = &table->columns[c];
            if (settled)
                score_totals_add(&column->common, row->cells[c].verdict);
            column->worse +=
                score_table_rank(row->cells[c].verdict) > score_table_rank(row->cells[0].verdict);
        }
    }
}

void score_table_free(struct score_table *table)
{
    for (unsigned i = 0; i < table->n_rows; i++)
        free(table->rows[i].cells);
    for (unsigned i = 0; i < table->n_columns; i++) {
        free(table->columns[i].name);
        free(table->columns[i].chip);
    }
    free(table->rows);
    free(table->columns);
    *table = (struct score_table){0};
}

/* ---- incomplete runs ------------------------------------------------------------------------ */

/* Returns whether the machine's totals are those of the rows that were received. */
static bool score_table_agrees(const struct run *run, const struct score_total *total)
{
    struct score_totals sum = {0};
    for (unsigned i = 0; i < run->n_score_lines; i++)
        if (run->score_lines[i].plan == total->plan)
            score_totals_add(&sum, score_table_own_cell(&run->score_lines[i]).verdict);
    return sum.strict == total->strict && sum.near == total->near && sum.settled == total->settled;
}

unsigned score_table_report_incomplete(const struct score_table *table)
{
    unsigned incomplete = 0;
    for (unsigned c = 0; c < table->n_columns; c++) {
        const struct score_column *column = &table->columns[c];
        const struct run *run = column->run;
        const struct score_total *total =
            score_table_total(run, run->score_lines[run->n_score_lines - 1].plan);
        if (column->missing || !total) {
            message_print("%s: the score is incomplete: %u of %u rows are missing%s", run->source,
                          column->missing, column->totals.rows,
                          total ? "" : ", and the record of the totals");
            incomplete++;
        } else if (!score_table_agrees(run, total)) {
            message_print(
                "%s: the totals that the machine sent (strict %u, near %u, settled %u) contradict "
                "its rows",
                run->source, total->strict, total->near, total->settled);
            incomplete++;
        }
    }
    return incomplete;
}

const char *score_table_chip_title(const char *name)
{
    enum score_chip chip;
    return score_chip_find(name, &chip) ? score_chip_title(chip) : name;
}
