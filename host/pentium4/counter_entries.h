/*
 * SPDX-License-Identifier: MIT
 * Lists the counters of an experiment one by one, for files and runs.
 */
#pragma once

#include <stdio.h>

#include "host/pentium4/xml/experiment_file.h"

struct counter_entry {
    unsigned counter;
    uint8_t escr; /* index in netburst_escrs */
    uint32_t cccr_value, escr_value;
    uint64_t start;    /* the counter's value at the start of each iteration */
    const char *name;  /* the event's name in the file; if `tags`, the upstream event's */
    const char *event; /* the event's base; if `tags`, the event that it tags for */
    bool tags;
};

/* Fills in the entries and returns their number. Requested events come first, in their order. */
unsigned counter_entries_of(const struct experiment *experiment,
                            struct counter_entry entries[NETBURST_COUNTERS]);

/* Prints a line for each counter that does not start from 0. */
void counter_entries_print_starts(const struct counter_entry entries[], unsigned n, FILE *to);

/* Returns a mask of the ESCRs that are programmed without a counter. */
uint64_t counter_entries_alone(const struct experiment *experiment);

/*
 * Returns "x87_fp_retired:u@12,...", in the format of `-e`: the events of the file in their order,
 * then the upstream events of tagged events that only the configuration defines. The caller frees
 * it.
 */
char *counter_entries_words(const struct experiment *experiment);

/*
 * Returns the sampled event for a source setting, without its counter, which the kernel chooses.
 * The caller frees it.
 */
char *counter_entries_source(const struct experiment *experiment, const struct instance *sampled);

/* Returns whether an event starts when another one overflows. */
bool counter_entries_cascade(const struct experiment *experiment);

/* Returns whether PEBS_ENABLE has a value that follows from none of the event words. */
bool counter_entries_set_pebs(const struct experiment *experiment);

/* Returns the register file of libp4pm. The caller frees it. */
char *register_file(const struct experiment *experiment, const char *source, size_t *length);

/* Returns the file of register values that abyss reads. The caller frees it. */
char *register_file_abyss_input(const struct experiment *experiment, const char *program,
                                const char *source, size_t *length);
