/*
 * SPDX-License-Identifier: MIT
 * Schedules the events of any family: all together, or in groups that the user has formed.
 */
#include "kernel/lib/format.h"
#include "pmc/modifiers.h"
#include "pmc/schedule.h"

#define MOST_WHY 400

int schedule_events(const struct schedule_request *request, struct pmc_counted events[], unsigned n,
                    struct schedule_pass passes[], unsigned *lower_bound, char *error, size_t size)
{
    const struct pmc *pmc = request->pmc;
    const struct pmc_notation *notation = pmc->notation;
    if (!notation) {
        *lower_bound = schedule_lower_bound(pmc, request->use, request->usable, events, n);
        return schedule_passes(pmc, request->use, request->usable, events, n, passes, n);
    }
    notation->set_first(request->first);
    const int made =
        notation->schedule(request->usable, events, n, passes, n, request->most, error, size);
    *lower_bound = notation->bound(request->usable, events, n, request->most);
    return made;
}

/* Assigns the events of a group to one pass. Returns -1 with the reason. */
static int schedule_group(const struct schedule_request *request, struct pmc_counted events[],
                          unsigned n, struct schedule_pass *pass, char *why, size_t size)
{
    const struct pmc *pmc = request->pmc;
    unsigned usable = 0;
    if (pmc->notation)
        return pmc->notation->schedule(request->usable, events, n, pass, 1, request->most, why,
                                       size);
    if (schedule_passes(pmc, request->use, request->usable, events, n, pass, 1) > 0)
        return 0;
    for (unsigned c = 0; c < pmc->counters; c++)
        usable += request->usable >> c & 1;
    if (n > usable && usable < pmc->counters)
        format(why, size, "only %u of %u counters can be used, for %u events", usable,
               pmc->counters, n);
    else if (n > usable)
        format(why, size, "there are %u counters for %u events", usable, n);
    else if (schedule_passes(pmc, SCHEDULE_READS, request->usable, events, n, pass, 1) > 0)
        format(why, size,
               "probes count several of them exactly only on the counter that they read next to "
               "the region");
    else
        format(why, size, "they are counted only by certain counters, which overlap");
    return -1;
}

/* Writes "group 2 (data_read + branches): " before the reason. */
static void schedule_group_error(const struct pmc_counted events[], unsigned n, unsigned group,
                                 const char *why, char *error, size_t size)
{
    int length = format(error, size, "events: group %u (", group + 1);
    for (unsigned i = 0; i < n && length < (int)size; i++) {
        char name[160];
        modifiers_write_name(&events[i], name, sizeof name);
        length += format(error + length, size - (size_t)length, "%s%s", i ? " + " : "", name);
    }
    if (length < (int)size)
        format(error + length, size - (size_t)length, ") cannot be counted in one pass: %s", why);
}

int schedule_groups(const struct schedule_request *request, struct pmc_counted events[],
                    const uint16_t group[], unsigned n, struct schedule_pass passes[],
                    unsigned *lower_bound, char *error, size_t size)
{
    char why[MOST_WHY];
    unsigned made = 0;
    if (request->pmc->notation)
        request->pmc->notation->set_first(request->first);
    for (unsigned first = 0, end; first < n; first = end) {
        for (end = first; end < n && group[end] == group[first];)
            end++;
        why[0] = 0;
        if (schedule_group(request, events + first, end - first, &passes[made++], why,
                           sizeof why) >= 0)
            continue;
        schedule_group_error(events + first, end - first, group[first], why, error, size);
        return -1;
    }
    *lower_bound = made;
    return (int)made;
}
