/*
 * SPDX-License-Identifier: MIT
 * Clocks by cause: the events that count lost clocks, and the remainder.
 */
#include "host/data/metrics/clock_causes.h"

#include <math.h>

#include "host/data/run/event_lookup.h"
#include "host/data/run/result_index.h"

const struct cause causes[CAUSES + 1] = {
    {"clocks_stalled_waiting_data_read", "waiting for a data read"},
    {"clocks_stalled_full_write_buffers", "full write buffers"},
    {"clocks_stalled_write_to_M_or_E_line", "write to an E or M line"},
    {"pipeline_stalled_address_generation_interlock", "address generation (AGI)"},
    {"floating_point_stalls_duration", "floating point"}, /* P55C only */
    {NULL, "issue and uncounted causes"},
};

static double clock_causes_mean(const struct run *run, const struct result *place,
                                const char *event)
{
    const struct result *result = result_index_event(run, place, event, place->ablate);
    return result && result_ok(result) ? result->values.mean : NAN;
}

/* A value after overhead correction may be slightly below 0; it is clamped. */
struct clock_causes clock_causes_of(const struct run *run, const struct result *place)
{
    double all = clock_causes_mean(run, place, "count_clocks");
    struct clock_causes clocks = {
        .all = isnan(all) ? clock_causes_mean(run, place, "time_stamp") : all,
        .instructions = clock_causes_mean(run, place, "instructions_executed")};
    for (unsigned c = 0; c < CAUSES; c++) {
        double lost = clock_causes_mean(run, place, causes[c].event);
        clocks.causes[c] = isnan(lost) ? NAN : fmax(lost, 0);
    }
    return clocks;
}

double clock_causes_lost(const struct clock_causes *clocks, unsigned cause)
{
    if (cause < CAUSES)
        return isnan(clocks->causes[cause]) ? 0 : clocks->causes[cause];
    double rest = clocks->all;
    for (unsigned c = 0; c < CAUSES; c++)
        rest -= clock_causes_lost(clocks, c);
    return fmax(rest, 0);
}

/* Returns whether the processor can count the cause. */
static bool clock_cause_exists(const struct run *run, unsigned cause)
{
    uint8_t processors;
    const struct family *family = event_lookup_family(run->vendor, run->signature, &processors);
    if (family != &families[FAMILY_P5])
        return false;
    const struct event *event = event_of_family(family, causes[cause].event);
    return event && event->processors & processors;
}

bool clock_causes_complete(const struct run *run, const struct result *place)
{
    const struct clock_causes clocks = clock_causes_of(run, place);
    unsigned exist = 0;
    if (isnan(clocks.all))
        return false;
    for (unsigned c = 0; c < CAUSES; c++) {
        if (!clock_cause_exists(run, c))
            continue;
        exist++;
        if (isnan(clocks.causes[c]))
            return false;
    }
    return exist > 0;
}
