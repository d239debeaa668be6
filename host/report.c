/*
 * SPDX-License-Identifier: MIT
 * From a run back to what the kernel had when it sent it. A result that did not come stands there
 * as not heard, so that rows and columns are whole.
 */
#include "host/report.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "host/events.h"
#include "host/memory.h"
#include "host/wire.h"
#include "serial/report.h"

const char *const report_layout_names[REPORT_LAYOUTS] = {"text", "p5mon_file"};

/* One benchmark in one variant: its regions and, the same for each, its events. */
struct group {
    const struct run *run;
    const char *bench, *state, *ablate;
    unsigned plan;
    unsigned regions[RUN_WHOLE + 1], n_regions;
    struct column {
        const char *event, *ring;
    } * events;
    unsigned n_events;
    bool several_rings; /* an event's name alone does not tell what was counted */
    unsigned from, to;  /* indices of the run's results that it lies in */
};

static void send(void *to, const char *line, size_t length)
{
    fwrite(line, 1, length, to);
}

static fixed_t fixed(double value)
{
    double scaled = value * (double)FIXED_ONE;
    if (fabs(scaled) < (double)FIXED_MAX)
        return llrint(scaled);
    return scaled < 0 ? FIXED_MIN : FIXED_MAX;
}

static struct report_values values_of(const struct values *values)
{
    return (struct report_values){
        values->n,          fixed(values->mean), fixed(values->sd),  fixed(values->ci),
        fixed(values->min), fixed(values->med),  fixed(values->max), fixed(values->mode),
    };
}

static enum result_status status_of(const char *name)
{
    for (int status = RESULT_OK; status < RESULT_NOT_HEARD; status++)
        if (!strcmp(name, result_status_name((enum result_status)status)))
            return (enum result_status)status;
    return RESULT_NOT_HEARD;
}

static bool is_in(const struct group *group, const struct result *result)
{
    return result->plan == group->plan && result->bench == group->bench &&
           result->state == group->state && result->ablate == group->ablate;
}

/* The time stamp knows no rings. */
static bool has_rings(const char *event)
{
    return strcmp(event, pmc_time_stamp.name) != 0;
}

static void add_event(struct group *group, const char *event, const char *ring)
{
    for (unsigned i = 0; i < group->n_events; i++) {
        const struct column *column = &group->events[i];
        group->several_rings |=
            column->ring != ring && has_rings(event) && has_rings(column->event);
        if (column->event == event && column->ring == ring)
            return;
    }
    struct column *place = memory_add(&group->events, &group->n_events, sizeof *place);
    *place = (struct column){event, ring};
}

static void add_region(struct group *group, unsigned region)
{
    unsigned place = group->n_regions;
    while (place > 0 && group->regions[place - 1] > region)
        place--;
    if (place > 0 && group->regions[place - 1] == region)
        return;
    memmove(&group->regions[place + 1], &group->regions[place],
            (group->n_regions++ - place) * sizeof group->regions[0]);
    group->regions[place] = region;
}

/* Events in the order that their results came in, which is that of the passes, then the others. */
static struct group group_of(const struct run *run, const struct result *first)
{
    struct group group = {.run = run,
                          .bench = first->bench,
                          .state = first->state,
                          .ablate = first->ablate,
                          .plan = first->plan,
                          .from = (unsigned)(first - run->results)};
    for (unsigned i = group.from; i < run->n_results; i++) {
        if (!is_in(&group, &run->results[i]))
            continue;
        group.to = i + 1;
        add_event(&group, run->results[i].event, run->results[i].ring);
        add_region(&group, run->results[i].region);
    }
    for (unsigned i = 0; i < run->n_calibrations; i++)
        if (run->calibrations[i].plan == group.plan)
            add_event(&group, run->calibrations[i].event, run->calibrations[i].ring);
    return group;
}

/* What was counted, from what is left of it: values on the wire have the overhead taken off. */
static int64_t *counted_samples(const struct result *result)
{
    int64_t *samples = memory_get(result->n_samples * sizeof *samples);
    for (unsigned i = 0; i < result->n_samples; i++)
        samples[i] = llrint(result->samples[i] + result->overhead * result->entries);
    return samples;
}

static void fill_result(struct report_result *out, const struct result *result)
{
    *out = (struct report_result){
        .bench = result->bench,
        .ring = result->ring,
        .state = result->state,
        .ablate = result->ablate,
        .region = result->region,
        .region_name = result->region_name,
        .event = result->event,
        .event_text = event_text(result->event),
        .code = (uint16_t)result->code,
        .counter = result->counter,
        .status = status_of(result->status),
        .entries = result->entries,
        .exits = result->exits,
        .overhead = fixed(result->overhead),
        .raw = fixed(result->raw),
        .corrected = values_of(&result->values),
        .outliers = result->outliers,
        .culled = result->culled,
        .n_samples = result->n_samples,
        .samples = result->n_samples ? counted_samples(result) : NULL,
    };
}

static const struct result *result_at(const struct group *group, unsigned region,
                                      const struct column *column)
{
    for (unsigned i = group->from; i < group->to; i++) {
        const struct result *result = &group->run->results[i];
        if (result->region == region && result->event == column->event &&
            result->ring == column->ring && is_in(group, result))
            return result;
    }
    return NULL;
}

/* Row by row; entries stand in the heading of a region, which its first result makes. */
static struct report_result *fill_results(const struct group *group)
{
    unsigned n = group->n_regions * group->n_events;
    struct report_result *results = memory_get(n * sizeof *results);
    for (unsigned i = 0; i < n; i++) {
        unsigned region = group->regions[i / group->n_events];
        const struct column *column = &group->events[i % group->n_events];
        const struct result *result = result_at(group, region, column);
        results[i].region = region;
        results[i].event_text = event_text(column->event);
        results[i].ring = column->ring;
        results[i].status = RESULT_NOT_HEARD;
        if (result)
            fill_result(&results[i], result);
        results[i].rings_asked = group->several_rings;
    }
    for (unsigned i = 0; i < n; i += group->n_events)
        for (unsigned e = 1; e < group->n_events && results[i].status == RESULT_NOT_HEARD; e++) {
            results[i].entries = results[i + e].entries;
            results[i].exits = results[i + e].exits;
        }
    return results;
}

static unsigned level_of(const struct run *run, unsigned plan)
{
    for (unsigned i = 0; i < run->n_results; i++)
        if (run->results[i].plan == plan && run->results[i].values.level)
            return run->results[i].values.level;
    return 95;
}

static bool whole_runs(const struct run *run, unsigned plan)
{
    for (unsigned i = 0; i < run->n_results; i++)
        if (run->results[i].plan == plan)
            return run->results[i].region == RUN_WHOLE;
    return false;
}

static unsigned repetitions_of(const struct run *run, unsigned plan)
{
    return plan < run->n_plans ? run->plans[plan].repetitions : 0;
}

static void print_group(struct report *report, const struct group *group)
{
    struct report_bench bench = {.name = group->bench,
                                 .state = group->state,
                                 .ablate = group->ablate,
                                 .n_regions = group->n_regions,
                                 .n_events = group->n_events,
                                 .repetitions = repetitions_of(group->run, group->plan)};
    for (unsigned i = 0; i < group->run->n_times; i++) {
        const struct run_time *time = &group->run->times[i];
        if (time->plan == group->plan && time->bench == group->bench &&
            time->state == group->state && time->ablate == group->ablate)
            bench.clocks = values_of(&time->values);
    }
    struct report_result *results = fill_results(group);
    bench.results = results;
    REPORT(report, bench_end, &bench);
    for (unsigned i = 0; i < group->n_regions * group->n_events; i++)
        free((void *)results[i].samples);
    free(results);
}

/* Hexadecimal digits of a record's key to bytes. */
static void bytes_of(const struct wire_record *record, const char *key, uint8_t *bytes, size_t n)
{
    struct text text = wire_text(record, key);
    for (size_t i = 0; i < n && 2 * i + 1 < text.length; i++) {
        char digits[3] = {text.start[2 * i], text.start[2 * i + 1], 0};
        bytes[i] = (uint8_t)strtoul(digits, NULL, 16);
    }
}

/* A record's text, kept with the run's; NULL where it has none. */
static const char *text_of(struct run *run, const struct wire_record *record, const char *key)
{
    struct text text = wire_text(record, key);
    return text.start ? strings_keep(&run->strings, text.start, text.length) : NULL;
}

/* A region that was used wrongly; such a record has no vector. */
static void print_broken(struct report *report, struct run *run, const struct mishap *mishap,
                         const struct wire_record *record)
{
    struct report_broken broken = {.bench = mishap->bench,
                                   .region_name = text_of(run, record, "region_name"),
                                   .name = text_of(run, record, "name")};
    uint32_t region = 0;
    wire_unsigned(record, "region", &region);
    wire_unsigned(record, "eip", &broken.eip);
    wire_unsigned(record, "entries", &broken.entries);
    wire_unsigned(record, "exits", &broken.exits);
    wire_unsigned(record, "entered_at", &broken.entered_at);
    wire_unsigned(record, "left_at", &broken.left_at);
    broken.region = region;
    if (broken.bench && broken.name)
        REPORT(report, broken, &broken);
}

static void print_fault(struct report *report, struct run *run, const struct mishap *mishap)
{
    struct wire_record record;
    struct report_fault fault = {.bench = mishap->bench, .region = -1};
    uint32_t region;
    if (wire_parse(mishap->line, strlen(mishap->line), &record, NULL, NULL))
        return;
    if (!wire_text(&record, "vector").start) {
        print_broken(report, run, mishap, &record);
        return;
    }
    const struct {
        const char *key;
        uint32_t *value;
    } numbers[] = {
        {"vector", &fault.vector}, {"error", &fault.error}, {"eip", &fault.eip},
        {"eflags", &fault.eflags}, {"eax", &fault.eax},     {"ecx", &fault.ecx},
        {"edx", &fault.edx},       {"ebx", &fault.ebx},     {"esp", &fault.esp},
        {"ebp", &fault.ebp},       {"esi", &fault.esi},     {"edi", &fault.edi},
        {"cr0", &fault.cr0},       {"cr2", &fault.cr2},     {"cr3", &fault.cr3},
        {"cr4", &fault.cr4},
    };
    for (unsigned i = 0; i < sizeof numbers / sizeof numbers[0]; i++)
        wire_unsigned(&record, numbers[i].key, numbers[i].value);
    if (wire_unsigned(&record, "region", &region) == 0)
        fault.region = (int)region;
    struct text what = wire_text(&record, "what");
    if (what.start)
        snprintf(fault.what, sizeof fault.what, "%.*s", (int)what.length, what.start);
    fault.region_name = text_of(run, &record, "region_name");
    const char *name = text_of(run, &record, "name");
    fault.name = name ? name : "?";
    if (!mishap->bench || !strcmp(mishap->bench, "none"))
        fault.bench = NULL;
    bytes_of(&record, "code", fault.code, sizeof fault.code);
    bytes_of(&record, "stack", (uint8_t *)fault.stack, sizeof fault.stack);
    REPORT(report, fault, &fault);
}

static bool has_bench(const struct run *run, const char *name)
{
    for (unsigned i = 0; name && i < run->n_benches; i++)
        if (run->benches[i].name == name)
            return true;
    return false;
}

static void print_faults_of(struct report *report, struct run *run, const char *bench)
{
    for (unsigned i = 0; i < run->n_mishaps; i++) {
        const struct mishap *mishap = &run->mishaps[i];
        bool here = bench ? mishap->bench == bench : !has_bench(run, mishap->bench);
        if (!here)
            continue;
        if (!strcmp(mishap->kind, "fault"))
            print_fault(report, run, mishap);
        else
            REPORT(report, error, mishap->what);
    }
}

static void print_start(struct report *report, const struct run *run)
{
    struct report_start start = {run->build, platform_name(run->platform), run->arguments,
                                 run->benches_there, {0}};
    if (*run->build)
        REPORT(report, start, &start);
    struct report_cpu cpu = {.vendor = run->vendor,
                             .name = run->name,
                             .signature = run->signature,
                             .features = run->features,
                             .hz = (uint64_t)llrint(run->mhz * 1e6),
                             .missing = run->missing};
    if (*run->name || *run->vendor)
        REPORT(report, cpu, &cpu);
    for (unsigned i = 0; i < run->n_selftests; i++) {
        const struct selftest *test = &run->selftests[i];
        struct report_selftest selftest = {test->name, test->status, (uint64_t)test->expect,
                                           (uint64_t)test->got};
        REPORT(report, selftest, &selftest);
    }
}

static void begin_plan(struct report *report, const struct run *run, unsigned index)
{
    const struct plan *plan = &run->plans[index];
    report->plan = (struct report_plan){
        .experiment = plan->experiment,
        .command = plan->command,
        .directory = "",
        .arguments = run->arguments,
        .ring = "kernel",
        .count_rings = "kernel",
        .output_file = "",
        .benches = plan->benches,
        .events = plan->events,
        .repetitions = plan->repetitions,
        .batches = plan->batches,
        .level = level_of(run, index),
        .whole_runs = whole_runs(run, index),
    };
    REPORT(report, plan, &report->plan);
}

static bool same_output(const struct output *a, const struct output *b)
{
    return a->plan == b->plan && a->bench == b->bench && a->state == b->state &&
           a->ablate == b->ablate;
}

/* What a benchmark printed, the lines of each variant as one text. */
static void print_outputs(struct report *report, const struct run *run, const struct bench *bench)
{
    const struct output *end = run->outputs + run->n_outputs;
    for (const struct output *first = run->outputs, *next; first < end; first = next) {
        char *text = NULL;
        size_t length = 0;
        FILE *lines = open_memstream(&text, &length);
        for (next = first; lines && next < end && same_output(first, next); next++)
            fprintf(lines, "%s%s", next->text, next->goes_on ? "" : "\n");
        if (!lines || fclose(lines))
            return;
        struct report_output output = {first->bench, first->state, first->ablate,
                                       text,         length,       first->lost};
        if (first->plan == bench->plan && first->bench == bench->name)
            REPORT(report, output, &output);
        free(text);
    }
}

/* Each variant of a benchmark in the order that its first result came in. */
static void print_bench(struct report *report, struct run *run, const struct bench *bench)
{
    REPORT(report, bench, bench->name, bench->text);
    print_outputs(report, run, bench);
    for (unsigned i = 0; i < run->n_results; i++) {
        const struct result *result = &run->results[i];
        bool first = result->plan == bench->plan && result->bench == bench->name;
        for (unsigned before = i; first && before-- > 0;) {
            const struct result *other = &run->results[before];
            first = !(other->plan == result->plan && other->bench == result->bench &&
                      other->state == result->state && other->ablate == result->ablate);
        }
        if (!first)
            continue;
        struct group group = group_of(run, result);
        print_group(report, &group);
        free(group.events);
    }
    print_faults_of(report, run, bench->name);
}

void report_print(struct run *run, enum report_layout layout, FILE *to)
{
    struct report report = {.form = layout == LAYOUT_TEXT ? &report_text : &report_p5mon_file,
                            .wire = {send, to, 0},
                            .plan = {.level = 95}};
    print_start(&report, run);
    for (unsigned i = 0, plan = 0; i < run->n_benches; i++) {
        while (plan < run->n_plans && plan <= run->benches[i].plan)
            begin_plan(&report, run, plan++);
        print_bench(&report, run, &run->benches[i]);
    }
    print_faults_of(&report, run, NULL);
    struct report_done done = {run->done_results, run->done_errors,
                               (uint32_t)llrint(1000 * run->seconds), run->executions};
    if (run->done)
        REPORT(&report, done, &done);
}
