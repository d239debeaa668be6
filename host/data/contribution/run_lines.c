/*
 * SPDX-License-Identifier: MIT
 * Feeds a log to the reader of records line by line, and notes the run of each line.
 */
#include "host/data/contribution/run_lines.h"

#include <stdlib.h>
#include <string.h>

#include "host/base/allocation.h"
#include "host/base/message.h"

/* Returns the length of the first line with its end: LF, CR, or CR LF. */
static size_t run_lines_length(const char *bytes, size_t length)
{
    for (size_t i = 0; i < length; i++)
        if (bytes[i] == '\n' || (bytes[i] == '\r' && (i + 1 == length || bytes[i + 1] != '\n')))
            return i + 1;
    return length;
}

static void run_lines_add(struct run_lines *lines, const char *text, size_t length)
{
    struct run_line *line = allocate_element(&lines->lines, &lines->n, sizeof *line);
    *line = (struct run_line){.text = text, .length = length};
}

/* The lines from `first` on precede the first record of a run, or belong to the last one. */
static void run_lines_assign(struct run_lines *lines, unsigned first)
{
    for (unsigned i = first; i < lines->n; i++)
        lines->lines[i].run = lines->collection.n_runs ? lines->collection.n_runs - 1 : 0;
}

/* Reads as the collection does, and notes that a record arrived. */
struct run_lines_reading {
    struct wire_listener collect;
    bool received;
};

static void run_lines_on_record(void *context, const struct wire_record *record, unsigned long line,
                                bool new_run)
{
    struct run_lines_reading *reading = context;
    reading->collect.record(reading->collect.context, record, line, new_run);
    reading->received = true;
}

static void run_lines_on_trouble(void *context, enum wire_trouble trouble, unsigned long line,
                                 unsigned count, const char *what)
{
    struct run_lines_reading *reading = context;
    reading->collect.trouble(reading->collect.context, trouble, line, count, what);
}

static void run_lines_on_noise(void *context, const char *line, size_t length)
{
    struct run_lines_reading *reading = context;
    reading->collect.noise(reading->collect.context, line, length);
}

void run_lines_read(struct run_lines *lines, const char *name, const char *bytes, size_t length)
{
    struct wire_reader reader;
    unsigned unassigned = 0;
    *lines = (struct run_lines){0};
    collection_open(&lines->collection, name);
    struct run_lines_reading reading = {.collect = collection_listener(&lines->collection)};
    if (wire_reader_open(&reader, (struct wire_listener){&reading, run_lines_on_record,
                                                         run_lines_on_trouble, run_lines_on_noise}))
        die(EXIT_TARGET, "out of memory");
    for (size_t at = 0, step; at < length; at += step) {
        step = run_lines_length(bytes + at, length - at);
        run_lines_add(lines, bytes + at, step);
        wire_reader_feed(&reader, bytes + at, step);
        if (!reading.received)
            continue;
        reading.received = false;
        run_lines_assign(lines, unassigned);
        unassigned = lines->n;
    }
    wire_reader_end(&reader);
    wire_reader_close(&reader);
    run_lines_assign(lines, unassigned);
}

void run_lines_free(struct run_lines *lines)
{
    collection_close(&lines->collection);
    free(lines->lines);
    *lines = (struct run_lines){0};
}
