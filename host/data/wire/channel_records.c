/*
 * SPDX-License-Identifier: MIT
 * Parses records of stamps. Damage that passes the CRC-16 by chance is rejected where facts in the
 * records contradict each other.
 */
#include "host/data/wire/channel_records.h"

#include <string.h>

#include "host/data/run/channel_times.h"
#include "host/data/wire/sampling_records.h"

static bool is_of_channels(const struct record_fields *fields, int sampling)
{
    return !strcmp(fields->run->samplings[sampling].experiment, "channels");
}

static const struct channel *channel_record_find(const struct run *run, unsigned sampling,
                                                 const char *key)
{
    for (unsigned i = 0; i < run->n_channels; i++)
        if (run->channels[i].sampling == sampling && !strcmp(run->channels[i].key, key))
            return &run->channels[i];
    return NULL;
}

static const char *channel_record_error(const struct record_fields *fields,
                                        const struct channel *channel)
{
    uint32_t number;
    if (!is_of_channels(fields, (int)channel->sampling))
        return "the channels of its benchmark were not requested";
    if (!channel_key_known(channel->key))
        return "channel is unknown";
    if (wire_line_unsigned(fields->record, "n", &number) ||
        channel->n > fields->run->samplings[channel->sampling].samples)
        return "it has more stamps than the pass";
    return channel_record_find(fields->run, channel->sampling, channel->key)
               ? "a record of that channel was already received"
               : NULL;
}

void channel_record_parse(struct record_fields *fields)
{
    int sampling = sampling_record_pass(fields);
    if (sampling < 0)
        return;
    struct channel channel = {
        .sampling = (unsigned)sampling,
        .key = record_field_text_or(fields, "channel", ""),
        .name = record_field_text(fields, "name"),
        .n = record_field_number(fields, "n"),
        .cost = record_field_real(fields, "cost"),
    };
    const char *wrong = channel_record_error(fields, &channel);
    if (wrong)
        record_fields_reject(fields, wrong);
    else
        *run_add_channel(fields->run) = channel;
}

static const char *channel_record_stamps_error(const struct record_fields *fields,
                                               const struct stamp_part *part)
{
    const struct run *run = fields->run;
    const struct sampling *sampling = &run->samplings[part->sampling];
    uint32_t number;
    int n = channel_times_count(part->values);
    if (!is_of_channels(fields, (int)part->sampling))
        return "the channels of its benchmark were not requested";
    if (n <= 0 || wire_line_unsigned(fields->record, "first", &number) ||
        wire_line_unsigned(fields->record, "rep", &number))
        return "its values are not stamps in order of time";
    if (part->rep >= sampling->repetitions)
        return "rep is out of range";
    if (part->first > sampling->samples || (unsigned)n > sampling->samples - part->first)
        return "it has more stamps than the pass stored";
    for (unsigned i = run->n_stamps; i-- > 0 && run->stamps[i].sampling == part->sampling;) {
        const struct stamp_part *other = &run->stamps[i];
        if (other->rep == part->rep &&
            part->first < other->first + (unsigned)channel_times_count(other->values) &&
            other->first < part->first + (unsigned)n)
            return "its stamps were already received";
    }
    return NULL;
}

/* Channels whose record is missing are known only by their keys. */
static void channel_record_add_unnamed(struct record_fields *fields, const struct stamp_part *part)
{
    const char *at = part->values;
    struct stamp_text stamp;
    while (!channel_times_parse_stamp(&at, &stamp)) {
        if (channel_record_find(fields->run, part->sampling, stamp.key))
            continue;
        const char *key = string_set_add(&fields->run->strings, stamp.key, strlen(stamp.key));
        *run_add_channel(fields->run) = (struct channel){.sampling = part->sampling, .key = key};
    }
}

void channel_record_parse_stamps(struct record_fields *fields)
{
    int sampling = sampling_record_pass(fields);
    if (sampling < 0)
        return;
    struct stamp_part part = {
        .sampling = (unsigned)sampling,
        .rep = record_field_number(fields, "rep"),
        .first = record_field_number(fields, "first"),
        .values = record_field_text_or(fields, "values", ""),
    };
    const char *wrong = channel_record_stamps_error(fields, &part);
    if (wrong) {
        record_fields_reject(fields, wrong);
        return;
    }
    channel_record_add_unnamed(fields, &part);
    *run_add_stamp_part(fields->run) = part;
}
