/*
 * SPDX-License-Identifier: MIT
 * Checks register events. The kernel rejects settings that no counter accepts; here only valid
 * events are reported that may not be intended.
 */
#include "host/pentium4/perfex/perfex_check.h"

#include <stdlib.h>
#include <string.h>

#include "host/base/allocation.h"
#include "host/base/message.h"
#include "pmc/netburst/netburst_syntax.h"

enum { MOST_WHY = 600 };

static void perfex_check_misprint(const char *text, const struct netburst_raw *raw)
{
    const char *misprint = netburst_misprint(raw->cccr, raw->escr);
    if (misprint)
        message_print("%s is a known misprint: it was printed %s", text, misprint);
}

/* Checks the event against each earlier one that is compatible with it. */
static void perfex_check_clash(const char *text, const struct netburst_raw *raw, unsigned n)
{
    static const struct netburst_machine any = {.threads = true, .counter_1 = true, .model = 2};
    char why[MOST_WHY];
    for (unsigned i = 0; i < n; i++) {
        const struct netburst_raw two[] = {raw[i], raw[n]};
        const struct netburst_control both = {two, 2, 0, 0};
        const struct netburst_control alone[] = {{&two[0], 1, 0, 0}, {&two[1], 1, 0, 0}};
        if (netburst_check_control(&any, &alone[0], why, sizeof why) ||
            netburst_check_control(&any, &alone[1], why, sizeof why) ||
            !netburst_check_control(&any, &both, why, sizeof why))
            continue;
        message_print("%s: %s; the two are counted in separate passes", text, why);
        return;
    }
}

void perfex_check(const char *events)
{
    char why[MOST_WHY], *copy = allocate_copy(events ? events : ""), *rest = copy, *text;
    struct netburst_raw *raw = NULL;
    unsigned n = 0;
    while ((text = strsep(&rest, ","))) {
        struct netburst_raw one;
        if (!strchr(text, '/') || netburst_raw_parse(text, strlen(text), &one, why, sizeof why))
            continue;
        struct netburst_raw *place = allocate_element(&raw, &n, sizeof *raw);
        *place = one;
        perfex_check_misprint(text, place);
        perfex_check_clash(text, raw, n - 1);
    }
    free(raw);
    free(copy);
}
