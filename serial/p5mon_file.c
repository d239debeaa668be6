/*
 * SPDX-License-Identifier: MIT
 * The report as run_p5mon's results file (thesis, Figures 4.7 to 4.9): events by code, one number
 * per line, comments after a '#'. An average of 0 has NaN as its percentage. The width of the gap
 * before a value cannot be seen in the thesis, only that values are right-aligned.
 */
#include "serial/p5mon_file.h"

#include "serial/report_lines.h"

#include "kernel/lib/format.h"
#include "kernel/lib/string.h"

static void p5mon_file_head(struct report_stream *report, const struct report_bench *bench)
{
    const struct report_plan *plan = &report->plan;
    report_line(report, "# %s: %s", bench->name, report_line_mode(plan, bench).text);
    report_line(report, "# run_p5mon results file");
    if (plan->whole_runs)
        report_line(report,
                    "# Results (%s, %u%% confidence level):", report_line_samples(plan, bench).text,
                    plan->level);
    else
        report_line(report,
                    "# Results (for %u regions, %s, %u%% confidence level):", bench->n_regions,
                    report_line_samples(plan, bench).text, plan->level);
    report_line(report, "# %sEvent Repetition Value [conf.int] [percentage]",
                plan->whole_runs ? "" : "Region ");
}

static void p5mon_file_event(struct report_stream *report, const struct report_result *result)
{
    const struct report_values *values = &result->corrected;
    char region[16] = "";
    if (!report->plan.whole_runs)
        format(region, sizeof region, "%u ", result->region);
    if (result->status != RESULT_OK) {
        report_line(report, "# %s0x%X %s", region, (unsigned)result->code,
                    result_status_name(result->status));
        return;
    }
    const fixed_t off = result->off;
    for (unsigned repetition = 0; result->samples && repetition < result->n_samples; repetition++) {
        fixed_t value = fixed_from_int(result->samples[repetition]) - off;
        report_line(report, "%s0x%X %u %12s", region, (unsigned)result->code, repetition,
                    report_line_digits(value, value % FIXED_ONE ? 1 : 0).text);
    }
    struct report_digits share = {"NaN"};
    if (values->mean)
        share = report_line_percent(values->half_width, values->mean);
    char per_entry[40] = "";
    if (!report->plan.whole_runs)
        format(per_entry, sizeof per_entry, " %s",
               report_line_digits(result_per_entry(result), 1).text);
    report_line(report, "%s0x%X -1 %12s %s %s%s", region, (unsigned)result->code,
                report_line_digits(values->mean, 1).text,
                report_line_digits(values->half_width, 1).text, share.text, per_entry);
}

static void p5mon_file_bench_end(struct report_stream *report, const struct report_bench *bench)
{
    p5mon_file_head(report, bench);
    for (unsigned r = 0; r < bench->n_regions; r++) {
        const struct report_result *results = &bench->results[r * bench->n_events];
        if (!report->plan.whole_runs)
            report_line(report, "# Region %u%s: entered %u exited %u", results->region,
                        report_line_region_name(results->region_name).text,
                        (unsigned)results->entries, (unsigned)results->exits);
        for (unsigned e = 0; e < bench->n_events; e++)
            p5mon_file_event(report, &results[e]);
    }
}

static void p5mon_file_output(struct report_stream *report, const struct report_output *output)
{
    struct output_piece piece;
    size_t position = 0;
    if (output->lost)
        report_line(report, "# output: (earlier output is lost)");
    while (output_lines_next(output, &position, &piece))
        report_line(report, "# output: %s", piece.text);
}

static void p5mon_file_no_watchdog(struct report_stream *report, const char *why)
{
    report_line(report, "# watchdog unavailable: %s", why);
}

/* A wire whose lines become lines of a file in another report. */
static void p5mon_file_send(void *to, const char *text, size_t length)
{
    struct report_stream *report = to;
    char copy[LINE_BYTES];
    length--; /* without its newline */
    memcpy(copy, text, length);
    copy[length] = 0;
    REPORT(report, file_line, report->plan.output_file, copy);
}

void p5mon_file_bench(struct report_stream *report, const struct report_bench *bench)
{
    const char *name = report->plan.output_file;
    if (!name || !name[0] || report->form == &report_p5mon_file)
        return; /* no file is requested, or the wire is that file */
    struct report_stream file = {.form = &report_p5mon_file,
                                 .wire = {.send = p5mon_file_send, .to = report},
                                 .plan = report->plan};
    p5mon_file_bench_end(&file, bench);
}

static void p5mon_file_comment(struct report_stream *report, const char *what)
{
    report_line_join(report, "# ", what, "");
}

static void p5mon_file_repetition(struct report_stream *report,
                                  const struct report_repetition *repetition)
{
    p5mon_file_comment(report, report_line_repetition(repetition).text);
}

static void p5mon_file_execution(struct report_stream *report,
                                 const struct report_execution *execution)
{
    p5mon_file_comment(report, report_line_execution(execution).text);
}

static void p5mon_file_warning(struct report_stream *report, const char *file, const char *what)
{
    (void)file;
    report_line_join(report, "# warning: ", what, "");
}

/* Prints lines of the dump; the results file is the wire itself. */
static void p5mon_file_file_line(struct report_stream *report, const char *file, const char *text)
{
    (void)file;
    p5mon_file_comment(report, text);
}

static void p5mon_file_error(struct report_stream *report, const char *what)
{
    report_line_join(report, "# error: ", what, "");
}

static void p5mon_file_fault(struct report_stream *report, const struct report_fault *fault)
{
    const char *where = fault->bench ? fault->bench : "the kernel";
    if (fault->vector < 32)
        report_line(report, "# fault: exception %u (%s) at 0x%08x in %s", (unsigned)fault->vector,
                    fault->name, (unsigned)fault->eip, where);
    else
        report_line(report, "# fault: %s at 0x%08x in %s", fault->name, (unsigned)fault->eip,
                    where);
}

static void p5mon_file_broken(struct report_stream *report, const struct report_broken *broken)
{
    report_line(report, "# fault: region %u%s of %s: %s", broken->region,
                report_line_region_name(broken->region_name).text, broken->bench, broken->name);
}

static void p5mon_file_done(struct report_stream *report, const struct report_done *done)
{
    report_line(report, "# %u result%s, %u error%s%s: %s", done->results,
                report_plural(done->results), done->errors, report_plural(done->errors),
                suspects_text(done->suspects).text, done->errors ? "failed" : "ok");
}

const struct report_form report_p5mon_file = {
    .bench_end = p5mon_file_bench_end,
    .output = p5mon_file_output,
    .no_watchdog = p5mon_file_no_watchdog,
    .repetition = p5mon_file_repetition,
    .execution = p5mon_file_execution,
    .warning = p5mon_file_warning,
    .file_line = p5mon_file_file_line,
    .error = p5mon_file_error,
    .fault = p5mon_file_fault,
    .broken = p5mon_file_broken,
    .done = p5mon_file_done,
};
