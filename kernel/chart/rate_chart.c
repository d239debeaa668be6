/*
 * SPDX-License-Identifier: MIT
 * Rows of a scrolling chart of rates, at most 79 columns wide if the numbers of all events
 * fit.
 */
#include "kernel/chart/rate_chart.h"

#include "kernel/chart/text_bar.h"
#include "kernel/lib/format.h"

#define WIDTH     79
#define TIME      10 /* columns of the time */
#define NUMBER    13 /* columns of a rate and the blanks before it */
#define AROUND    3  /* columns of a blank and of a bar's ends */
#define LEAST_BAR 4
#define EXACT     31 /* bits that times hz fit 64 bits */

unsigned rate_chart_decimals(uint32_t every_ms, uint32_t for_ms)
{
    if (every_ms % 100 == 0 && for_ms % 100 == 0)
        return 1;
    return every_ms % 10 == 0 && for_ms % 10 == 0 ? 2 : 3;
}

static unsigned rate_chart_bar_width(unsigned events)
{
    const unsigned cell = (WIDTH - TIME) / events;
    if (cell < NUMBER + AROUND + LEAST_BAR)
        return 0;
    const unsigned width = cell - NUMBER - AROUND;
    return width < TEXT_BAR_MOST ? width : TEXT_BAR_MOST;
}

void rate_chart_begin(struct rate_chart *chart, unsigned events, const uint32_t scales[],
                      unsigned n)
{
    *chart =
        (struct rate_chart){.events = events, .bar = rate_chart_bar_width(events), .fixed = n > 0};
    for (unsigned e = 0; e < events && n; e++)
        chart->full[e] = scales[n == 1 ? 0 : e];
}

/* Returns the largest rate of an event in the window. */
static int64_t rate_chart_largest(const struct rate_chart *chart, unsigned e)
{
    int64_t most = 0;
    for (unsigned row = 0; row < RATE_CHART_WINDOW; row++)
        if (chart->last[row][e] > most)
            most = chart->last[row][e];
    return most;
}

bool rate_chart_add(struct rate_chart *chart, const int64_t rates[])
{
    bool changed = chart->rows == 0;
    for (unsigned e = 0; e < chart->events; e++) {
        chart->last[chart->rows % RATE_CHART_WINDOW][e] = rates[e];
        if (chart->fixed)
            continue;
        const int64_t full = (int64_t)text_bar_scale((uint64_t)rate_chart_largest(chart, e));
        changed |= full != chart->full[e];
        chart->full[e] = full;
    }
    chart->rows++;
    return changed && chart->bar;
}

int rate_chart_write_scale(const struct rate_chart *chart, char *text, size_t size)
{
    int length = format(text, size, "%*s", TIME, "full bar");
    for (unsigned e = 0; e < chart->events && length < (int)size; e++)
        length += format(text + length, size - (size_t)length, "%*s%*lld",
                         e ? (int)chart->bar + AROUND : 0, "", NUMBER, (long long)chart->full[e]);
    return length;
}

int rate_chart_write_time(uint32_t ms, unsigned decimals, char *text, size_t size)
{
    static const unsigned divisors[] = {1000, 100, 10, 1};
    const unsigned part = divisors[decimals], shown = (ms + part / 2) / part, unit = 1000 / part;
    return format(text, size, "%u.%0*u", shown / unit, (int)decimals, shown % unit);
}

int rate_chart_write_row(const struct rate_chart *chart, const char *time, const int64_t rates[],
                         char *text, size_t size)
{
    int length = format(text, size, "%*s", TIME, time);
    for (unsigned e = 0; e < chart->events && length < (int)size; e++) {
        length +=
            format(text + length, size - (size_t)length, "%*lld", NUMBER, (long long)rates[e]);
        if (!chart->bar || length + 1 >= (int)size)
            continue;
        text[length++] = ' ';
        length += text_bar_write(text + length, size - (size_t)length,
                                 rates[e] > 0 ? (uint64_t)rates[e] : 0, (uint64_t)chart->full[e],
                                 chart->bar);
    }
    return length;
}

int64_t rate_chart_rate(uint64_t count, uint64_t hz, uint64_t clocks)
{
    uint64_t whole = count / clocks, rest = count % clocks;
    while (rest >> EXACT) {
        rest >>= 1;
        clocks >>= 1;
    }
    return (int64_t)(whole * hz + (rest * hz + clocks / 2) / clocks);
}
