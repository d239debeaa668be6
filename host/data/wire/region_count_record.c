/*
 * SPDX-License-Identifier: MIT
 * Parses the counts of regions in a multiplexed session.
 */
#include "host/data/wire/sampling_records.h"

#include <math.h>
#include <string.h>

static const char *region_count_record_error(const struct record_fields *fields,
                                             const struct region_count *count)
{
    static const char *const numbers[] = {"region", "group", "rounds", "entries"};
    const struct run *run = fields->run;
    uint32_t number;
    if (strcmp(run->samplings[count->sampling].experiment, "multiplex"))
        return "its benchmark was not multiplexed";
    for (unsigned i = 0; i < sizeof numbers / sizeof numbers[0]; i++)
        if (wire_line_unsigned(fields->record, numbers[i], &number))
            return "region, group, rounds or entries is missing";
    if (!*count->event || isnan(count->count))
        return "event or count is missing";
    if (strcmp(count->of, "estimate") && strcmp(count->of, "exact"))
        return "'of' is neither estimate nor exact";
    for (unsigned i = run->n_region_counts; i-- > 0;) {
        const struct region_count *other = &run->region_counts[i];
        if (other->sampling == count->sampling && other->region == count->region &&
            !strcmp(other->event, count->event) && !strcmp(other->of, count->of))
            return "a record of that region and event was already received";
    }
    return NULL;
}

/* Returns a key's number, NAN if the record lacks the key. */
static double region_count_record_real(struct record_fields *fields, const char *key)
{
    return record_field_text(fields, key) ? record_field_real(fields, key) : NAN;
}

void sampling_record_parse_region_count(struct record_fields *fields)
{
    const int sampling = sampling_record_last_pass(fields);
    if (sampling < 0)
        return;
    const struct region_count count = {
        .sampling = (unsigned)sampling,
        .region = record_field_number(fields, "region"),
        .region_name = record_field_text(fields, "region_name"),
        .event = record_field_text_or(fields, "event", ""),
        .of = record_field_text_or(fields, "of", ""),
        .group = record_field_number(fields, "group"),
        .rounds = record_field_number(fields, "rounds"),
        .entries = record_field_number(fields, "entries"),
        .count = region_count_record_real(fields, "count"),
        .half_width = region_count_record_real(fields, "ci"),
        .inner_begins = record_field_number(fields, "inner_begins"),
        .inner_ends = record_field_number(fields, "inner_ends"),
    };
    const char *wrong = region_count_record_error(fields, &count);
    if (wrong)
        record_fields_reject(fields, wrong);
    else
        *run_add_region_count(fields->run) = count;
}
