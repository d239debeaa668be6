/*
 * SPDX-License-Identifier: MIT
 * Parses the records of experiment=score. A record that contradicts itself or an earlier one is
 * rejected.
 */
#include "host/data/wire/score_records.h"

#include "score/score.h"

/* Returns NULL, or the error. */
static const char *score_record_error(const struct run *run, const struct score_line *line)
{
    enum score_verdict verdict;
    if (!line->number || !*line->name || !*line->group)
        return "a row of the score without a number, a group or a name";
    if (!score_verdict_find(line->verdict, &verdict))
        return "verdict is unknown";
    if (verdict <= SCORE_DIFFERS && (!line->measured || !line->real))
        return "a row with a comparison needs both measured and real";
    for (unsigned i = 0; i < run->n_score_lines; i++)
        if (run->score_lines[i].plan == line->plan && run->score_lines[i].number == line->number)
            return "a row of the score with the same number was already received";
    return NULL;
}

void score_record_parse_row(struct record_fields *fields)
{
    const struct score_line line = {
        .plan = record_fields_plan(fields->run),
        .at = fields->run->records,
        .number = record_field_number(fields, "row"),
        .group = record_field_text_or(fields, "group", ""),
        .name = record_field_text_or(fields, "name", ""),
        .unit = record_field_text_or(fields, "unit", ""),
        .measured = record_field_text(fields, "measured"),
        .real = record_field_text(fields, "real"),
        .verdict = record_field_text_or(fields, "verdict", ""),
        .what = record_field_text(fields, "what"),
    };
    const char *wrong = score_record_error(fields->run, &line);
    if (wrong)
        record_fields_reject(fields, wrong);
    else
        *run_add_score_line(fields->run) = line;
}

void score_record_parse_total(struct record_fields *fields)
{
    const struct score_total total = {
        .plan = record_fields_plan(fields->run),
        .at = fields->run->records,
        .suite = record_field_number(fields, "suite"),
        .chip = record_field_text_or(fields, "chip", ""),
        .strict = record_field_number(fields, "strict"),
        .near = record_field_number(fields, "near"),
        .settled = record_field_number(fields, "settled"),
        .rows = record_field_number(fields, "rows"),
    };
    if (!total.suite || !total.rows)
        record_fields_reject(fields, "the totals of a score without a suite or rows");
    else if (total.strict > total.near || total.near > total.settled || total.settled > total.rows)
        record_fields_reject(fields,
                             "the totals of a score must not decrease: strict, near, "
                             "settled, rows");
    else
        *run_add_score(fields->run) = total;
}
