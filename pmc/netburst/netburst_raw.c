/*
 * SPDX-License-Identifier: MIT
 * Parses CCCR/ESCR@COUNTER, perfex's notation of a counter's registers.
 */
#include "kernel/lib/format.h"
#include "pmc/netburst/netburst_numbers.h"
#include "pmc/netburst/netburst_syntax.h"

#define FAIL(...) return format(error, size, __VA_ARGS__), -1

int netburst_raw_parse(const char *text, size_t length, struct netburst_raw *raw, char *error,
                       size_t size)
{
    struct piece rest = {text, length};
    struct piece cccr = piece_split_at(&rest, '/'), escr = piece_split_at(&rest, '@');
    int64_t values[] = {netburst_number(cccr, 16), netburst_number(escr, 16), counter_number(rest)};
    if (values[0] < 0 || values[1] < 0 || values[2] < 0)
        FAIL(
            "'%.*s' is not CCCR/ESCR@COUNTER; allowed: two hexadecimal numbers and a counter, as "
            "in 0x39000/0x4000204@12",
            (int)length, text);
    if (values[2] >= NETBURST_COUNTERS)
        FAIL("'%.*s': there is no counter %u; allowed: 0 to 17", (int)length, text,
             (unsigned)values[2]);
    *raw = (struct netburst_raw){
        .cccr = (uint32_t)values[0], .escr = (uint32_t)values[1], .counter = (uint8_t)values[2]};
    raw->interrupts = raw->cccr & (CCCR_OVF_PMI | CCCR_OVF_PMI_T1);
    raw->reload = -1;
    return 0;
}
