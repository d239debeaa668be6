/*
 * SPDX-License-Identifier: MIT
 * Restores the page from the rows and totals, and passes it to the kernel's code. Its words, which
 * the records lack, are those of score/.
 */
#include "host/analysis/score/score_screen.h"

#include <stdlib.h>

#include "host/base/allocation.h"
#include "score/score.h"

/* A row that this program does not know has its name as its label. */
static struct report_score_row score_screen_row(const struct score_line *line)
{
    enum score_verdict verdict = SCORE_NOT_SETTLED;
    unsigned row;
    score_verdict_find(line->verdict, &verdict);
    return (struct report_score_row){
        .number = line->number,
        .group = line->group,
        .name = line->name,
        .label = score_row_find(line->name, &row) ? score_rows[row].label : line->name,
        .unit = line->unit,
        .measured = line->measured,
        .real = line->real,
        .verdict = line->verdict,
        .mark = score_verdict_mark(verdict),
        .what = line->what,
    };
}

void score_screen_report(struct report_stream *report, const struct run *run, unsigned index)
{
    const struct score_total *total = &run->scores[index];
    enum score_chip chip;
    char *machine =
        allocate_text("%s %xh (%s)", run->name, run->signature, platform_name(run->platform));
    struct report_score_row *rows = NULL;
    struct report_score score = {
        .suite = total->suite,
        .machine = machine,
        .chip = total->chip,
        .chip_title = score_chip_find(total->chip, &chip) ? score_chip_title(chip) : total->chip,
        .strict = total->strict,
        .near = total->near,
        .settled = total->settled,
    };
    for (unsigned i = 0; i < run->n_score_lines; i++)
        if (run->score_lines[i].plan == total->plan)
            *(struct report_score_row *)allocate_element(&rows, &score.n_rows, sizeof *rows) =
                score_screen_row(&run->score_lines[i]);
    score.rows = rows;
    REPORT(report, score, &score);
    free(rows);
    free(machine);
}
