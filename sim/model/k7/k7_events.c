/*
 * SPDX-License-Identifier: MIT
 * Looks up K7 event selects.
 */
#include "sim/model/k7/k7_events.h"

#include <stddef.h>

static const struct {
    uint8_t code, mask, total;
} rows[] = {
#define EVENT(code, mask, total) {code, mask, TOTAL_##total},
#include "sim/model/k7/k7_events.def"
#undef EVENT
};

enum { ROWS = sizeof rows / sizeof rows[0] };

k7_total_set k7_events_select(unsigned event, unsigned mask)
{
    k7_total_set set = 0;

    for (size_t i = 0; i < ROWS; i++)
        if (rows[i].code == event && (!rows[i].mask || (rows[i].mask & mask)))
            set |= 1ull << rows[i].total;
    return set;
}

uint64_t k7_events_counted(unsigned n)
{
    uint64_t codes = 0;

    for (size_t i = 0; i < ROWS; i++)
        if (rows[i].code / 64 == n)
            codes |= 1ull << rows[i].code % 64;
    return codes;
}
