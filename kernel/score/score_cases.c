/*
 * SPDX-License-Identifier: MIT
 * Runs a case of a benchmark as an experiment whose report is not sent: its findings, counts and
 * failures become values of rows.
 */
#include "kernel/score/score_cases.h"

#include "kernel/lib/format.h"
#include "kernel/lib/string.h"
#include "kernel/machine/memory.h"
#include "kernel/measure/experiment/calibration.h"
#include "kernel/measure/experiment/case_run.h"
#include "kernel/measure/experiment/variant_run.h"
#include "stats/fixed.h"

#define REPETITIONS 5

/* The rows that the functions of the report fill. */
static struct {
    struct score *score;
    unsigned first, end;
} heard;

unsigned score_cases_end(unsigned first)
{
    const struct score_row *row = &score_rows[first];
    unsigned end = first + 1;
    while (end < SCORE_ROWS && row->method == SCORE_FINDING &&
           score_rows[end].method == SCORE_FINDING &&
           !strcmp(score_rows[end].subject, row->subject))
        end++;
    return end;
}

/* ---- the report ------------------------------------------------------------------------------ */

static void score_cases_set_all(const char *what)
{
    for (unsigned row = heard.first; row < heard.end; row++)
        score_value_set_unmeasurable(heard.score, row, what);
}

static int64_t score_cases_hundredths(fixed_t value)
{
    return fixed_to_int(fixed_multiply(value, fixed_from_int(100)));
}

static void score_cases_set_number(struct score *score, unsigned row, fixed_t value)
{
    if (score_rows[row].unit == SCORE_KB)
        value = fixed_divide(value, fixed_from_int(1024));
    score_value_set_hundredths(score, row, score_cases_hundredths(value));
}

static void score_cases_hear_finding(struct report_stream *report,
                                     const struct report_finding *finding)
{
    (void)report;
    if (!strcmp(finding->name, "needs") && finding->text)
        score_cases_set_all(strcmp(finding->text, "MMX") ? "the form cannot run here" : "no MMX");
    for (unsigned row = heard.first; row < heard.end; row++) {
        if (score_rows[row].method != SCORE_FINDING ||
            strcmp(finding->name, score_rows[row].what) != 0)
            continue;
        if (finding->unsettled)
            score_value_set_unsettled(heard.score, row, "the repetitions differ");
        else if (finding->text)
            score_value_set_text(heard.score, row, finding->text);
        else
            score_cases_set_number(heard.score, row, finding->value);
    }
}

/*
 * Findings follow: a property that no case of the benchmark has found was looked for, and not seen.
 */
static void score_cases_hear_end(struct report_stream *report, const struct report_bench *bench)
{
    (void)report;
    (void)bench;
    for (unsigned row = heard.first; row < heard.end; row++)
        if (score_rows[row].method == SCORE_FINDING && heard.score->values[row].what)
            score_value_set_text(heard.score, row, "not seen");
}

/* A count is settled if most repetitions agree. */
static void score_cases_hear_result(struct report_stream *report,
                                    const struct report_result *result)
{
    const unsigned row = heard.first;
    (void)report;
    if (score_rows[row].method != SCORE_COUNTED || result->region != 0)
        return;
    if (result->status != RESULT_OK)
        score_value_set_unmeasurable(heard.score, row, result_status_name(result->status));
    else if (result->corrected.mode != result->corrected.median)
        score_value_set_unsettled(heard.score, row, "the repetitions differ");
    else
        score_cases_set_number(heard.score, row, result->corrected.median);
}

static void score_cases_hear_fault(struct report_stream *report, const struct report_fault *fault)
{
    (void)report;
    score_cases_set_all(fault->vector < 32 ? "the code faulted" : "the code did not end");
}

static void score_cases_hear_skipped(struct report_stream *report,
                                     const struct report_skipped *skipped)
{
    (void)report;
    (void)skipped;
    score_cases_set_all("too little memory");
}

static const struct report_form score_cases_form = {
    .finding = score_cases_hear_finding,
    .bench_end = score_cases_hear_end,
    .result = score_cases_hear_result,
    .fault = score_cases_hear_fault,
    .skipped = score_cases_hear_skipped,
};

/* ---- the experiment -------------------------------------------------------------------------- */

static const struct event *score_cases_event(const struct score *score, const struct score_row *row)
{
    return row->method == SCORE_COUNTED
               ? pmc_event_find(score->run->pmc, row->what, strlen(row->what))
               : &pmc_time_stamp;
}

/*
 * Runs the case silently, so that only its values remain: its errors are no errors of the run. Of
 * several virtual Pentiums (--jobs) each measures all rows, since none emits the records of a case.
 */
static void score_cases_run(struct score *score, const struct config *config)
{
    static struct report_stream silent = {.form = &score_cases_form};
    struct kernel_run *run = score->run;
    struct report_stream *const report = run->report;
    const struct config *const asked = run->config;
    const struct tally tally = run->tally;
    const bool shared = run->work_queue.on;
    run->report = &silent;
    run->work_queue.on = false;
    if (plan_experiment(run, config) == 0 && calibration_run(run) == 0)
        case_run_all(run, variant_run_measure);
    run->report = report;
    run->config = asked;
    run->tally = tally;
    run->work_queue.on = shared;
}

void score_cases_measure(struct score *score, unsigned first, unsigned end)
{
    const struct score_row *row = &score_rows[first];
    const struct event *event = score_cases_event(score, row);
    uintptr_t mark = memory_mark();
    struct config *config = memory_allocate(sizeof *config); /* too large for the stack */
    heard.score = score;
    heard.first = first;
    heard.end = end;
    if (!config) {
        score_cases_set_all("too little memory");
        return;
    }
    if (!event) {
        score_cases_set_all("this processor has no such event");
        return;
    }
    score_cases_set_all("the benchmark did not run");
    config_default(config, score->run->pmc);
    format(config->command, sizeof config->command, "%s", row->subject);
    config->events[0] = (struct pmc_counted){.event = event};
    config->n_events = 1;
    config->repetitions = REPETITIONS;
    score_cases_run(score, config);
    memory_release(mark);
}
