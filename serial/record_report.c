/*
 * SPDX-License-Identifier: MIT
 * The report as records: the keys of each kind, in the order of docs/records.md.
 */
#include "serial/overheads_report.h"
#include "serial/report.h"

#include "kernel/lib/format.h"

#define WIRE_PROTOCOL 1

static fixed_t ratio(int64_t a, int64_t b)
{
    return fixed_divide(fixed_from_int(a), fixed_from_int(b));
}

static void record_report_values(struct record *record, const struct report_values *values,
                                 unsigned level)
{
    record_unsigned(record, "n", values->n);
    record_fixed(record, "mean", values->mean);
    record_fixed(record, "sd", values->deviation);
    record_fixed(record, "ci", values->half_width);
    record_unsigned(record, "level", level);
    record_fixed(record, "min", values->minimum);
    if (!values->summed)
        record_fixed(record, "med", values->median);
    record_fixed(record, "max", values->maximum);
    if (values->summed)
        record_unsigned(record, "summed", 1);
    else
        record_fixed(record, "mode", values->mode);
}

/* Omits the key if the date is unknown. */
static void record_report_date(struct record *record, const struct report_date *date)
{
    char text[32];
    format(text, sizeof text, "%04u-%02u-%02uT%02u:%02u:%02u", date->year, date->month, date->day,
           date->hour, date->minute, date->second);
    if (date->year)
        record_text(record, "date", text);
}

static void record_report_start(struct report_stream *report, const struct report_start *start)
{
    struct record record;
    record_begin(&record, &report->wire, "start");
    record_unsigned(&record, "proto", WIRE_PROTOCOL);
    record_text(&record, "build", start->build);
    record_text(&record, "platform", start->platform);
    if (start->platform_evidence)
        record_text(&record, "platform_evidence", start->platform_evidence);
    record_unsigned(&record, "benches", start->benches);
    record_report_date(&record, &start->date);
    if (start->uart)
        record_text(&record, "uart", start->uart);
    record_text(&record, "arguments", start->command_line);
    record_end(&record);
}

static void record_report_text(struct record *record, const char *key, const char *value)
{
    if (value)
        record_text(record, key, value);
}

static void record_report_cpu(struct report_stream *report, const struct report_cpu *cpu)
{
    struct record record;
    record_begin(&record, &report->wire, "cpu");
    record_text(&record, "vendor", cpu->vendor);
    record_hex(&record, "signature", cpu->signature);
    record_text(&record, "name", cpu->name);
    record_report_text(&record, "stepping", cpu->stepping);
    record_report_text(&record, "counters", cpu->counters);
    if (cpu->hz)
        record_fixed(&record, "mhz", ratio((int64_t)cpu->hz, 1000000));
    record_text(&record, "mhz_source", cpu->hz ? "pit" : "none");
    if (cpu->hz)
        record_fixed(&record, "mhz_spread", ratio((int64_t)cpu->hz_spread, 1000000));
    record_report_text(&record, "mhz_missing", cpu->no_hz);
    if (cpu->time_stamp_step)
        record_unsigned(&record, "tsc_step", cpu->time_stamp_step);
    record_hex(&record, "features", cpu->features);
    record_text(&record, "read_by", cpu->read_by);
    record_report_text(&record, "fdiv", cpu->fdiv);
    record_report_text(&record, "missing", cpu->missing);
    record_end(&record);
}

static void record_report_machine(struct report_stream *report,
                                  const struct report_machine *machine)
{
    struct record record;
    record_begin(&record, &report->wire, "machine");
    record_unsigned(&record, "memory_kb", machine->memory_kb);
    record_text(&record, "memory_source", machine->memory_source);
    record_report_text(&record, "memory_wrong", machine->memory_wrong);
    record_hex(&record, "pending", machine->pending);
    record_text(&record, "nmi", machine->nmi);
    record_text(&record, "caches", machine->caches);
    record_text(&record, "l2", machine->l2);
    if (machine->l2_kb)
        record_unsigned(&record, "l2_kb", machine->l2_kb);
    if (machine->l2_reach_mb)
        record_unsigned(&record, "l2_reach_mb", machine->l2_reach_mb);
    record_unsigned(&record, "bus_masters", machine->bus_masters);
    record_end(&record);
}

static void record_report_noise(struct report_stream *report, const struct report_noise *noise)
{
    struct record record;
    record_begin(&record, &report->wire, "noise");
    record_unsigned(&record, "watched", noise->watched);
    record_unsigned(&record, "jumps", noise->jumps);
    record_unsigned(&record, "largest", noise->largest);
    record_unsigned(&record, "turn", noise->turn);
    record_unsigned(&record, "least", noise->least);
    record_unsigned(&record, "memory_jumps", noise->memory_jumps);
    record_unsigned(&record, "memory_turn", noise->memory_turn);
    record_end(&record);
}

static void record_report_selftest(struct report_stream *report,
                                   const struct report_selftest *selftest)
{
    struct record record;
    record_begin(&record, &report->wire, "selftest");
    record_text(&record, "name", selftest->name);
    record_text(&record, "status", selftest->status);
    record_fixed(&record, "expect", fixed_from_int(selftest->expect));
    record_fixed(&record, "got", fixed_from_int(selftest->got));
    if (selftest->seen)
        record_text(&record, "seen", selftest->seen);
    record_end(&record);
}

/* Sends the facts in one record, then the page as shown on the screen, one record per line. */
static void record_report_first_boot(struct report_stream *report, const struct report_page *page)
{
    struct record record;
    record_begin(&record, &report->wire, "first_boot");
    for (unsigned i = 0; i < page->n_facts; i++)
        record_text(&record, page->facts[i].name, page->facts[i].value);
    record_end(&record);
    for (unsigned i = 0; i < page->n_lines; i++) {
        record_begin(&record, &report->wire, "first_boot");
        record_unsigned(&record, "line", i);
        record_text(&record, "what", page->lines[i]);
        record_end(&record);
    }
}

/* Appends the event, its ring and the machine state. */
static void record_report_event(struct record *record, const struct report_result *result)
{
    record_text(record, "event", result->event);
    record_hex(record, "code", result->code);
    record_unsigned(record, "counter", result->counter);
    if (result->position)
        record_text(record, "position", result->position);
    record_text(record, "ring", result->ring);
    record_text(record, "state", result->state);
    record_text(record, "ablate", result->ablate);
    record_unsigned(record, "index", result->index);
    if (result->rings_asked)
        record_unsigned(record, "ring_asked", 1);
}

static void record_report_calibration(struct report_stream *report,
                                      const struct report_calibration *calibration)
{
    const struct report_result *empty = calibration->empty;
    struct record record;
    record_begin(&record, &report->wire, "calibration");
    record_report_event(&record, empty);
    record_text(&record, "read_by", empty->read_by);
    record_text(&record, "of", calibration->of);
    record_fixed(&record, "overhead", calibration->overhead);
    if (calibration->other_key)
        record_fixed(&record, calibration->other_key, calibration->other);
    record_report_values(&record, &empty->corrected, report->plan.level);
    record_fixed(&record, "mad", empty->mad);
    record_unsigned(&record, "outliers", empty->outliers);
    if (calibration->tries > 1)
        record_unsigned(&record, "tries", calibration->tries);
    record_text(&record, "status", calibration->settled ? "ok" : "unsettled");
    record_end(&record);
}

static void record_report_plan(struct report_stream *report, const struct report_plan *plan)
{
    struct record record;
    record_begin(&record, &report->wire, "plan");
    record_text(&record, "experiment", plan->experiment);
    record_text(&record, "command", plan->command);
    record_report_date(&record, &plan->date);
    record_text(&record, "ring", plan->ring);
    record_text(&record, "count_rings", plan->count_rings);
    record_text(&record, "paging", plan->paging);
    if (plan->output_file[0])
        record_text(&record, "output_file", plan->output_file);
    record_unsigned(&record, "level", plan->level);
    record_unsigned(&record, "benches", plan->benches);
    record_unsigned(&record, "events", plan->events);
    record_unsigned(&record, "passes", plan->passes);
    record_unsigned(&record, "passes_lower_bound", plan->passes_lower_bound);
    record_unsigned(&record, "variants", plan->variants);
    record_unsigned(&record, "repetitions", plan->repetitions);
    record_unsigned(&record, "batches", plan->batches);
    if (plan->watchdog_unproved)
        record_text(&record, "watchdog", "unproved");
    else
        record_unsigned(&record, "watchdog", plan->watchdog);
    if (plan->watchdog)
        record_text(&record, "alarm", plan->watchdog_nmi ? "nmi" : "interrupt");
    record_end(&record);
}

static void record_report_bench(struct report_stream *report, const struct report_subject *bench)
{
    struct record record;
    record_begin(&record, &report->wire, "bench");
    record_text(&record, "bench", bench->name);
    record_text(&record, "text", bench->text);
    record_unsigned(&record, "memory_kb", bench->memory_kb);
    record_end(&record);
}

static void record_report_skipped(struct report_stream *report,
                                  const struct report_skipped *skipped)
{
    struct record record;
    record_begin(&record, &report->wire, "skipped");
    record_text(&record, "bench", skipped->bench);
    record_unsigned(&record, "needs_kb", skipped->needs_kb);
    record_unsigned(&record, "has_kb", skipped->has_kb);
    record_end(&record);
}

static void record_report_finding(struct report_stream *report,
                                  const struct report_finding *finding)
{
    struct record record;
    record_begin(&record, &report->wire, "finding");
    record_text(&record, "bench", finding->bench);
    record_text(&record, "state", finding->state);
    record_text(&record, "ablate", finding->ablate);
    record_text(&record, "name", finding->name);
    if (finding->unsettled) {
        record_text(&record, "text", REPORT_UNSETTLED);
        if (finding->unit && finding->unit[0])
            record_text(&record, "unit", finding->unit);
    } else if (finding->text) {
        record_text(&record, "text", finding->text);
        if (finding->suspect) {
            record_text(&record, "unit", finding->unit);
            record_text(&record, "suspect", finding->suspect);
        }
    } else {
        record_fixed(&record, "value", finding->value);
        record_text(&record, "unit", finding->unit);
    }
    if (finding->documented)
        record_text(&record, "documented", finding->documented);
    record_text(&record, "status",
                finding->unsettled ? "unsettled"
                : finding->suspect ? "suspect"
                                   : "ok");
    record_end(&record);
}

static void record_report_output(struct report_stream *report, const struct report_output *output)
{
    struct output_piece piece;
    size_t position = 0;
    for (unsigned number = 0; output_lines_next(output, &position, &piece); number++) {
        struct record record;
        record_begin(&record, &report->wire, "output");
        record_text(&record, "bench", output->bench);
        record_text(&record, "state", output->state);
        record_text(&record, "ablate", output->ablate);
        record_unsigned(&record, "line", number);
        record_text(&record, "text", piece.text);
        if (!piece.ended)
            record_unsigned(&record, "newline", 0);
        if (output->lost && number == 0)
            record_unsigned(&record, "lost", 1);
        record_end(&record);
    }
}

static void record_report_tick(struct report_stream *report, unsigned done, unsigned total,
                               uint32_t milliseconds)
{
    struct record record;
    record_begin(&record, &report->wire, "tick");
    record_unsigned(&record, "done", done);
    record_unsigned(&record, "total", total);
    record_fixed(&record, "seconds", ratio(milliseconds, 1000));
    record_end(&record);
}

/* Appends a region's number and optional name; a whole run has neither. */
static void record_report_region(struct record *record, unsigned region, const char *name)
{
    if (region == REPORT_WHOLE_RUN)
        record_text(record, "region", "whole");
    else
        record_unsigned(record, "region", region);
    if (name)
        record_text(record, "region_name", name);
}

static void record_report_samples(struct report_stream *report, const struct report_result *result)
{
    const fixed_t off = result->off;
    for (unsigned repetition = 0; repetition < result->n_samples; repetition++) {
        struct record record;
        record_begin(&record, &report->wire, "sample");
        record_text(&record, "bench", result->bench);
        record_report_region(&record, result->region, result->region_name);
        record_text(&record, "event", result->event);
        record_text(&record, "ring", result->ring);
        record_text(&record, "state", result->state);
        record_text(&record, "ablate", result->ablate);
        record_unsigned(&record, "rep", repetition);
        record_fixed(&record, "value", fixed_from_int(result->samples[repetition]) - off);
        record_end(&record);
    }
}

static void record_report_result(struct report_stream *report, const struct report_result *result)
{
    bool ok = result->status == RESULT_OK;
    struct record record;
    if (ok && result->samples)
        record_report_samples(report, result);
    record_begin(&record, &report->wire, "result");
    record_text(&record, "bench", result->bench);
    record_report_region(&record, result->region, result->region_name);
    record_report_event(&record, result);
    if (ok)
        record_report_values(&record, &result->corrected, report->plan.level);
    record_unsigned(&record, "entries", result->entries);
    record_unsigned(&record, "exits", result->exits);
    if (ok) {
        record_fixed(&record, "raw", result->raw);
        record_fixed(&record, "overhead", result->overhead);
        if (result->call_overhead)
            record_fixed(&record, "call_overhead", result->call_overhead);
        if (result->by_stub || result->without_probes)
            record_text(&record, "of", result_overhead_of(result));
        record_fixed(&record, "per_entry", result_per_entry(result));
        if (!result->corrected.summed)
            record_unsigned(&record, "outliers", result->outliers);
        if (result->culled)
            record_unsigned(&record, "culled", result->culled);
        if (result->counter_off)
            record_fixed(&record, "counter_off", fixed_from_int(result->counter_off));
        if (result->levels.low_n)
            record_text(&record, "levels", record_report_levels(&result->levels).text);
        if (result_is_negative(result))
            record_unsigned(&record, "negative", 1);
        if (result->suspect)
            record_text(&record, "suspect", result->suspect);
        if (result->inner_begins)
            record_unsigned(&record, "inner_begins", result->inner_begins);
        if (result->inner_ends)
            record_unsigned(&record, "inner_ends", result->inner_ends);
        if (result->inner_priced)
            record_fixed(&record, "inner_cost", result->inner_cost);
        if (result->probe_low || result->probe_high) {
            record_fixed(&record, "probe_low", result->probe_low);
            record_fixed(&record, "probe_high", result->probe_high);
        }
    }
    if (result->status == RESULT_REPROGRAMMED && result->counters_written)
        record_hex(&record, "counters_written", result->counters_written);
    record_text(&record, "status", result_status_name(result->status));
    record_end(&record);
}

static void record_report_bench_end(struct report_stream *report, const struct report_bench *bench)
{
    struct record record;
    record_begin(&record, &report->wire, "time");
    record_text(&record, "bench", bench->name);
    record_text(&record, "state", bench->state);
    record_text(&record, "ablate", bench->ablate);
    record_report_values(&record, &bench->clocks, report->plan.level);
    record_end(&record);
}

static void record_report_no_watchdog(struct report_stream *report, const char *why)
{
    struct record record;
    record_begin(&record, &report->wire, "watchdog");
    record_text(&record, "status", "unavailable");
    record_text(&record, "what", why);
    record_end(&record);
}

static void record_report_repetition(struct report_stream *report,
                                     const struct report_repetition *repetition)
{
    struct record record;
    record_begin(&record, &report->wire, "repetition");
    record_text(&record, "bench", repetition->bench);
    record_text(&record, "state", repetition->state);
    record_text(&record, "ablate", repetition->ablate);
    record_unsigned(&record, "number", repetition->number);
    record_unsigned(&record, "of", repetition->of);
    record_end(&record);
}

static void record_report_execution(struct report_stream *report,
                                    const struct report_execution *execution)
{
    char events[160];
    int length = 0;
    for (unsigned e = 0; e < execution->n_events; e++)
        length += format(events + length, sizeof events - (size_t)length, "%s%s", e ? "," : "",
                         execution->events[e]);
    struct record record;
    record_begin(&record, &report->wire, "execution");
    record_text(&record, "bench", execution->bench);
    record_unsigned(&record, "number", execution->number);
    record_text(&record, "counted", execution->counted ? "yes" : "no");
    record_text(&record, "events", events);
    record_end(&record);
}

static void record_report_warning(struct report_stream *report, const char *file, const char *what)
{
    struct record record;
    record_begin(&record, &report->wire, "warning");
    record_text(&record, "file", file);
    record_text(&record, "what", what);
    record_end(&record);
}

static void record_report_file_line(struct report_stream *report, const char *file,
                                    const char *text)
{
    struct record record;
    record_begin(&record, &report->wire, "file");
    record_text(&record, "name", file);
    record_text(&record, "line", text);
    record_end(&record);
}

static void record_report_error(struct report_stream *report, const char *what)
{
    struct record record;
    record_begin(&record, &report->wire, "error");
    record_text(&record, "what", what);
    record_end(&record);
}

static void record_report_fault(struct report_stream *report, const struct report_fault *fault)
{
    const struct {
        const char *key;
        uint32_t value;
    } registers[] = {
        {"eip", fault->eip}, {"eflags", fault->eflags}, {"eax", fault->eax}, {"ecx", fault->ecx},
        {"edx", fault->edx}, {"ebx", fault->ebx},       {"esp", fault->esp}, {"ebp", fault->ebp},
        {"esi", fault->esi}, {"edi", fault->edi},       {"cr0", fault->cr0}, {"cr2", fault->cr2},
        {"cr3", fault->cr3}, {"cr4", fault->cr4},
    };
    struct record record;
    record_begin(&record, &report->wire, "fault");
    record_text(&record, "bench", fault->bench ? fault->bench : "none");
    if (fault->region >= 0)
        record_report_region(&record, (unsigned)fault->region, fault->region_name);
    record_unsigned(&record, "vector", fault->vector);
    record_text(&record, "name", fault->name);
    if (fault->what[0])
        record_text(&record, "what", fault->what);
    record_hex(&record, "error", fault->error);
    for (unsigned i = 0; i < sizeof registers / sizeof registers[0]; i++)
        record_hex(&record, registers[i].key, registers[i].value);
    record_bytes(&record, "code", fault->code, sizeof fault->code);
    record_bytes(&record, "stack", fault->stack, sizeof fault->stack);
    record_end(&record);
}

/*
 * Sent as a fault too; it has no vector, since the benchmark caused it without a processor
 * exception.
 */
static void record_report_broken(struct report_stream *report, const struct report_broken *broken)
{
    struct record record;
    record_begin(&record, &report->wire, "fault");
    record_text(&record, "bench", broken->bench);
    record_report_region(&record, broken->region, broken->region_name);
    record_text(&record, "name", broken->name);
    record_hex(&record, "eip", broken->eip);
    record_unsigned(&record, "entries", broken->entries);
    record_unsigned(&record, "exits", broken->exits);
    if (broken->entered_at)
        record_hex(&record, "entered_at", broken->entered_at);
    if (broken->left_at)
        record_hex(&record, "left_at", broken->left_at);
    record_end(&record);
}

static void record_report_done(struct report_stream *report, const struct report_done *done)
{
    struct record record;
    record_begin(&record, &report->wire, "done");
    record_unsigned(&record, "results", done->results);
    record_unsigned(&record, "errors", done->errors);
    record_unsigned(&record, "runs", done->runs);
    record_unsigned(&record, "repetitions", done->repetitions);
    record_unsigned(&record, "disturbed", done->disturbed);
    record_unsigned(&record, "excess", done->excess);
    record_fixed(&record, "seconds", ratio(done->milliseconds, 1000));
    record_text(&record, "status", done->errors ? "failed" : "ok");
    record_end(&record);
}

static void record_report_queue_position(struct report_stream *report,
                                         const struct report_queue_position *position)
{
    const struct report_done *done = &position->so_far;
    struct record record;
    record_begin(&record, &report->wire, "dealt");
    record_text(&record, "part", position->part);
    record_unsigned(&record, "number", position->number);
    record_unsigned(&record, "results", done->results);
    record_unsigned(&record, "errors", done->errors);
    record_unsigned(&record, "runs", done->runs);
    record_unsigned(&record, "repetitions", done->repetitions);
    record_unsigned(&record, "disturbed", done->disturbed);
    record_unsigned(&record, "microseconds", position->microseconds);
    record_unsigned(&record, "up", position->up);
    record_end(&record);
}

const struct report_form report_records = {
    .start = record_report_start,
    .cpu = record_report_cpu,
    .machine = record_report_machine,
    .noise = record_report_noise,
    .selftest = record_report_selftest,
    .first_boot = record_report_first_boot,
    .score = score_report_records,
    .calibration = record_report_calibration,
    .overheads = overheads_report_records,
    .plan = record_report_plan,
    .bench = record_report_bench,
    .skipped = record_report_skipped,
    .finding = record_report_finding,
    .output = record_report_output,
    .tick = record_report_tick,
    .result = record_report_result,
    .bench_end = record_report_bench_end,
    .no_watchdog = record_report_no_watchdog,
    .repetition = record_report_repetition,
    .execution = record_report_execution,
    .warning = record_report_warning,
    .file_line = record_report_file_line,
    .error = record_report_error,
    .fault = record_report_fault,
    .broken = record_report_broken,
    .dealt = record_report_queue_position,
    .done = record_report_done,
};
