/*
 * SPDX-License-Identifier: MIT
 * Chooses the columns of a summary: those whose events the run counted, and a few other events.
 */
#include "host/output/report/summary_rows.h"

#include <stdlib.h>
#include <string.h>

#include "host/base/allocation.h"
#include "host/data/metrics/clock_causes.h"

/* Maximum number of columns for other events, and minimum number of columns without them. */
#define MOST_OTHERS 6
#define FEW_COLUMNS 3

#define MOST_SPELLINGS 6

/* The events are those of PAPI's presets (libpcl/papi.def), one for each family; the first one that
 * was counted is taken. A derived column needs two other columns or has special rules. */
static const struct {
    const char *header;
    const char *events[MOST_SPELLINGS];
    enum summary_kind needs[2];
} kinds[SUMMARY_KINDS] = {
    [SUMMARY_CLOCKS] = {"clocks", {"count_clocks", "cpu_clk_unhalted", "global_power_events"}, {0}},
    [SUMMARY_INTERVAL] = {"+-", {NULL}, {SUMMARY_CLOCKS, SUMMARY_CLOCKS}},
    [SUMMARY_INSTRUCTIONS] = {"instr",
                              {"instructions_executed", "inst_retired", "retired_instructions",
                               "instr_completed", "instr_retired",
                               "instr_retired:nbogusntag+nbogustag"},
                              {0}},
    [SUMMARY_CPI] = {"CPI", {NULL}, {SUMMARY_CLOCKS, SUMMARY_INSTRUCTIONS}},
    [SUMMARY_V_PIPE] = {"V-pipe", {"instructions_executed_in_v_pipe"}, {0}},
    [SUMMARY_DATA_MISSES] = {"D-miss",
                             {"data_read_or_write_miss", "dcu_lines_in", "data_cache_misses",
                              "1stl_cache_load_miss_retired"},
                             {0}},
    [SUMMARY_MISPREDICTIONS] = {"mispred",
                                {"pipeline_flushes", "br_miss_pred_retired",
                                 "retired_branches_mispredicted", "branch_retired:mmnm+mmtm",
                                 "mispred_branch_retired"},
                                {0}},
    [SUMMARY_AGI] = {"AGI", {"pipeline_stalled_address_generation_interlock"}, {0}},
    [SUMMARY_STALL] = {"largest stall", {NULL}, {0}},
};

/* A different event of the results. */
struct counted_event {
    const char *event;
    bool numbers; /* any result has a number, or a status that is not for the whole machine */
    bool shown;
};

struct counted_events {
    struct counted_event *events;
    unsigned n;
};

/* Returns whether nothing but this machine's counters is the reason for the missing number. */
static bool status_of_machine(const char *status)
{
    return !strcmp(status, "unsupported") || !strcmp(status, "stuck") || !strcmp(status, "off");
}

static struct counted_event *counted_find(struct counted_events *counted, const char *event)
{
    for (unsigned i = 0; i < counted->n; i++)
        if (counted->events[i].event == event)
            return &counted->events[i];
    return NULL;
}

static struct counted_events summary_columns_events(const struct summary *summary)
{
    struct counted_events counted = {0};
    bool any = false;
    for (unsigned i = 0; i < summary->n_results; i++) {
        const struct result *result = summary->results[i];
        struct counted_event *event = counted_find(&counted, result->event);
        if (!event) {
            event = allocate_element(&counted.events, &counted.n, sizeof *event);
            event->event = result->event;
        }
        event->numbers |= !status_of_machine(result->status);
        any |= event->numbers;
    }
    for (unsigned i = 0; i < counted.n && !any; i++) /* nothing counts: show the statuses */
        counted.events[i].numbers = true;
    return counted;
}

static void column_add(struct summary *summary, enum summary_kind kind, const char *header,
                       const char *event)
{
    struct summary_column *column =
        allocate_element(&summary->columns, &summary->n_columns, sizeof *column);
    *column = (struct summary_column){kind, header, event};
}

/* Returns the first of the kind's events that has numbers; NULL if none has. */
static struct counted_event *summary_columns_kind_event(const struct summary *summary,
                                                        struct counted_events *all,
                                                        enum summary_kind kind)
{
    for (unsigned i = 0; i < MOST_SPELLINGS && kinds[kind].events[i]; i++) {
        const char *event = string_set_find(&summary->run->strings, kinds[kind].events[i]);
        struct counted_event *counted = event ? counted_find(all, event) : NULL;
        if (counted && counted->numbers)
            return counted;
    }
    return NULL;
}

static bool stall_known(const struct summary *summary)
{
    for (unsigned i = 0; i < summary->n_rows; i++)
        if (clock_causes_complete(summary->run, summary->rows[i].place))
            return true;
    return false;
}

static bool derived_known(const struct summary *summary, enum summary_kind kind)
{
    if (kind == SUMMARY_STALL)
        return stall_known(summary);
    return summary_column_of(summary, kinds[kind].needs[0]) &&
           summary_column_of(summary, kinds[kind].needs[1]);
}

/* The time stamp takes the place of clocks that were not counted. */
static struct counted_event *summary_columns_time_stamp(const struct summary *summary,
                                                        struct counted_events *all)
{
    const char *event = string_set_find(&summary->run->strings, "time_stamp");
    struct counted_event *counted = event ? counted_find(all, event) : NULL;
    return counted && counted->numbers ? counted : NULL;
}

/* The events of the largest stall need no separate columns. */
static void summary_columns_mark_causes(const struct summary *summary, struct counted_events *all)
{
    for (unsigned c = 0; c < CAUSES; c++) {
        const char *event = string_set_find(&summary->run->strings, causes[c].event);
        struct counted_event *counted = event ? counted_find(all, event) : NULL;
        if (counted)
            counted->shown = true;
    }
}

static void summary_columns_add_kind(struct summary *summary, struct counted_events *all,
                                     enum summary_kind kind)
{
    const char *header = kinds[kind].header;
    struct counted_event *counted = summary_columns_kind_event(summary, all, kind);
    if (kind == SUMMARY_CLOCKS && !counted && (counted = summary_columns_time_stamp(summary, all)))
        header = "clocks (TSC)";
    if (kind == SUMMARY_V_PIPE && !summary_column_of(summary, SUMMARY_INSTRUCTIONS))
        return; /* without a total it is shown as another event */
    if (counted) {
        counted->shown = true;
        column_add(summary, kind, header, counted->event);
    } else if (!kinds[kind].events[0] && derived_known(summary, kind)) {
        column_add(summary, kind, header, NULL);
        if (kind == SUMMARY_STALL)
            summary_columns_mark_causes(summary, all);
    }
}

void summary_columns_find(struct summary *summary)
{
    struct counted_events all = summary_columns_events(summary);
    unsigned others = 0;
    for (unsigned kind = 0; kind < SUMMARY_KINDS; kind++)
        summary_columns_add_kind(summary, &all, (enum summary_kind)kind);
    for (unsigned i = 0; i < all.n; i++)
        others += all.events[i].numbers && !all.events[i].shown;
    bool fits = others <= MOST_OTHERS || summary->n_columns < FEW_COLUMNS;
    for (unsigned i = 0, added = 0; i < all.n && fits && added < MOST_OTHERS; i++)
        if (all.events[i].numbers && !all.events[i].shown) {
            column_add(summary, SUMMARY_EVENT, all.events[i].event, all.events[i].event);
            added++;
            others--;
        }
    summary->n_hidden = fits ? others : 0;
    free(all.events);
}

const struct summary_column *summary_column_of(const struct summary *summary,
                                               enum summary_kind kind)
{
    for (unsigned i = 0; i < summary->n_columns; i++)
        if (summary->columns[i].kind == kind)
            return &summary->columns[i];
    return NULL;
}
