/*
 * SPDX-License-Identifier: MIT
 * Prints samples for a person: on the machine's screen, and with report=text.
 */
#pragma once

#include <stdbool.h>

#include "kernel/measure/kernel_run.h"
#include "serial/record.h"

/* The wire for sample records. If report=text is set, they are only printed. */
struct wire *sample_text_wire(const struct kernel_run *run);

/* Ends a record: sends it, and prints it on each report that a person reads. */
void sample_text_end(const struct kernel_run *run, struct record *record);

/* Prints a line on each report that a person reads. */
__attribute__((format(printf, 2, 3))) void sample_text_line(const struct kernel_run *run,
                                                            const char *line, ...);

/* Reports whether there is such a report. */
bool sample_text_is_read(const struct kernel_run *run);

/* An address of a profile. */
struct sample_text_hit {
    uint32_t address;
    unsigned n;
    bool user;
};

/* Prints the addresses with the most samples, as in `share samples address place ring`. */
void sample_text_hits(const struct kernel_run *run, const char *bench,
                      const struct sample_text_hit *most, unsigned n, unsigned samples);

/* The kind of the series that tick_series.c prints as a chart. */
#define SAMPLE_TEXT_TICKS "gain"

/* The number of addresses that are printed. */
#define SAMPLE_TEXT_HITS 10
