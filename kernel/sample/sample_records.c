/*
 * SPDX-License-Identifier: MIT
 * Common parts of sample records. In a report for a person sample_text.c prints them.
 */
#include "kernel/sample/sample_records.h"

#include "kernel/lib/format.h"
#include "kernel/lib/string.h"
#include "kernel/sample/sample_text.h"
#include "pmc/modifiers.h"

#define LONGEST_NUMBER 21 /* including a comma */

void sample_record_begin(struct record *record, const struct sampled *sampled, const char *kind)
{
    record_begin(record, sample_text_wire(sampled->run), kind);
    record_text(record, "bench", sampled->benchmark->name);
    record_text(record, "state", config_state_name(sampled->variant->state));
    record_text(record, "ablate", config_ablate_name(sampled->variant->ablate));
}

static const char *sample_record_event_name(const struct kernel_run *run, unsigned e)
{
    static const char *const suffix[] = {[PMC_RING_USER] = ":u",
                                         [PMC_RING_KERNEL] = ":k",
                                         [PMC_RING_USER | PMC_RING_KERNEL] = ":uk"};
    static char name[128];
    unsigned asked = run->config->events[e].rings;
    if (!asked)
        return run->plan.names[e];
    format(name, sizeof name, "%s%s", run->plan.names[e], suffix[asked]);
    return name;
}

const char *sample_record_event(const struct kernel_run *run, unsigned pass, unsigned counter)
{
    for (unsigned e = 0; e < run->plan.n_events; e++)
        if (run->plan.place[e].pass == (int)pass && run->plan.place[e].place == counter &&
            !run->plan.passes[pass].time_stamp)
            return sample_record_event_name(run, e);
    return NULL;
}

void sample_record_events(const struct kernel_run *run, unsigned pass, char *text, size_t size)
{
    size_t length = 0;
    text[0] = '\0';
    for (unsigned c = 0; c < plan_sampled_counters(run->pmc); c++) {
        const char *name = sample_record_event(run, pass, c);
        if (name)
            length += (size_t)format(text + length, size - length, "%s%s", length ? "," : "", name);
    }
}

static void sample_record_send_series(struct sample_series *series)
{
    struct record record;
    sample_record_begin(&record, series->sampled, "series");
    record_unsigned(&record, "pass", series->pass);
    record_text(&record, "event", series->event);
    record_text(&record, "of", series->of);
    record_unsigned(&record, "rep", series->repetition);
    record_unsigned(&record, "first", series->first);
    record_text(&record, "values", series->text);
    sample_text_end(series->sampled->run, &record);
    series->first += series->n;
    series->n = 0;
    series->length = 0;
}

void sample_record_series_begin(struct sample_series *series, const struct sampled *sampled,
                                unsigned pass, const char *event, const char *of,
                                unsigned repetition)
{
    series->sampled = sampled;
    series->pass = pass;
    series->event = event;
    series->of = of;
    series->repetition = repetition;
    series->first = series->n = 0;
    series->length = 0;
}

void sample_record_series_value(struct sample_series *series, int64_t value)
{
    size_t room = sizeof series->text - series->length;
    if (room < LONGEST_NUMBER + 1) {
        sample_record_send_series(series);
        room = sizeof series->text;
    }
    series->length += (size_t)format(series->text + series->length, room, "%s%lld",
                                     series->n ? "," : "", (long long)value);
    series->n++;
}

void sample_record_series_end(struct sample_series *series)
{
    if (series->n)
        sample_record_send_series(series);
}

void sample_record_session(const struct sampled *sampled, const struct session *session,
                           unsigned pass, const struct session_end *end)
{
    static const char *const experiments[] = {[EXPERIMENT_PROFILE] = "profile",
                                              [EXPERIMENT_RATES] = "rates",
                                              [EXPERIMENT_MULTIPLEX] = "multiplex"};
    const struct kernel_run *run = sampled->run;
    const struct config *config = run->config;
    char events[400], unit[128];
    format(unit, sizeof unit, "clocks");
    if (session->source->stores)
        format(unit, sizeof unit, "%s", config->sample_name);
    else if (session->source->counts)
        modifiers_write_name(&session->trigger, unit, sizeof unit);
    if (session->source->watch)
        format(unit, sizeof unit, "writes to %s", config->sample_watch.name);
    struct record record;
    sample_record_events(run, pass, events, sizeof events);
    sample_record_begin(&record, sampled, "sampling");
    record_text(&record, "ring", config->privilege == RING_USER ? "user" : "kernel");
    record_text(&record, "experiment", experiments[config->experiment]);
    record_unsigned(&record, "pass", pass);
    record_text(&record, "events", session->n_groups > 1 ? "" : events);
    record_text(&record, "count_ring", pmc_rings_name(config_count_rings(config)));
    record_text(&record, "source", session->source->name);
    record_text(&record, "unit", unit);
    record_unsigned(&record, "every", session->every);
    record_text(&record, "spread", session->random ? "random" : "fixed");
    record_unsigned(&record, "seed", session->seed);
    record_unsigned(&record, "repetitions", end->repetitions);
    record_unsigned(&record, "samples", end->n);
    record_unsigned(&record, "lost", end->lost);
    if (end->faulted)
        record_unsigned(&record, "faulted", 1);
    record_unsigned(&record, "clocks", end->clocks);
    record_unsigned(&record, "hidden", end->hidden);
    record_unsigned(&record, "alone", sampled->alone);
    record_fixed(&record, "handler", sampled->cost[pass].median);
    record_fixed(&record, "handler_min", sampled->cost[pass].minimum);
    record_fixed(&record, "handler_max", sampled->cost[pass].maximum);
    sample_text_end(run, &record);
}
