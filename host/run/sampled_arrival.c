/*
 * SPDX-License-Identifier: MIT
 * Counts received data in the records: the sample counts of hits, and the lengths of lists.
 */
#include "host/run/sampled_arrival.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "host/base/allocate.h"
#include "host/run/channel_times.h"
#include "host/run/sampled_run.h"

const char *sampled_kind_name(enum sampled_kind kind)
{
    static const char *const names[] = {"samples", "ticks' values", "rounds' values", "stamps"};
    return names[kind];
}

/* Returns the number of received values of a series in all repetitions; NULL: of any event. */
static double values_of(const struct run *run, unsigned sampling, const char *event, const char *of)
{
    double n = 0;
    for (unsigned i = 0; i < run->n_series; i++) {
        const struct series_part *part = &run->series[i];
        if ((!event || !strcmp(part->event, event)) && !strcmp(part->of, of) &&
            part->sampling == sampling)
            n += list_numbers(part->values, NULL, 0);
    }
    return n;
}

static double hits_of(const struct run *run, unsigned sampling)
{
    double n = 0;
    for (unsigned i = 0; i < run->n_hits; i++)
        n += run->hits[i].sampling == sampling ? run->hits[i].n : 0;
    return n;
}

/* A tick has one value for each event, and its clocks. */
static void count_ticks(const struct run *run, unsigned sampling, struct sampled_arrival *arrival)
{
    const struct sampling *pass = &run->samplings[sampling];
    unsigned events = list_words(pass->events) + (sampling_event(pass, "time_stamp") < 0);
    arrival->announced = (double)pass->samples * events;
    arrival->came = values_of(run, sampling, NULL, "gain");
}

static bool turns_heard(const struct run *run, unsigned sampling, const char *event)
{
    for (unsigned i = 0; i < run->n_multiplexes; i++)
        if (run->multiplexes[i].sampling == sampling && !strcmp(run->multiplexes[i].event, event))
            return true;
    return false;
}

static double without_turns(const struct run *run, unsigned sampling)
{
    double n = 0;
    for (unsigned i = 0; i < run->n_series; i++) {
        const struct series_part *part = &run->series[i];
        if (part->sampling == sampling && strcmp(part->event, "time_stamp") != 0 &&
            !turns_heard(run, sampling, part->event))
            n += list_numbers(part->values, NULL, 0);
    }
    return n;
}

/* If one event has exact counts, all events have them. */
static void count_rounds(const struct run *run, unsigned sampling, struct sampled_arrival *arrival)
{
    bool exactly = values_of(run, sampling, NULL, "exact") > 0;
    for (unsigned i = 0; i < run->n_multiplexes; i++) {
        const struct multiplex *multiplex = &run->multiplexes[i];
        double rounds = multiplex->rounds;
        if (multiplex->sampling != sampling)
            continue;
        arrival->announced += exactly ? 2 * rounds : rounds;
        arrival->came += fmin(values_of(run, sampling, multiplex->event, "estimate"), rounds);
        if (exactly)
            arrival->came += fmin(values_of(run, sampling, multiplex->event, "exact"), rounds);
    }
}

struct sampled_arrival sampled_arrival_of(const struct run *run, unsigned sampling)
{
    const struct sampling *pass = &run->samplings[sampling];
    struct sampled_arrival arrival = {.kind = SAMPLES, .announced = pass->samples};
    if (!strcmp(pass->experiment, "profile"))
        arrival.came = hits_of(run, sampling);
    else if (!strcmp(pass->experiment, "channels")) {
        arrival.kind = STAMPS;
        arrival.came = channel_arrived(run, sampling);
    } else if (!strcmp(pass->experiment, "rates")) {
        arrival.kind = TICK_VALUES;
        count_ticks(run, sampling, &arrival);
    } else {
        arrival.kind = ROUND_VALUES;
        arrival.announced = 0;
        count_rounds(run, sampling, &arrival);
        arrival.unannounced = without_turns(run, sampling);
    }
    arrival.came = fmin(arrival.came, arrival.announced);
    return arrival;
}

/* Returns the number of records that were rejected because their pass was missing. */
static unsigned without_pass(const struct run *run)
{
    unsigned n = 0;
    for (unsigned i = 0; i < run->n_losses; i++)
        if (run->losses[i].what && !strncmp(run->losses[i].what, NO_SAMPLING, strlen(NO_SAMPLING)))
            n += run->losses[i].count;
    return n;
}

bool sampled_missing(const struct run *run)
{
    for (unsigned i = 0; i < run->n_samplings; i++) {
        struct sampled_arrival arrival = sampled_arrival_of(run, i);
        if (arrival.came < arrival.announced || arrival.unannounced > 0)
            return true;
    }
    return without_pass(run) > 0;
}

static void add_part(char **text, const char *part)
{
    char *before = *text;
    *text = memory_print("%s%s%s", before ? before : "", before ? ", " : "", part);
    free(before);
}

char *sampled_arrival_text(const struct run *run)
{
    double came[SAMPLED_KINDS] = {0}, announced[SAMPLED_KINDS] = {0}, unannounced = 0;
    unsigned refused = without_pass(run);
    char *text = NULL, part[120];
    for (unsigned i = 0; i < run->n_samplings; i++) {
        struct sampled_arrival arrival = sampled_arrival_of(run, i);
        came[arrival.kind] += arrival.came;
        announced[arrival.kind] += arrival.announced;
        unannounced += arrival.unannounced;
    }
    for (unsigned kind = 0; kind < SAMPLED_KINDS; kind++) {
        snprintf(part, sizeof part, "%.0f of %.0f %s", came[kind], announced[kind],
                 sampled_kind_name(kind));
        if (announced[kind] > 0)
            add_part(&text, part);
    }
    snprintf(part, sizeof part, "%.0f values of events whose multiplex record is missing",
             unannounced);
    if (unannounced > 0)
        add_part(&text, part);
    snprintf(part, sizeof part, "%u record%s of passes whose record is missing", refused,
             refused == 1 ? "" : "s");
    if (refused)
        add_part(&text, part);
    return text;
}
