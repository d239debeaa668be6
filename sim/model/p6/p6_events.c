/*
 * SPDX-License-Identifier: MIT
 * Looking up event selects.
 */
#include "sim/model/p6/p6_events.h"

#include <stddef.h>

enum rule { ANY, BIT, EXACT };

#define PROCESSORS_MMX (PROCESSOR_P2 | PROCESSOR_P3)
#define PROCESSORS_ALL (PROCESSOR_PPRO | PROCESSORS_MMX)

static const struct row {
    uint8_t code, counters, rule, mask, total, processors;
} rows[] = {
#define EVENT(code, counters, rule, mask, total, processors)                                       \
    {code, counters, rule, mask, TOTAL_##total, processors},
#include "sim/model/p6/p6_events.def"
};

static const struct core_row {
    uint8_t code, counters, event;
} core_rows[] = {
#define CORE(code, counters, event) {code, counters, event},
#include "sim/model/p6/p6_events.def"
};

enum { ROWS = sizeof rows / sizeof rows[0], CORE_ROWS = sizeof core_rows / sizeof core_rows[0] };

static bool fits(const struct row *row, unsigned mask)
{
    return row->rule == ANY || (row->rule == BIT ? (row->mask & mask) != 0 : row->mask == mask);
}

struct p6_selection p6_select(enum p6_processor processor, unsigned counter, unsigned event,
                              unsigned mask)
{
    struct p6_selection selection = {.core = -1};

    for (size_t i = 0; i < CORE_ROWS; i++)
        if (core_rows[i].code == event && core_rows[i].counters >> counter & 1)
            selection.core = core_rows[i].event;
    for (size_t i = 0; i < ROWS; i++)
        if (rows[i].code == event && (rows[i].counters >> counter & 1) &&
            (rows[i].processors & processor) && fits(&rows[i], mask))
            selection.totals.words[rows[i].total / 64] |= 1ull << rows[i].total % 64;
    return selection;
}

uint64_t p6_counted_codes(enum p6_processor processor, unsigned n)
{
    uint64_t codes = 0;

    for (size_t i = 0; i < CORE_ROWS; i++)
        if (core_rows[i].code / 64 == n)
            codes |= 1ull << core_rows[i].code % 64;
    for (size_t i = 0; i < ROWS; i++)
        if (rows[i].code / 64 == n && (rows[i].processors & processor))
            codes |= 1ull << rows[i].code % 64;
    return codes;
}
