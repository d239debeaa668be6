/*
 * SPDX-License-Identifier: MIT
 * Shared by the tests of the Pentium 4's counters: processors, and parsing of event names.
 */
#pragma once

#include <string.h>

#include "pmc/netburst/netburst_syntax.h"
#include "pmc/pmc.h"

/* A Northwood of CPUID F29h, without and with threads, a Prescott of F34h, a Willamette of F12h. */
static const struct netburst_machine northwood = {.model = 2, .stepping = 9};
static const struct netburst_machine with_threads = {.model = 2, .stepping = 9, .threads = true};
static const struct netburst_machine prescott = {.model = 3, .stepping = 4};
static const struct netburst_machine willamette = {.model = 1, .stepping = 2};

static char error[1000];

static inline int read_as(const struct netburst_machine *machine, const char *text,
                          struct netburst_count *count)
{
    error[0] = 0;
    return netburst_parse(machine, PMC_RING_USER, text, strlen(text), count, error, sizeof error);
}

/* Parses all texts, which have to be valid. */
static inline void read_all(const struct netburst_machine *machine, const char *const texts[],
                            unsigned n, struct netburst_count counts[])
{
    for (unsigned i = 0; i < n; i++)
        if (read_as(machine, texts[i], &counts[i]))
            fail_msg("%s: %s", texts[i], error);
}
