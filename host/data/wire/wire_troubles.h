/*
 * SPDX-License-Identifier: MIT
 * Defines the state of a reader of records, and reports its troubles: everything that arrived
 * damaged, repeated, or not at all.
 */
#pragma once

#include "host/data/foreign_text/skipped_text.h"
#include "host/data/wire/wire_line.h"
#include "host/data/wire/wrapped_record.h"

struct wire_buffers {
    char pending[WIRE_MOST_BYTES]; /* an incomplete line */
    char clean[WIRE_MOST_BYTES];   /* a line without control characters */
    struct wrapped_record wrapped;
};

enum wire_trouble {
    WIRE_DAMAGED,  /* a line with the form of a record and a wrong check */
    WIRE_LOST,     /* records whose seq was never received */
    WIRE_LATE,     /* a record that was reported lost and arrived later */
    WIRE_REPEATED, /* a record received before, ignored */
    WIRE_MERGED,   /* several records, or noise and a record, on one line: split */
    WIRE_CUT_OFF,  /* the input ended in the middle of a line */
    WIRE_NO_START, /* a run received from its middle on: its platform is unknown */
    WIRE_TROUBLES
};

struct wire_listener {
    void *context;
    /* A checked record. `line` counts from 1. new_run: it is the first received record of a run. */
    void (*record)(void *context, const struct wire_record *record, unsigned long line,
                   bool new_run);
    /* `what` is a sentence without the line's number; count is the number of records for WIRE_LOST,
     * else 1. */
    void (*trouble)(void *context, enum wire_trouble trouble, unsigned long line, unsigned count,
                    const char *what);
    /* A line that does not have the form of a record; may be NULL. */
    void (*noise)(void *context, const char *line, size_t length);
};

struct wire_reader {
    struct wire_listener listener;
    unsigned long line;       /* of the line being read */
    unsigned long long noise; /* bytes of lines without the form of a record */
    unsigned counts[WIRE_TROUBLES];
    bool in_run;
    uint32_t next_seq;
    uint64_t *received; /* in this run: a hash of the record for each seq, 0 if not received */
    size_t received_room;
    struct wire_buffers *buffers;
    char *pending; /* an incomplete line; at most WIRE_MOST_BYTES */
    size_t n_pending;
    bool ended_by_cr;            /* the last line: an LF that follows ends no other line */
    unsigned long wrapped_line;  /* the first line of a record that continues on the next one */
    struct skipped_text skipped; /* what was not part of a record */
};

/* Counts a trouble of the current line and reports it to the listener. */
__attribute__((format(printf, 4, 5))) void wire_reader_report(struct wire_reader *reader,
                                                              enum wire_trouble trouble,
                                                              unsigned count, const char *format,
                                                              ...);

/* Returns the name of a kind of trouble: "damaged", "lost" and so on. */
const char *wire_trouble_name(enum wire_trouble trouble);
