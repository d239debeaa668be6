/*
 * SPDX-License-Identifier: MIT
 * Reads a log file with the reader that is used for a cable.
 */
#include "host/data/wire/log_file.h"

#include <errno.h>
#include <fcntl.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "host/base/allocation.h"
#include "host/base/message.h"

#define READ_BYTES     (1 << 20)
#define TROUBLES_SHOWN 10

/* A line before the records, and the text of struct run that it sets. */
static const struct log_comment {
    const char *before;
    size_t field;
} log_comments[] = {
    {LOG_SUITE, offsetof(struct run, suite)}, {LOG_SIMULATOR, offsetof(struct run, simulator)},
    {LOG_LABEL, offsetof(struct run, label)}, {LOG_MACHINE, offsetof(struct run, machine)},
    {LOG_BOARD, offsetof(struct run, board)}, {LOG_CHIP_SET, offsetof(struct run, chip_set)},
    {LOG_BIOS, offsetof(struct run, bios)},
};
#define LOG_COMMENTS (sizeof log_comments / sizeof log_comments[0])

struct log_file_reading {
    struct wire_listener collect;
    const char *path;
    unsigned shown;
    unsigned comments; /* lines of log_comments */
    bool quiet;
    char *texts[LOG_COMMENTS]; /* for the next run, or NULL */
};

static void log_file_report(struct log_file_reading *reading, unsigned long line, const char *what)
{
    if (reading->quiet)
        return;
    if (reading->shown++ < TROUBLES_SHOWN)
        message_print("%s: line %lu: %s", reading->path, line, what);
}

/* The comment applies to the next run. */
static void log_file_parse_comment(struct log_file_reading *reading, const char *line,
                                   size_t length)
{
    for (unsigned i = 0; i < LOG_COMMENTS; i++) {
        size_t start = strlen(log_comments[i].before);
        if (length <= start || memcmp(line, log_comments[i].before, start) != 0)
            continue;
        free(reading->texts[i]);
        reading->texts[i] = allocate_text("%.*s", (int)(length - start), line + start);
        reading->comments++;
    }
}

static void log_file_on_noise(void *context, const char *line, size_t length)
{
    struct log_file_reading *reading = context;
    log_file_parse_comment(reading, line, length);
    reading->collect.noise(reading->collect.context, line, length);
}

static void log_file_free_comments(struct log_file_reading *reading)
{
    for (unsigned i = 0; i < LOG_COMMENTS; i++) {
        free(reading->texts[i]);
        reading->texts[i] = NULL;
    }
}

static void log_file_apply_comments(struct log_file_reading *reading, struct run *run)
{
    for (unsigned i = 0; i < LOG_COMMENTS; i++) {
        const char *text = reading->texts[i];
        const char **field = (const char **)((char *)run + log_comments[i].field);
        if (text)
            *field = string_set_add(&run->strings, text, strlen(text));
    }
    log_file_free_comments(reading);
}

static void log_file_on_record(void *context, const struct wire_record *record, unsigned long line,
                               bool new_run)
{
    struct log_file_reading *reading = context;
    const struct collection *collection = reading->collect.context;
    unsigned long long rejected = collection->rejected;
    reading->collect.record(reading->collect.context, record, line, new_run);
    if (new_run)
        log_file_apply_comments(reading, collection_run(collection));
    if (collection->rejected == rejected)
        return;
    const struct run *run = collection_run(collection);
    log_file_report(reading, line, run->losses[run->n_losses - 1].what);
}

static void log_file_on_trouble(void *context, enum wire_trouble trouble, unsigned long line,
                                unsigned count, const char *what)
{
    struct log_file_reading *reading = context;
    reading->collect.trouble(reading->collect.context, trouble, line, count, what);
    log_file_report(reading, line, what);
}

static int log_file_read_all(int file, const char *path, struct wire_reader *reader)
{
    char *buffer = allocate_zeroed(READ_BYTES);
    ssize_t got;
    while ((got = read(file, buffer, READ_BYTES)) > 0 || (got < 0 && errno == EINTR))
        if (got > 0)
            wire_reader_feed(reader, buffer, (size_t)got);
    int error = errno;
    free(buffer);
    if (got == 0)
        return 0;
    message_print("%s: cannot be read: %s", path, strerror(error));
    return -1;
}

/* The modification time of a log is the arrival time of its run. */
static void log_file_set_time(int file, struct collection *collection)
{
    struct stat status;
    if (fstat(file, &status) || !S_ISREG(status.st_mode))
        return;
    for (unsigned i = 0; i < collection->n_runs; i++)
        if (collection->runs[i]->when == 0)
            collection->runs[i]->when = (double)status.st_mtime;
}

static void log_file_report_skipped(const struct log_file_reading *reading,
                                    const struct wire_reader *reader)
{
    struct skipped_text skipped = reader->skipped;
    skipped.other_lines -= reading->comments;
    const char *summary = skipped_text_summary(&skipped, reader->counts[WIRE_DAMAGED]);
    if (reading->shown > TROUBLES_SHOWN)
        message_print("%s: %u more lines have errors", reading->path,
                      reading->shown - TROUBLES_SHOWN);
    if (summary && !reading->quiet)
        message_print("%s: %s", reading->path, summary);
}

int log_file_read(const char *path, struct collection *collection, bool quiet, unsigned *counts)
{
    bool standard = !strcmp(path, "-");
    int file = standard ? STDIN_FILENO : open(path, O_RDONLY | O_CLOEXEC);
    if (file < 0) {
        message_print("%s: cannot be opened: %s", path, strerror(errno));
        return -1;
    }
    struct log_file_reading reading = {.collect = collection_listener(collection),
                                       .path = standard ? "stdin" : path,
                                       .quiet = quiet};
    struct wire_reader reader;
    if (wire_reader_open(&reader, (struct wire_listener){&reading, log_file_on_record,
                                                         log_file_on_trouble, log_file_on_noise}))
        die(EXIT_TARGET, "out of memory");
    int failed = log_file_read_all(file, reading.path, &reader);
    wire_reader_end(&reader);
    log_file_set_time(file, collection);
    log_file_free_comments(&reading);
    if (counts)
        memcpy(counts, reader.counts, sizeof reader.counts);
    log_file_report_skipped(&reading, &reader);
    wire_reader_close(&reader);
    if (!standard)
        close(file);
    return failed;
}
