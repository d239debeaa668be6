/*
 * SPDX-License-Identifier: MIT
 * The events of reserved codes.
 */
#include "pmc/p5/p5_reserved.h"

#include <stddef.h>

#include "pmc/p5/p5_events.h"

/* Values for the names used in the table. */
#define BOTH      EVENT_COUNTERS_BOTH
#define COUNTER_0 EVENT_COUNTER_0
#define COUNTER_1 EVENT_COUNTER_1
#define BOTH_P5   (P5_P54C | P5_P55C)
#define P54C      P5_P54C
#define P55C      P5_P55C

/* Counted by the near counter, since the code between a probe's reads might change the count. */
static const struct event reserved[] = {
#define RESERVED(digits, can, on, doubt)                                                           \
    {.code = 0x##digits,                                                                           \
     .counters = can,                                                                              \
     .kind = EVENT_OCCURRENCE,                                                                     \
     .near = 1,                                                                                    \
     .processors = on,                                                                             \
     .name = "reserved_" #digits "h",                                                              \
     .words = "RESERVED_" #digits "H\0Reserved Event Code " #digits "h"},
#include "pmc/p5/p5_reserved.def"
#undef RESERVED
};
#define N_RESERVED (sizeof reserved / sizeof reserved[0])

static const char *const doubts[] = {
#define RESERVED(digits, can, on, doubt) doubt,
#include "pmc/p5/p5_reserved.def"
#undef RESERVED
};

const struct event *p5_reserved_at(unsigned index, const char **doubt)
{
    if (index >= N_RESERVED)
        return NULL;
    *doubt = doubts[index];
    return &reserved[index];
}

const struct event *p5_reserved_find(const struct pmc *pmc, unsigned code)
{
    if (pmc->events != p5_events)
        return NULL;
    unsigned processor = pmc->n_events == P55C_EVENTS ? P5_P55C : P5_P54C;
    for (unsigned i = 0; i < N_RESERVED; i++)
        if (reserved[i].code == code && reserved[i].processors & processor)
            return &reserved[i];
    return NULL;
}

bool p5_reserved_is(const struct event *event)
{
    return event >= reserved && event < reserved + N_RESERVED;
}
