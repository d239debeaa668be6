/*
 * SPDX-License-Identifier: MIT
 * Parses records of stamps. Damage that passes the CRC-16 by chance is rejected where facts in the
 * records contradict each other.
 */
#include <string.h>

#include "host/run/channel_times.h"
#include "host/wire/taking.h"

static bool is_of_channels(const struct taking *taking, int sampling)
{
    return !strcmp(taking->run->samplings[sampling].experiment, "channels");
}

static const struct channel *find(const struct run *run, unsigned sampling, const char *key)
{
    for (unsigned i = 0; i < run->n_channels; i++)
        if (run->channels[i].sampling == sampling && !strcmp(run->channels[i].key, key))
            return &run->channels[i];
    return NULL;
}

static const char *wrong_with_channel(const struct taking *taking, const struct channel *channel)
{
    uint32_t number;
    if (!is_of_channels(taking, (int)channel->sampling))
        return "the channels of its benchmark were not requested";
    if (!channel_key_known(channel->key))
        return "channel is unknown";
    if (wire_unsigned(taking->record, "n", &number) ||
        channel->n > taking->run->samplings[channel->sampling].samples)
        return "it has more stamps than the pass";
    return find(taking->run, channel->sampling, channel->key)
               ? "a record of that channel was already received"
               : NULL;
}

void take_channel(struct taking *taking)
{
    int sampling = taking_sampling(taking);
    if (sampling < 0)
        return;
    struct channel channel = {
        .sampling = (unsigned)sampling,
        .key = taken_text_or(taking, "channel", ""),
        .name = taken_text(taking, "name"),
        .n = taken_number(taking, "n"),
        .cost = taken_real(taking, "cost"),
    };
    const char *wrong = wrong_with_channel(taking, &channel);
    if (wrong)
        taking_reject(taking, wrong);
    else
        *run_add_channel(taking->run) = channel;
}

static const char *wrong_with_stamps(const struct taking *taking, const struct stamp_part *part)
{
    const struct run *run = taking->run;
    const struct sampling *sampling = &run->samplings[part->sampling];
    uint32_t number;
    int n = stamp_count(part->values);
    if (!is_of_channels(taking, (int)part->sampling))
        return "the channels of its benchmark were not requested";
    if (n <= 0 || wire_unsigned(taking->record, "first", &number) ||
        wire_unsigned(taking->record, "rep", &number))
        return "its values are not stamps in order of time";
    if (part->rep >= sampling->repetitions)
        return "rep is out of range";
    if (part->first > sampling->samples || (unsigned)n > sampling->samples - part->first)
        return "it has more stamps than the pass stored";
    for (unsigned i = run->n_stamps; i-- > 0 && run->stamps[i].sampling == part->sampling;) {
        const struct stamp_part *other = &run->stamps[i];
        if (other->rep == part->rep &&
            part->first < other->first + (unsigned)stamp_count(other->values) &&
            other->first < part->first + (unsigned)n)
            return "its stamps were already received";
    }
    return NULL;
}

/* Channels whose record is missing are known only by their keys. */
static void add_unheard(struct taking *taking, const struct stamp_part *part)
{
    const char *at = part->values;
    struct stamp_text stamp;
    while (!stamp_take(&at, &stamp)) {
        if (find(taking->run, part->sampling, stamp.key))
            continue;
        const char *key = strings_keep(&taking->run->strings, stamp.key, strlen(stamp.key));
        *run_add_channel(taking->run) = (struct channel){.sampling = part->sampling, .key = key};
    }
}

void take_stamps(struct taking *taking)
{
    int sampling = taking_sampling(taking);
    if (sampling < 0)
        return;
    struct stamp_part part = {
        .sampling = (unsigned)sampling,
        .rep = taken_number(taking, "rep"),
        .first = taken_number(taking, "first"),
        .values = taken_text_or(taking, "values", ""),
    };
    const char *wrong = wrong_with_stamps(taking, &part);
    if (wrong) {
        taking_reject(taking, wrong);
        return;
    }
    add_unheard(taking, &part);
    *run_add_stamp_part(taking->run) = part;
}
