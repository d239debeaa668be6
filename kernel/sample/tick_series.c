/*
 * SPDX-License-Identifier: MIT
 * The experiment `rates`: reports the counts of each tick of a repetition, and the tick's length.
 */
#include "kernel/sample/sample_records.h"

static struct sample_series series; /* only one is active at a time */

/* Returns the end of a repetition's samples, which begin at `first`. */
static unsigned tick_series_repetition_end(const struct session_end *end, unsigned first)
{
    unsigned next = first;
    while (next < end->n && end->samples[next].repetition == end->samples[first].repetition)
        next++;
    return next;
}

static void tick_series_report_counter(const struct sampled *sampled, unsigned pass,
                                       const struct session_end *end, unsigned first, unsigned next,
                                       unsigned counter)
{
    const char *event = sample_record_event(sampled->run, pass, counter);
    if (!event)
        return;
    sample_record_series_begin(&series, sampled, pass, event, "gain",
                               end->samples[first].repetition);
    for (unsigned i = first; i < next; i++)
        sample_record_series_value(
            &series, sampling_counter_delta(sampled, pass, counter, &end->samples[i], 1));
    sample_record_series_end(&series);
}

/* Reports the benchmark's clocks in each tick. */
static void tick_series_report_ticks(const struct sampled *sampled, unsigned pass,
                                     const struct session_end *end, unsigned first, unsigned next)
{
    uint64_t begun = 0;
    sample_record_series_begin(&series, sampled, pass, "time_stamp", "gain",
                               end->samples[first].repetition);
    for (unsigned i = first; i < next; i++) {
        sample_record_series_value(&series, (int64_t)(end->samples[i].time - begun));
        begun = end->samples[i].time;
    }
    sample_record_series_end(&series);
}

int tick_series_pass(const struct sampled *sampled, unsigned pass)
{
    struct session session = sampling_session(sampled, pass);
    struct session_end end;
    if (sampling_run_session(sampled, &session, pass, &end))
        return -1;
    sample_record_session(sampled, &session, pass, &end);
    for (unsigned first = 0, next; first < end.n; first = next) {
        next = tick_series_repetition_end(&end, first);
        tick_series_report_ticks(sampled, pass, &end, first, next);
        for (unsigned c = 0; c < plan_sampled_counters(sampled->run->pmc); c++)
            tick_series_report_counter(sampled, pass, &end, first, next, c);
    }
    return end.faulted ? -1 : 0;
}
