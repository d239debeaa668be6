/*
 * SPDX-License-Identifier: MIT
 * The report as run_p5mon's results file (thesis, Figures 4.7 to 4.9): events by code, one number
 * per line, comments after a '#'. An average of 0 has NaN as its percentage. The width of the gap
 * before a value cannot be seen in the thesis, only that values are right-aligned.
 */
#include "serial/p5mon_file.h"

#include "serial/line.h"

#include "kernel/lib/format.h"
#include "kernel/lib/string.h"

static void print_head(struct report *report, const struct report_bench *bench)
{
    const struct report_plan *plan = &report->plan;
    line(report, "# %s: %s", bench->name, mode(plan, bench).text);
    line(report, "# run_p5mon results file");
    if (plan->whole_runs)
        line(report, "# Results (%s, %u%% confidence level):", sampled(plan, bench).text,
             plan->level);
    else
        line(report, "# Results (for %u regions, %s, %u%% confidence level):", bench->n_regions,
             sampled(plan, bench).text, plan->level);
    line(report, "# %sEvent Repetition Value [conf.int] [percentage]",
         plan->whole_runs ? "" : "Region ");
}

static void print_event(struct report *report, const struct report_result *result)
{
    const struct report_values *values = &result->corrected;
    char region[16] = "";
    if (!report->plan.whole_runs)
        format(region, sizeof region, "%u ", result->region);
    if (result->status != RESULT_OK) {
        line(report, "# %s0x%X %s", region, (unsigned)result->code,
             result_status_name(result->status));
        return;
    }
    fixed_t off = result->overhead * (int64_t)result->entries;
    for (unsigned repetition = 0; result->samples && repetition < result->n_samples; repetition++) {
        fixed_t value = fixed_from_int(result->samples[repetition]) - off;
        line(report, "%s0x%X %u %12s", region, (unsigned)result->code, repetition,
             digits(value, value % FIXED_ONE ? 1 : 0).text);
    }
    struct digits share = {"NaN"};
    if (values->mean)
        share = percent(values->half_width, values->mean);
    char per_entry[40] = "";
    if (!report->plan.whole_runs)
        format(per_entry, sizeof per_entry, " %s", digits(result_per_entry(result), 1).text);
    line(report, "%s0x%X -1 %12s %s %s%s", region, (unsigned)result->code,
         digits(values->mean, 1).text, digits(values->half_width, 1).text, share.text, per_entry);
}

static void print_bench_end(struct report *report, const struct report_bench *bench)
{
    print_head(report, bench);
    for (unsigned r = 0; r < bench->n_regions; r++) {
        const struct report_result *results = &bench->results[r * bench->n_events];
        if (!report->plan.whole_runs)
            line(report, "# Region %u%s: entered %u exited %u", results->region,
                 named(results->region_name).text, (unsigned)results->entries,
                 (unsigned)results->exits);
        for (unsigned e = 0; e < bench->n_events; e++)
            print_event(report, &results[e]);
    }
}

static void print_output(struct report *report, const struct report_output *output)
{
    struct output_piece piece;
    size_t position = 0;
    if (output->lost)
        line(report, "# output: (earlier output is lost)");
    while (output_next(output, &position, &piece))
        line(report, "# output: %s", piece.text);
}

static void print_no_watchdog(struct report *report, const char *why)
{
    line(report, "# watchdog unavailable: %s", why);
}

/* A wire whose lines become lines of a file in another report. */
static void send_as_file(void *to, const char *text, size_t length)
{
    struct report *report = to;
    char copy[LINE_BYTES];
    length--; /* without its newline */
    memcpy(copy, text, length);
    copy[length] = 0;
    REPORT(report, file_line, report->plan.output_file, copy);
}

void p5mon_file_bench(struct report *report, const struct report_bench *bench)
{
    const char *name = report->plan.output_file;
    if (!name || !name[0] || report->form == &report_p5mon_file)
        return; /* no file is requested, or the wire is that file */
    struct report file = {.form = &report_p5mon_file,
                          .wire = {.send = send_as_file, .to = report},
                          .plan = report->plan};
    print_bench_end(&file, bench);
}

static void print_comment(struct report *report, const char *what)
{
    line_join(report, "# ", what, "");
}

static void print_repetition(struct report *report, const struct report_repetition *repetition)
{
    print_comment(report, repetition_text(repetition).text);
}

static void print_execution(struct report *report, const struct report_execution *execution)
{
    print_comment(report, execution_text(execution).text);
}

static void print_warning(struct report *report, const char *file, const char *what)
{
    (void)file;
    line_join(report, "# warning: ", what, "");
}

/* Prints lines of the dump; the results file is the wire itself. */
static void print_file_line(struct report *report, const char *file, const char *text)
{
    (void)file;
    print_comment(report, text);
}

static void print_error(struct report *report, const char *what)
{
    line_join(report, "# error: ", what, "");
}

static void print_fault(struct report *report, const struct report_fault *fault)
{
    const char *where = fault->bench ? fault->bench : "the kernel";
    if (fault->vector < 32)
        line(report, "# fault: exception %u (%s) at 0x%08x in %s", (unsigned)fault->vector,
             fault->name, (unsigned)fault->eip, where);
    else
        line(report, "# fault: %s at 0x%08x in %s", fault->name, (unsigned)fault->eip, where);
}

static void print_broken(struct report *report, const struct report_broken *broken)
{
    line(report, "# fault: region %u%s of %s: %s", broken->region, named(broken->region_name).text,
         broken->bench, broken->name);
}

static void print_done(struct report *report, const struct report_done *done)
{
    line(report, "# %u results, %u errors: %s", done->results, done->errors,
         done->errors ? "failed" : "ok");
}

const struct report_form report_p5mon_file = {
    .bench_end = print_bench_end,
    .output = print_output,
    .no_watchdog = print_no_watchdog,
    .repetition = print_repetition,
    .execution = print_execution,
    .warning = print_warning,
    .file_line = print_file_line,
    .error = print_error,
    .fault = print_fault,
    .broken = print_broken,
    .done = print_done,
};
