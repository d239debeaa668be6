/*
 * SPDX-License-Identifier: MIT
 * The output of programs, joined from the records.
 */
#pragma once

#include <stdbool.h>
#include <stddef.h>

#include "host/data/run/run.h"

struct written_stream {
    unsigned program; /* index in run.programs */
    char *name;       /* stdout, stderr, or a path: ./stdout of a file with a stream's name */
    char *bytes;      /* where records are missing, a line in brackets states it */
    size_t length;
    size_t at;     /* offset after the last received byte */
    unsigned lost; /* further bytes, which the machine did not send */
    bool ended;    /* its last record was received */
    bool complete; /* all of its records were received, and its CRC is right */
};

/* Returns all streams of a run in the order of their records, and their number in *n. The caller
 * frees them with written_streams_free(). */
struct written_stream *written_streams_join(const struct run *run, unsigned *n);
void written_streams_free(struct written_stream *streams, unsigned n);

/* Returns whether the stream has that name: stdout or stderr. */
bool written_stream_is(const struct written_stream *stream, const char *name);

/* Returns whether output of a run's programs is missing: a stream is incomplete, or records were
 * lost which may have been those of another one. */
bool written_streams_missing(const struct run *run);
