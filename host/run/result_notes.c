/*
 * SPDX-License-Identifier: MIT
 * The erratum of a result, by the result of its cause; the probe's share, by the count's size.
 */
#include "host/run/result_notes.h"

#include <stdio.h>

#include "host/run/event_lookup.h"
#include "host/run/result_index.h"
#include "pmc/errata.h"
#include "pmc/probe_share.h"

static const char *name_of(uint16_t code)
{
    const struct event *event;
    for (unsigned i = 0; (event = events_at(i)); i++)
        if (event->code == code)
            return event->name;
    return "";
}

const char *result_erratum(const struct run *run, const struct result *result)
{
    const struct erratum *erratum =
        errata_known_of(run->vendor, run->signature) ? errata_of((uint16_t)result->code) : NULL;
    if (!erratum || !result_ok(result) || result->values.mean == 0)
        return NULL;
    const struct result *cause = places_event(run, result, name_of(erratum->cause), result->ablate);
    bool there = cause && result_ok(cause) ? cause->values.mean != 0 : erratum_presumed(erratum);
    return there ? erratum->text : NULL;
}

const char *result_probe_share(const struct result *result)
{
    const struct probe_share *share = probe_share_of(result->event);
    if (!share || !result_ok(result) || result->region == RUN_WHOLE || result->by_stub)
        return NULL;
    double most = (double)share->most * result->entries;
    bool counts =
        result->values.mean > 0 && most * 100 >= result->values.mean * PROBE_SHARE_PERCENT;
    return counts ? share->text : NULL;
}

const char *result_inner(const struct result *result, char *buffer, size_t size)
{
    const bool none = !result->inner_begins && !result->inner_ends;
    const double mean = result->values.mean;
    const char *of = result->region == RUN_WHOLE ? "regions" : "other regions";
    if (none || !result_ok(result))
        return NULL;
    if (!result->inner_priced)
        snprintf(buffer, size, "%u begins and %u ends of %s are counted in it",
                 result->inner_begins, result->inner_ends, of);
    else if (mean > 0 && result->inner_cost * 100 >= mean * PROBE_SHARE_PERCENT)
        snprintf(buffer, size, "about %.0f are %u begins and %u ends of %s", result->inner_cost,
                 result->inner_begins, result->inner_ends, of);
    else
        return NULL;
    return buffer;
}
