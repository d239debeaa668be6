/*
 * SPDX-License-Identifier: MIT
 * Lanes of time ticks.
 */
#include "kernel/chart/time_lanes.h"

#include "kernel/lib/format.h"
#include "kernel/lib/string.h"

void time_lanes_begin(struct time_lanes *lanes, uint64_t length)
{
    memset(lanes, 0, sizeof *lanes);
    lanes->length = length;
}

/* Returns the channel's lane; TIME_LANES_MOST if there is no room for it. */
static unsigned time_lanes_find(struct time_lanes *lanes, const char *name)
{
    unsigned lane = 0;
    while (lane < lanes->n && strncmp(lanes->name[lane], name, TIME_LANES_NAME))
        lane++;
    if (lane == lanes->n && lane < TIME_LANES_MOST) {
        format(lanes->name[lane], sizeof lanes->name[lane], "%s", name);
        lanes->n++;
    }
    return lane;
}

void time_lanes_mark(struct time_lanes *lanes, const char *name, uint64_t time)
{
    const unsigned lane = time_lanes_find(lanes, name);
    if (lane == TIME_LANES_MOST) {
        lanes->left_out++;
        return;
    }
    uint16_t *mark = &lanes->marks[lane][time * TIME_LANES_WIDTH / (lanes->length + 1)];
    *mark += *mark < UINT16_MAX;
}

int time_lanes_write(const struct time_lanes *lanes, unsigned lane, char *text, size_t size)
{
    char row[TIME_LANES_WIDTH + 1];
    unsigned end = 0;
    for (unsigned i = 0; i < TIME_LANES_WIDTH; i++) {
        const unsigned n = lanes->marks[lane][i];
        row[i] = !n ? ' ' : n == 1 ? '|' : n < 10 ? (char)('0' + n) : '+';
        end = n ? i + 1 : end;
    }
    row[end] = '\0';
    return format(text, size, "%-*s %s", TIME_LANES_NAME, lanes->name[lane], row);
}
