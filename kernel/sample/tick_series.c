/*
 * SPDX-License-Identifier: MIT
 * The experiment `rates`: reports the counts of each tick of a repetition, and the tick's length.
 */
#include "kernel/chart/rate_chart.h"
#include "kernel/chart/text_bar.h"
#include "kernel/lib/format.h"
#include "kernel/sample/sample_records.h"
#include "kernel/sample/sample_text.h"
#include "serial/report_lines.h"

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
    sample_record_series_begin(&series, sampled, pass, event, SAMPLE_TEXT_TICKS,
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
    sample_record_series_begin(&series, sampled, pass, "time_stamp", SAMPLE_TEXT_TICKS,
                               end->samples[first].repetition);
    for (unsigned i = first; i < next; i++) {
        sample_record_series_value(&series, (int64_t)(end->samples[i].time - begun));
        begun = end->samples[i].time;
    }
    sample_record_series_end(&series);
}

/* The largest count of a tick, for a bar's scale. */
static uint32_t tick_series_largest(const struct sampled *sampled, unsigned pass,
                                    const struct session_end *end, unsigned first, unsigned next,
                                    unsigned counter)
{
    int64_t most = 1;
    for (unsigned i = first; i < next; i++) {
        const int64_t n = sampling_counter_delta(sampled, pass, counter, &end->samples[i], 1);
        if (n > most)
            most = n;
    }
    const uint64_t scale = text_bar_scale((uint64_t)most);
    return scale < UINT32_MAX ? (uint32_t)scale : UINT32_MAX;
}

/* Prints a row for each tick, with a bar for each event. */
static void tick_series_print(const struct sampled *sampled, unsigned pass,
                              const struct session_end *end, unsigned first, unsigned next)
{
    static struct rate_chart chart;
    const unsigned counters = plan_sampled_counters(sampled->run->pmc);
    uint32_t scales[RATE_CHART_MOST];
    int64_t counts[RATE_CHART_MOST];
    char text[LINE_BYTES], time[24];
    unsigned n = 0;
    int length = format(text, sizeof text, " repetition %u, counts of each tick:",
                        (unsigned)end->samples[first].repetition + 1);
    for (unsigned c = 0; c < counters; c++) {
        const char *event = sample_record_event(sampled->run, pass, c);
        if (!event)
            continue;
        scales[n++] = tick_series_largest(sampled, pass, end, first, next, c);
        if (length < (int)sizeof text)
            length += format(text + length, sizeof text - (size_t)length, "  %s", event);
    }
    sample_text_line(sampled->run, "%s", text);
    sample_text_line(sampled->run, "%10s", "clocks");
    rate_chart_begin(&chart, n ? n : 1, scales, n);
    chart.events = n;
    rate_chart_write_scale(&chart, text, sizeof text);
    if (n && chart.bar)
        sample_text_line(sampled->run, "%s", text);
    for (unsigned i = first; i < next; i++) {
        n = 0;
        for (unsigned c = 0; c < counters; c++)
            if (sample_record_event(sampled->run, pass, c))
                counts[n++] = sampling_counter_delta(sampled, pass, c, &end->samples[i], 1);
        format(time, sizeof time, "%llu", (unsigned long long)end->samples[i].time);
        rate_chart_write_row(&chart, time, counts, text, sizeof text);
        sample_text_line(sampled->run, "%s", text);
    }
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
        if (sample_text_is_read(sampled->run))
            tick_series_print(sampled, pass, &end, first, next);
    }
    return end.faulted ? -1 : 0;
}
