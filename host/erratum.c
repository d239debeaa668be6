/*
 * SPDX-License-Identifier: MIT
 * The erratum of a result, by the result of its cause.
 */
#include "host/erratum.h"

#include "host/events.h"
#include "host/places.h"
#include "pmc/errata.h"

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
