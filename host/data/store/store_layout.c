/*
 * SPDX-License-Identifier: MIT
 * The tables of the store. Columns have the names of the wire's keys, which are the fields' names.
 */
#include "host/data/store/store_layout.h"

#include <string.h>

#include "host/base/allocation.h"

#define COLUMNS(array) array, sizeof(array) / sizeof(array)[0]

#define AT(type, kind, field)                                                                      \
    {                                                                                              \
#field, COLUMN_##kind, offsetof(struct type, field)                                        \
    }
#define AS(type, kind, name, field)                                                                \
    {                                                                                              \
        name, COLUMN_##kind, offsetof(struct type, field)                                          \
    }
#define VALUES(type)                                                                               \
    AS(type, UNSIGNED, "n", values.n), AS(type, UNSIGNED, "level", values.level),                  \
        AS(type, REAL, "mean", values.mean), AS(type, REAL, "sd", values.sd),                      \
        AS(type, REAL, "ci", values.ci), AS(type, REAL, "min", values.min),                        \
        AS(type, REAL, "med", values.med), AS(type, REAL, "max", values.max),                      \
        AS(type, REAL, "mode", values.mode)

static const struct store_column run_columns[] = {
    AT(run, HASH, digest),
    AT(run, TEXT, source),
    AT(run, TEXT, label),
    AT(run, TEXT, suite),
    AT(run, TEXT, machine),
    AT(run, TEXT, board),
    AT(run, TEXT, chip_set),
    AT(run, TEXT, bios),
    AT(run, TEXT, simulator),
    AS(run, REAL, "time", when),
    AT(run, TEXT, build),
    AT(run, TEXT, arguments),
    AT(run, TEXT, date),
    AT(run, UNSIGNED, benches_there),
    AT(run, PLATFORM, platform),
    AT(run, OPTIONAL, platform_evidence),
    AT(run, BOOL, test_machine),
    AT(run, TEXT, vendor),
    AS(run, TEXT, "processor", name),
    AT(run, OPTIONAL, missing),
    AT(run, OPTIONAL, stepping),
    AT(run, OPTIONAL, counters),
    AT(run, OPTIONAL, fdiv),
    AT(run, TEXT, read_by),
    AT(run, UNSIGNED, signature),
    AT(run, UNSIGNED, features),
    AT(run, REAL, mhz),
    AT(run, TEXT, mhz_source),
    AT(run, REAL, mhz_spread),
    AT(run, OPTIONAL, mhz_missing),
    AT(run, UNSIGNED, memory_kb),
    AT(run, OPTIONAL, memory_source),
    AT(run, OPTIONAL, memory_wrong),
    AT(run, OPTIONAL, caches),
    AT(run, OPTIONAL, l2),
    AT(run, UNSIGNED, l2_kb),
    AT(run, UNSIGNED, l2_reach_mb),
    AT(run, REAL, noise_watched),
    AT(run, REAL, noise_jumps),
    AT(run, REAL, noise_largest),
    AT(run, BOOL, done),
    AT(run, BOOL, ok),
    AT(run, UNSIGNED, done_results),
    AT(run, UNSIGNED, done_errors),
    AT(run, UNSIGNED, repetitions),
    AT(run, UNSIGNED, disturbed),
    AT(run, REAL, excess),
    AT(run, UNSIGNED, records),
    AT(run, UNSIGNED, passes_done),
    AT(run, UNSIGNED, passes),
    AT(run, REAL, seconds),
    AT(run, UNSIGNED, executions),
    AT(run, TEXT, pace),
};

static const struct store_column plan_columns[] = {
    AT(plan_record, UNSIGNED, at),       AT(plan_record, TEXT, experiment),
    AT(plan_record, TEXT, command),      AT(plan_record, TEXT, date),
    AT(plan_record, TEXT, ring),         AT(plan_record, TEXT, count_rings),
    AT(plan_record, TEXT, paging),       AT(plan_record, TEXT, output_file),
    AT(plan_record, UNSIGNED, benches),  AT(plan_record, UNSIGNED, events),
    AT(plan_record, UNSIGNED, passes),   AT(plan_record, UNSIGNED, passes_lower_bound),
    AT(plan_record, UNSIGNED, variants), AT(plan_record, UNSIGNED, repetitions),
    AT(plan_record, UNSIGNED, batches),  AT(plan_record, UNSIGNED, level),
    AT(plan_record, UNSIGNED, watchdog),
};

static const struct store_column bench_columns[] = {
    AT(bench, UNSIGNED, plan), AT(bench, UNSIGNED, at),        AS(bench, TEXT, "bench", name),
    AT(bench, TEXT, text),     AT(bench, UNSIGNED, memory_kb),
};

static const struct store_column result_columns[] = {
    AT(result, UNSIGNED, plan),
    AT(result, TEXT, bench),
    AT(result, UNSIGNED, region),
    AT(result, OPTIONAL, region_name),
    AT(result, TEXT, event),
    AT(result, UNSIGNED, index),
    AT(result, BOOL, ring_asked),
    AT(result, UNSIGNED, code),
    AT(result, UNSIGNED, counter),
    AT(result, OPTIONAL, position),
    AT(result, TEXT, ring),
    AT(result, TEXT, state),
    AT(result, TEXT, ablate),
    AT(result, OPTIONAL, paging),
    VALUES(result),
    AT(result, UNSIGNED, entries),
    AT(result, UNSIGNED, exits),
    AT(result, BOOL, by_stub),
    AT(result, REAL, raw),
    AT(result, REAL, overhead),
    AT(result, REAL, call_overhead),
    AT(result, REAL, per_entry),
    AT(result, UNSIGNED, outliers),
    AT(result, UNSIGNED, culled),
    AT(result, REAL, counter_off),
    AT(result, OPTIONAL, levels),
    AT(result, OPTIONAL, suspect),
    AT(result, UNSIGNED, inner_begins),
    AT(result, UNSIGNED, inner_ends),
    AT(result, BOOL, inner_priced),
    AT(result, REAL, inner_cost),
    AT(result, REAL, probe_low),
    AT(result, REAL, probe_high),
    AT(result, UNSIGNED, counters_written),
    AT(result, TEXT, status),
};

static const struct store_column time_columns[] = {
    AT(run_time, UNSIGNED, plan), AT(run_time, UNSIGNED, at), AT(run_time, TEXT, bench),
    AT(run_time, TEXT, state),    AT(run_time, TEXT, ablate), VALUES(run_time),
};

static const struct store_column calibration_columns[] = {
    AT(calibration, UNSIGNED, plan),
    AT(calibration, TEXT, event),
    AT(calibration, TEXT, ring),
    AT(calibration, TEXT, state),
    AT(calibration, TEXT, ablate),
    AT(calibration, TEXT, of),
    AT(calibration, UNSIGNED, code),
    AT(calibration, UNSIGNED, counter),
    AT(calibration, REAL, overhead),
    AT(calibration, REAL, overhead_warm),
    AT(calibration, REAL, overhead_cold),
    AT(calibration, TEXT, read_by),
    AT(calibration, UNSIGNED, index),
    AT(calibration, BOOL, ring_asked),
    VALUES(calibration),
};

/* In the order of OVERHEAD_ in serial/report.h. */
static const struct store_column overhead_columns[] = {
    AT(overhead, UNSIGNED, plan),
    AT(overhead, UNSIGNED, at),
    AT(overhead, TEXT, event),
    AT(overhead, UNSIGNED, code),
    AT(overhead, OPTIONAL, counter),
    AT(overhead, OPTIONAL, position),
    AT(overhead, TEXT, kernel_read_by),
    AT(overhead, TEXT, user_read_by),
    AT(overhead, TEXT, status),
    AS(overhead, REAL, "kernel_first", values[0]),
    AS(overhead, REAL, "kernel_other", values[1]),
    AS(overhead, REAL, "user_first", values[2]),
    AS(overhead, REAL, "both_first", values[3]),
    AS(overhead, REAL, "user_other", values[4]),
    AS(overhead, REAL, "both_other", values[5]),
    AS(overhead, REAL, "user_run", values[6]),
    AS(overhead, REAL, "both_run", values[7]),
};

static const struct store_column selftest_columns[] = {
    AT(selftest, TEXT, name), AT(selftest, TEXT, status),   AT(selftest, REAL, expect),
    AT(selftest, REAL, got),  AT(selftest, OPTIONAL, seen),
};

static const struct store_column fault_columns[] = {
    AT(fault_record, UNSIGNED, at), AT(fault_record, TEXT, kind), AT(fault_record, OPTIONAL, bench),
    AT(fault_record, TEXT, what),   AT(fault_record, TEXT, line), AT(fault_record, OPTIONAL, place),
};

static const struct store_column remark_columns[] = {
    AT(remark, UNSIGNED, at),
    AT(remark, TEXT, kind),
    AT(remark, TEXT, what),
    AT(remark, TEXT, line),
};

static const struct store_column output_columns[] = {
    AT(output_record, UNSIGNED, plan), AT(output_record, UNSIGNED, at),
    AT(output_record, TEXT, bench),    AT(output_record, TEXT, state),
    AT(output_record, TEXT, ablate),   AT(output_record, TEXT, text),
    AT(output_record, BOOL, goes_on),  AT(output_record, BOOL, lost),
};

static const struct store_column finding_columns[] = {
    AT(finding, UNSIGNED, plan),       AT(finding, UNSIGNED, at),    AT(finding, TEXT, bench),
    AT(finding, TEXT, state),          AT(finding, TEXT, ablate),    AT(finding, TEXT, name),
    AT(finding, OPTIONAL, text),       AT(finding, REAL, value),     AT(finding, OPTIONAL, unit),
    AT(finding, OPTIONAL, documented), AT(finding, BOOL, unsettled),
};

static const struct store_column score_line_columns[] = {
    AT(score_line, UNSIGNED, plan),
    AT(score_line, UNSIGNED, at),
    AS(score_line, UNSIGNED, "row", number),
    AS(score_line, TEXT, "row_group", group),
    AT(score_line, TEXT, name),
    AT(score_line, TEXT, unit),
    AT(score_line, OPTIONAL, measured),
    AS(score_line, OPTIONAL, "chip_value", real),
    AT(score_line, TEXT, verdict),
    AT(score_line, OPTIONAL, what),
};

static const struct store_column score_columns[] = {
    AT(score_total, UNSIGNED, plan),
    AT(score_total, UNSIGNED, at),
    AT(score_total, UNSIGNED, suite),
    AT(score_total, UNSIGNED, strict),
    AT(score_total, UNSIGNED, near),
    AT(score_total, UNSIGNED, settled),
    AS(score_total, UNSIGNED, "score_rows", rows),
    AT(score_total, TEXT, chip),
};

static const struct store_column skip_columns[] = {
    AT(skip, UNSIGNED, plan),     AT(skip, UNSIGNED, at),     AT(skip, TEXT, bench),
    AT(skip, UNSIGNED, needs_kb), AT(skip, UNSIGNED, has_kb),
};

static const struct store_column sampling_columns[] = {
    AT(sampling, UNSIGNED, plan),    AT(sampling, UNSIGNED, at),
    AT(sampling, TEXT, bench),       AT(sampling, TEXT, state),
    AT(sampling, TEXT, ablate),      AT(sampling, TEXT, ring),
    AT(sampling, TEXT, experiment),  AT(sampling, UNSIGNED, pass),
    AT(sampling, TEXT, events),      AT(sampling, TEXT, count_ring),
    AT(sampling, TEXT, source),      AT(sampling, TEXT, unit),
    AT(sampling, REAL, every),       AT(sampling, TEXT, spread),
    AT(sampling, REAL, seed),        AT(sampling, UNSIGNED, repetitions),
    AT(sampling, UNSIGNED, samples), AT(sampling, UNSIGNED, lost),
    AT(sampling, REAL, clocks),      AT(sampling, REAL, hidden),
    AT(sampling, REAL, handler),     AT(sampling, REAL, handler_min),
    AT(sampling, REAL, handler_max), AT(sampling, BOOL, faulted),
};

static const struct store_column hit_columns[] = {
    AT(hit, UNSIGNED, sampling), AT(hit, UNSIGNED, address), AT(hit, TEXT, ring),
    AT(hit, UNSIGNED, n),        AT(hit, TEXT, gains),       AT(hit, UNSIGNED, return_to),
    AT(hit, UNSIGNED, executed),
};

static const struct store_column register_columns[] = {
    AT(register_sample, UNSIGNED, sampling), AT(register_sample, UNSIGNED, sample),
    AT(register_sample, UNSIGNED, address),  AT(register_sample, TEXT, ring),
    AT(register_sample, UNSIGNED, eflags),   AT(register_sample, UNSIGNED, eax),
    AT(register_sample, UNSIGNED, ebx),      AT(register_sample, UNSIGNED, ecx),
    AT(register_sample, UNSIGNED, edx),      AT(register_sample, UNSIGNED, esi),
    AT(register_sample, UNSIGNED, edi),      AT(register_sample, UNSIGNED, ebp),
    AT(register_sample, UNSIGNED, esp),
};

static const struct store_column series_columns[] = {
    AT(series_part, UNSIGNED, sampling), AT(series_part, TEXT, event),
    AT(series_part, TEXT, of),           AT(series_part, UNSIGNED, rep),
    AT(series_part, UNSIGNED, first),    AT(series_part, TEXT, values),
};

static const struct store_column multiplex_columns[] = {
    AT(multiplex, UNSIGNED, sampling), AT(multiplex, TEXT, event),
    AT(multiplex, UNSIGNED, group),    AT(multiplex, UNSIGNED, groups),
    AT(multiplex, REAL, slice),        AT(multiplex, TEXT, unit),
    AT(multiplex, TEXT, order),        AT(multiplex, REAL, seed),
    AT(multiplex, UNSIGNED, rounds),   AT(multiplex, UNSIGNED, share),
    AT(multiplex, UNSIGNED, slices),
};

static const struct store_column region_count_columns[] = {
    AT(region_count, UNSIGNED, sampling),
    AT(region_count, UNSIGNED, region),
    AT(region_count, OPTIONAL, region_name),
    AT(region_count, TEXT, event),
    AT(region_count, TEXT, of),
    AT(region_count, UNSIGNED, group),
    AT(region_count, UNSIGNED, rounds),
    AT(region_count, UNSIGNED, entries),
    AT(region_count, REAL, count),
    AT(region_count, REAL, half_width),
    AT(region_count, UNSIGNED, inner_begins),
    AT(region_count, UNSIGNED, inner_ends),
};

static const struct store_column channel_columns[] = {
    AT(channel, UNSIGNED, sampling), AT(channel, TEXT, key),  AT(channel, OPTIONAL, name),
    AT(channel, UNSIGNED, n),        AT(channel, REAL, cost),
};

static const struct store_column stamp_columns[] = {
    AT(stamp_part, UNSIGNED, sampling),
    AT(stamp_part, UNSIGNED, rep),
    AT(stamp_part, UNSIGNED, first),
    AT(stamp_part, TEXT, values),
};

static const struct store_column program_columns[] = {
    AT(program_run, UNSIGNED, plan),
    AT(program_run, UNSIGNED, at),
    AT(program_run, TEXT, bench),
    AT(program_run, TEXT, state),
    AT(program_run, TEXT, ablate),
    AT(program_run, TEXT, command),
    AT(program_run, UNSIGNED, file_bytes),
    AT(program_run, UNSIGNED, entry),
    AT(program_run, UNSIGNED, memory_kb),
    AT(program_run, UNSIGNED, system_calls),
    AT(program_run, TEXT, end),
    AT(program_run, UNSIGNED, status),
    AT(program_run, OPTIONAL, signal),
    AT(program_run, OPTIONAL, what),
    AS(program_run, OPTIONAL, "call_from", from),
    AT(program_run, OPTIONAL, place),
    AT(program_run, OPTIONAL, void_main),
};

static const struct store_column system_call_columns[] = {
    AT(system_call_count, UNSIGNED, program), AS(system_call_count, UNSIGNED, "call", number),
    AT(system_call_count, OPTIONAL, name),    AT(system_call_count, UNSIGNED, calls),
    AT(system_call_count, UNSIGNED, errors),  AS(system_call_count, OPTIONAL, "call_from", from),
    AT(system_call_count, OPTIONAL, place),
};

static const struct store_column missing_file_columns[] = {
    AT(missing_file, UNSIGNED, program),
    AT(missing_file, TEXT, name),
};

static const struct store_column written_columns[] = {
    AT(written_part, UNSIGNED, program), AT(written_part, TEXT, name),
    AT(written_part, UNSIGNED, first),   AT(written_part, OPTIONAL, text),
    AT(written_part, OPTIONAL, base64),  AT(written_part, BOOL, last),
    AT(written_part, UNSIGNED, size),    AT(written_part, UNSIGNED, crc32),
    AT(written_part, UNSIGNED, lost),
};

static const struct store_column loss_columns[] = {
    AT(loss, TEXT, kind),
    AT(loss, TEXT, what),
    AT(loss, LONG, line),
    AT(loss, UNSIGNED, count),
};

const struct store_part store_run = {"runs", 0, 0, sizeof(struct run), COLUMNS(run_columns)};

#define PART_IN(table, array, type, columns)                                                       \
    {                                                                                              \
        table, offsetof(struct run, array), offsetof(struct run, n_##array), sizeof(struct type),  \
            COLUMNS(columns)                                                                       \
    }
#define PART(array, type, columns) PART_IN(#array, array, type, columns)

/* Existing stores have the faults in the table `mishaps`. */
const struct store_part store_parts[STORE_PARTS] = {
    PART(plans, plan_record, plan_columns),
    PART(benches, bench, bench_columns),
    PART(results, result, result_columns),
    PART(times, run_time, time_columns),
    PART(calibrations, calibration, calibration_columns),
    PART(overheads, overhead, overhead_columns),
    PART(selftests, selftest, selftest_columns),
    PART_IN("mishaps", faults, fault_record, fault_columns),
    PART(remarks, remark, remark_columns),
    PART(outputs, output_record, output_columns),
    PART(findings, finding, finding_columns),
    PART(skips, skip, skip_columns),
    PART(samplings, sampling, sampling_columns),
    PART(hits, hit, hit_columns),
    PART(series, series_part, series_columns),
    PART(multiplexes, multiplex, multiplex_columns),
    PART(channels, channel, channel_columns),
    PART(stamps, stamp_part, stamp_columns),
    PART(programs, program_run, program_columns),
    PART(system_calls, system_call_count, system_call_columns),
    PART(missing_files, missing_file, missing_file_columns),
    PART(written, written_part, written_columns),
    PART(losses, loss, loss_columns),
    PART(score_lines, score_line, score_line_columns),
    PART(scores, score_total, score_columns),
    PART(register_samples, register_sample, register_columns),
    PART(region_counts, region_count, region_count_columns),
};

void *store_part_elements(const struct store_part *part, const struct run *run, unsigned *n)
{
    void *elements;
    memcpy(&elements, (const char *)run + part->array, sizeof elements);
    memcpy(n, (const char *)run + part->count, sizeof *n);
    return elements;
}

void *store_part_add(const struct store_part *part, struct run *run)
{
    unsigned *count = (unsigned *)((char *)run + part->count);
    return allocate_element((char *)run + part->array, count, part->element);
}
