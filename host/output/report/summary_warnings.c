/*
 * SPDX-License-Identifier: MIT
 * Prints what a reader of the table must know, the state of the machine, faults, lost
 * records, missing counts.
 */
#include "host/data/run/result_notes.h"
#include "host/output/report/summary_warnings.h"

#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include "host/base/allocation.h"
#include "host/base/message.h"
#include "host/base/number_text.h"
#include "host/base/text_table.h"
#include "host/data/metrics/simulated_events.h"
#include "host/data/run/event_lookup.h"
#include "host/output/report/report_parts.h"
#include "host/data/losses/run_loss.h"
#include "host/output/report/summary_notes.h"
#include "serial/model_accuracy.h"

#define MOST_LOSSES 5
#define MOST_NAMES  3 /* events or benchmarks that a line names */

/* The lines of a report, after one empty line. */
struct warnings {
    struct run *run;
    const struct summary_layout *layout;
    const struct summary *summary;
    const char *only;
    FILE *to;
    bool any;
};

__attribute__((format(printf, 2, 3))) static void summary_warn(struct warnings *warnings,
                                                               const char *format, ...)
{
    va_list arguments;
    char *line = NULL;
    va_start(arguments, format);
    if (vasprintf(&line, format, arguments) < 0)
        die(EXIT_TARGET, "out of memory");
    va_end(arguments);
    fputs(warnings->any ? "" : "\n", warnings->to);
    text_table_wrap_line(line, warnings->layout->width, warnings->to);
    warnings->any = true;
    free(line);
}

static bool of_experiment(const struct warnings *warnings, unsigned plan)
{
    const struct run *run = warnings->run;
    return !warnings->only ||
           (plan < run->n_plans && !strcmp(run->plans[plan].experiment, warnings->only));
}

/* ---- the machine ----------------------------------------------------------------------------- */

static void summary_warn_clock(struct warnings *warnings)
{
    const struct run *run = warnings->run;
    const char *worth =
        run->platform == PLATFORM_VIRTUAL ? model_accuracy(run->vendor, run->signature) : NULL;
    if (worth)
        summary_warn(warnings, "model: %s", worth);
    if (run->platform_evidence &&
        (run->platform == PLATFORM_UNKNOWN || run->platform == PLATFORM_EMULATOR))
        summary_warn(warnings, "platform: %s: %s", platform_name(run->platform),
                     run->platform_evidence);
    if (run->test_machine)
        summary_warn(warnings, "platform: a simulator for tests that may claim to be a real chip");
    if (run->mhz_missing)
        summary_warn(warnings, "clock: not known: %s", run->mhz_missing);
    if (run->mhz_spread > run->mhz / 100)
        summary_warn(warnings, "clock: its measurements differ by more than 1 %%: do not trust it");
    if (run->noise_jumps > 0)
        summary_warn(
            warnings,
            "noise: nothing was executed %.0f times in %s clocks, for at most %s clocks: system "
            "management mode, or an emulator's host",
            run->noise_jumps, number_text(run->noise_watched, 0),
            number_text(run->noise_largest, 0));
    if (run->disturbed)
        summary_warn(warnings,
                     "%u of %u repetitions were disturbed: they took up to %s clocks longer",
                     run->disturbed, run->repetitions, number_text(run->excess, 0));
}

static void summary_warn_memory(struct warnings *warnings)
{
    const struct run *run = warnings->run;
    if (run->memory_wrong)
        summary_warn(warnings, "memory: wrong sizes in KB: %s; %u KB were verified",
                     run->memory_wrong, run->memory_kb);
}

static void summary_warn_caches(struct warnings *warnings)
{
    const struct run *run = warnings->run;
    if (run->caches && !strcmp(run->caches, "off"))
        summary_warn(warnings, "caches: off, and cannot be turned on");
    if (run->caches && !strcmp(run->caches, "ineffective"))
        summary_warn(warnings, "caches: on, but reads are not faster: check the BIOS setup");
    if (run->l2 && !strcmp(run->l2, "kept"))
        summary_warn(
            warnings,
            "second-level cache: %u KB, not emptied: cold applies to L1 caches, TLBs and BTB only",
            run->l2_kb);
    if (run->l2_reach_mb)
        summary_warn(warnings, "second-level cache: it caches only the first %u MB of memory",
                     run->l2_reach_mb);
}

static void summary_warn_processor(struct warnings *warnings)
{
    const struct run *run = warnings->run;
    if (run->fdiv && !strcmp(run->fdiv, "flawed"))
        summary_warn(warnings,
                     "FDIV has the flaw: benchmarks that divide may compute wrong values");
    if (run->missing)
        summary_warn(warnings, "missing: %s", run->missing);
    for (unsigned i = 0; i < run->n_selftests; i++) {
        const struct selftest *test = &run->selftests[i];
        if (!strcmp(test->status, "ok"))
            continue;
        if (test->seen)
            summary_warn(warnings, "self-test: %s is %s: %s", test->name, test->status, test->seen);
        else
            summary_warn(warnings, "self-test: %s is %s: expected %.0f, got %.0f", test->name,
                         test->status, test->expect, test->got);
    }
}

/* ---- the run --------------------------------------------------------------------------------- */

static void summary_warn_faults(struct warnings *warnings)
{
    for (unsigned i = 0; i < warnings->run->n_faults; i++) {
        const struct fault_record *fault = &warnings->run->faults[i];
        summary_warn(warnings, "%s: %s", fault->kind, fault->what);
    }
    for (unsigned i = 0; i < warnings->run->n_skips; i++) {
        const struct skip *skip = &warnings->run->skips[i];
        if (of_experiment(warnings, skip->plan))
            summary_warn(warnings, "skipped: %s needs %u KB, %u KB are free", skip->bench,
                         skip->needs_kb, skip->has_kb);
    }
}

static void summary_warn_losses(struct warnings *warnings)
{
    struct run *run = warnings->run;
    const char *lost = run_loss_sentence(run);
    for (unsigned i = 0; i < run->n_losses && i < MOST_LOSSES; i++)
        summary_warn(warnings, "line %lu of the log: %s", run->losses[i].line,
                     run->losses[i].what ? run->losses[i].what : run->losses[i].kind);
    if (run->n_losses > MOST_LOSSES)
        summary_warn(warnings, "%u more lines of the log are lost or damaged",
                     run->n_losses - MOST_LOSSES);
    if (lost)
        summary_warn(warnings, "%s", lost);
}

static void summary_warnings_send(void *to, const char *line, size_t length)
{
    fwrite(line, 1, length, to);
}

/* Warnings of the kernel, and lines that the run was asked to print, as the text report has them.
 */
static void summary_warnings_remarks(struct warnings *warnings)
{
    struct run *run = warnings->run;
    struct report_stream report = {.form = &report_text,
                                   .wire = {summary_warnings_send, warnings->to, 0}};
    for (unsigned i = 0; i < run->n_remarks; i++) {
        fputs(warnings->any ? "" : "\n", warnings->to);
        warnings->any = true;
        report_message_remark(&report, run, &run->remarks[i]);
    }
}

static void summary_warn_output(struct warnings *warnings)
{
    const struct run *run = warnings->run;
    for (unsigned i = 0, lines; i < run->n_outputs; i += lines) {
        const struct output_record *first = &run->outputs[i];
        for (lines = 1; i + lines < run->n_outputs && run->outputs[i + lines].bench == first->bench;
             lines++)
            continue;
        if (!of_experiment(warnings, first->plan))
            continue;
        char *name = summary_layout_name(warnings->layout, first->bench);
        summary_warn(warnings, "%s has output: --report text prints it", name);
        free(name);
    }
}

/* ---- benchmarks and results without numbers -------------------------------------------------- */

static bool summary_warn_has_results(const struct summary *summary, const struct run_time *time)
{
    for (unsigned i = 0; i < summary->n_rows; i++) {
        const struct result *place = summary->rows[i].place;
        if (place->plan == time->plan && place->bench == time->bench &&
            place->state == time->state && place->ablate == time->ablate)
            return true;
    }
    return false;
}

static void summary_warn_no_regions(struct warnings *warnings)
{
    for (unsigned i = 0; i < warnings->run->n_times; i++) {
        const struct run_time *time = &warnings->run->times[i];
        if (of_experiment(warnings, time->plan) &&
            !summary_warn_has_results(warnings->summary, time))
            summary_warn(warnings, "%s " NO_REGION_REMEDY " (it takes %s clocks by the time stamp)",
                         time->bench, number_text(time->values.mean, 0));
    }
}

/* Results that have one status, for a line. */
struct missing {
    const char *status;
    unsigned n, n_events;
    const char *events[MOST_NAMES];
    const struct result *first;
    bool several_places;
};

static void summary_warn_add_missing(struct missing *missing, const struct result *result)
{
    unsigned i = 0;
    while (i < missing->n_events && i < MOST_NAMES && missing->events[i] != result->event)
        i++;
    if (i == missing->n_events || i == MOST_NAMES) {
        if (i < MOST_NAMES)
            missing->events[i] = result->event;
        missing->n_events++;
    }
    missing->first = missing->first ? missing->first : result;
    missing->several_places |= missing->first->bench != result->bench ||
                               missing->first->region != result->region ||
                               missing->first->state != result->state;
    missing->n++;
}

static struct missing missing_of(const struct summary *summary, const char *status)
{
    struct missing missing = {.status = status};
    for (unsigned i = 0; i < summary->n_results; i++)
        if (!strcmp(summary->results[i]->status, status))
            summary_warn_add_missing(&missing, summary->results[i]);
    return missing;
}

/* "stuck: 2 of 6 results: data_read, data_write of apps/one 0" */
static void summary_warn_missing(struct warnings *warnings, const struct missing *missing)
{
    char events[300] = "", region[160] = "";
    char *name = summary_layout_name(warnings->layout, missing->first->bench);
    size_t length = 0;
    for (unsigned i = 0; missing->n_events <= MOST_NAMES && i < missing->n_events; i++)
        length += (size_t)snprintf(events + length, sizeof events - length, "%s%s", i ? ", " : ": ",
                                   missing->events[i]);
    if (!missing->several_places)
        run_region_text(missing->first, region, sizeof region);
    summary_warn(warnings, "%s: %u of %u results%s%s%s%s%s", missing->status, missing->n,
                 warnings->summary->n_results, events, *region ? " in " : "", *region ? name : "",
                 *region ? ", " : "", region);
    free(name);
}

/* The models of these families know why they do not count an event. */
static void summary_warn_not_simulated(struct warnings *warnings, const struct missing *missing)
{
    const struct run *run = warnings->run;
    char text[600];
    uint8_t processor;
    const struct family *family = event_lookup_family(run->vendor, run->signature, &processor);
    if (run->platform != PLATFORM_VIRTUAL || !family || strcmp(missing->status, "unsupported") != 0)
        return;
    char *sum = allocate_copy("");
    for (unsigned i = 0; missing->n_events <= MOST_NAMES && i < missing->n_events; i++)
        allocate_appended(&sum, " + ", missing->events[i]);
    if (simulated_events_missing((unsigned)(family - families), sum, text, sizeof text))
        summary_warn(warnings, "not in the simulator: %s", text);
    free(sum);
}

static void summary_warn_statuses(struct warnings *warnings)
{
    const struct summary *summary = warnings->summary;
    for (unsigned i = 0; i < summary->n_results; i++) {
        const struct result *result = summary->results[i];
        if (result_ok(result))
            continue;
        const struct missing missing = missing_of(summary, result->status);
        if (missing.first == result) { /* once for each status */
            summary_warn_missing(warnings, &missing);
            summary_warn_not_simulated(warnings, &missing);
        }
    }
}

void summary_warnings_print(struct run *run, const struct summary_layout *layout, const char *only,
                            FILE *to)
{
    struct warnings warnings = {run, layout, layout->summary, only, to, false};
    summary_warn_clock(&warnings);
    summary_warn_memory(&warnings);
    summary_warn_caches(&warnings);
    summary_warn_processor(&warnings);
    summary_warnings_remarks(&warnings);
    summary_warn_faults(&warnings);
    summary_warn_losses(&warnings);
    summary_warn_no_regions(&warnings);
    summary_warn_output(&warnings);
    summary_warn_statuses(&warnings);
    warnings.any |= summary_notes_print(layout, !warnings.any, to);
    fputc('\n', to);
}
