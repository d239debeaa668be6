/*
 * SPDX-License-Identifier: MIT
 * Computes rates. The image is read once. A megabyte is 10^6 bytes, as usual for rates.
 */
#include "host/output/show/throughput.h"

#include <stdio.h>
#include <string.h>

#include "host/analysis/expected_counts/work_statements.h"

/* Opens WORK() of the run's image; NULL if the image is not next to this program. */
static const struct work_statements *throughput_stated_work(const struct run *run)
{
    static struct work_statements *statements;
    static const struct run *of;
    if (of != run) {
        work_statements_close(statements);
        statements = work_statements_open(run, NULL);
        of = run;
    }
    return statements;
}

struct throughput throughput_of(const struct run *run, const struct result *clocks)
{
    struct throughput rates = {0};
    struct work_case c = {0};
    struct bench_work work;
    const char *place;
    size_t offset = 0;
    bool known =
        result_ok(clocks) && clocks->values.mean > 0 && run->mhz > 0 && clocks->region != RUN_WHOLE;
    const struct work_statements *statements = known ? throughput_stated_work(run) : NULL;
    if (!statements || !work_statements_case(statements, clocks->bench, &c))
        return rates;
    while (work_statements_next(statements, clocks->bench, &c, &offset, &work, &place)) {
        if (!work.applies ||
            !bench_work_is_region(work.region, clocks->region, clocks->region_name))
            continue;
        rates.bytes += (double)work.bytes;
        rates.items += (double)work.items;
    }
    double seconds = clocks->values.mean / (run->mhz * 1e6);
    rates.bytes_per_second = rates.bytes / seconds;
    rates.items_per_second = rates.items / seconds;
    return rates;
}

static int throughput_print(char *text, int length, double rate, const char *unit)
{
    const char *size = rate >= 1e9 ? "G" : rate >= 1e6 ? "M" : rate >= 1e3 ? "k" : "";
    double scale = rate >= 1e9 ? 1e9 : rate >= 1e6 ? 1e6 : rate >= 1e3 ? 1e3 : 1;
    return snprintf(text + length, THROUGHPUT_BYTES - (size_t)length, "%s%.4g %s%s/s",
                    length ? ", " : "", rate / scale, size, unit);
}

const char *throughput_text(const struct run *run, const struct result *clocks,
                            char text[THROUGHPUT_BYTES])
{
    struct throughput rates = throughput_of(run, clocks);
    int length = rates.bytes > 0 ? throughput_print(text, 0, rates.bytes_per_second, "B") : 0;
    if (rates.items > 0)
        length += throughput_print(text, length, rates.items_per_second, " items");
    return length ? text : NULL;
}
