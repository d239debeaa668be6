/*
 * SPDX-License-Identifier: MIT
 * Exports callgrind's profile format, version 1: benchmarks are files, regions are functions. Costs
 * are non-negative integers, and a line must have all of them. Regions or events are therefore
 * omitted until no cost is missing. An event with a mean that rounding would change by more than 1
 * % has a name such as data_read_miss_x100 and 100 times its counts.
 */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "host/data/run/event_lookup.h"
#include "host/output/export/export.h"
#include "host/base/allocation.h"
#include "host/base/build_name.h"
#include "host/base/message.h"

/* A region, which is a row of the costs, or an event, which is a column. */
struct side {
    unsigned first;   /* result: the region's first, or the first of that event */
    unsigned missing; /* missing costs among the sides that are not omitted */
    bool out;
};

struct profile {
    const struct export *export;
    struct side *regions, *events;
    unsigned n_regions, n_events, regions_left, events_left;
    double *costs;  /* by region, then event; NAN: missing */
    double *scales; /* by event: powers of ten */
};

/* ':' has a meaning in callgrind_annotate's --sort, so the name is "data_read_u". */
static const char *event_name(const struct result *result, char name[PLACE_BYTES])
{
    export_event(result, name);
    return export_without(name, ":");
}

/* Returns the event's name, with its scale unless that is 1. */
static const char *callgrind_column_name(const struct profile *profile, unsigned event,
                                         char name[PLACE_BYTES])
{
    event_name(profile->export->results[profile->events[event].first], name);
    size_t length = strlen(name);
    if (profile->scales[event] > 1)
        snprintf(name + length, PLACE_BYTES - length, "_x%.0f", profile->scales[event]);
    return name;
}

/* Returns the event's column. A new column has no costs at first. */
static unsigned callgrind_event(struct profile *profile, unsigned index)
{
    const struct result *const *results = profile->export->results;
    unsigned at = 0;
    while (at < profile->n_events) {
        const struct result *other = results[profile->events[at].first];
        if (other->event == results[index]->event && other->ring == results[index]->ring)
            return at;
        at++;
    }
    struct side *event = allocate_element(&profile->events, &profile->n_events, sizeof *event);
    event->first = index;
    return at;
}

static double cost_of(const struct result *result)
{
    return result_ok(result) && result->values.mean >= 0 ? result->values.mean : NAN;
}

static void callgrind_find_sides(struct profile *profile)
{
    const struct export *export = profile->export;
    for (unsigned i = 0; i < export->n; i++)
        callgrind_event(profile, i);
    for (unsigned from = 0; from < export->n; from = export_place_end(export, from)) {
        struct side *region =
            allocate_element(&profile->regions, &profile->n_regions, sizeof *region);
        region->first = from;
    }
    profile->regions_left = profile->n_regions;
    profile->events_left = profile->n_events;
}

static void callgrind_fill_costs(struct profile *profile)
{
    size_t n = (size_t)profile->n_regions * profile->n_events;
    profile->costs = allocate_zeroed(n * sizeof *profile->costs);
    for (size_t i = 0; i < n; i++)
        profile->costs[i] = NAN;
    for (unsigned r = 0; r < profile->n_regions; r++) {
        double *row = profile->costs + (size_t)r * profile->n_events;
        unsigned from = profile->regions[r].first;
        for (unsigned i = from; i < export_place_end(profile->export, from); i++)
            row[callgrind_event(profile, i)] = cost_of(profile->export->results[i]);
        for (unsigned e = 0; e < profile->n_events; e++) {
            profile->regions[r].missing += isnan(row[e]);
            profile->events[e].missing += isnan(row[e]);
        }
    }
}

static void leave_out_region(struct profile *profile, unsigned region)
{
    profile->regions[region].out = true;
    profile->regions_left--;
    for (unsigned e = 0; e < profile->n_events; e++)
        profile->events[e].missing -= isnan(profile->costs[region * profile->n_events + e]);
}

static void leave_out_event(struct profile *profile, unsigned event)
{
    profile->events[event].out = true;
    profile->events_left--;
    for (unsigned r = 0; r < profile->n_regions; r++)
        profile->regions[r].missing -= isnan(profile->costs[r * profile->n_events + event]);
}

/* Returns the side with the most missing costs. */
static unsigned callgrind_worst_side(const struct side *sides, unsigned n)
{
    unsigned found = 0;
    for (unsigned i = 1; i < n; i++)
        if (!sides[i].out && (sides[found].out || sides[i].missing > sides[found].missing))
            found = i;
    return found;
}

/*
 * While a cost is missing, omits the region or the event that misses the larger share of its costs.
 */
static void callgrind_omit_incomplete(struct profile *profile)
{
    while (profile->regions_left && profile->events_left) {
        unsigned region = callgrind_worst_side(profile->regions, profile->n_regions);
        unsigned event = callgrind_worst_side(profile->events, profile->n_events);
        unsigned of_region = profile->regions[region].missing;
        unsigned of_event = profile->events[event].missing;
        if (of_region == 0 && of_event == 0)
            break;
        if ((uint64_t)of_region * profile->regions_left > (uint64_t)of_event * profile->events_left)
            leave_out_region(profile, region);
        else
            leave_out_event(profile, event);
    }
}

/*
 * Reports omitted events by name, and the number of omitted regions; regions without any count are
 * not reported.
 */
static void callgrind_report_omitted(const struct profile *profile)
{
    const struct export *export = profile->export;
    unsigned more = 0;
    for (unsigned e = 0; e < profile->n_events; e++) {
        char name[PLACE_BYTES];
        if (profile->events[e].out)
            message_print(
                "callgrind: omitted %s: not every region has a count of it; select others with -b "
                "and -e",
                event_name(export->results[profile->events[e].first], name));
    }
    for (unsigned r = 0; r < profile->n_regions; r++)
        for (unsigned e = 0; profile->regions[r].out && e < profile->n_events; e++)
            if (!isnan(profile->costs[r * profile->n_events + e])) {
                more++;
                break;
            }
    if (more)
        message_print(
            "callgrind: omitted %u region%s without a count of every event; select others with -b "
            "and -e",
            more, more == 1 ? "" : "s");
}

/*
 * Returns the order of the events. Clocks are first if there are any, since viewers sort by the
 * first event.
 */
static unsigned *callgrind_order_events(const struct profile *profile)
{
    unsigned *order = allocate_zeroed((profile->n_events + 1) * sizeof *order), n = 0;
    for (unsigned clocks = 2; clocks-- > 0;)
        for (unsigned e = 0; e < profile->n_events; e++) {
            const char *event = profile->export->results[profile->events[e].first]->event;
            bool is = event_is_clocks(event) || !strcmp(event, "time_stamp");
            if (!profile->events[e].out && is == (clocks == 1))
                order[n++] = e;
        }
    return order;
}

/* Sets the scale of each event from its costs in the regions that are not omitted. */
static void callgrind_find_scales(struct profile *profile)
{
    double *counts = allocate_zeroed((profile->n_regions + 1) * sizeof *counts);
    profile->scales = allocate_zeroed((profile->n_events + 1) * sizeof *profile->scales);
    for (unsigned e = 0; e < profile->n_events; e++) {
        unsigned n = 0;
        for (unsigned r = 0; r < profile->n_regions; r++)
            if (!profile->regions[r].out && !profile->events[e].out)
                counts[n++] = profile->costs[(size_t)r * profile->n_events + e];
        profile->scales[e] = whole_counts_scale(counts, n);
    }
    free(counts);
}

static void callgrind_write_event(const struct profile *profile, unsigned event, FILE *to)
{
    char name[PLACE_BYTES];
    const struct result *first = profile->export->results[profile->events[event].first];
    fprintf(to, "event: %s : %s", callgrind_column_name(profile, event, name),
            event_text(first->event));
    if (profile->scales[event] > 1)
        fprintf(to, ", x %.0f", profile->scales[event]);
    putc('\n', to);
}

static void callgrind_write_head(const struct profile *profile, const unsigned *order, FILE *to)
{
    const struct export *export = profile->export;
    const struct run *run = export->run;
    char name[PLACE_BYTES];
    fprintf(to, "# callgrind format\nversion: 1\ncreator: bareprobe %s\n", build_name);
    fprintf(to, "cmd: %s\n", *run->arguments ? run->arguments : "unknown");
    fprintf(to, "desc: Platform: %s\n", run_platform_sentence(run->platform));
    fprintf(to, "desc: Processor: %s\n", *run->name ? run->name : "unknown");
    fputs(
        "desc: Costs are means of one repetition, rounded; a nested region is also counted in the "
        "enclosing one\n"
        "positions: line\n",
        to);
    for (unsigned i = 0; i < profile->events_left; i++)
        callgrind_write_event(profile, order[i], to);
    fputs("events:", to);
    for (unsigned i = 0; i < profile->events_left; i++)
        fprintf(to, " %s", callgrind_column_name(profile, order[i], name));
    putc('\n', to);
}

static void callgrind_write_costs(const struct profile *profile, const unsigned *order, FILE *to)
{
    double *totals = allocate_zeroed((profile->n_events + 1) * sizeof *totals);
    char place[PLACE_BYTES];
    for (unsigned r = 0; r < profile->n_regions; r++) {
        const struct result *first = profile->export->results[profile->regions[r].first];
        if (profile->regions[r].out)
            continue;
        fprintf(to, "\nfl=%s\nfn=%s\n0", first->bench, export_place(profile->export, first, place));
        for (unsigned i = 0; i < profile->events_left; i++) {
            double cost = round(profile->costs[(size_t)r * profile->n_events + order[i]] *
                                profile->scales[order[i]]);
            fprintf(to, " %.0f", cost);
            totals[i] += cost;
        }
        putc('\n', to);
    }
    fputs("\ntotals:", to);
    for (unsigned i = 0; i < profile->events_left; i++)
        fprintf(to, " %.0f", totals[i]);
    putc('\n', to);
    free(totals);
}

static int export_callgrind(const struct export *export, FILE *to)
{
    struct profile profile = {.export = export};
    export_drop_negative(export, "callgrind");
    callgrind_find_sides(&profile);
    callgrind_fill_costs(&profile);
    callgrind_omit_incomplete(&profile);
    bool any = profile.regions_left && profile.events_left;
    if (any) {
        unsigned *order = callgrind_order_events(&profile);
        callgrind_report_omitted(&profile);
        callgrind_find_scales(&profile);
        callgrind_write_head(&profile, order, to);
        callgrind_write_costs(&profile, order, to);
        free(order);
    } else {
        message_print("callgrind: no selected result has a count");
    }
    free(profile.regions);
    free(profile.events);
    free(profile.costs);
    free(profile.scales);
    return any ? 0 : -1;
}

const struct format format_callgrind = {
    .name = "callgrind",
    .summary = "a profile, regions as functions, for KCachegrind and callgrind_annotate",
    .write = export_callgrind,
};
