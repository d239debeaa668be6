/*
 * SPDX-License-Identifier: MIT
 * Emits stamps as records: the channels, and each stamp's time in clocks since its repetition
 * began, with the cost of earlier stamps subtracted. Channels and hooks have separate buffers,
 * which are merged by time.
 */
#include "kernel/sample/stamp_runs.h"

#include "kernel/chart/time_lanes.h"
#include "kernel/lib/format.h"
#include "kernel/lib/string.h"
#include "kernel/measure/cases.h"
#include "kernel/sample/sample_text.h"
#include "serial/report_lines.h"

#define LONGEST_STAMP 48 /* of a list, including its comma */
#define KEY_BYTES     16
#define VALUE_COLUMN  54 /* of a printed row */

static enum stamp_kind stamp_record_kind(const struct stamp *stamp)
{
    return (enum stamp_kind)(stamp->what >> 24);
}

static unsigned stamp_record_number(const struct stamp *stamp)
{
    return stamp->what >> 8 & 0xFFFF;
}

/* Writes the key that distinguishes the stamps of a kind in a table or a plot. */
static void write_key(const struct stamp *stamp, char key[KEY_BYTES])
{
    static const char *const letters[STAMP_KINDS] = {
        [STAMP_CHANNEL] = "c",   [STAMP_VALUE] = "c", [STAMP_EXCEPTION] = "x",
        [STAMP_INTERRUPT] = "i", [STAMP_IN] = "in",   [STAMP_OUT] = "out",
        [STAMP_WATCH] = "w"};
    format(key, KEY_BYTES, "%s%u", letters[stamp_record_kind(stamp)], stamp_record_number(stamp));
}

static bool same_key(const struct stamp *a, const struct stamp *b)
{
    enum stamp_kind x = stamp_record_kind(a), y = stamp_record_kind(b);
    return stamp_record_number(a) == stamp_record_number(b) &&
           (x == STAMP_VALUE ? STAMP_CHANNEL : x) == (y == STAMP_VALUE ? STAMP_CHANNEL : y);
}

static void stamp_record_begin(struct record *record, const struct stamp_session *s,
                               const char *kind)
{
    record_begin(record, sample_text_wire(s->run), kind);
    record_text(record, "bench", s->benchmark->name);
    record_text(record, "state", config_state_name(s->variant->state));
    record_text(record, "ablate", config_ablate_name(s->variant->ablate));
}

/* ---- order of time -------------------------------------------------------------------------- */

/* Iterates over the stamps of a repetition. */
struct stamp_walk {
    const struct stamped_run *r;
    const struct stamp *channel, *channels_end, *hook, *hooks_end;
    const struct stamp_costs *costs;
    fixed_t off;  /* cost of the stamps so far */
    int64_t time; /* of the last stamp returned */
};

static struct stamp_walk stamp_record_walk_begin(const struct stamp_session *s,
                                                 const struct stamped_run *r,
                                                 const struct stamp_costs *costs)
{
    const struct stamp *channels = &s->channels[r->first_channel];
    const struct stamp *hooked = &s->hooked[r->first_hooked];
    return (struct stamp_walk){.r = r,
                               .channel = channels,
                               .channels_end = channels + r->channels,
                               .hook = hooked,
                               .hooks_end = hooked + r->hooked,
                               .costs = costs};
}

static const struct stamp *stamp_record_walk_next(struct stamp_walk *walk)
{
    uint64_t begun = walk->r->begun;
    bool channel = walk->channel < walk->channels_end, hook = walk->hook < walk->hooks_end;
    if (!channel && !hook)
        return NULL;
    if (channel && hook)
        hook = stamp_since(walk->hook, begun) < stamp_since(walk->channel, begun);
    const struct stamp *next = hook ? walk->hook++ : walk->channel++;
    enum stamp_kind kind = stamp_record_kind(next);
    walk->off += walk->costs->before[kind];
    int64_t time = (int64_t)stamp_since(next, begun) - fixed_to_int(walk->off);
    if (time > walk->time) /* a median may exceed the actual cost */
        walk->time = time;
    walk->off += walk->costs->after[kind] + fixed_from_int(next->spent);
    return next;
}

/* ---- totals --------------------------------------------------------------------------------- */

struct totals {
    unsigned kept, lost;
    uint64_t clocks;
    fixed_t hidden;
};

/* A channel's stamp leaves `spent` as it was in memory. */
static void clear_unused(const struct stamp_session *s, const struct stamped_run *r)
{
    for (unsigned i = 0; i < r->channels; i++)
        s->channels[r->first_channel + i].spent = 0;
}

/* A repetition that a fault has ended extends to its last stamp. */
static struct totals stamp_record_totals(const struct stamp_session *s,
                                         const struct stamp_costs *costs)
{
    struct totals totals = {0};
    for (unsigned i = 0; i < s->repetitions; i++) {
        const struct stamped_run *r = &s->runs[i];
        const struct stamp *last = NULL, *next;
        clear_unused(s, r);
        struct stamp_walk walk = stamp_record_walk_begin(s, r, costs);
        while ((next = stamp_record_walk_next(&walk)))
            last = next;
        totals.kept += r->channels + r->hooked;
        totals.lost += r->met - r->channels + r->hooks_met - r->hooked;
        totals.clocks += r->ended ? r->ended - r->begun : last ? stamp_since(last, r->begun) : 0;
        totals.hidden += walk.off;
    }
    if (totals.hidden > fixed_from_int((int64_t)totals.clocks))
        totals.hidden = fixed_from_int((int64_t)totals.clocks);
    return totals;
}

/* ---- records -------------------------------------------------------------------------------- */

static void stamp_record_session(const struct stamp_session *s, const struct stamp_costs *costs)
{
    struct record record;
    struct totals totals = stamp_record_totals(s, costs);
    uint64_t every = totals.kept ? totals.clocks / totals.kept : 0;
    stamp_record_begin(&record, s, "sampling");
    record_text(&record, "ring", s->run->config->privilege == RING_USER ? "user" : "kernel");
    record_text(&record, "experiment", "channels");
    record_unsigned(&record, "pass", 0);
    record_text(&record, "source", "stamps");
    record_text(&record, "unit", "clocks");
    record_unsigned(&record, "every", every ? every : 1);
    record_text(&record, "spread", "fixed");
    record_unsigned(&record, "repetitions", s->repetitions);
    record_unsigned(&record, "samples", totals.kept);
    record_unsigned(&record, "lost", totals.lost);
    record_unsigned(&record, "clocks", totals.clocks);
    record_unsigned(&record, "hidden", (uint64_t)fixed_to_int(totals.hidden));
    record_fixed(&record, "handler", costs->after[STAMP_CHANNEL]);
    record_fixed(&record, "handler_min", costs->least);
    record_fixed(&record, "handler_max", costs->most);
    if (s->faulted)
        record_unsigned(&record, "faulted", 1);
    sample_text_end(s->run, &record);
}

static const char *stamp_record_channel_name(const struct stamp_session *s,
                                             const struct stamp *stamp)
{
    unsigned number = stamp_record_number(stamp);
    if (stamp_record_kind(stamp) == STAMP_WATCH)
        return s->run->config->watches[number].name;
    if (stamp_record_kind(stamp) > STAMP_VALUE)
        return NULL;
    for (const struct channel_name *n = channel_names_start; n < channel_names_end; n++)
        if (n->number == number && case_is_of(s->benchmark->name, n->bench))
            return n->name;
    return NULL;
}

static void stamp_record_channel(const struct stamp_session *s, const struct stamp *stamp,
                                 unsigned n, fixed_t cost)
{
    struct record record;
    char key[KEY_BYTES];
    const char *name = stamp_record_channel_name(s, stamp);
    write_key(stamp, key);
    stamp_record_begin(&record, s, "channel");
    record_unsigned(&record, "pass", 0);
    record_text(&record, "channel", key);
    if (name)
        record_text(&record, "name", name);
    record_unsigned(&record, "n", n);
    record_fixed(&record, "cost", cost);
    sample_text_end(s->run, &record);
}

/* For one buffer: emits a record for each channel in it, in the order of first occurrence. */
static void stamp_record_channels(const struct stamp_session *s, const struct stamp_costs *costs,
                                  const struct stamp *stamps, unsigned n)
{
    for (unsigned i = 0; i < n; i++) {
        unsigned before = 0, all = 0;
        int64_t spent = 0;
        for (unsigned j = 0; j < i && !before; j++)
            before += same_key(&stamps[j], &stamps[i]);
        for (unsigned j = i; j < n && !before; j++) {
            if (!same_key(&stamps[j], &stamps[i]))
                continue;
            all++;
            spent += stamps[j].spent;
        }
        enum stamp_kind kind = stamp_record_kind(&stamps[i]);
        if (!before)
            stamp_record_channel(s, &stamps[i], all,
                                 costs->before[kind] + costs->after[kind] +
                                     fixed_from_int(spent) / (int64_t)all);
    }
}

struct stamp_list {
    unsigned rep, first, n;
    size_t length;
    char text[700];
};

static void stamp_record_send(const struct stamp_session *s, struct stamp_list *list)
{
    struct record record;
    if (!list->n)
        return;
    stamp_record_begin(&record, s, "stamps");
    record_unsigned(&record, "pass", 0);
    record_unsigned(&record, "rep", list->rep);
    record_unsigned(&record, "first", list->first);
    record_text(&record, "values", list->text);
    sample_text_end(s->run, &record);
    list->first += list->n;
    list->n = 0;
    list->length = 0;
}

static void stamp_record_append(struct stamp_list *list, const struct stamp *stamp, int64_t time)
{
    char key[KEY_BYTES], value[16] = "";
    write_key(stamp, key);
    if (stamp_record_kind(stamp) != STAMP_CHANNEL)
        format(value, sizeof value, ":%u", stamp->value);
    list->length += (size_t)format(list->text + list->length, sizeof list->text - list->length,
                                   "%s%lld:%s%s", list->n ? "," : "", (long long)time, key, value);
    list->n++;
}

static void stamp_record_repetition(const struct stamp_session *s, const struct stamp_costs *costs,
                                    unsigned rep)
{
    static struct stamp_list list;
    struct stamp_walk walk = stamp_record_walk_begin(s, &s->runs[rep], costs);
    const struct stamp *stamp;
    list = (struct stamp_list){.rep = rep};
    while ((stamp = stamp_record_walk_next(&walk))) {
        stamp_record_append(&list, stamp, walk.time);
        if (sizeof list.text - list.length < LONGEST_STAMP)
            stamp_record_send(s, &list);
    }
    stamp_record_send(s, &list);
}

/* The name of the stamp's channel, or its key. */
static const char *stamp_record_label(const struct stamp_session *s, const struct stamp *stamp)
{
    static char key[KEY_BYTES];
    const char *name = stamp_record_channel_name(s, stamp);
    write_key(stamp, key);
    return name ? name : key;
}

/* Prints a row for each stamp, then the ticks of each channel on its lane. */
static void stamp_record_print(const struct stamp_session *s, const struct stamp_costs *costs,
                               unsigned rep)
{
    static struct time_lanes lanes;
    char text[LINE_BYTES];
    int64_t last = 0;
    const struct stamp *stamp;
    struct stamp_walk walk = stamp_record_walk_begin(s, &s->runs[rep], costs);
    sample_text_line(s->run, " repetition %u:  clocks since its begin, difference, channel, value",
                     rep + 1);
    while ((stamp = stamp_record_walk_next(&walk))) {
        int length = format(text, sizeof text, " %14lld %12lld  %s", (long long)walk.time,
                            (long long)(walk.time - last), stamp_record_label(s, stamp));
        if (stamp_record_kind(stamp) != STAMP_CHANNEL && length < VALUE_COLUMN)
            length += format(text + length, sizeof text - (size_t)length, "%*s",
                             VALUE_COLUMN - length, "");
        if (stamp_record_kind(stamp) != STAMP_CHANNEL)
            format(text + length, sizeof text - (size_t)length, " %u", stamp->value);
        sample_text_line(s->run, "%s", text);
        last = walk.time;
    }
    time_lanes_begin(&lanes, (uint64_t)last);
    walk = stamp_record_walk_begin(s, &s->runs[rep], costs);
    while ((stamp = stamp_record_walk_next(&walk)))
        time_lanes_mark(&lanes, stamp_record_label(s, stamp), (uint64_t)walk.time);
    if (lanes.n)
        sample_text_line(s->run, " %-*s 0%*lld clocks", TIME_LANES_NAME, "", TIME_LANES_WIDTH - 9,
                         (long long)last);
    for (unsigned lane = 0; lane < lanes.n; lane++) {
        time_lanes_write(&lanes, lane, text, sizeof text);
        sample_text_line(s->run, " %s", text);
    }
    if (lanes.left_out)
        sample_text_line(s->run, " %u stamps of further channels are not drawn", lanes.left_out);
}

void stamp_records_report(const struct stamp_session *s, const struct stamp_costs *costs)
{
    const struct stamped_run *last = &s->runs[s->repetitions - 1];
    stamp_record_session(s, costs);
    stamp_record_channels(s, costs, s->channels, last->first_channel + last->channels);
    stamp_record_channels(s, costs, s->hooked, last->first_hooked + last->hooked);
    for (unsigned rep = 0; rep < s->repetitions; rep++) {
        stamp_record_repetition(s, costs, rep);
        if (sample_text_is_read(s->run))
            stamp_record_print(s, costs, rep);
    }
}
