/*
 * SPDX-License-Identifier: MIT
 * A run's arrays, and the meaning of its keywords.
 */
#include "host/data/run/run.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "host/data/run/event_lookup.h"
#include "host/base/allocation.h"
#include "host/base/message.h"

static const char *const platforms[] = {"unknown", "silicon", "virtual", "emulator"};

const char *platform_name(enum platform platform)
{
    return platforms[platform];
}

enum platform platform_named(const char *name)
{
    for (unsigned i = 0; i < sizeof platforms / sizeof platforms[0]; i++)
        if (!strcmp(name, platforms[i]))
            return (enum platform)i;
    return PLATFORM_UNKNOWN;
}

const char *run_platform_sentence(enum platform platform)
{
    static const char *const sentences[] = {
        "platform unknown: not known to be a real chip",
        "measured on real hardware",
        "virtual Pentium: a model's counts, not a real chip's",
        "emulator: its clocks are not a processor's",
    };
    return sentences[platform];
}

int run_check_label(const struct run *run, const char *label)
{
    if (!run->test_machine || !strcmp(label, RUN_TEST_LABEL))
        return 0;
    message_print(
        "%s: its machine is a simulator that claims to be %s; only a run with --label %s "
        "is stored or exported",
        run->source, platform_name(run->platform), RUN_TEST_LABEL);
    return -1;
}

struct run *run_new(void)
{
    struct run *run = allocate_zeroed(sizeof *run);
    run->places = allocate_zeroed(sizeof *run->places);
    const char *nothing = string_set_add(&run->strings, "", 0);
    run->machine = run->board = run->chip_set = run->bios = nothing;
    run->source = run->label = run->suite = run->simulator = run->build = run->arguments =
        run->date = nothing;
    run->vendor = run->name = run->mhz_source = run->read_by = run->pace = nothing;
    return run;
}

void run_free(struct run *run)
{
    if (!run)
        return;
    for (unsigned i = 0; i < run->n_results; i++)
        free(run->results[i].samples);
    free(run->plans);
    free(run->benches);
    free(run->results);
    free(run->times);
    free(run->calibrations);
    free(run->overheads);
    free(run->selftests);
    free(run->faults);
    free(run->remarks);
    free(run->outputs);
    free(run->findings);
    free(run->score_lines);
    free(run->scores);
    free(run->skips);
    free(run->samplings);
    free(run->hits);
    free(run->register_samples);
    free(run->series);
    free(run->multiplexes);
    free(run->region_counts);
    free(run->channels);
    free(run->stamps);
    free(run->programs);
    free(run->system_calls);
    free(run->missing_files);
    free(run->written);
    free(run->losses);
    free(run->places->slots);
    free(run->places);
    string_set_free(&run->strings);
    free(run);
}

#define RUN_ARRAY_APPENDER(type, name, array)                                                      \
    struct type *run_add_##name(struct run *run)                                                   \
    {                                                                                              \
        return allocate_element(&run->array, &run->n_##array, sizeof(struct type));                \
    }
RUN_ARRAY_APPENDER(plan_record, plan, plans)
RUN_ARRAY_APPENDER(bench, bench, benches)
RUN_ARRAY_APPENDER(result, result, results)
RUN_ARRAY_APPENDER(run_time, time, times)
RUN_ARRAY_APPENDER(calibration, calibration, calibrations)
RUN_ARRAY_APPENDER(overhead, overhead, overheads)
RUN_ARRAY_APPENDER(selftest, selftest, selftests)
RUN_ARRAY_APPENDER(fault_record, fault, faults)
RUN_ARRAY_APPENDER(remark, remark, remarks)
RUN_ARRAY_APPENDER(output_record, output, outputs)
RUN_ARRAY_APPENDER(finding, finding, findings)
RUN_ARRAY_APPENDER(score_line, score_line, score_lines)
RUN_ARRAY_APPENDER(score_total, score, scores)
RUN_ARRAY_APPENDER(skip, skip, skips)
RUN_ARRAY_APPENDER(sampling, sampling, samplings)
RUN_ARRAY_APPENDER(hit, hit, hits)
RUN_ARRAY_APPENDER(register_sample, register_sample, register_samples)
RUN_ARRAY_APPENDER(series_part, series_part, series)
RUN_ARRAY_APPENDER(multiplex, multiplex, multiplexes)
RUN_ARRAY_APPENDER(region_count, region_count, region_counts)
RUN_ARRAY_APPENDER(channel, channel, channels)
RUN_ARRAY_APPENDER(stamp_part, stamp_part, stamps)
RUN_ARRAY_APPENDER(program_run, program, programs)
RUN_ARRAY_APPENDER(system_call_count, system_call, system_calls)
RUN_ARRAY_APPENDER(missing_file, missing_file, missing_files)
RUN_ARRAY_APPENDER(written_part, written_part, written)
RUN_ARRAY_APPENDER(loss, loss, losses)

bool run_complete(const struct run *run)
{
    unsigned missing = 0;
    for (unsigned i = 0; i < run->n_losses; i++) {
        const struct loss *loss = &run->losses[i];
        if (!strcmp(loss->kind, "lost") || !strcmp(loss->kind, "rejected"))
            missing += loss->count;
        if (!strcmp(loss->kind, "late"))
            missing -= loss->count;
    }
    return run->done && missing == 0;
}

bool run_sampled(const struct run *run, const char *experiment)
{
    for (unsigned i = 0; i < run->n_samplings; i++)
        if (!strcmp(run->samplings[i].experiment, experiment))
            return true;
    return false;
}

bool result_ok(const struct result *result)
{
    return !strcmp(result->status, "ok");
}

/* Maps CPUID's family and model (Intel, SDM volume 3, Table 35-1; AMD 20734). Models 4 and 8 of
 * family 5 have MMX; model 7 is a P54C. */
const char *run_processor_name(const struct run *run)
{
    static const struct {
        const char *vendor;
        unsigned family, first, last;
        const char *cpu;
    } processors[] = {
        {"GenuineIntel", 5, 7, 7, "p54c"},       {"GenuineIntel", 5, 4, 15, "p55c"},
        {"GenuineIntel", 5, 0, 3, "p54c"},       {"GenuineIntel", 6, 0, 1, "ppro"},
        {"GenuineIntel", 6, 3, 6, "p2"},         {"GenuineIntel", 6, 9, 9, "pm"},
        {"GenuineIntel", 6, 13, 13, "pm"},       {"GenuineIntel", 6, 7, 11, "p3"},
        {"AuthenticAMD", 6, 0, 15, "k7"},        {"GenuineIntel", 15, 0, 1, "willamette"},
        {"GenuineIntel", 15, 2, 2, "northwood"}, {"GenuineIntel", 15, 3, 6, "prescott"},
    };
    unsigned family = run->signature >> 8 & 15, model = run->signature >> 4 & 15;
    for (unsigned i = 0; i < sizeof processors / sizeof processors[0]; i++)
        if (family == processors[i].family && model >= processors[i].first &&
            model <= processors[i].last && !strcmp(run->vendor, processors[i].vendor))
            return processors[i].cpu;
    return NULL;
}

const char *run_ring_words(const char *ring)
{
    return !strcmp(ring, "kernel") ? "ring 0" : !strcmp(ring, "user") ? "ring 3" : "rings 0 and 3";
}

const char *result_paging(const struct result *result)
{
    return result->paging && *result->paging ? result->paging : "mixed";
}

bool result_same_place(const struct result *a, const struct result *b)
{
    return a->region == b->region && !strcmp(a->event, b->event) && !strcmp(a->bench, b->bench) &&
           !strcmp(a->ring, b->ring) && !strcmp(a->state, b->state) &&
           !strcmp(a->ablate, b->ablate) && !strcmp(result_paging(a), result_paging(b));
}

const char *run_region_text(const struct result *result, char *buffer, size_t size)
{
    if (result->region == RUN_WHOLE)
        snprintf(buffer, size, "whole run");
    else if (result->region_name)
        snprintf(buffer, size, "region %u \"%s\"", result->region, result->region_name);
    else
        snprintf(buffer, size, "region %u", result->region);
    return buffer;
}
