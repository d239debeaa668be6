/*
 * SPDX-License-Identifier: MIT
 * The experiment `rates`: reports the counts of each tick of a repetition, and the tick's length.
 */
#include "kernel/sample/sample_records.h"

static struct series series; /* only one is active at a time */

/* Returns the end of a repetition's samples, which begin at `first`. */
static unsigned end_of_repetition(const struct session_end *end, unsigned first)
{
    unsigned next = first;
    while (next < end->n && end->samples[next].repetition == end->samples[first].repetition)
        next++;
    return next;
}

static void report_counter(const struct sampled *sampled, unsigned pass,
                           const struct session_end *end, unsigned first, unsigned next,
                           unsigned counter)
{
    const char *event = sample_event(sampled->run, pass, counter);
    if (!event)
        return;
    series_begin(&series, sampled, pass, event, "gain", end->samples[first].repetition);
    for (unsigned i = first; i < next; i++)
        series_value(&series, sampled_gain(sampled, pass, counter, &end->samples[i], 1));
    series_end(&series);
}

/* Reports the benchmark's clocks in each tick. */
static void report_ticks(const struct sampled *sampled, unsigned pass,
                         const struct session_end *end, unsigned first, unsigned next)
{
    uint64_t begun = 0;
    series_begin(&series, sampled, pass, "time_stamp", "gain", end->samples[first].repetition);
    for (unsigned i = first; i < next; i++) {
        series_value(&series, (int64_t)(end->samples[i].time - begun));
        begun = end->samples[i].time;
    }
    series_end(&series);
}

int rates_pass(const struct sampled *sampled, unsigned pass)
{
    struct session session = sampled_session(sampled, pass);
    struct session_end end;
    if (sampled_run(sampled, &session, pass, &end))
        return -1;
    sampled_report(sampled, &session, pass, &end);
    for (unsigned first = 0, next; first < end.n; first = next) {
        next = end_of_repetition(&end, first);
        report_ticks(sampled, pass, &end, first, next);
        for (unsigned c = 0; c < run_sampled_counters(sampled->run); c++)
            report_counter(sampled, pass, &end, first, next, c);
    }
    return end.faulted ? -1 : 0;
}
