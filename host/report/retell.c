/*
 * SPDX-License-Identifier: MIT
 * Prints a run's report in the order in which its records arrived, with the kernel's own report
 * code.
 */
#include "host/report/report_forms.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "host/run/event_lookup.h"
#include "host/report/instr_table.h"
#include "host/report/perfex_report.h"
#include "host/report/machine_page.h"
#include "host/base/allocate.h"
#include "host/base/text_table.h"
#include "host/report/report_parts.h"
#include "host/report/sampled_lines.h"
#include "host/report/summary_table.h"
#include "host/run/sampled_run.h"
#include "host/report/variant_table.h"
#include "kernel/settings/command_line.h"

const char *const report_layout_names[REPORT_LAYOUTS] = {
    "text", "p5mon_file", "table", "machine", "machine_all", "variants", "instr_table", "perfex"};

enum report_layout report_layout_named(const char *name)
{
    unsigned layout = 0;
    while (layout < REPORT_LAYOUTS && strcmp(name, report_layout_names[layout]))
        layout++;
    return (enum report_layout)layout;
}

struct telling {
    struct report report;
    struct run *run;
    struct command_line command_line;
    const char *only; /* NULL, or the only experiment to print */
    bool quiet;       /* the current records belong to another experiment */
    bool *shown;      /* results already printed, by index */
};

static bool is_told(const struct telling *telling, unsigned plan)
{
    const struct run *run = telling->run;
    return !telling->only ||
           (plan < run->n_plans && !strcmp(run->plans[plan].experiment, telling->only));
}

static void send(void *to, const char *line, size_t length)
{
    fwrite(line, 1, length, to);
}

static void print_start(struct report *report, const struct run *run)
{
    struct report_start start = {
        run->build, platform_name(run->platform), run->arguments, run->benches_there, {0}, NULL};
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
        struct report_selftest selftest = {test->name, test->status, (uint64_t)test->expect,
                                           (uint64_t)test->got, test->seen};
        REPORT(report, selftest, &selftest);
    }
}

/* Parses a date such as 1999-12-31T23:59:59. */
static struct report_date date_of(const char *text)
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
static bool whole_runs(const struct run *run, unsigned plan)
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

static void tell_plan(struct telling *telling, unsigned index)
{
    const struct plan *plan = &telling->run->plans[index];
    telling->quiet = !is_told(telling, index);
    if (telling->quiet)
        return;
    const struct result *result = result_in(telling->run, index);
    unsigned level = plan->level || !result ? plan->level : result->values.level;
    const struct report_plan told = {
        .experiment = plan->experiment,
        .command = plan->command,
        .date = date_of(plan->date),
        .directory = telling->command_line.directory,
        .arguments = telling->command_line.arguments,
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
        .whole_runs = whole_runs(telling->run, index),
        .watchdog = plan->watchdog,
    };
    report_tell_plan(&telling->report, &told);
}

static void tell_remark(struct telling *telling, unsigned index)
{
    report_remark(&telling->report, telling->run, &telling->run->remarks[index]);
}

static void tell_mishap(struct telling *telling, unsigned index)
{
    report_mishap(&telling->report, telling->run, &telling->run->mishaps[index]);
}

static void tell_bench(struct telling *telling, unsigned index)
{
    const struct bench *bench = &telling->run->benches[index];
    struct report_subject subject = {.name = bench->name, .text = bench->text};
    REPORT(&telling->report, bench, &subject);
}

static void tell_skip(struct telling *telling, unsigned index)
{
    const struct skip *skip = &telling->run->skips[index];
    struct report_skipped skipped = {skip->bench, skip->needs_kb, skip->has_kb};
    REPORT(&telling->report, skipped, &skipped);
}

static void tell_finding(struct telling *telling, unsigned index)
{
    const struct finding *said = &telling->run->findings[index];
    struct report_finding finding = {
        .bench = said->bench,
        .state = said->state,
        .ablate = said->ablate,
        .name = said->name,
        .unsettled = said->unsettled,
        .text = said->text,
        .value = said->text ? 0 : report_fixed(said->value),
        .unit = said->unit ? said->unit : "",
        .documented = said->documented,
    };
    REPORT(&telling->report, finding, &finding);
}

static bool same_output(const struct output *a, const struct output *b)
{
    return a->plan == b->plan && a->bench == b->bench && a->state == b->state &&
           a->ablate == b->ablate;
}

/* Prints the output of a benchmark in a variant as one text, at its first line. */
static void tell_output(struct telling *telling, unsigned index)
{
    const struct output *first = &telling->run->outputs[index];
    const struct output *end = telling->run->outputs + telling->run->n_outputs;
    if (index > 0 && same_output(first - 1, first))
        return;
    char *text = NULL;
    size_t length = 0;
    FILE *lines = open_memstream(&text, &length);
    for (const struct output *o = first; lines && o < end && same_output(first, o); o++)
        fprintf(lines, "%s%s", o->text, o->goes_on ? "" : "\n");
    if (!lines || fclose(lines))
        return;
    struct report_output output = {first->bench, first->state, first->ablate,
                                   text,         length,       first->lost};
    REPORT(&telling->report, output, &output);
    free(text);
}

/* Prints the rows of an experiment as one table, at its first row. */
static void tell_overhead(struct telling *telling, unsigned index)
{
    const struct overhead *first = &telling->run->overheads[index];
    const struct overhead *end = telling->run->overheads + telling->run->n_overheads;
    struct report_overheads table = {first->kernel_read_by, first->user_read_by, NULL, 0};
    struct report_overhead *rows = NULL;
    if (index > 0 && first[-1].plan == first->plan)
        return;
    for (const struct overhead *o = first; o < end && o->plan == first->plan; o++) {
        struct report_overhead *row = memory_add(&rows, &table.n, sizeof *row);
        *row = (struct report_overhead){
            o->event, event_text(o->event), (uint16_t)o->code, !strcmp(o->status, "ok"), {0}};
        for (unsigned i = 0; i < REPORT_OVERHEADS; i++)
            row->overhead[i] = report_fixed(o->values[i]);
    }
    table.rows = rows;
    REPORT(&telling->report, overheads, &table);
    free(rows);
}

/* The text report does not list samples; it states their number and the command that reads them. */
static void tell_sampling(struct telling *telling, unsigned index)
{
    const struct sampling *sampling = &telling->run->samplings[index];
    FILE *to = telling->report.wire.to;
    char text[200];
    if (telling->report.form != &report_text)
        return;
    fprintf(to, " %s, %s: %s samples in %u repetition%s %s\n", sampling->state,
            sampling->experiment, number_text(sampling->samples, 0), sampling->repetitions,
            sampling->repetitions == 1 ? "" : "s", sampling_text(sampling, text, sizeof text));
    sampling_print_more(telling->run, index, " ", to);
    fprintf(to, " ('bareprobe %s' shows them)\n",
            !strcmp(sampling->experiment, "profile")     ? "profile"
            : !strcmp(sampling->experiment, "multiplex") ? "show --multiplex"
            : !strcmp(sampling->experiment, "channels")  ? "show --channels"
                                                         : "show");
}

/* The time of whole runs is the last record of a variant, so all its results are complete. */
static void tell_time(struct telling *telling, unsigned index)
{
    const struct run_time *time = &telling->run->times[index];
    const struct result *first = NULL;
    for (unsigned i = 0; i < telling->run->n_results && !first; i++) {
        const struct result *result = &telling->run->results[i];
        if (!telling->shown[i] && result->plan == time->plan && result->bench == time->bench &&
            result->state == time->state && result->ablate == time->ablate)
            first = result;
    }
    report_group(&telling->report, telling->run, first, time, telling->shown);
}

_Static_assert(RUN_OVERHEADS == REPORT_OVERHEADS, "one column for each overhead of the kernel");

/* An array of the run, sorted by the order of arrival. */
struct stream {
    const unsigned *at; /* position of the next element */
    size_t step;        /* bytes from one element to the next */
    unsigned next, n;
    void (*tell)(struct telling *telling, unsigned index);
    bool always; /* printed for every experiment */
};

#define STREAM(array, tell, always)                                                                \
    {                                                                                              \
        run->array ? &run->array->at : NULL, sizeof *run->array, 0, run->n_##array, tell, always   \
    }

static struct stream *earliest(struct stream *streams, unsigned n)
{
    struct stream *first = NULL;
    for (struct stream *stream = streams; stream < streams + n; stream++)
        if (stream->next < stream->n && (!first || *stream->at < *first->at))
            first = stream;
    return first;
}

static void tell_all(struct telling *telling)
{
    const struct run *run = telling->run;
    struct stream streams[] = {
        STREAM(plans, tell_plan, true),          STREAM(remarks, tell_remark, false),
        STREAM(benches, tell_bench, false),      STREAM(mishaps, tell_mishap, true),
        STREAM(outputs, tell_output, false),     STREAM(times, tell_time, false),
        STREAM(overheads, tell_overhead, false), STREAM(findings, tell_finding, false),
        STREAM(skips, tell_skip, false),         STREAM(samplings, tell_sampling, false),
    };
    struct stream *stream;
    while ((stream = earliest(streams, sizeof streams / sizeof streams[0]))) {
        if (!telling->quiet || stream->always)
            stream->tell(telling, stream->next);
        stream->next++;
        stream->at = (const unsigned *)((const char *)stream->at + stream->step);
    }
}

/*
 * Prints results of variants whose last record is missing, because the run was ended or the record
 * was lost. In a complete run such a variant has failed; the kernel's report omits its results too.
 */
static void tell_unfinished(struct telling *telling)
{
    struct run *run = telling->run;
    for (unsigned i = 0; i < run->n_results && !run_complete(run); i++) {
        const struct result *result = &run->results[i];
        if (telling->shown[i] || !is_told(telling, result->plan))
            continue;
        struct report_subject subject = {.name = result->bench,
                                         .text = "incomplete: its end record is missing"};
        REPORT(&telling->report, bench, &subject);
        report_group(&telling->report, run, result, NULL, telling->shown);
    }
}

static void print_as_kernel(struct run *run, const struct report_form *form, const char *only,
                            FILE *to)
{
    struct telling telling = {.report = {.form = form,
                                         .wire = {send, to, 0},
                                         .plan = {.level = 95,
                                                  .ring = "kernel",
                                                  .count_rings = "kernel",
                                                  .paging = "mixed"}},
                              .run = run,
                              .only = only,
                              .command_line = command_line_split(run->arguments),
                              .shown = memory_get(run->n_results + 1)};
    print_start(&telling.report, run);
    tell_all(&telling);
    tell_unfinished(&telling);
    struct report_done done = {
        run->done_results,    run->done_errors, (uint32_t)llrint(1000 * run->seconds),
        run->executions,      run->repetitions, run->disturbed,
        (uint64_t)run->excess};
    if (run->done && !only) /* covers the whole run, so it is omitted for a single experiment */
        REPORT(&telling.report, done, &done);
    free(telling.shown);
}

void report_print(struct run *run, enum report_layout layout, const char *only, FILE *to)
{
    if (layout == LAYOUT_MACHINE || layout == LAYOUT_MACHINE_ALL)
        machine_print(run, layout == LAYOUT_MACHINE_ALL, to);
    else if (layout == LAYOUT_VARIANTS)
        variants_print(run, to);
    else if (layout == LAYOUT_INSTR_TABLE)
        instr_table_print(run, to);
    else if (layout == LAYOUT_PERFEX)
        perfex_print(run, to);
    else if (layout == LAYOUT_TABLE && summary_table_suits(run, only))
        summary_table_print(run, only, to);
    else
        print_as_kernel(run, layout == LAYOUT_P5MON_FILE ? &report_p5mon_file : &report_text, only,
                        to);
}
