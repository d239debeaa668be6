/*
 * SPDX-License-Identifier: MIT
 * Computes rates. The image is read once. A megabyte is 10^6 bytes, as usual for rates.
 */
#include "host/show/rates.h"

#include <stdio.h>
#include <string.h>

#include "host/stated/stated_work.h"

/* Opens WORK() of the run's image; NULL if the image is not next to this program. */
static const struct stated_work *stated_of(const struct run *run)
{
    static struct stated_work *stated;
    static const struct run *of;
    if (of != run) {
        stated_work_close(stated);
        stated = stated_work_open(run, NULL);
        of = run;
    }
    return stated;
}

struct rates rates_of(const struct run *run, const struct result *clocks)
{
    struct rates rates = {0};
    struct work_case c = {0};
    struct work work;
    const char *place;
    size_t offset = 0;
    bool known =
        result_ok(clocks) && clocks->values.mean > 0 && run->mhz > 0 && clocks->region != RUN_WHOLE;
    const struct stated_work *stated = known ? stated_of(run) : NULL;
    if (!stated || !stated_work_case(stated, clocks->bench, &c))
        return rates;
    while (stated_work_next(stated, clocks->bench, &c, &offset, &work, &place)) {
        if (!work.applies || !work_is_region(work.region, clocks->region, clocks->region_name))
            continue;
        rates.bytes += (double)work.bytes;
        rates.items += (double)work.items;
    }
    double seconds = clocks->values.mean / (run->mhz * 1e6);
    rates.bytes_per_second = rates.bytes / seconds;
    rates.items_per_second = rates.items / seconds;
    return rates;
}

static int put(char *text, int length, double rate, const char *unit)
{
    const char *size = rate >= 1e9 ? "G" : rate >= 1e6 ? "M" : rate >= 1e3 ? "k" : "";
    double scale = rate >= 1e9 ? 1e9 : rate >= 1e6 ? 1e6 : rate >= 1e3 ? 1e3 : 1;
    return snprintf(text + length, RATES_BYTES - (size_t)length, "%s%.4g %s%s/s",
                    length ? ", " : "", rate / scale, size, unit);
}

const char *rates_text(const struct run *run, const struct result *clocks, char text[RATES_BYTES])
{
    struct rates rates = rates_of(run, clocks);
    int length = rates.bytes > 0 ? put(text, 0, rates.bytes_per_second, "B") : 0;
    if (rates.items > 0)
        length += put(text, length, rates.items_per_second, " items");
    return length ? text : NULL;
}
