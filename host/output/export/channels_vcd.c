/*
 * SPDX-License-Identifier: MIT
 * Exports stamps as a value change dump (IEEE 1364-2005, clause 18), which GTKWave and sigrok open.
 * A channel is a wire that changes at each of its stamps, with a vector for the stamps' values. A
 * benchmark in one state is a scope; its repetitions follow one another.
 */
#include <ctype.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "host/base/allocation.h"
#include "host/base/build_name.h"
#include "host/base/message.h"
#include "host/data/selection/result_selection.h"
#include "host/output/export/export.h"
#include "host/data/run/channel_times.h"

#define VALUE_BITS 32
#define PS_OF_US   1000000.0

/* A signal of the file. */
struct wire {
    const struct channel *channel; /* NULL: the number of the repetition */
    unsigned sampling;
    bool vector;
    bool level; /* of a wire after its last change */
};

struct channels_vcd_change {
    double time;          /* in units of the file */
    unsigned wire, order; /* order: position among the changes at the same time */
    uint32_t value;
};

struct channels_vcd {
    const struct export *export;
    struct wire *wires;
    unsigned n_wires;
    struct channels_vcd_change *changes;
    unsigned n_changes;
    double unit; /* units of the file per clock */
};

/* Writes a wire's identifier: printable characters, the least significant first. */
static void channels_vcd_write_code(unsigned wire, FILE *to)
{
    do {
        putc('!' + (int)(wire % 94), to);
        wire /= 94;
    } while (wire);
}

/* Writes a name as one word: other characters become underscores. */
static void channels_vcd_write_name(const char *text, FILE *to)
{
    for (; *text; text++)
        putc(isalnum((unsigned char)*text) || strchr("_:/+-", *text) ? *text : '_', to);
}

static bool channels_vcd_has_values(const struct run *run, const struct channel *channel)
{
    for (unsigned i = 0; i < run->n_stamps; i++) {
        const char *at = run->stamps[i].values;
        struct stamp_text stamp;
        while (run->stamps[i].sampling == channel->sampling &&
               !channel_times_parse_stamp(&at, &stamp))
            if (stamp.has_value && !strcmp(stamp.key, channel->key))
                return true;
    }
    return false;
}

static void channels_vcd_add_wire(struct channels_vcd *dump, const struct channel *channel,
                                  unsigned sampling, bool vector)
{
    *(struct wire *)allocate_element(&dump->wires, &dump->n_wires, sizeof *dump->wires) =
        (struct wire){.channel = channel, .sampling = sampling, .vector = vector};
}

static void channels_vcd_find_wires(struct channels_vcd *dump, unsigned sampling)
{
    const struct run *run = dump->export->run;
    channels_vcd_add_wire(dump, NULL, sampling, true);
    for (unsigned i = 0; i < run->n_channels; i++) {
        if (run->channels[i].sampling != sampling)
            continue;
        channels_vcd_add_wire(dump, &run->channels[i], sampling, false);
        if (channels_vcd_has_values(run, &run->channels[i]))
            channels_vcd_add_wire(dump, &run->channels[i], sampling, true);
    }
}

static void channels_vcd_add_change(struct channels_vcd *dump, double clocks, unsigned wire,
                                    uint32_t value)
{
    unsigned order = dump->n_changes;
    *(struct channels_vcd_change *)allocate_element(&dump->changes, &dump->n_changes,
                                                    sizeof *dump->changes) =
        (struct channels_vcd_change){floor(clocks * dump->unit + 0.5), wire, order, value};
}

static void channels_vcd_add_stamp(struct channels_vcd *dump, double clocks,
                                   const struct channel_stamp *stamp)
{
    for (unsigned w = 0; w < dump->n_wires; w++) {
        if (dump->wires[w].channel != stamp->channel)
            continue;
        if (dump->wires[w].vector && stamp->has_value)
            channels_vcd_add_change(dump, clocks, w, (uint32_t)stamp->value);
        if (!dump->wires[w].vector)
            channels_vcd_add_change(dump, clocks, w, dump->wires[w].level = !dump->wires[w].level);
    }
}

/* Adds the pass with its own wires. Returns the number of stamps. */
static unsigned channels_vcd_add_pass(struct channels_vcd *dump, unsigned sampling)
{
    const struct run *run = dump->export->run;
    double begins = 0;
    unsigned n = 0, first = dump->n_wires;
    channels_vcd_find_wires(dump, sampling);
    for (unsigned rep = 0; rep < run->samplings[sampling].repetitions; rep++) {
        struct channel_stamps stamps = channel_times_of(run, sampling, rep);
        channels_vcd_add_change(dump, begins, first, rep + 1);
        for (unsigned i = 0; i < stamps.n; i++)
            if (stamps.all[i].channel)
                channels_vcd_add_stamp(dump, begins + stamps.all[i].time, &stamps.all[i]);
        begins += channel_times_repetition(run, sampling, &stamps);
        n += stamps.arrived;
        free(stamps.all);
    }
    return n;
}

static void channels_vcd_write_value(const struct channels_vcd *dump, unsigned wire, uint32_t value,
                                     FILE *to)
{
    if (!dump->wires[wire].vector) {
        fprintf(to, "%u", value & 1);
        channels_vcd_write_code(wire, to);
        putc('\n', to);
        return;
    }
    putc('b', to);
    for (unsigned bit = VALUE_BITS; bit-- > 0;)
        putc(value >> bit & 1 ? '1' : '0', to);
    putc(' ', to);
    channels_vcd_write_code(wire, to);
    putc('\n', to);
}

static void channels_vcd_write_scope(const struct channels_vcd *dump, unsigned sampling, FILE *to)
{
    const struct sampling *pass = &dump->export->run->samplings[sampling];
    fputs("$scope module ", to);
    channels_vcd_write_name(pass->bench, to);
    putc('_', to);
    channels_vcd_write_name(pass->state, to);
    fputs(" $end\n", to);
    for (unsigned w = 0; w < dump->n_wires; w++) {
        const struct wire *wire = &dump->wires[w];
        char label[CHANNEL_LABEL];
        if (wire->sampling != sampling)
            continue;
        fprintf(to, "$var wire %u ", wire->vector ? VALUE_BITS : 1);
        channels_vcd_write_code(w, to);
        putc(' ', to);
        channels_vcd_write_name(
            wire->channel ? channel_times_label(wire->channel, label) : "repetition", to);
        fprintf(to, "%s $end\n", wire->vector && wire->channel ? "_value" : "");
    }
    fputs("$upscope $end\n", to);
}

static int by_time(const void *a, const void *b)
{
    const struct channels_vcd_change *x = a, *y = b;
    if (x->time != y->time)
        return x->time < y->time ? -1 : 1;
    return (x->order > y->order) - (x->order < y->order);
}

static void channels_vcd_write_changes(const struct channels_vcd *dump, FILE *to)
{
    double now = -1;
    fputs("#0\n$dumpvars\n", to);
    for (unsigned w = 0; w < dump->n_wires; w++)
        channels_vcd_write_value(dump, w, 0, to);
    fputs("$end\n", to);
    for (unsigned i = 0; i < dump->n_changes; i++) {
        const struct channels_vcd_change *change = &dump->changes[i];
        if (change->time != now && change->time > 0)
            fprintf(to, "#%.0f\n", change->time);
        now = change->time;
        channels_vcd_write_value(dump, change->wire, change->value, to);
    }
}

static void channels_vcd_write_file(const struct channels_vcd *dump, FILE *to)
{
    const struct run *run = dump->export->run;
    fprintf(to, "$comment %s, %s: %s $end\n", run->source, run->name,
            run_platform_sentence(run->platform));
    if (run->mhz <= 0)
        fputs("$comment the clock rate is unknown: 1 ns represents one clock $end\n", to);
    fprintf(to, "$version bareprobe %s $end\n$timescale 1 %s $end\n", build_name,
            run->mhz > 0 ? "ps" : "ns");
    for (unsigned w = 0; w < dump->n_wires; w++)
        if (!dump->wires[w].channel)
            channels_vcd_write_scope(dump, dump->wires[w].sampling, to);
    fputs("$enddefinitions $end\n", to);
    channels_vcd_write_changes(dump, to);
}

static int export_channels_vcd(const struct export *export, FILE *to)
{
    const struct run *run = export->run;
    struct channels_vcd dump = {.export = export, .unit = run->mhz > 0 ? PS_OF_US / run->mhz : 1};
    unsigned n = 0;
    for (unsigned i = 0; i < run->n_samplings; i++)
        if (!strcmp(run->samplings[i].experiment, "channels") &&
            selection_matches_sampled(export->selection, &run->samplings[i], NULL))
            n += channels_vcd_add_pass(&dump, i);
    if (n) {
        qsort(dump.changes, dump.n_changes, sizeof *dump.changes, by_time);
        channels_vcd_write_file(&dump, to);
    } else {
        message_print("vcd: no stamps are selected (experiment=channels records stamps)");
    }
    free(dump.wires);
    free(dump.changes);
    return n ? 0 : -1;
}

const struct format format_vcd = {
    .name = "vcd",
    .summary = "stamps of channels as a value change dump, for GTKWave and sigrok",
    .write = export_channels_vcd,
    .sampled = true,
};
