/*
 * SPDX-License-Identifier: MIT
 * Builds runs: one small function for each kind of record. Unknown kinds and keys are ignored, as
 * docs/records.md requires.
 */
#include "host/wire/record_collector.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "host/base/allocate.h"
#include "host/run/result_index.h"
#include "host/wire/taking.h"

/* A sample that arrived before its result. */
struct text_sample {
    const char *bench, *event, *state, *ablate, *ring;
    unsigned region, rep;
    double value;
};

/* Returns 0, or -1 if the key is missing or is not a region. */
static int take_region(struct taking *taking, unsigned *region)
{
    uint32_t value;
    if (text_is(wire_text(taking->record, "region"), "whole"))
        *region = RUN_WHOLE;
    else if (wire_unsigned(taking->record, "region", &value) || value >= RUN_WHOLE)
        return -1;
    else
        *region = value;
    return 0;
}

static int take_values(struct taking *taking, struct values *values)
{
    const struct wire_record *record = taking->record;
    values->n = taken_number(taking, "n");
    values->level = taken_number(taking, "level");
    return wire_number(record, "mean", &values->mean) || wire_number(record, "sd", &values->sd) ||
                   wire_number(record, "ci", &values->ci) ||
                   wire_number(record, "min", &values->min) ||
                   wire_number(record, "med", &values->med) ||
                   wire_number(record, "max", &values->max) ||
                   wire_number(record, "mode", &values->mode)
               ? -1
               : 0;
}

static void take_start(struct taking *taking)
{
    struct run *run = taking->run;
    run->build = taken_text_or(taking, "build", "");
    run->arguments = taken_text_or(taking, "arguments", "");
    run->date = taken_text_or(taking, "date", "");
    run->platform = platform_named(taken_text_or(taking, "platform", "unknown"));
    run->benches_there = taken_number(taking, "benches");
}

static void take_cpu(struct taking *taking)
{
    struct run *run = taking->run;
    run->vendor = taken_text_or(taking, "vendor", "");
    run->name = taken_text_or(taking, "name", "");
    run->missing = taken_text(taking, "missing");
    run->stepping = taken_text(taking, "stepping");
    run->counters = taken_text(taking, "counters");
    run->fdiv = taken_text(taking, "fdiv");
    run->read_by = taken_text_or(taking, "read_by", "");
    run->signature = taken_number(taking, "signature");
    run->features = taken_number(taking, "features");
    run->mhz = taken_real(taking, "mhz");
    run->mhz_source = taken_text_or(taking, "mhz_source", "");
    run->mhz_missing = taken_text(taking, "mhz_missing");
    run->mhz_spread = taken_real(taking, "mhz_spread");
}

static void take_machine(struct taking *taking)
{
    struct run *run = taking->run;
    run->memory_kb = taken_number(taking, "memory_kb");
    run->memory_source = taken_text(taking, "memory_source");
    run->caches = taken_text(taking, "caches");
    run->l2 = taken_text(taking, "l2");
    run->l2_kb = taken_number(taking, "l2_kb");
    run->l2_reach_mb = taken_number(taking, "l2_reach_mb");
}

static void take_noise(struct taking *taking)
{
    struct run *run = taking->run;
    run->noise_watched = taken_real(taking, "watched");
    run->noise_jumps = taken_real(taking, "jumps");
    run->noise_largest = taken_real(taking, "largest");
}

static void take_selftest(struct taking *taking)
{
    struct selftest *selftest = run_add_selftest(taking->run);
    *selftest = (struct selftest){taken_text_or(taking, "name", ""),
                                  taken_text_or(taking, "status", ""), taken_real(taking, "expect"),
                                  taken_real(taking, "got"), taken_text(taking, "seen")};
}

static void take_plan(struct taking *taking)
{
    struct plan *plan = run_add_plan(taking->run);
    plan->at = taking->run->records;
    plan->experiment = taken_text_or(taking, "experiment", "");
    plan->command = taken_text_or(taking, "command", "");
    plan->date = taken_text_or(taking, "date", "");
    plan->ring = taken_text_or(taking, "ring", "");
    plan->count_rings = taken_text_or(taking, "count_rings", "");
    plan->paging = taken_text_or(taking, "paging", "");
    plan->output_file = taken_text_or(taking, "output_file", "");
    plan->level = taken_number(taking, "level");
    plan->watchdog = taken_number(taking, "watchdog");
    plan->benches = taken_number(taking, "benches");
    plan->events = taken_number(taking, "events");
    plan->passes = taken_number(taking, "passes");
    plan->passes_lower_bound = taken_number(taking, "passes_lower_bound");
    plan->variants = taken_number(taking, "variants");
    plan->repetitions = taken_number(taking, "repetitions");
    plan->batches = taken_number(taking, "batches");
}

static void take_calibration(struct taking *taking)
{
    struct calibration *calibration = run_add_calibration(taking->run);
    *calibration = (struct calibration){
        .plan = taken_plan(taking->run),
        .event = taken_text_or(taking, "event", ""),
        .ring = taken_text_or(taking, "ring", ""),
        .state = taken_text_or(taking, "state", ""),
        .ablate = taken_text_or(taking, "ablate", "none"),
        .of = taken_text_or(taking, "of", "region"),
        .read_by = taken_text_or(taking, "read_by", ""),
        .index = taken_number(taking, "index"),
        .ring_asked = taken_number(taking, "ring_asked") != 0,
        .code = taken_number(taking, "code"),
        .counter = taken_number(taking, "counter"),
        .overhead = taken_real(taking, "overhead"),
    };
}

static void take_overhead(struct taking *taking)
{
    static const char *const keys[RUN_OVERHEADS] = {"kernel_first", "kernel_other", "user_first",
                                                    "both_first",   "user_other",   "both_other",
                                                    "user_run",     "both_run"};
    struct overhead overhead = {
        .plan = taken_plan(taking->run),
        .at = taking->run->records,
        .event = taken_text_or(taking, "event", ""),
        .code = taken_number(taking, "code"),
        .kernel_read_by = taken_text_or(taking, "kernel_read_by", ""),
        .user_read_by = taken_text_or(taking, "user_read_by", ""),
        .status = taken_text_or(taking, "status", ""),
    };
    for (unsigned i = 0; i < RUN_OVERHEADS; i++)
        overhead.values[i] = taken_real(taking, keys[i]);
    *run_add_overhead(taking->run) = overhead;
}

static void take_bench(struct taking *taking)
{
    struct bench *bench = run_add_bench(taking->run);
    *bench = (struct bench){taken_plan(taking->run), taking->run->records,
                            taken_text_or(taking, "bench", ""), taken_text_or(taking, "text", ""),
                            taken_number(taking, "memory_kb")};
    taking->collection->bench_unheard = false;
}

static void take_sample(struct taking *taking)
{
    struct collection *collection = taking->collection;
    struct text_sample sample = {
        .bench = taken_text_or(taking, "bench", ""),
        .event = taken_text_or(taking, "event", ""),
        .state = taken_text_or(taking, "state", ""),
        .ablate = taken_text_or(taking, "ablate", ""),
        .ring = taken_text(taking, "ring"),
        .rep = taken_number(taking, "rep"),
    };
    if (take_region(taking, &sample.region) || wire_number(taking->record, "value", &sample.value))
        return;
    struct text_sample *pending =
        memory_add(&collection->pending, &collection->n_pending, sizeof *pending);
    *pending = sample;
}

/* The samples before a result belong to it if none was lost: then there are n, numbered from 0. */
static void attach_samples(struct collection *collection, struct result *result)
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
    result->samples = memory_get(n * sizeof *result->samples);
    result->n_samples = n;
    for (unsigned i = 0; i < n; i++)
        result->samples[i] = pending[i].value;
}

/* Returns whether the record has all keys that a result needs, and that a result with numbers
 * needs. */
static bool has_keys(const struct wire_record *record, bool with_numbers)
{
    static const char *const keys[] = {"bench", "event",  "code",    "counter", "ring",
                                       "state", "ablate", "entries", "exits",   "status"};
    static const char *const numbers[] = {"n", "level", "raw", "overhead", "per_entry", "outliers"};
    for (unsigned i = 0; i < sizeof keys / sizeof keys[0]; i++)
        if (!wire_text(record, keys[i]).start)
            return false;
    double value;
    for (unsigned i = 0; with_numbers && i < sizeof numbers / sizeof numbers[0]; i++)
        if (wire_number(record, numbers[i], &value))
            return false;
    return true;
}

static const char *wrong_with_result(struct taking *taking, struct result *result)
{
    bool ok = !strcmp(result->status, "ok");
    if (take_region(taking, &result->region))
        return "region is missing or invalid";
    if (!has_keys(taking->record, ok) || (ok && take_values(taking, &result->values)))
        return "a key or its number is missing";
    if (!taking_bench_known(taking, result->bench))
        return NOT_ANNOUNCED;
    if (places_find(taking->run, result))
        return "a result for the same place was already received";
    const char *wrong = result_contradiction(result);
    return wrong ? wrong : result_out_of_place(taking->run, result);
}

static void take_result(struct taking *taking)
{
    struct run *run = taking->run;
    struct result result = {
        .plan = taken_plan(run),
        .bench = taken_text_or(taking, "bench", ""),
        .region_name = taken_text(taking, "region_name"),
        .event = taken_text_or(taking, "event", ""),
        .index = taken_number(taking, "index"),
        .ring_asked = taken_number(taking, "ring_asked") != 0,
        .code = taken_number(taking, "code"),
        .counter = taken_number(taking, "counter"),
        .ring = taken_text_or(taking, "ring", ""),
        .state = taken_text_or(taking, "state", ""),
        .ablate = taken_text_or(taking, "ablate", ""),
        .paging = run->n_plans ? run->plans[run->n_plans - 1].paging : "",
        .by_stub = text_is(wire_text(taking->record, "of"), "stub"),
        .entries = taken_number(taking, "entries"),
        .exits = taken_number(taking, "exits"),
        .raw = taken_real(taking, "raw"),
        .overhead = taken_real(taking, "overhead"),
        .per_entry = taken_real(taking, "per_entry"),
        .outliers = taken_number(taking, "outliers"),
        .culled = taken_number(taking, "culled"),
        .counter_off = taken_real(taking, "counter_off"),
        .levels = taken_text(taking, "levels"),
        .inner_begins = taken_number(taking, "inner_begins"),
        .inner_ends = taken_number(taking, "inner_ends"),
        .inner_priced = wire_text(taking->record, "inner_cost").start != NULL,
        .inner_cost = taken_real(taking, "inner_cost"),
        .status = taken_text_or(taking, "status", ""),
    };
    const char *wrong = wrong_with_result(taking, &result);
    if (wrong) {
        taking->collection->n_pending = 0;
        taking_reject(taking, wrong);
        return;
    }
    attach_samples(taking->collection, &result);
    *run_add_result(run) = result;
}

/* Checks that a finding has text or a number, and a name. Returns NULL, or the error. */
static const char *wrong_with_finding(struct taking *taking, const struct finding *finding)
{
    if (!*finding->name || !*finding->bench)
        return "a finding without a name or a benchmark";
    bool worded = finding->text, numbered = !isnan(finding->value);
    if (worded == numbered)
        return "a finding needs either a value or a text";
    return taking_bench_known(taking, finding->bench) ? NULL : NOT_ANNOUNCED;
}

static void take_finding(struct taking *taking)
{
    struct finding finding = {
        .plan = taken_plan(taking->run),
        .at = taking->run->records,
        .bench = taken_text_or(taking, "bench", ""),
        .state = taken_text_or(taking, "state", ""),
        .ablate = taken_text_or(taking, "ablate", "none"),
        .name = taken_text_or(taking, "name", ""),
        .text = taken_text(taking, "text"),
        .value = NAN,
        .unit = taken_text(taking, "unit"),
        .documented = taken_text(taking, "documented"),
    };
    finding.unsettled = text_is(wire_text(taking->record, "status"), "unsettled");
    wire_number(taking->record, "value", &finding.value);
    const char *wrong = wrong_with_finding(taking, &finding);
    if (wrong)
        taking_reject(taking, wrong);
    else
        *run_add_finding(taking->run) = finding;
}

static void take_skip(struct taking *taking)
{
    *run_add_skip(taking->run) = (struct skip){
        taken_plan(taking->run), taking->run->records, taken_text_or(taking, "bench", ""),
        taken_number(taking, "needs_kb"), taken_number(taking, "has_kb")};
}

static void take_time(struct taking *taking)
{
    struct run_time time = {
        .plan = taken_plan(taking->run),
        .at = taking->run->records,
        .bench = taken_text_or(taking, "bench", ""),
        .state = taken_text_or(taking, "state", ""),
        .ablate = taken_text_or(taking, "ablate", "none"),
    };
    if (take_values(taking, &time.values) == 0)
        *run_add_time(taking->run) = time;
}

static void take_tick(struct taking *taking)
{
    taking->run->passes_done = taken_number(taking, "done");
    taking->run->passes = taken_number(taking, "total");
    taking->run->seconds = taken_real(taking, "seconds");
}

static void take_output(struct taking *taking)
{
    uint32_t newline = 1;
    wire_unsigned(taking->record, "newline", &newline);
    struct output *output = run_add_output(taking->run);
    *output = (struct output){
        .plan = taken_plan(taking->run),
        .at = taking->run->records,
        .bench = taken_text_or(taking, "bench", ""),
        .state = taken_text_or(taking, "state", ""),
        .ablate = taken_text_or(taking, "ablate", "none"),
        .text = taken_text_or(taking, "text", ""),
        .goes_on = newline == 0,
        .lost = taken_number(taking, "lost") != 0,
    };
}

static struct mishap *add_mishap(struct taking *taking)
{
    struct mishap *mishap = run_add_mishap(taking->run);
    struct text line = taking->record->line;
    mishap->at = taking->run->records;
    mishap->kind = strings_keep(&taking->run->strings, taking->record->kind.start,
                                taking->record->kind.length);
    mishap->bench = taken_text(taking, "bench");
    mishap->line = strings_keep(&taking->run->strings, line.start, line.length);
    return mishap;
}

/* A fault with a vector comes from the processor; without one it is an incorrectly used region. */
static void take_fault(struct taking *taking)
{
    struct mishap *mishap = add_mishap(taking);
    struct strings *strings = &taking->run->strings;
    const char *region = taken_text(taking, "region"), *name = taken_text_or(taking, "name", "?");
    const char *more = taken_text(taking, "what");
    char where[96] = "";
    if (region)
        snprintf(where, sizeof where, ", region %s", region);
    const char *bench = mishap->bench ? mishap->bench : "the kernel";
    if (wire_text(taking->record, "vector").start)
        mishap->what =
            strings_print(strings, "%s%s: exception %u (%s) at 0x%08x%s%s", bench, where,
                          taken_number(taking, "vector"), name, taken_number(taking, "eip"),
                          more ? ": " : "", more ? more : "");
    else
        mishap->what =
            strings_print(strings, "%s%s: %s: %u entries, %u exits", bench, where, name,
                          taken_number(taking, "entries"), taken_number(taking, "exits"));
}

static void take_error(struct taking *taking)
{
    add_mishap(taking)->what = taken_text_or(taking, "what", "");
}

/* Stores the record unchanged; the report restores the kernel's structures from it. */
static void take_remark(struct taking *taking)
{
    struct strings *strings = &taking->run->strings;
    struct text kind = taking->record->kind, line = taking->record->line;
    struct remark *remark = run_add_remark(taking->run);
    *remark = (struct remark){
        .at = taking->run->records,
        .kind = strings_keep(strings, kind.start, kind.length),
        .what = taken_text_or(taking, text_is(kind, "file") ? "line" : "what", ""),
        .line = strings_keep(strings, line.start, line.length),
    };
}

static void take_done(struct taking *taking)
{
    struct run *run = taking->run;
    run->done = true;
    run->done_results = taken_number(taking, "results");
    run->done_errors = taken_number(taking, "errors");
    run->repetitions = taken_number(taking, "repetitions");
    run->disturbed = taken_number(taking, "disturbed");
    run->excess = taken_real(taking, "excess");
    run->ok = text_is(wire_text(taking->record, "status"), "ok");
    run->executions = taken_number(taking, "runs");
    wire_number(taking->record, "seconds", &run->seconds);
}

static void take(struct taking *taking)
{
    static const struct {
        const char *kind;
        void (*take)(struct taking *taking);
    } kinds[] = {
        {"result", take_result},
        {"sample", take_sample},
        {"tick", take_tick},
        {"start", take_start},
        {"cpu", take_cpu},
        {"selftest", take_selftest},
        {"plan", take_plan},
        {"calibration", take_calibration},
        {"bench", take_bench},
        {"time", take_time},
        {"output", take_output},
        {"fault", take_fault},
        {"error", take_error},
        {"done", take_done},
        {"overhead", take_overhead},
        {"warning", take_remark},
        {"watchdog", take_remark},
        {"first_boot", take_remark},
        {"file", take_remark},
        {"repetition", take_remark},
        {"execution", take_remark},
        {"machine", take_machine},
        {"noise", take_noise},
        {"finding", take_finding},
        {"skipped", take_skip},
        {"sampling", take_sampling},
        {"hit", take_hit},
        {"series", take_series},
        {"multiplex", take_multiplex},
        {"channel", take_channel},
        {"stamps", take_stamps},
    };
    for (unsigned i = 0; i < sizeof kinds / sizeof kinds[0]; i++) {
        if (text_is(taking->record->kind, kinds[i].kind)) {
            kinds[i].take(taking);
            return;
        }
    }
}

struct run *collection_run(const struct collection *collection)
{
    return collection->n_runs ? collection->runs[collection->n_runs - 1] : NULL;
}

static struct run *next_run(struct collection *collection)
{
    struct run *run = run_new();
    run->source = strings_keep(&run->strings, collection->source, strlen(collection->source));
    struct run **place = memory_add(&collection->runs, &collection->n_runs, sizeof *place);
    collection->n_pending = 0;
    collection->hearsay = NULL;
    return *place = run;
}

static void on_record(void *context, const struct wire_record *record, unsigned long line,
                      bool new_run)
{
    struct collection *collection = context;
    struct run *run = new_run ? next_run(collection) : collection_run(collection);
    if (new_run)
        collection->bench_unheard = record->seq > 0;
    struct taking taking = {collection, run, record, line};
    run->records++;
    run->digest += record->hash; /* a late record counts as any other */
    take(&taking);
    if (collection->changed)
        collection->changed(collection->changed_context, run, record);
}

/* Before the first run there is no run to assign a loss to; the reader counts it. */
static void on_trouble(void *context, enum wire_trouble trouble, unsigned long line, unsigned count,
                       const char *what)
{
    struct collection *collection = context;
    struct run *run = collection_run(collection);
    collection->bench_unheard |= trouble == WIRE_LOST;
    if (run)
        run_note_loss(run, wire_trouble_name(trouble), line, count, what);
}

void collection_open(struct collection *collection, const char *source)
{
    *collection = (struct collection){.source = source};
}

struct wire_listener collection_listener(struct collection *collection)
{
    return (struct wire_listener){collection, on_record, on_trouble, NULL};
}

void collection_close(struct collection *collection)
{
    for (unsigned i = 0; i < collection->n_runs; i++)
        run_free(collection->runs[i]);
    free(collection->runs);
    free(collection->pending);
    *collection = (struct collection){0};
}
