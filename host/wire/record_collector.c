/*
 * SPDX-License-Identifier: MIT
 * One small function for each kind of record. A kind or key that is not known is passed over, as
 * serial/README.md asks of readers.
 */
#include "host/wire/record_collector.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "host/base/allocate.h"
#include "host/run/result_index.h"

#define NOT_ANNOUNCED "no benchmark of that name was announced"

/* A sample on its way to its result. */
struct text_sample {
    const char *bench, *event, *state, *ablate, *ring;
    unsigned region, rep;
    double value;
};

struct taking {
    struct collection *collection;
    struct run *run;
    const struct wire_record *record;
    unsigned long line;
};

static const char *keep(struct taking *taking, const char *key)
{
    struct text text = wire_text(taking->record, key);
    return text.start ? strings_keep(&taking->run->strings, text.start, text.length) : NULL;
}

static const char *keep_or(struct taking *taking, const char *key, const char *otherwise)
{
    const char *kept = keep(taking, key);
    return kept ? kept : strings_keep(&taking->run->strings, otherwise, strlen(otherwise));
}

static unsigned number(struct taking *taking, const char *key)
{
    uint32_t value = 0;
    wire_unsigned(taking->record, key, &value);
    return value;
}

static double real(struct taking *taking, const char *key)
{
    double value = 0;
    wire_number(taking->record, key, &value);
    return value;
}

static unsigned current_plan(const struct run *run)
{
    return run->n_plans ? run->n_plans - 1 : 0;
}

/* 0, or -1 where the key is missing or is no region. */
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
    values->n = number(taking, "n");
    values->level = number(taking, "level");
    return wire_number(record, "mean", &values->mean) || wire_number(record, "sd", &values->sd) ||
                   wire_number(record, "ci", &values->ci) ||
                   wire_number(record, "min", &values->min) ||
                   wire_number(record, "med", &values->med) ||
                   wire_number(record, "max", &values->max) ||
                   wire_number(record, "mode", &values->mode)
               ? -1
               : 0;
}

static void add_loss(struct run *run, const char *kind, unsigned long line, unsigned count,
                     const char *what)
{
    struct loss *loss = run_add_loss(run);
    loss->kind = strings_keep(&run->strings, kind, strlen(kind));
    loss->what = strings_keep(&run->strings, what, strlen(what));
    loss->line = line;
    loss->count = count;
}

static void take_start(struct taking *taking)
{
    struct run *run = taking->run;
    run->build = keep_or(taking, "build", "");
    run->arguments = keep_or(taking, "arguments", "");
    run->date = keep_or(taking, "date", "");
    run->platform = platform_named(keep_or(taking, "platform", "unknown"));
    run->benches_there = number(taking, "benches");
}

static void take_cpu(struct taking *taking)
{
    struct run *run = taking->run;
    run->vendor = keep_or(taking, "vendor", "");
    run->name = keep_or(taking, "name", "");
    run->missing = keep(taking, "missing");
    run->stepping = keep(taking, "stepping");
    run->counters = keep(taking, "counters");
    run->fdiv = keep(taking, "fdiv");
    run->read_by = keep_or(taking, "read_by", "");
    run->signature = number(taking, "signature");
    run->features = number(taking, "features");
    run->mhz = real(taking, "mhz");
    run->mhz_source = keep_or(taking, "mhz_source", "");
    run->mhz_missing = keep(taking, "mhz_missing");
    run->mhz_spread = real(taking, "mhz_spread");
}

static void take_machine(struct taking *taking)
{
    struct run *run = taking->run;
    run->memory_kb = number(taking, "memory_kb");
    run->memory_source = keep(taking, "memory_source");
    run->caches = keep(taking, "caches");
    run->l2 = keep(taking, "l2");
    run->l2_kb = number(taking, "l2_kb");
    run->l2_reach_mb = number(taking, "l2_reach_mb");
}

static void take_noise(struct taking *taking)
{
    struct run *run = taking->run;
    run->noise_watched = real(taking, "watched");
    run->noise_jumps = real(taking, "jumps");
    run->noise_largest = real(taking, "largest");
}

static void take_selftest(struct taking *taking)
{
    struct selftest *selftest = run_add_selftest(taking->run);
    *selftest =
        (struct selftest){keep_or(taking, "name", ""), keep_or(taking, "status", ""),
                          real(taking, "expect"), real(taking, "got"), keep(taking, "seen")};
}

static void take_plan(struct taking *taking)
{
    struct plan *plan = run_add_plan(taking->run);
    plan->at = taking->run->records;
    plan->experiment = keep_or(taking, "experiment", "");
    plan->command = keep_or(taking, "command", "");
    plan->date = keep_or(taking, "date", "");
    plan->ring = keep_or(taking, "ring", "");
    plan->count_rings = keep_or(taking, "count_rings", "");
    plan->paging = keep_or(taking, "paging", "");
    plan->output_file = keep_or(taking, "output_file", "");
    plan->level = number(taking, "level");
    plan->watchdog = number(taking, "watchdog");
    plan->benches = number(taking, "benches");
    plan->events = number(taking, "events");
    plan->passes = number(taking, "passes");
    plan->passes_lower_bound = number(taking, "passes_lower_bound");
    plan->variants = number(taking, "variants");
    plan->repetitions = number(taking, "repetitions");
    plan->batches = number(taking, "batches");
}

static void take_calibration(struct taking *taking)
{
    struct calibration *calibration = run_add_calibration(taking->run);
    *calibration = (struct calibration){
        .plan = current_plan(taking->run),
        .event = keep_or(taking, "event", ""),
        .ring = keep_or(taking, "ring", ""),
        .state = keep_or(taking, "state", ""),
        .ablate = keep_or(taking, "ablate", "none"),
        .of = keep_or(taking, "of", "region"),
        .read_by = keep_or(taking, "read_by", ""),
        .index = number(taking, "index"),
        .ring_asked = number(taking, "ring_asked") != 0,
        .code = number(taking, "code"),
        .counter = number(taking, "counter"),
        .overhead = real(taking, "overhead"),
    };
}

static void take_overhead(struct taking *taking)
{
    static const char *const keys[RUN_OVERHEADS] = {"kernel_first", "kernel_other", "user_first",
                                                    "both_first",   "user_other",   "both_other",
                                                    "user_run",     "both_run"};
    struct overhead overhead = {
        .plan = current_plan(taking->run),
        .at = taking->run->records,
        .event = keep_or(taking, "event", ""),
        .code = number(taking, "code"),
        .kernel_read_by = keep_or(taking, "kernel_read_by", ""),
        .user_read_by = keep_or(taking, "user_read_by", ""),
        .status = keep_or(taking, "status", ""),
    };
    for (unsigned i = 0; i < RUN_OVERHEADS; i++)
        overhead.values[i] = real(taking, keys[i]);
    *run_add_overhead(taking->run) = overhead;
}

static void take_bench(struct taking *taking)
{
    struct bench *bench = run_add_bench(taking->run);
    *bench = (struct bench){current_plan(taking->run), taking->run->records,
                            keep_or(taking, "bench", ""), keep_or(taking, "text", ""),
                            number(taking, "memory_kb")};
    taking->collection->bench_unheard = false;
}

static void take_sample(struct taking *taking)
{
    struct collection *collection = taking->collection;
    struct text_sample sample = {
        .bench = keep_or(taking, "bench", ""),
        .event = keep_or(taking, "event", ""),
        .state = keep_or(taking, "state", ""),
        .ablate = keep_or(taking, "ablate", ""),
        .ring = keep(taking, "ring"),
        .rep = number(taking, "rep"),
    };
    if (take_region(taking, &sample.region) || wire_number(taking->record, "value", &sample.value))
        return;
    struct text_sample *pending =
        memory_add(&collection->pending, &collection->n_pending, sizeof *pending);
    *pending = sample;
}

/* The samples before a result are its own where none was lost: then there are n, from 0 on. */
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

/* Whether each key stands there that every result has, and that one with numbers has. */
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

/*
 * Whether the benchmark was announced, or may have been in a record that was lost: then the first
 * result of that name is not believed, the second is.
 */
static bool bench_known(struct taking *taking, const char *name)
{
    struct collection *collection = taking->collection;
    const struct run *run = taking->run;
    for (unsigned i = run->n_benches; i-- > 0;)
        if (run->benches[i].name == name)
            return true;
    bool again = collection->hearsay == name;
    collection->hearsay = name;
    return collection->bench_unheard && again;
}

static const char *wrong_with_result(struct taking *taking, struct result *result)
{
    bool ok = !strcmp(result->status, "ok");
    if (take_region(taking, &result->region))
        return "no region";
    if (!has_keys(taking->record, ok) || (ok && take_values(taking, &result->values)))
        return "a key or its number is missing";
    if (!bench_known(taking, result->bench))
        return NOT_ANNOUNCED;
    if (places_find(taking->run, result))
        return "there is a result for that already";
    const char *wrong = result_contradiction(result);
    return wrong ? wrong : result_out_of_place(taking->run, result);
}

static void reject(struct taking *taking, const char *why)
{
    taking->collection->rejected++;
    add_loss(taking->run, "rejected", taking->line, 1, why);
}

static void take_result(struct taking *taking)
{
    struct run *run = taking->run;
    struct result result = {
        .plan = current_plan(run),
        .bench = keep_or(taking, "bench", ""),
        .region_name = keep(taking, "region_name"),
        .event = keep_or(taking, "event", ""),
        .index = number(taking, "index"),
        .ring_asked = number(taking, "ring_asked") != 0,
        .code = number(taking, "code"),
        .counter = number(taking, "counter"),
        .ring = keep_or(taking, "ring", ""),
        .state = keep_or(taking, "state", ""),
        .ablate = keep_or(taking, "ablate", ""),
        .paging = run->n_plans ? run->plans[run->n_plans - 1].paging : "",
        .by_stub = text_is(wire_text(taking->record, "of"), "stub"),
        .entries = number(taking, "entries"),
        .exits = number(taking, "exits"),
        .raw = real(taking, "raw"),
        .overhead = real(taking, "overhead"),
        .per_entry = real(taking, "per_entry"),
        .outliers = number(taking, "outliers"),
        .culled = number(taking, "culled"),
        .counter_off = real(taking, "counter_off"),
        .levels = keep(taking, "levels"),
        .inner_begins = number(taking, "inner_begins"),
        .inner_ends = number(taking, "inner_ends"),
        .inner_priced = wire_text(taking->record, "inner_cost").start != NULL,
        .inner_cost = real(taking, "inner_cost"),
        .status = keep_or(taking, "status", ""),
    };
    const char *wrong = wrong_with_result(taking, &result);
    if (wrong) {
        taking->collection->n_pending = 0;
        reject(taking, wrong);
        return;
    }
    attach_samples(taking->collection, &result);
    *run_add_result(run) = result;
}

/* It has words or a number, and a name; NULL, or what it lacks. */
static const char *wrong_with_finding(struct taking *taking, const struct finding *finding)
{
    if (!*finding->name || !*finding->bench)
        return "a finding without a name or a benchmark";
    bool worded = finding->text, numbered = !isnan(finding->value);
    if (worded == numbered)
        return "a finding needs a value or a text, and not both";
    return bench_known(taking, finding->bench) ? NULL : NOT_ANNOUNCED;
}

static void take_finding(struct taking *taking)
{
    struct finding finding = {
        .plan = current_plan(taking->run),
        .at = taking->run->records,
        .bench = keep_or(taking, "bench", ""),
        .state = keep_or(taking, "state", ""),
        .ablate = keep_or(taking, "ablate", "none"),
        .name = keep_or(taking, "name", ""),
        .text = keep(taking, "text"),
        .value = NAN,
        .unit = keep(taking, "unit"),
        .documented = keep(taking, "documented"),
    };
    finding.unsettled = text_is(wire_text(taking->record, "status"), "unsettled");
    wire_number(taking->record, "value", &finding.value);
    const char *wrong = wrong_with_finding(taking, &finding);
    if (wrong)
        reject(taking, wrong);
    else
        *run_add_finding(taking->run) = finding;
}

static void take_skip(struct taking *taking)
{
    *run_add_skip(taking->run) =
        (struct skip){current_plan(taking->run), taking->run->records, keep_or(taking, "bench", ""),
                      number(taking, "needs_kb"), number(taking, "has_kb")};
}

static void take_time(struct taking *taking)
{
    struct run_time time = {
        .plan = current_plan(taking->run),
        .at = taking->run->records,
        .bench = keep_or(taking, "bench", ""),
        .state = keep_or(taking, "state", ""),
        .ablate = keep_or(taking, "ablate", "none"),
    };
    if (take_values(taking, &time.values) == 0)
        *run_add_time(taking->run) = time;
}

static void take_tick(struct taking *taking)
{
    taking->run->passes_done = number(taking, "done");
    taking->run->passes = number(taking, "total");
    taking->run->seconds = real(taking, "seconds");
}

static void take_output(struct taking *taking)
{
    uint32_t newline = 1;
    wire_unsigned(taking->record, "newline", &newline);
    struct output *output = run_add_output(taking->run);
    *output = (struct output){
        .plan = current_plan(taking->run),
        .at = taking->run->records,
        .bench = keep_or(taking, "bench", ""),
        .state = keep_or(taking, "state", ""),
        .ablate = keep_or(taking, "ablate", "none"),
        .text = keep_or(taking, "text", ""),
        .goes_on = newline == 0,
        .lost = number(taking, "lost") != 0,
    };
}

static struct mishap *add_mishap(struct taking *taking)
{
    struct mishap *mishap = run_add_mishap(taking->run);
    struct text line = taking->record->line;
    mishap->at = taking->run->records;
    mishap->kind = strings_keep(&taking->run->strings, taking->record->kind.start,
                                taking->record->kind.length);
    mishap->bench = keep(taking, "bench");
    mishap->line = strings_keep(&taking->run->strings, line.start, line.length);
    return mishap;
}

/* A fault with a vector is the processor's finding; one without, a region used wrongly. */
static void take_fault(struct taking *taking)
{
    struct mishap *mishap = add_mishap(taking);
    struct strings *strings = &taking->run->strings;
    const char *region = keep(taking, "region"), *name = keep_or(taking, "name", "?");
    const char *more = keep(taking, "what");
    char where[96] = "";
    if (region)
        snprintf(where, sizeof where, ", region %s", region);
    const char *bench = mishap->bench ? mishap->bench : "the kernel";
    if (wire_text(taking->record, "vector").start)
        mishap->what = strings_print(strings, "%s%s: exception %u (%s) at 0x%08x%s%s", bench, where,
                                     number(taking, "vector"), name, number(taking, "eip"),
                                     more ? ": " : "", more ? more : "");
    else
        mishap->what = strings_print(strings, "%s%s: %s: %u entries, %u exits", bench, where, name,
                                     number(taking, "entries"), number(taking, "exits"));
}

static void take_error(struct taking *taking)
{
    add_mishap(taking)->what = keep_or(taking, "what", "");
}

/* Kept as it came; the report makes of it again what the kernel had. */
static void take_remark(struct taking *taking)
{
    struct strings *strings = &taking->run->strings;
    struct text kind = taking->record->kind, line = taking->record->line;
    struct remark *remark = run_add_remark(taking->run);
    *remark = (struct remark){
        .at = taking->run->records,
        .kind = strings_keep(strings, kind.start, kind.length),
        .what = keep_or(taking, text_is(kind, "file") ? "line" : "what", ""),
        .line = strings_keep(strings, line.start, line.length),
    };
}

static void take_done(struct taking *taking)
{
    struct run *run = taking->run;
    run->done = true;
    run->done_results = number(taking, "results");
    run->done_errors = number(taking, "errors");
    run->repetitions = number(taking, "repetitions");
    run->disturbed = number(taking, "disturbed");
    run->excess = real(taking, "excess");
    run->ok = text_is(wire_text(taking->record, "status"), "ok");
    run->executions = number(taking, "runs");
    wire_number(taking->record, "seconds", &run->seconds);
}

static void take(struct taking *taking)
{
    static const struct {
        const char *kind;
        void (*take)(struct taking *taking);
    } kinds[] = {
        {"result", take_result},     {"sample", take_sample},
        {"tick", take_tick},         {"start", take_start},
        {"cpu", take_cpu},           {"selftest", take_selftest},
        {"plan", take_plan},         {"calibration", take_calibration},
        {"bench", take_bench},       {"time", take_time},
        {"output", take_output},     {"fault", take_fault},
        {"error", take_error},       {"done", take_done},
        {"overhead", take_overhead}, {"warning", take_remark},
        {"watchdog", take_remark},   {"first_boot", take_remark},
        {"file", take_remark},       {"repetition", take_remark},
        {"execution", take_remark},  {"machine", take_machine},
        {"noise", take_noise},       {"finding", take_finding},
        {"skipped", take_skip},
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
    run->digest += record->hash; /* a record that came late counts like any other */
    take(&taking);
    if (collection->changed)
        collection->changed(collection->changed_context, run, record);
}

/* Before the first run there is nothing to hold it against: the reader's own counts have it. */
static void on_trouble(void *context, enum wire_trouble trouble, unsigned long line, unsigned count,
                       const char *what)
{
    struct collection *collection = context;
    struct run *run = collection_run(collection);
    collection->bench_unheard |= trouble == WIRE_LOST;
    if (run)
        add_loss(run, wire_trouble_name(trouble), line, count, what);
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
