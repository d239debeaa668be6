/*
 * SPDX-License-Identifier: MIT
 * Counts received data in the records: the sample counts of hits, and the lengths of lists.
 */
#include "host/data/run/sampled_arrival.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "host/base/allocation.h"
#include "host/data/run/channel_times.h"
#include "host/data/run/sampled_run.h"

const char *sampled_kind_name(enum sampled_kind kind)
{
    static const char *const names[] = {"samples", "ticks' values", "rounds' values", "stamps"};
    return names[kind];
}

/* Returns the number of received values of a series in all repetitions; NULL: of any event. */
static double sampled_arrival_values(const struct run *run, unsigned sampling, const char *event,
                                     const char *of)
{
    double n = 0;
    for (unsigned i = 0; i < run->n_series; i++) {
        const struct series_part *part = &run->series[i];
        if ((!event || !strcmp(part->event, event)) && !strcmp(part->of, of) &&
            part->sampling == sampling)
            n += sampled_run_numbers(part->values, NULL, 0);
    }
    return n;
}

static double sampled_arrival_hits(const struct run *run, unsigned sampling)
{
    double n = 0;
    for (unsigned i = 0; i < run->n_hits; i++)
        n += run->hits[i].sampling == sampling ? run->hits[i].n : 0;
    return n;
}

/* A tick has one value for each event, and its clocks. */
static void sampled_arrival_ticks(const struct run *run, unsigned sampling,
                                  struct sampled_arrival *arrival)
{
    const struct sampling *pass = &run->samplings[sampling];
    unsigned events = sampled_run_words(pass->events) + (sampled_run_event(pass, "time_stamp") < 0);
    arrival->announced = (double)pass->samples * events;
    arrival->received = sampled_arrival_values(run, sampling, NULL, "gain");
}

static bool sampled_arrival_has_slices(const struct run *run, unsigned sampling, const char *event)
{
    for (unsigned i = 0; i < run->n_multiplexes; i++)
        if (run->multiplexes[i].sampling == sampling && !strcmp(run->multiplexes[i].event, event))
            return true;
    return false;
}

static double sampled_arrival_without_slices(const struct run *run, unsigned sampling)
{
    double n = 0;
    for (unsigned i = 0; i < run->n_series; i++) {
        const struct series_part *part = &run->series[i];
        if (part->sampling == sampling && strcmp(part->event, "time_stamp") != 0 &&
            !sampled_arrival_has_slices(run, sampling, part->event))
            n += sampled_run_numbers(part->values, NULL, 0);
    }
    return n;
}

/* If one event has exact counts, all events have them. */
static void sampled_arrival_rounds(const struct run *run, unsigned sampling,
                                   struct sampled_arrival *arrival)
{
    bool exactly = sampled_arrival_values(run, sampling, NULL, "exact") > 0;
    for (unsigned i = 0; i < run->n_multiplexes; i++) {
        const struct multiplex *multiplex = &run->multiplexes[i];
        double rounds = multiplex->rounds;
        if (multiplex->sampling != sampling)
            continue;
        arrival->announced += exactly ? 2 * rounds : rounds;
        arrival->received +=
            fmin(sampled_arrival_values(run, sampling, multiplex->event, "estimate"), rounds);
        if (exactly)
            arrival->received +=
                fmin(sampled_arrival_values(run, sampling, multiplex->event, "exact"), rounds);
    }
}

struct sampled_arrival sampled_arrival_of(const struct run *run, unsigned sampling)
{
    const struct sampling *pass = &run->samplings[sampling];
    struct sampled_arrival arrival = {.kind = SAMPLES, .announced = pass->samples};
    if (!strcmp(pass->experiment, "profile"))
        arrival.received = sampled_arrival_hits(run, sampling);
    else if (!strcmp(pass->experiment, "channels")) {
        arrival.kind = STAMPS;
        arrival.received = channel_times_arrived(run, sampling);
    } else if (!strcmp(pass->experiment, "rates")) {
        arrival.kind = TICK_VALUES;
        sampled_arrival_ticks(run, sampling, &arrival);
    } else {
        arrival.kind = ROUND_VALUES;
        arrival.announced = 0;
        sampled_arrival_rounds(run, sampling, &arrival);
        arrival.unannounced = sampled_arrival_without_slices(run, sampling);
    }
    arrival.received = fmin(arrival.received, arrival.announced);
    return arrival;
}

/* Returns the number of records that were rejected because their pass was missing. */
static unsigned sampled_arrival_without_pass(const struct run *run)
{
    unsigned n = 0;
    for (unsigned i = 0; i < run->n_losses; i++)
        if (run->losses[i].what && !strncmp(run->losses[i].what, NO_SAMPLING, strlen(NO_SAMPLING)))
            n += run->losses[i].count;
    return n;
}

bool sampled_arrival_missing(const struct run *run)
{
    for (unsigned i = 0; i < run->n_samplings; i++) {
        struct sampled_arrival arrival = sampled_arrival_of(run, i);
        if (arrival.received < arrival.announced || arrival.unannounced > 0)
            return true;
    }
    return sampled_arrival_without_pass(run) > 0;
}

static void sampled_arrival_add_part(char **text, const char *part)
{
    char *before = *text;
    *text = allocate_text("%s%s%s", before ? before : "", before ? ", " : "", part);
    free(before);
}

char *sampled_arrival_text(const struct run *run)
{
    double received[SAMPLED_KINDS] = {0}, announced[SAMPLED_KINDS] = {0}, unannounced = 0;
    unsigned rejected = sampled_arrival_without_pass(run);
    char *text = NULL, part[120];
    for (unsigned i = 0; i < run->n_samplings; i++) {
        struct sampled_arrival arrival = sampled_arrival_of(run, i);
        received[arrival.kind] += arrival.received;
        announced[arrival.kind] += arrival.announced;
        unannounced += arrival.unannounced;
    }
    for (unsigned kind = 0; kind < SAMPLED_KINDS; kind++) {
        snprintf(part, sizeof part, "%.0f of %.0f %s", received[kind], announced[kind],
                 sampled_kind_name(kind));
        if (announced[kind] > 0)
            sampled_arrival_add_part(&text, part);
    }
    snprintf(part, sizeof part, "%.0f values of events whose multiplex record is missing",
             unannounced);
    if (unannounced > 0)
        sampled_arrival_add_part(&text, part);
    snprintf(part, sizeof part, "%u record%s of passes whose record is missing", rejected,
             rejected == 1 ? "" : "s");
    if (rejected)
        sampled_arrival_add_part(&text, part);
    return text;
}
