/*
 * SPDX-License-Identifier: MIT
 * Prints a run's report in the order in which its records arrived, with the kernel's own report
 * code.
 */
#include "host/output/report/report_parts.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "host/analysis/score/score_screen.h"
#include "host/base/number_text.h"
#include "host/data/run/event_lookup.h"
#include "host/data/run/finding_text.h"
#include "host/base/allocation.h"
#include "host/output/report/sampled_lines.h"
#include "host/data/run/sampled_run.h"
#include "host/data/run/result_notes.h"
#include "kernel/settings/command_line.h"
#include "kernel/settings/config.h"
#include "host/data/metrics/overhead_results.h"
#include "serial/overheads_report.h"

struct report_replay {
    struct report_stream report;
    struct run *run;
    struct command_line command_line;
    const char *only; /* NULL, or the only experiment to print */
    bool quiet;       /* the current records belong to another experiment */
    bool *shown;      /* results already printed, by index */
};

static bool replay_includes_plan(const struct report_replay *replay, unsigned plan)
{
    const struct run *run = replay->run;
    return !replay->only ||
           (plan < run->n_plans && !strcmp(run->plans[plan].experiment, replay->only));
}

static void replay_send_line(void *to, const char *line, size_t length)
{
    fwrite(line, 1, length, to);
}

static void replay_start(struct report_stream *report, const struct run *run)
{
    struct report_start start = {run->build,
                                 platform_name(run->platform),
                                 run->platform_evidence,
                                 run->arguments,
                                 run->benches_there,
                                 {0},
                                 NULL};
    if (*run->build)
        REPORT(report, start, &start);
    struct report_cpu cpu = {.vendor = run->vendor,
                             .name = run->name,
                             .stepping = run->stepping,
                             .counters = run->counters,
                             .hz_spread = (uint64_t)llrint(run->mhz_spread * 1e6),
                             .no_hz = run->mhz_missing,
                             .fdiv = run->fdiv,
                             .signature = run->signature,
                             .features = run->features,
                             .hz = (uint64_t)llrint(run->mhz * 1e6),
                             .missing = run->missing};
    if (*run->name || *run->vendor)
        REPORT(report, cpu, &cpu);
    struct report_machine machine = {.memory_kb = run->memory_kb,
                                     .memory_wrong = run->memory_wrong,
                                     .caches = run->caches ? run->caches : "",
                                     .l2 = run->l2 ? run->l2 : "",
                                     .l2_kb = run->l2_kb,
                                     .l2_reach_mb = run->l2_reach_mb};
    if (run->memory_kb)
        REPORT(report, machine, &machine);
    struct report_noise noise = {.watched = (uint64_t)run->noise_watched,
                                 .jumps = (uint32_t)run->noise_jumps,
                                 .largest = (uint64_t)run->noise_largest};
    REPORT(report, noise, &noise);
    for (unsigned i = 0; i < run->n_selftests; i++) {
        const struct selftest *test = &run->selftests[i];
        struct report_selftest selftest = {test->name, test->status, (int64_t)test->expect,
                                           (int64_t)test->got, test->seen};
        REPORT(report, selftest, &selftest);
    }
}

/* Parses a date such as 1999-12-31T23:59:59. */
static struct report_date replay_date(const char *text)
{
    struct tm tm = {0};
    const char *end = strptime(text, "%Y-%m-%dT%H:%M:%S", &tm);
    if (!end || *end || timegm(&tm) == -1)
        return (struct report_date){0};
    return (struct report_date){
        .year = (uint16_t)(tm.tm_year + 1900),
        .month = (uint8_t)(tm.tm_mon + 1),
        .day = (uint8_t)tm.tm_mday,
        .weekday = (uint8_t)tm.tm_wday,
        .hour = (uint8_t)tm.tm_hour,
        .minute = (uint8_t)tm.tm_min,
        .second = (uint8_t)tm.tm_sec,
    };
}

/* Returns a result of an experiment, preferably one with numbers; NULL if it has no results. */
static const struct result *result_in(const struct run *run, unsigned plan)
{
    const struct result *found = NULL;
    for (unsigned i = 0; i < run->n_results && !(found && result_ok(found)); i++)
        if (run->results[i].plan == plan)
            found = &run->results[i];
    return found;
}

/*
 * Returns whether the results of a plan are for whole runs, which its record does not contain. A
 * benchmark that ended in a fault, outside of its regions, has results of its whole run in
 * either case, so these do not count.
 */
static bool replay_counts_whole_runs(const struct run *run, unsigned plan)
{
    bool whole = false;
    for (unsigned i = 0; i < run->n_results; i++) {
        const struct result *result = &run->results[i];
        if (result->plan != plan || !strcmp(result->status, "fault"))
            continue;
        if (result->region != RUN_WHOLE)
            return false;
        whole = true;
    }
    return whole;
}

static const char *word_or(const char *word, const char *otherwise)
{
    return *word ? word : otherwise;
}

static void replay_plan(struct report_replay *replay, unsigned index)
{
    const struct plan_record *plan = &replay->run->plans[index];
    replay->quiet = !replay_includes_plan(replay, index);
    if (replay->quiet)
        return;
    const struct result *result = result_in(replay->run, index);
    unsigned level = plan->level || !result ? plan->level : result->values.level;
    const struct report_plan plan_report = {
        .experiment = plan->experiment,
        .command = plan->command,
        .date = replay_date(plan->date),
        .directory = strncmp(plan->command, "programs/", 9) ? replay->command_line.directory
                                                            : CONFIG_PROGRAM_HOME,
        .arguments = replay->command_line.arguments,
        .ring = word_or(plan->ring, "kernel"),
        .count_rings = word_or(plan->count_rings, "kernel"),
        .paging = word_or(plan->paging, "mixed"),
        .unguarded = !strcmp(plan->paging, "off") || !strcmp(plan->paging, "4m"),
        .output_file = plan->output_file,
        .benches = plan->benches,
        .events = plan->events,
        .passes = plan->passes,
        .passes_lower_bound = plan->passes_lower_bound,
        .variants = plan->variants,
        .repetitions = plan->repetitions,
        .batches = plan->batches,
        .level = level ? level : 95,
        .whole_runs = replay_counts_whole_runs(replay->run, index),
        .watchdog = plan->watchdog,
    };
    report_announce_plan(&replay->report, &plan_report);
}

static void replay_remark(struct report_replay *replay, unsigned index)
{
    report_message_remark(&replay->report, replay->run, &replay->run->remarks[index]);
}

static void replay_fault(struct report_replay *replay, unsigned index)
{
    report_message_fault(&replay->report, replay->run, &replay->run->faults[index]);
}

static void replay_bench(struct report_replay *replay, unsigned index)
{
    const struct bench *bench = &replay->run->benches[index];
    struct report_subject subject = {.name = bench->name, .text = bench->text};
    REPORT(&replay->report, bench, &subject);
}

static void replay_skip(struct report_replay *replay, unsigned index)
{
    const struct skip *skip = &replay->run->skips[index];
    struct report_skipped skipped = {skip->bench, skip->needs_kb, skip->has_kb};
    REPORT(&replay->report, skipped, &skipped);
}

static void replay_finding(struct report_replay *replay, unsigned index)
{
    const struct finding *record = &replay->run->findings[index];
    struct report_finding finding = {
        .bench = record->bench,
        .state = record->state,
        .ablate = record->ablate,
        .name = record->name,
        .unsettled = record->unsettled && !finding_text_is_impossible(record),
        .text = record->text,
        .value = record->text ? 0 : report_fixed(record->value),
        .unit = record->unit ? record->unit : "",
        .documented = record->documented,
    };
    REPORT(&replay->report, finding, &finding);
}

static bool same_output(const struct output_record *a, const struct output_record *b)
{
    return a->plan == b->plan && a->bench == b->bench && a->state == b->state &&
           a->ablate == b->ablate;
}

/* Prints the output of a benchmark in a variant as one text, at its first line. */
static void replay_output(struct report_replay *replay, unsigned index)
{
    const struct output_record *first = &replay->run->outputs[index];
    const struct output_record *end = replay->run->outputs + replay->run->n_outputs;
    if (index > 0 && same_output(first - 1, first))
        return;
    char *text = NULL;
    size_t length = 0;
    FILE *lines = open_memstream(&text, &length);
    for (const struct output_record *o = first; lines && o < end && same_output(first, o); o++)
        fprintf(lines, "%s%s", o->text, o->goes_on ? "" : "\n");
    if (!lines || fclose(lines))
        return;
    struct report_output output = {first->bench, first->state, first->ablate,
                                   text,         length,       first->lost};
    REPORT(&replay->report, output, &output);
    free(text);
}

/* Fills a cell of a row. Old runs do not have the interval. */
static void replay_overhead_cell(const struct run *run, const struct overhead *row, unsigned i,
                                 struct report_overhead_cell *cell)
{
    const struct overhead_place *place = &overhead_places[i];
    for (unsigned c = 0; c < run->n_calibrations; c++) {
        const struct calibration *calibration = &run->calibrations[c];
        if (calibration->plan != row->plan || calibration->event != row->event ||
            strcmp(calibration->ring, place->ring) || strcmp(calibration->state, place->state) ||
            strcmp(calibration->of, place->of))
            continue;
        const struct values *values = &calibration->values;
        bool known = values->n != 0;
        *cell = (struct report_overhead_cell){
            known ? values->n : 1, report_fixed(calibration->overhead),
            report_fixed(known ? values->mean : calibration->overhead),
            report_fixed(known ? values->ci : 0)};
    }
}

/* Prints the rows of a table at its first row. */
static void replay_overhead(struct report_replay *replay, unsigned index)
{
    const struct overhead *first = &replay->run->overheads[index];
    const struct overhead *end = replay->run->overheads + replay->run->n_overheads;
    struct report_overheads table = {first->kernel_read_by, first->user_read_by, NULL, 0};
    struct report_overhead *rows = NULL;
    if (index > 0 && first[-1].plan == first->plan)
        return;
    for (const struct overhead *o = first; o < end && o->plan == first->plan; o++) {
        struct report_overhead *row = allocate_element(&rows, &table.n, sizeof *row);
        *row = (struct report_overhead){
            .event = o->event,
            .event_text = event_text(o->event),
            .code = (uint16_t)o->code,
            .counter = o->counter ? atoi(o->counter) : -1,
            .position = o->position,
            .counted = !strcmp(o->status, "ok"),
        };
        for (unsigned i = 0; i < REPORT_OVERHEADS && row->counted; i++)
            replay_overhead_cell(replay->run, o, i, &row->cells[i]);
    }
    table.rows = rows;
    REPORT(&replay->report, overheads, &table);
    free(rows);
}

/* The text report does not list samples; it states their number and the command that reads them. */
static void replay_sampling(struct report_replay *replay, unsigned index)
{
    const struct sampling *sampling = &replay->run->samplings[index];
    FILE *to = replay->report.wire.to;
    char text[200];
    if (replay->report.form != &report_text)
        return;
    fprintf(to, " %s, %s: %s samples in %u repetition%s %s\n", sampling->state,
            sampling->experiment, number_text(sampling->samples, 0), sampling->repetitions,
            sampling->repetitions == 1 ? "" : "s", sampled_run_text(sampling, text, sizeof text));
    sampled_lines_print(replay->run, index, " ", to);
    fprintf(to, " ('bareprobe %s' shows them)\n",
            !strcmp(sampling->experiment, "profile")     ? "profile"
            : !strcmp(sampling->experiment, "multiplex") ? "show --multiplex"
            : !strcmp(sampling->experiment, "channels")  ? "show --channels"
                                                         : "show");
}

/* The time of whole runs is the last record of a variant, so all its results are complete. */
static void replay_time(struct report_replay *replay, unsigned index)
{
    const struct run_time *time = &replay->run->times[index];
    const struct result *first = NULL;
    for (unsigned i = 0; i < replay->run->n_results && !first; i++) {
        const struct result *result = &replay->run->results[i];
        if (!replay->shown[i] && result->plan == time->plan && result->bench == time->bench &&
            result->state == time->state && result->ablate == time->ablate)
            first = result;
    }
    report_bench_variant(&replay->report, replay->run, first, time, replay->shown);
}

static void replay_program(struct report_replay *replay, unsigned index)
{
    if (replay_includes_plan(replay, replay->run->programs[index].plan))
        report_program(&replay->report, replay->run, index);
}

static void replay_score(struct report_replay *replay, unsigned index)
{
    score_screen_report(&replay->report, replay->run, index);
}

_Static_assert(RUN_OVERHEADS == OVERHEAD_STUB_KERNEL_FIRST,
               "one column for each key of the record");

/* An array of the run, sorted by the order of arrival. */
struct stream {
    const unsigned *at; /* position of the next element */
    size_t step;        /* bytes from one element to the next */
    unsigned next, n;
    void (*print)(struct report_replay *replay, unsigned index);
    bool always; /* printed for every experiment */
};

#define STREAM(array, print, always)                                                               \
    {                                                                                              \
        run->array ? &run->array->at : NULL, sizeof *run->array, 0, run->n_##array, print, always  \
    }

static struct stream *replay_earliest_stream(struct stream *streams, unsigned n)
{
    struct stream *first = NULL;
    for (struct stream *stream = streams; stream < streams + n; stream++)
        if (stream->next < stream->n && (!first || *stream->at < *first->at))
            first = stream;
    return first;
}

static void replay_records(struct report_replay *replay)
{
    const struct run *run = replay->run;
    struct stream streams[] = {
        STREAM(plans, replay_plan, true),          STREAM(remarks, replay_remark, false),
        STREAM(benches, replay_bench, false),      STREAM(faults, replay_fault, true),
        STREAM(outputs, replay_output, false),     STREAM(times, replay_time, false),
        STREAM(overheads, replay_overhead, false), STREAM(findings, replay_finding, false),
        STREAM(skips, replay_skip, false),         STREAM(samplings, replay_sampling, false),
        STREAM(programs, replay_program, false),   STREAM(scores, replay_score, false),
    };
    struct stream *stream;
    while ((stream = replay_earliest_stream(streams, sizeof streams / sizeof streams[0]))) {
        if (!replay->quiet || stream->always)
            stream->print(replay, stream->next);
        stream->next++;
        stream->at = (const unsigned *)((const char *)stream->at + stream->step);
    }
}

/*
 * Prints results of variants whose last record is missing, because the run was ended or the record
 * was lost. In a complete run such a variant has failed; the kernel's report omits its results too.
 */
static void replay_unfinished(struct report_replay *replay)
{
    struct run *run = replay->run;
    for (unsigned i = 0; i < run->n_results && !run_complete(run); i++) {
        const struct result *result = &run->results[i];
        if (replay->shown[i] || !replay_includes_plan(replay, result->plan))
            continue;
        struct report_subject subject = {.name = result->bench,
                                         .text = "incomplete: its end record is missing"};
        REPORT(&replay->report, bench, &subject);
        report_bench_variant(&replay->report, run, result, NULL, replay->shown);
    }
}

void report_replay_print(struct run *run, const struct report_form *form, const char *only,
                         FILE *to)
{
    struct report_replay replay = {.report = {.form = form,
                                              .wire = {replay_send_line, to, 0},
                                              .plan = {.level = 95,
                                                       .ring = "kernel",
                                                       .count_rings = "kernel",
                                                       .paging = "mixed"}},
                                   .run = run,
                                   .only = only,
                                   .command_line = command_line_split(run->arguments),
                                   .shown = allocate_zeroed(run->n_results + 1)};
    replay_start(&replay.report, run);
    replay_records(&replay);
    replay_unfinished(&replay);
    struct report_done done = {.results = run->done_results,
                               .errors = run->done_errors,
                               .overheads = overhead_results_count(run),
                               .suspects = result_notes_count_suspects(run),
                               .milliseconds = (uint32_t)llrint(1000 * run->seconds),
                               .runs = run->executions,
                               .repetitions = run->repetitions,
                               .disturbed = run->disturbed,
                               .excess = (uint64_t)run->excess};
    if (run->done && !only) /* covers the whole run, so it is omitted for a single experiment */
        REPORT(&replay.report, done, &done);
    free(replay.shown);
}
