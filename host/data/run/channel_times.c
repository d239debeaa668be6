/*
 * SPDX-License-Identifier: MIT
 * Merges stamps. Lists of stamps stay texts until they are needed, like series.
 */
#include "host/data/run/channel_times.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "host/base/allocation.h"

static const char *const exceptions[] = {"divide error",
                                         "debug",
                                         "non-maskable interrupt",
                                         "breakpoint",
                                         "overflow",
                                         "bound range exceeded",
                                         "invalid opcode",
                                         "device not available",
                                         "double fault",
                                         "coprocessor segment overrun",
                                         "invalid TSS",
                                         "segment not present",
                                         "stack fault",
                                         "general protection",
                                         "page fault",
                                         "reserved",
                                         "floating-point error",
                                         "alignment check",
                                         "machine check"};
#define EXCEPTIONS (sizeof exceptions / sizeof exceptions[0])

/* ---- texts ----------------------------------------------------------------------------------- */

static const char *const words[] = {"c", "x", "i", "in", "out", "w"};
enum { PROGRAM_OVERRIDE, EXCEPTION, INTERRUPT, PORT_IN, PORT_OUT, WATCH, WORDS };

/* Returns the word that a key begins with, or WORDS; *number is the number after it. */
static unsigned channel_times_key_word(const char *key, unsigned long *number)
{
    for (unsigned w = 0; w < WORDS; w++) {
        size_t length = strlen(words[w]);
        char *end;
        if (strncmp(key, words[w], length) || key[length] < '0' || key[length] > '9')
            continue;
        *number = strtoul(key + length, &end, 10);
        return *end || *number > 0xFFFF ? WORDS : w;
    }
    return WORDS;
}

bool channel_key_known(const char *key)
{
    unsigned long number;
    return channel_times_key_word(key, &number) != WORDS;
}

/* Parses digits up to the next other character; NULL if there are no digits. */
static const char *channel_times_parse_digits(const char *at, double *number)
{
    const char *digits = at;
    *number = 0;
    for (; *at >= '0' && *at <= '9'; at++)
        *number = *number * 10 + (*at - '0');
    return at > digits && at - digits <= 19 ? at : NULL;
}

int channel_times_parse_stamp(const char **at, struct stamp_text *stamp)
{
    const char *next = *at;
    *stamp = (struct stamp_text){0};
    if (!*next)
        return 1;
    next = channel_times_parse_digits(next, &stamp->time);
    if (!next || *next++ != ':')
        return -1;
    size_t length = strcspn(next, ":,");
    if (length >= CHANNEL_KEY)
        return -1;
    memcpy(stamp->key, next, length);
    next += length;
    stamp->has_value = *next == ':';
    if (stamp->has_value)
        next = channel_times_parse_digits(next + 1, &stamp->value);
    if (!next || (*next && *next != ',') || !channel_key_known(stamp->key))
        return -1;
    *at = next + (*next == ',');
    return **at || !*next ? 0 : -1; /* a list must not end in a comma */
}

int channel_times_count(const char *list)
{
    struct stamp_text stamp;
    double before = 0;
    int n = 0, error;
    while (!(error = channel_times_parse_stamp(&list, &stamp))) {
        if (stamp.time < before)
            return -1;
        before = stamp.time;
        n++;
    }
    return error < 0 ? -1 : n;
}

const char *channel_times_label(const struct channel *channel, char label[CHANNEL_LABEL])
{
    unsigned long number = 0;
    unsigned word = channel_times_key_word(channel->key, &number);
    if (word == PROGRAM_OVERRIDE && channel->name)
        snprintf(label, CHANNEL_LABEL, "%s", channel->name);
    else if (word == PROGRAM_OVERRIDE)
        snprintf(label, CHANNEL_LABEL, "channel %lu", number);
    else if (word == EXCEPTION)
        snprintf(label, CHANNEL_LABEL, "exception %lu (%s)", number,
                 number < EXCEPTIONS ? exceptions[number] : "reserved");
    else if (word == INTERRUPT)
        snprintf(label, CHANNEL_LABEL, "interrupt %lXh", number);
    else if (word == PORT_IN || word == PORT_OUT)
        snprintf(label, CHANNEL_LABEL, "%s %lXh", words[word], number);
    else
        snprintf(label, CHANNEL_LABEL, "write to %s", channel->name ? channel->name : channel->key);
    return label;
}

/* ---- a repetition ---------------------------------------------------------------------------- */

static const struct channel *channel_times_find(const struct run *run, unsigned sampling,
                                                const char *key)
{
    for (unsigned i = 0; i < run->n_channels; i++)
        if (run->channels[i].sampling == sampling && !strcmp(run->channels[i].key, key))
            return &run->channels[i];
    return NULL;
}

static void channel_times_add_stamp(struct channel_stamps *stamps, struct channel_stamp stamp)
{
    *(struct channel_stamp *)allocate_element(&stamps->all, &stamps->n, sizeof *stamps->all) =
        stamp;
    stamps->arrived += stamp.channel != NULL;
}

/* Returns the part with the lowest start at or above `first`; NULL if all parts are before it. */
static const struct stamp_part *channel_times_next_part(const struct run *run, unsigned sampling,
                                                        unsigned rep, unsigned first)
{
    const struct stamp_part *best = NULL;
    for (unsigned i = 0; i < run->n_stamps; i++) {
        const struct stamp_part *part = &run->stamps[i];
        if (part->sampling == sampling && part->rep == rep && part->first >= first &&
            (!best || part->first < best->first))
            best = part;
    }
    return best;
}

struct channel_stamps channel_times_of(const struct run *run, unsigned sampling, unsigned rep)
{
    struct channel_stamps stamps = {0};
    const struct stamp_part *part;
    unsigned first = 0;
    while ((part = channel_times_next_part(run, sampling, rep, first))) {
        const char *at = part->values;
        struct stamp_text text;
        if (part->first > first)
            channel_times_add_stamp(&stamps, (struct channel_stamp){.time = NAN});
        first = part->first + 1;
        for (unsigned i = 0; !channel_times_parse_stamp(&at, &text); i++) {
            const struct channel *channel = channel_times_find(run, sampling, text.key);
            channel_times_add_stamp(
                &stamps, (struct channel_stamp){text.time, channel, text.has_value, text.value});
            first = part->first + i + 1;
        }
    }
    return stamps;
}

double channel_times_repetition(const struct run *run, unsigned sampling,
                                const struct channel_stamps *stamps)
{
    const struct sampling *pass = &run->samplings[sampling];
    double length = (pass->clocks - pass->hidden) / pass->repetitions;
    for (unsigned i = 0; i < stamps->n; i++)
        if (stamps->all[i].channel && stamps->all[i].time + 1 > length)
            length = stamps->all[i].time + 1;
    return length;
}

/* ---- times between --------------------------------------------------------------------------- */

static void channel_times_add(struct channel_pair **pairs, unsigned *n, const struct channel *from,
                              const struct channel *to, double clocks)
{
    struct channel_pair *pair = NULL;
    for (unsigned i = 0; i < *n && !pair; i++)
        if ((*pairs)[i].from == from && (*pairs)[i].to == to)
            pair = &(*pairs)[i];
    if (!pair) {
        pair = allocate_element(pairs, n, sizeof *pair);
        *pair = (struct channel_pair){.from = from, .to = to, .least = clocks, .most = clocks};
    }
    /* Welford, 1962; until the end, sd holds the sum of squares. */
    double off = clocks - pair->mean;
    pair->n++;
    pair->mean += off / pair->n;
    pair->sd += off * (clocks - pair->mean);
    pair->least = fmin(pair->least, clocks);
    pair->most = fmax(pair->most, clocks);
}

struct channel_pair *channel_times_pairs(const struct run *run, unsigned sampling, unsigned *n)
{
    struct channel_pair *pairs = NULL;
    *n = 0;
    for (unsigned rep = 0; rep < run->samplings[sampling].repetitions; rep++) {
        struct channel_stamps stamps = channel_times_of(run, sampling, rep);
        for (unsigned i = 1; i < stamps.n; i++)
            if (stamps.all[i - 1].channel && stamps.all[i].channel)
                channel_times_add(&pairs, n, stamps.all[i - 1].channel, stamps.all[i].channel,
                                  stamps.all[i].time - stamps.all[i - 1].time);
        free(stamps.all);
    }
    for (unsigned i = 0; i < *n; i++)
        pairs[i].sd = pairs[i].n > 1 ? sqrt(pairs[i].sd / (pairs[i].n - 1)) : 0;
    return pairs;
}

unsigned channel_times_arrived(const struct run *run, unsigned sampling)
{
    int n = 0;
    for (unsigned i = 0; i < run->n_stamps; i++)
        if (run->stamps[i].sampling == sampling)
            n += channel_times_count(run->stamps[i].values);
    return (unsigned)n;
}
