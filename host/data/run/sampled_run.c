/*
 * SPDX-License-Identifier: MIT
 * Access to sampled data. Lists stay texts until they are needed, as on the wire and in the store.
 */
#include "host/data/run/sampled_run.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "host/base/allocation.h"

/* Parses one number of a list: digits with optional sign and fraction; NULL if it is malformed. */
static const char *sampled_run_parse_number(const char *at, double *number)
{
    const char *digits = at + (*at == '-'), *end = digits;
    while ((*end >= '0' && *end <= '9') || (*end == '.' && end > digits))
        end++;
    char *read;
    *number = strtod(at, &read);
    return end > digits && read == end ? end : NULL;
}

int sampled_run_numbers(const char *list, double *numbers, unsigned room)
{
    int n = 0;
    for (const char *at = list; *list; at++) {
        double number;
        at = sampled_run_parse_number(at, &number);
        if (!at || (*at && *at != ','))
            return -1;
        if ((unsigned)n < room)
            numbers[n] = number;
        n++;
        if (!*at)
            break;
    }
    return n;
}

unsigned sampled_run_words(const char *list)
{
    unsigned n = *list != 0;
    for (; *list; list++)
        n += *list == ',';
    return n;
}

const char *sampled_run_word(const char *list, unsigned i, size_t *length)
{
    while (i-- > 0)
        list += strcspn(list, ",") + 1;
    *length = strcspn(list, ",");
    return list;
}

int sampled_run_event(const struct sampling *sampling, const char *event)
{
    unsigned n = sampled_run_words(sampling->events);
    for (unsigned i = 0; i < n; i++) {
        size_t length;
        const char *word = sampled_run_word(sampling->events, i, &length);
        if (length == strlen(event) && !memcmp(word, event, length))
            return (int)i;
    }
    return -1;
}

static bool same_variant(const struct sampling *a, const struct sampling *b)
{
    return a->plan == b->plan && !strcmp(a->bench, b->bench) && !strcmp(a->state, b->state) &&
           !strcmp(a->ablate, b->ablate);
}

int sampled_run_find(const struct run *run, const struct sampling *like)
{
    for (unsigned i = run->n_samplings; i-- > 0;)
        if (run->samplings[i].pass == like->pass && same_variant(&run->samplings[i], like))
            return (int)i;
    return -1;
}

int sampled_run_find_last(const struct run *run, const struct sampling *like)
{
    for (unsigned i = run->n_samplings; i-- > 0;)
        if (same_variant(&run->samplings[i], like))
            return (int)i;
    return -1;
}

bool sampled_run_same_case(const struct sampling *a, const struct sampling *b)
{
    return same_variant(a, b) && !strcmp(a->experiment, b->experiment);
}

/* The unit of a watch is "writes to total". */
static void sampled_run_watch_text(const struct sampling *sampling, char *buffer, size_t size)
{
    const char *to = strchr(sampling->unit, ' ');
    if (sampling->every > 1)
        snprintf(buffer, size, "by a watchpoint, every %.6g %s%s", sampling->every, sampling->unit,
                 strcmp(sampling->spread, "random") ? "" : " on average");
    else
        snprintf(buffer, size, "by a watchpoint, on each write%s", to ? to : "");
}

const char *sampled_run_text(const struct sampling *sampling, char *buffer, size_t size)
{
    static const char *const texts[][2] = {
        {"pit", "by the timer (PIT)"},
        {"rtc", "by the real-time clock"},
        {"apic", "by the local APIC's timer"},
        {"overflow", "by a counter's overflow"},
        {"pm0", "by the pin PM0"},
        {SAMPLED_BY_STORING, "stored by the processor"},
    };
    const char *by = sampling->source;
    if (!strcmp(sampling->source, "stamps")) {
        snprintf(buffer, size, "by its channels and hooks, on average %.6g %s apart",
                 sampling->every, sampling->unit);
        return buffer;
    }
    if (!strcmp(sampling->source, SAMPLED_BY_WRITES)) {
        sampled_run_watch_text(sampling, buffer, size);
        return buffer;
    }
    for (unsigned i = 0; i < sizeof texts / sizeof texts[0]; i++)
        if (!strcmp(sampling->source, texts[i][0]))
            by = texts[i][1];
    snprintf(buffer, size, "%s, every %.6g %s%s", by, sampling->every, sampling->unit,
             strcmp(sampling->spread, "random") ? "" : " on average");
    return buffer;
}

const char *sampled_run_fault_text(const struct sampling *sampling, char *buffer, size_t size)
{
    if (!sampling->faulted)
        return NULL;
    snprintf(buffer, size,
             "ended by a fault in repetition %u: only the samples before the fault are included",
             sampling->repetitions);
    return buffer;
}

static bool sampled_run_is_part(const struct series_part *part, unsigned sampling,
                                const char *event, const char *of, unsigned rep)
{
    return part->sampling == sampling && part->rep == rep && !strcmp(part->event, event) &&
           !strcmp(part->of, of);
}

struct series_values sampled_run_series(const struct run *run, unsigned sampling, const char *event,
                                        const char *of, unsigned rep)
{
    struct series_values all = {NULL, 0};
    for (unsigned i = 0; i < run->n_series; i++) {
        const struct series_part *part = &run->series[i];
        int n = sampled_run_is_part(part, sampling, event, of, rep)
                    ? sampled_run_numbers(part->values, NULL, 0)
                    : 0;
        if (n <= 0 || part->first > SERIES_MOST)
            continue;
        unsigned end = part->first + (unsigned)n;
        if (end > all.n) {
            all.values = allocation_resize(all.values, end * sizeof *all.values);
            for (unsigned v = all.n; v < end; v++)
                all.values[v] = NAN;
            all.n = end;
        }
        sampled_run_numbers(part->values, all.values + part->first, (unsigned)n);
    }
    return all;
}
