/*
 * SPDX-License-Identifier: MIT
 * The table of named events: those of PCL and PAPI, each with its definition on every processor.
 */
#pragma once

#include <stdbool.h>

/* The processors that have a column in the tables. */
enum named_processor { NAMED_P54C, NAMED_P55C, NAMED_P6, NAMED_K7, NAMED_P4, NAMED_PROCESSORS };

/* Finds a processor by its --cpu name; returns NAMED_PROCESSORS if it has no column. */
enum named_processor named_table_processor(const char *cpu);
extern const char *const named_processor_words[NAMED_PROCESSORS]; /* "p54c", ..., "p4" */

enum named_how {
    NAMED_LACKS,   /* the processor has no such event; the note says why */
    NAMED_HAS,     /* as in the library's manual, or an addition to it */
    NAMED_INSTEAD, /* differs from the manual; the note says why */
};

/* The definition of a named event on one processor. */
struct named_cell {
    enum named_how how;
    const char *counts, *per; /* events joined by + and -; per is "" for a count */
    const char *printed;      /* the manual's definition; "" if none */
    const char *note;
};

struct named_event {
    const char *library; /* "pcl", "papi" */
    const char *name;    /* "PCL_IPC" */
    const char *text;
    bool rate;      /* a double, not a count */
    bool times_mhz; /* a rate that is multiplied by the clock */
    unsigned table; /* N of table 3.N in PCL's manual; 0 if none */
    struct named_cell cells[NAMED_PROCESSORS];
};

/* Returns an event of either library, in table order; NULL past the end. */
const struct named_event *named_table_event(unsigned index);

/* Returns whether a word of an event list has a library prefix: "pcl:" or "papi:". */
bool named_event_is(const char *word);
