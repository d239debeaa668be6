/*
 * SPDX-License-Identifier: MIT
 * Bytes in, records out, with account of all that came damaged, twice, or not at all.
 * Every byte is either part of a record handed on, or of trouble told about, or noise counted.
 */
#pragma once

#include "host/wire/wire_line.h"

enum wire_trouble {
    WIRE_DAMAGED,  /* a line that says it is a record and fails its check */
    WIRE_LOST,     /* records whose seq was never heard */
    WIRE_LATE,     /* a record told lost before that has come after all */
    WIRE_REPEATED, /* a record heard before, left out */
    WIRE_MERGED,   /* several records, or noise and a record, on one line: taken apart */
    WIRE_CUT_OFF,  /* the wire ended in the middle of a line */
    WIRE_NO_START, /* a run heard from its middle on: its platform is not known */
    WIRE_TROUBLES
};

struct wire_listener {
    void *context;
    /* A record, checked. `line` counts from 1. new_run: it is the first heard of a run. */
    void (*record)(void *context, const struct wire_record *record, unsigned long line,
                   bool new_run);
    /* `what` is a sentence without the line's number; count is of records for WIRE_LOST, else 1. */
    void (*trouble)(void *context, enum wire_trouble trouble, unsigned long line, unsigned count,
                    const char *what);
    /* A line that does not say it is a record; NULL where nobody wants them. */
    void (*noise)(void *context, const char *line, size_t length);
};

struct wire_reader {
    struct wire_listener listener;
    unsigned long line;       /* of the one being read */
    unsigned long long noise; /* bytes of lines that do not say they are records */
    unsigned counts[WIRE_TROUBLES];
    bool in_run;
    uint32_t next_seq;
    uint64_t *heard; /* of this run: a hash of the record for each seq, 0 where none was heard */
    size_t heard_room;
    char *pending; /* a line's start, its end not come yet; WIRE_MOST_BYTES at most */
    size_t n_pending;
};

/* 0, or -1 where there is no memory. */
int wire_reader_open(struct wire_reader *reader, struct wire_listener listener);

void wire_reader_feed(struct wire_reader *reader, const char *bytes, size_t count);

/* No more will come. What is pending is told about; counts stay readable. */
void wire_reader_end(struct wire_reader *reader);
void wire_reader_close(struct wire_reader *reader);

/* How a kind of trouble is called in an account of it: "damaged", "lost" and so on. */
const char *wire_trouble_name(enum wire_trouble trouble);
