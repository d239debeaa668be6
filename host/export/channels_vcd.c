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

#include "host/base/allocate.h"
#include "host/base/build_name.h"
#include "host/base/message.h"
#include "host/export/export.h"
#include "host/run/channel_times.h"
#include "host/show/show.h"

#define VALUE_BITS 32
#define PS_OF_US   1000000.0

/* A signal of the file. */
struct wire {
    const struct channel *channel; /* NULL: the number of the repetition */
    unsigned sampling;
    bool vector;
    bool level; /* of a wire after its last change */
};

struct change {
    double time;          /* in units of the file */
    unsigned wire, order; /* order: position among the changes at the same time */
    uint32_t value;
};

struct dump {
    const struct export *export;
    struct wire *wires;
    unsigned n_wires;
    struct change *changes;
    unsigned n_changes;
    double unit; /* units of the file per clock */
};

/* Writes a wire's identifier: printable characters, the least significant first. */
static void put_code(unsigned wire, FILE *to)
{
    do {
        putc('!' + (int)(wire % 94), to);
        wire /= 94;
    } while (wire);
}

/* Writes a name as one word: other characters become underscores. */
static void put_name(const char *text, FILE *to)
{
    for (; *text; text++)
        putc(isalnum((unsigned char)*text) || strchr("_:/+-", *text) ? *text : '_', to);
}

static bool has_values(const struct run *run, const struct channel *channel)
{
    for (unsigned i = 0; i < run->n_stamps; i++) {
        const char *at = run->stamps[i].values;
        struct stamp_text stamp;
        while (run->stamps[i].sampling == channel->sampling && !stamp_take(&at, &stamp))
            if (stamp.has_value && !strcmp(stamp.key, channel->key))
                return true;
    }
    return false;
}

static void add_wire(struct dump *dump, const struct channel *channel, unsigned sampling,
                     bool vector)
{
    *(struct wire *)memory_add(&dump->wires, &dump->n_wires, sizeof *dump->wires) =
        (struct wire){.channel = channel, .sampling = sampling, .vector = vector};
}

static void find_wires(struct dump *dump, unsigned sampling)
{
    const struct run *run = dump->export->run;
    add_wire(dump, NULL, sampling, true);
    for (unsigned i = 0; i < run->n_channels; i++) {
        if (run->channels[i].sampling != sampling)
            continue;
        add_wire(dump, &run->channels[i], sampling, false);
        if (has_values(run, &run->channels[i]))
            add_wire(dump, &run->channels[i], sampling, true);
    }
}

static void add_change(struct dump *dump, double clocks, unsigned wire, uint32_t value)
{
    unsigned order = dump->n_changes;
    *(struct change *)memory_add(&dump->changes, &dump->n_changes, sizeof *dump->changes) =
        (struct change){floor(clocks * dump->unit + 0.5), wire, order, value};
}

static void add_stamp(struct dump *dump, double clocks, const struct channel_stamp *stamp)
{
    for (unsigned w = 0; w < dump->n_wires; w++) {
        if (dump->wires[w].channel != stamp->channel)
            continue;
        if (dump->wires[w].vector && stamp->has_value)
            add_change(dump, clocks, w, (uint32_t)stamp->value);
        if (!dump->wires[w].vector)
            add_change(dump, clocks, w, dump->wires[w].level = !dump->wires[w].level);
    }
}

/* Adds the pass with its own wires. Returns the number of stamps. */
static unsigned add_pass(struct dump *dump, unsigned sampling)
{
    const struct run *run = dump->export->run;
    double begins = 0;
    unsigned n = 0, first = dump->n_wires;
    find_wires(dump, sampling);
    for (unsigned rep = 0; rep < run->samplings[sampling].repetitions; rep++) {
        struct channel_stamps stamps = channel_stamps_of(run, sampling, rep);
        add_change(dump, begins, first, rep + 1);
        for (unsigned i = 0; i < stamps.n; i++)
            if (stamps.all[i].channel)
                add_stamp(dump, begins + stamps.all[i].time, &stamps.all[i]);
        begins += channel_repetition(run, sampling, &stamps);
        n += stamps.arrived;
        free(stamps.all);
    }
    return n;
}

static void put_value(const struct dump *dump, unsigned wire, uint32_t value, FILE *to)
{
    if (!dump->wires[wire].vector) {
        fprintf(to, "%u", value & 1);
        put_code(wire, to);
        putc('\n', to);
        return;
    }
    putc('b', to);
    for (unsigned bit = VALUE_BITS; bit-- > 0;)
        putc(value >> bit & 1 ? '1' : '0', to);
    putc(' ', to);
    put_code(wire, to);
    putc('\n', to);
}

static void put_scope(const struct dump *dump, unsigned sampling, FILE *to)
{
    const struct sampling *pass = &dump->export->run->samplings[sampling];
    fputs("$scope module ", to);
    put_name(pass->bench, to);
    putc('_', to);
    put_name(pass->state, to);
    fputs(" $end\n", to);
    for (unsigned w = 0; w < dump->n_wires; w++) {
        const struct wire *wire = &dump->wires[w];
        char label[CHANNEL_LABEL];
        if (wire->sampling != sampling)
            continue;
        fprintf(to, "$var wire %u ", wire->vector ? VALUE_BITS : 1);
        put_code(w, to);
        putc(' ', to);
        put_name(wire->channel ? channel_label(wire->channel, label) : "repetition", to);
        fprintf(to, "%s $end\n", wire->vector && wire->channel ? "_value" : "");
    }
    fputs("$upscope $end\n", to);
}

static int by_time(const void *a, const void *b)
{
    const struct change *x = a, *y = b;
    if (x->time != y->time)
        return x->time < y->time ? -1 : 1;
    return (x->order > y->order) - (x->order < y->order);
}

static void put_changes(const struct dump *dump, FILE *to)
{
    double now = -1;
    fputs("#0\n$dumpvars\n", to);
    for (unsigned w = 0; w < dump->n_wires; w++)
        put_value(dump, w, 0, to);
    fputs("$end\n", to);
    for (unsigned i = 0; i < dump->n_changes; i++) {
        const struct change *change = &dump->changes[i];
        if (change->time != now && change->time > 0)
            fprintf(to, "#%.0f\n", change->time);
        now = change->time;
        put_value(dump, change->wire, change->value, to);
    }
}

static void put_file(const struct dump *dump, FILE *to)
{
    const struct run *run = dump->export->run;
    fprintf(to, "$comment %s, %s: %s $end\n", run->source, run->name,
            platform_sentence(run->platform));
    if (run->mhz <= 0)
        fputs("$comment the clock rate is unknown: 1 ns represents one clock $end\n", to);
    fprintf(to, "$version bareprobe %s $end\n$timescale 1 %s $end\n", build_name,
            run->mhz > 0 ? "ps" : "ns");
    for (unsigned w = 0; w < dump->n_wires; w++)
        if (!dump->wires[w].channel)
            put_scope(dump, dump->wires[w].sampling, to);
    fputs("$enddefinitions $end\n", to);
    put_changes(dump, to);
}

static int write_vcd(const struct export *export, FILE *to)
{
    const struct run *run = export->run;
    struct dump dump = {.export = export, .unit = run->mhz > 0 ? PS_OF_US / run->mhz : 1};
    unsigned n = 0;
    for (unsigned i = 0; i < run->n_samplings; i++)
        if (!strcmp(run->samplings[i].experiment, "channels") &&
            selected_sampled(export->selection, &run->samplings[i], NULL))
            n += add_pass(&dump, i);
    if (n) {
        qsort(dump.changes, dump.n_changes, sizeof *dump.changes, by_time);
        put_file(&dump, to);
    } else {
        say("vcd: no stamps are selected (experiment=channels records stamps)");
    }
    free(dump.wires);
    free(dump.changes);
    return n ? 0 : -1;
}

const struct format format_vcd = {
    .name = "vcd",
    .summary = "stamps of channels as a value change dump, for GTKWave and sigrok",
    .write = write_vcd,
    .sampled = true,
};
