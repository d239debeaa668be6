/*
 * SPDX-License-Identifier: MIT
 * Builds runs: one small function for each kind of record. Unknown kinds and keys are ignored, as
 * docs/records.md requires.
 */
#include "host/data/wire/record_collector.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "host/base/allocation.h"
#include "host/data/run/result_index.h"
#include "host/data/wire/channel_records.h"
#include "host/data/wire/program_records.h"
#include "host/data/wire/record_check.h"
#include "host/data/wire/sampling_records.h"
#include "host/data/wire/score_records.h"

/* A sample that arrived before its result. */
struct text_sample {
    const char *bench, *event, *state, *ablate, *ring;
    unsigned region, rep;
    double value;
};

/* Returns 0, or -1 if the key is missing or is not a region. */
static int collect_region(struct record_fields *fields, unsigned *region)
{
    uint32_t value;
    if (text_is(wire_line_text(fields->record, "region"), "whole"))
        *region = RUN_WHOLE;
    else if (wire_line_unsigned(fields->record, "region", &value) || value >= RUN_WHOLE)
        return -1;
    else
        *region = value;
    return 0;
}

static int collect_values(struct record_fields *fields, struct values *values)
{
    const struct wire_record *record = fields->record;
    values->n = record_field_number(fields, "n");
    values->level = record_field_number(fields, "level");
    values->med = values->mode = NAN;
    const bool stored = !record_field_number(fields, "summed");
    return wire_line_number(record, "mean", &values->mean) ||
                   wire_line_number(record, "sd", &values->sd) ||
                   wire_line_number(record, "ci", &values->ci) ||
                   wire_line_number(record, "min", &values->min) ||
                   wire_line_number(record, "max", &values->max) ||
                   (stored && (wire_line_number(record, "med", &values->med) ||
                               wire_line_number(record, "mode", &values->mode)))
               ? -1
               : 0;
}

static void collect_start(struct record_fields *fields)
{
    struct run *run = fields->run;
    run->build = record_field_text_or(fields, "build", "");
    run->arguments = record_field_text_or(fields, "arguments", "");
    run->date = record_field_text_or(fields, "date", "");
    run->platform = platform_named(record_field_text_or(fields, "platform", "unknown"));
    run->platform_evidence = record_field_text(fields, "platform_evidence");
    run->test_machine = fields->collection->test_machine;
    run->benches_there = record_field_number(fields, "benches");
}

static void collect_cpu(struct record_fields *fields)
{
    struct run *run = fields->run;
    run->vendor = record_field_text_or(fields, "vendor", "");
    run->name = record_field_text_or(fields, "name", "");
    run->missing = record_field_text(fields, "missing");
    run->stepping = record_field_text(fields, "stepping");
    run->counters = record_field_text(fields, "counters");
    run->fdiv = record_field_text(fields, "fdiv");
    run->read_by = record_field_text_or(fields, "read_by", "");
    run->signature = record_field_number(fields, "signature");
    run->features = record_field_number(fields, "features");
    run->mhz = record_field_real(fields, "mhz");
    run->mhz_source = record_field_text_or(fields, "mhz_source", "");
    run->mhz_missing = record_field_text(fields, "mhz_missing");
    run->mhz_spread = record_field_real(fields, "mhz_spread");
}

static void collect_machine(struct record_fields *fields)
{
    struct run *run = fields->run;
    run->memory_kb = record_field_number(fields, "memory_kb");
    run->memory_source = record_field_text(fields, "memory_source");
    run->memory_wrong = record_field_text(fields, "memory_wrong");
    run->caches = record_field_text(fields, "caches");
    run->l2 = record_field_text(fields, "l2");
    run->l2_kb = record_field_number(fields, "l2_kb");
    run->l2_reach_mb = record_field_number(fields, "l2_reach_mb");
}

static void collect_noise(struct record_fields *fields)
{
    struct run *run = fields->run;
    run->noise_watched = record_field_real(fields, "watched");
    run->noise_jumps = record_field_real(fields, "jumps");
    run->noise_largest = record_field_real(fields, "largest");
}

static void collect_selftest(struct record_fields *fields)
{
    struct selftest *selftest = run_add_selftest(fields->run);
    *selftest = (struct selftest){
        record_field_text_or(fields, "name", ""), record_field_text_or(fields, "status", ""),
        record_field_real(fields, "expect"), record_field_real(fields, "got"),
        record_field_text(fields, "seen")};
}

static void collect_plan(struct record_fields *fields)
{
    struct plan_record *plan = run_add_plan(fields->run);
    plan->at = fields->run->records;
    plan->experiment = record_field_text_or(fields, "experiment", "");
    plan->command = record_field_text_or(fields, "command", "");
    plan->date = record_field_text_or(fields, "date", "");
    plan->ring = record_field_text_or(fields, "ring", "");
    plan->count_rings = record_field_text_or(fields, "count_rings", "");
    plan->paging = record_field_text_or(fields, "paging", "");
    plan->output_file = record_field_text_or(fields, "output_file", "");
    plan->level = record_field_number(fields, "level");
    plan->watchdog = record_field_number(fields, "watchdog");
    plan->benches = record_field_number(fields, "benches");
    plan->events = record_field_number(fields, "events");
    plan->passes = record_field_number(fields, "passes");
    plan->passes_lower_bound = record_field_number(fields, "passes_lower_bound");
    plan->variants = record_field_number(fields, "variants");
    plan->repetitions = record_field_number(fields, "repetitions");
    plan->batches = record_field_number(fields, "batches");
}

/* Returns the overhead in a machine state; `otherwise` if the record does not distinguish them. */
static double collect_overhead_in(struct record_fields *fields, const char *key, double otherwise)
{
    return wire_line_text(fields->record, key).start ? record_field_real(fields, key) : otherwise;
}

static void collect_calibration(struct record_fields *fields)
{
    struct calibration *calibration = run_add_calibration(fields->run);
    const double overhead = record_field_real(fields, "overhead");
    *calibration = (struct calibration){
        .plan = record_fields_plan(fields->run),
        .event = record_field_text_or(fields, "event", ""),
        .ring = record_field_text_or(fields, "ring", ""),
        .state = record_field_text_or(fields, "state", ""),
        .ablate = record_field_text_or(fields, "ablate", "none"),
        .of = record_field_text_or(fields, "of", "region"),
        .read_by = record_field_text_or(fields, "read_by", ""),
        .index = record_field_number(fields, "index"),
        .ring_asked = record_field_number(fields, "ring_asked") != 0,
        .code = record_field_number(fields, "code"),
        .counter = record_field_number(fields, "counter"),
        .overhead = overhead,
        .overhead_warm = collect_overhead_in(fields, "overhead_warm", overhead),
        .overhead_cold = collect_overhead_in(fields, "overhead_cold", overhead),
    };
    if (collect_values(fields, &calibration->values))
        calibration->values = (struct values){0};
}

static void collect_overhead(struct record_fields *fields)
{
    static const char *const keys[RUN_OVERHEADS] = {"kernel_first", "kernel_other", "user_first",
                                                    "both_first",   "user_other",   "both_other",
                                                    "user_run",     "both_run"};
    struct overhead overhead = {
        .plan = record_fields_plan(fields->run),
        .at = fields->run->records,
        .event = record_field_text_or(fields, "event", ""),
        .code = record_field_number(fields, "code"),
        .counter = record_field_text(fields, "counter"),
        .position = record_field_text(fields, "position"),
        .kernel_read_by = record_field_text_or(fields, "kernel_read_by", ""),
        .user_read_by = record_field_text_or(fields, "user_read_by", ""),
        .status = record_field_text_or(fields, "status", ""),
    };
    for (unsigned i = 0; i < RUN_OVERHEADS; i++)
        overhead.values[i] = record_field_real(fields, keys[i]);
    *run_add_overhead(fields->run) = overhead;
}

static void collect_bench(struct record_fields *fields)
{
    struct bench *bench = run_add_bench(fields->run);
    *bench = (struct bench){record_fields_plan(fields->run), fields->run->records,
                            record_field_text_or(fields, "bench", ""),
                            record_field_text_or(fields, "text", ""),
                            record_field_number(fields, "memory_kb")};
    fields->collection->bench_records_lost = false;
}

static void collect_sample(struct record_fields *fields)
{
    struct collection *collection = fields->collection;
    struct text_sample sample = {
        .bench = record_field_text_or(fields, "bench", ""),
        .event = record_field_text_or(fields, "event", ""),
        .state = record_field_text_or(fields, "state", ""),
        .ablate = record_field_text_or(fields, "ablate", ""),
        .ring = record_field_text(fields, "ring"),
        .rep = record_field_number(fields, "rep"),
    };
    if (collect_region(fields, &sample.region) ||
        wire_line_number(fields->record, "value", &sample.value))
        return;
    struct text_sample *pending =
        allocate_element(&collection->pending, &collection->n_pending, sizeof *pending);
    *pending = sample;
}

/* The samples before a result belong to it if none was lost: then there are n, numbered from 0. */
static void collect_pending_samples(struct collection *collection, struct result *result)
{
    unsigned n = collection->n_pending;
    collection->n_pending = 0;
    if (n == 0 || n != result->values.n + result->culled)
        return;
    const struct text_sample *pending = collection->pending;
    for (unsigned i = 0; i < n; i++)
        if (pending[i].rep != i || pending[i].bench != result->bench ||
            pending[i].event != result->event || pending[i].region != result->region ||
            pending[i].ring != result->ring || pending[i].state != result->state ||
            pending[i].ablate != result->ablate)
            return;
    result->samples = allocate_zeroed(n * sizeof *result->samples);
    result->n_samples = n;
    for (unsigned i = 0; i < n; i++)
        result->samples[i] = pending[i].value;
}

/* Returns whether the record has all keys that a result needs, and that a result with numbers
 * needs. */
static bool collect_has_keys(const struct wire_record *record, bool with_numbers)
{
    static const char *const keys[] = {"bench", "event",  "code",    "counter", "ring",
                                       "state", "ablate", "entries", "exits",   "status"};
    static const char *const numbers[] = {"n", "level", "raw", "overhead", "per_entry", "outliers"};
    for (unsigned i = 0; i < sizeof keys / sizeof keys[0]; i++)
        if (!wire_line_text(record, keys[i]).start)
            return false;
    double value;
    const unsigned n = sizeof numbers / sizeof numbers[0];
    const bool summed = !wire_line_number(record, "summed", &value); /* has no outliers */
    for (unsigned i = 0; with_numbers && i < n - summed; i++)
        if (wire_line_number(record, numbers[i], &value))
            return false;
    return true;
}

static const char *collect_result_error(struct record_fields *fields, struct result *result)
{
    bool ok = !strcmp(result->status, "ok");
    if (collect_region(fields, &result->region))
        return "region is missing or invalid";
    if (!collect_has_keys(fields->record, ok) || (ok && collect_values(fields, &result->values)))
        return "a key or its number is missing";
    if (!record_fields_bench_known(fields, result->bench))
        return NOT_ANNOUNCED;
    if (result_index_find(fields->run, result))
        return "a result for the same place was already received";
    const char *wrong = record_check_result(result);
    return wrong ? wrong : record_check_place(fields->run, result, record_field_text(fields, "of"));
}

static void collect_result(struct record_fields *fields)
{
    struct run *run = fields->run;
    struct result result = {
        .plan = record_fields_plan(run),
        .bench = record_field_text_or(fields, "bench", ""),
        .region_name = record_field_text(fields, "region_name"),
        .event = record_field_text_or(fields, "event", ""),
        .index = record_field_number(fields, "index"),
        .ring_asked = record_field_number(fields, "ring_asked") != 0,
        .code = record_field_number(fields, "code"),
        .counter = record_field_number(fields, "counter"),
        .position = record_field_text(fields, "position"),
        .ring = record_field_text_or(fields, "ring", ""),
        .state = record_field_text_or(fields, "state", ""),
        .ablate = record_field_text_or(fields, "ablate", ""),
        .paging = run->n_plans ? run->plans[run->n_plans - 1].paging : "",
        .by_stub = text_is(wire_line_text(fields->record, "of"), "stub"),
        .entries = record_field_number(fields, "entries"),
        .exits = record_field_number(fields, "exits"),
        .raw = record_field_real(fields, "raw"),
        .overhead = record_field_real(fields, "overhead"),
        .call_overhead = record_field_real(fields, "call_overhead"),
        .per_entry = record_field_real(fields, "per_entry"),
        .outliers = record_field_number(fields, "outliers"),
        .culled = record_field_number(fields, "culled"),
        .counter_off = record_field_real(fields, "counter_off"),
        .levels = record_field_text(fields, "levels"),
        .suspect = record_field_text(fields, "suspect"),
        .inner_begins = record_field_number(fields, "inner_begins"),
        .inner_ends = record_field_number(fields, "inner_ends"),
        .inner_priced = wire_line_text(fields->record, "inner_cost").start != NULL,
        .inner_cost = record_field_real(fields, "inner_cost"),
        .probe_low = record_field_real(fields, "probe_low"),
        .probe_high = record_field_real(fields, "probe_high"),
        .counters_written = record_field_number(fields, "counters_written"),
        .status = record_field_text_or(fields, "status", ""),
    };
    const char *wrong = collect_result_error(fields, &result);
    if (wrong) {
        fields->collection->n_pending = 0;
        record_fields_reject(fields, wrong);
        return;
    }
    collect_pending_samples(fields->collection, &result);
    *run_add_result(run) = result;
}

/* Checks that a finding has text or a number, and a name. Returns NULL, or the error. */
static const char *collect_finding_error(struct record_fields *fields,
                                         const struct finding *finding)
{
    if (!*finding->name || !*finding->bench)
        return "a finding without a name or a benchmark";
    bool worded = finding->text, numbered = !isnan(finding->value);
    if (worded == numbered)
        return "a finding needs either a value or a text";
    return record_fields_bench_known(fields, finding->bench) ? NULL : NOT_ANNOUNCED;
}

static void collect_finding(struct record_fields *fields)
{
    struct finding finding = {
        .plan = record_fields_plan(fields->run),
        .at = fields->run->records,
        .bench = record_field_text_or(fields, "bench", ""),
        .state = record_field_text_or(fields, "state", ""),
        .ablate = record_field_text_or(fields, "ablate", "none"),
        .name = record_field_text_or(fields, "name", ""),
        .text = record_field_text(fields, "text"),
        .value = NAN,
        .unit = record_field_text(fields, "unit"),
        .documented = record_field_text(fields, "documented"),
    };
    finding.unsettled = text_is(wire_line_text(fields->record, "status"), "unsettled") ||
                        text_is(wire_line_text(fields->record, "status"), "suspect");
    wire_line_number(fields->record, "value", &finding.value);
    const char *wrong = collect_finding_error(fields, &finding);
    if (wrong)
        record_fields_reject(fields, wrong);
    else
        *run_add_finding(fields->run) = finding;
}

static void collect_skip(struct record_fields *fields)
{
    *run_add_skip(fields->run) = (struct skip){
        record_fields_plan(fields->run), fields->run->records,
        record_field_text_or(fields, "bench", ""), record_field_number(fields, "needs_kb"),
        record_field_number(fields, "has_kb")};
}

static void collect_time(struct record_fields *fields)
{
    struct run_time time = {
        .plan = record_fields_plan(fields->run),
        .at = fields->run->records,
        .bench = record_field_text_or(fields, "bench", ""),
        .state = record_field_text_or(fields, "state", ""),
        .ablate = record_field_text_or(fields, "ablate", "none"),
    };
    if (collect_values(fields, &time.values) == 0)
        *run_add_time(fields->run) = time;
}

static void collect_tick(struct record_fields *fields)
{
    fields->run->passes_done = record_field_number(fields, "done");
    fields->run->passes = record_field_number(fields, "total");
    fields->run->seconds = record_field_real(fields, "seconds");
}

static void collect_output(struct record_fields *fields)
{
    uint32_t newline = 1;
    wire_line_unsigned(fields->record, "newline", &newline);
    struct output_record *output = run_add_output(fields->run);
    *output = (struct output_record){
        .plan = record_fields_plan(fields->run),
        .at = fields->run->records,
        .bench = record_field_text_or(fields, "bench", ""),
        .state = record_field_text_or(fields, "state", ""),
        .ablate = record_field_text_or(fields, "ablate", "none"),
        .text = record_field_text_or(fields, "text", ""),
        .goes_on = newline == 0,
        .lost = record_field_number(fields, "lost") != 0,
    };
}

static struct fault_record *collect_add_fault(struct record_fields *fields)
{
    struct fault_record *fault = run_add_fault(fields->run);
    struct text line = fields->record->line;
    fault->at = fields->run->records;
    fault->kind = string_set_add(&fields->run->strings, fields->record->kind.start,
                                 fields->record->kind.length);
    fault->bench = record_field_text(fields, "bench");
    fault->line = string_set_add(&fields->run->strings, line.start, line.length);
    return fault;
}

/* A fault with a vector comes from the processor; without one it is an incorrectly used region. */
static void collect_fault(struct record_fields *fields)
{
    struct fault_record *fault = collect_add_fault(fields);
    struct string_set *strings = &fields->run->strings;
    const char *region = record_field_text(fields, "region"),
               *name = record_field_text_or(fields, "name", "?");
    const char *more = record_field_text(fields, "what");
    char where[96] = "";
    if (region)
        snprintf(where, sizeof where, ", region %s", region);
    const char *bench = fault->bench ? fault->bench : "the kernel";
    if (wire_line_text(fields->record, "vector").start)
        fault->what = string_set_print(strings, "%s%s: exception %u (%s) at 0x%08x%s%s", bench,
                                       where, record_field_number(fields, "vector"), name,
                                       record_field_number(fields, "eip"), more ? ": " : "",
                                       more ? more : "");
    else
        fault->what = string_set_print(strings, "%s%s: %s: %u entries, %u exits", bench, where,
                                       name, record_field_number(fields, "entries"),
                                       record_field_number(fields, "exits"));
}

static void collect_error(struct record_fields *fields)
{
    collect_add_fault(fields)->what = record_field_text_or(fields, "what", "");
}

/* Stores the record unchanged; the report restores the kernel's structures from it. */
static void collect_remark(struct record_fields *fields)
{
    struct string_set *strings = &fields->run->strings;
    struct text kind = fields->record->kind, line = fields->record->line;
    struct remark *remark = run_add_remark(fields->run);
    *remark = (struct remark){
        .at = fields->run->records,
        .kind = string_set_add(strings, kind.start, kind.length),
        .what = record_field_text_or(fields, text_is(kind, "file") ? "line" : "what", ""),
        .line = string_set_add(strings, line.start, line.length),
    };
}

static void collect_done(struct record_fields *fields)
{
    struct run *run = fields->run;
    run->done = true;
    run->done_results = record_field_number(fields, "results");
    run->done_errors = record_field_number(fields, "errors");
    run->repetitions = record_field_number(fields, "repetitions");
    run->disturbed = record_field_number(fields, "disturbed");
    run->excess = record_field_real(fields, "excess");
    run->ok = text_is(wire_line_text(fields->record, "status"), "ok");
    run->executions = record_field_number(fields, "runs");
    wire_line_number(fields->record, "seconds", &run->seconds);
}

static void collect_record(struct record_fields *fields)
{
    static const struct {
        const char *kind;
        void (*collect)(struct record_fields *fields);
    } kinds[] = {
        {"result", collect_result},
        {"sample", collect_sample},
        {"tick", collect_tick},
        {"start", collect_start},
        {"cpu", collect_cpu},
        {"selftest", collect_selftest},
        {"plan", collect_plan},
        {"calibration", collect_calibration},
        {"bench", collect_bench},
        {"time", collect_time},
        {"output", collect_output},
        {"fault", collect_fault},
        {"error", collect_error},
        {"done", collect_done},
        {"overhead", collect_overhead},
        {"warning", collect_remark},
        {"watchdog", collect_remark},
        {"first_boot", collect_remark},
        {"file", collect_remark},
        {"repetition", collect_remark},
        {"execution", collect_remark},
        {"machine", collect_machine},
        {"noise", collect_noise},
        {"finding", collect_finding},
        {"score_row", score_record_parse_row},
        {"score", score_record_parse_total},
        {"skipped", collect_skip},
        {"sampling", sampling_record_parse},
        {"hit", sampling_record_parse_hit},
        {"registers", sampling_record_parse_registers},
        {"series", sampling_record_parse_series},
        {"multiplex", sampling_record_parse_multiplex},
        {"region_count", sampling_record_parse_region_count},
        {"channel", channel_record_parse},
        {"stamps", channel_record_parse_stamps},
        {"program", program_record_parse},
        {"system_call", program_record_parse_system_call},
        {"missing_file", program_record_parse_missing_file},
        {"written", program_record_parse_written},
    };
    for (unsigned i = 0; i < sizeof kinds / sizeof kinds[0]; i++) {
        if (text_is(fields->record->kind, kinds[i].kind)) {
            kinds[i].collect(fields);
            return;
        }
    }
}

struct run *collection_run(const struct collection *collection)
{
    return collection->n_runs ? collection->runs[collection->n_runs - 1] : NULL;
}

static struct run *collect_next_run(struct collection *collection)
{
    struct run *run = run_new();
    run->source = string_set_add(&run->strings, collection->source, strlen(collection->source));
    struct run **place = allocate_element(&collection->runs, &collection->n_runs, sizeof *place);
    collection->n_pending = 0;
    collection->unannounced_bench = NULL;
    return *place = run;
}

static void collect_on_record(void *context, const struct wire_record *record, unsigned long line,
                              bool new_run)
{
    struct collection *collection = context;
    struct run *run = new_run ? collect_next_run(collection) : collection_run(collection);
    if (new_run)
        collection->bench_records_lost = record->seq > 0;
    struct record_fields fields = {collection, run, record, line};
    run->records++;
    run->digest += record->hash; /* a late record counts as any other */
    collect_record(&fields);
    if (collection->changed)
        collection->changed(collection->changed_context, run, record);
}

/* Before the first run there is no run to assign a loss to; the reader counts it. */
static void collect_on_trouble(void *context, enum wire_trouble trouble, unsigned long line,
                               unsigned count, const char *what)
{
    struct collection *collection = context;
    struct run *run = collection_run(collection);
    collection->bench_records_lost |= trouble == WIRE_LOST;
    if (run)
        record_fields_note_loss(run, wire_trouble_name(trouble), line, count, what);
}

void collection_open(struct collection *collection, const char *source)
{
    *collection = (struct collection){.source = source};
}

/* vpentium-test marks its output before the first record. */
static void collect_on_noise(void *context, const char *line, size_t length)
{
    static const char mark[] = "vpentium-test:";
    struct collection *collection = context;
    if (length >= sizeof mark - 1 && !memcmp(line, mark, sizeof mark - 1))
        collection->test_machine = true;
}

struct wire_listener collection_listener(struct collection *collection)
{
    return (struct wire_listener){collection, collect_on_record, collect_on_trouble,
                                  collect_on_noise};
}

void collection_close(struct collection *collection)
{
    for (unsigned i = 0; i < collection->n_runs; i++)
        run_free(collection->runs[i]);
    free(collection->runs);
    free(collection->pending);
    *collection = (struct collection){0};
}
