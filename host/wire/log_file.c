/*
 * SPDX-License-Identifier: MIT
 * Reads a log file with the reader that is used for a cable.
 */
#include "host/wire/log_file.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "host/base/allocate.h"
#include "host/base/message.h"
#include "host/run/sampled_arrival.h"

#define READ_BYTES     (1 << 20)
#define TROUBLES_SHOWN 10

struct reading {
    struct wire_listener collect;
    const char *path;
    unsigned shown, untold;
    bool quiet;
    char *suite, *simulator; /* of the next run, or NULL */
};

static void tell(struct reading *reading, unsigned long line, const char *what)
{
    if (reading->quiet)
        return;
    if (reading->shown++ < TROUBLES_SHOWN)
        say("%s: line %lu: %s", reading->path, line, what);
    else
        reading->untold++;
}

/* The comment applies to the next run. */
static void take_word(char **word, const char *line, size_t length, const char *before)
{
    size_t start = strlen(before);
    if (length <= start || memcmp(line, before, start) != 0)
        return;
    free(*word);
    *word = memory_print("%.*s", (int)(length - start), line + start);
}

static void on_noise(void *context, const char *line, size_t length)
{
    struct reading *reading = context;
    take_word(&reading->suite, line, length, LOG_SUITE);
    take_word(&reading->simulator, line, length, LOG_SIMULATOR);
}

static void set_words(struct reading *reading, struct run *run)
{
    if (reading->suite)
        run->suite = strings_keep(&run->strings, reading->suite, strlen(reading->suite));
    if (reading->simulator)
        run->simulator =
            strings_keep(&run->strings, reading->simulator, strlen(reading->simulator));
    free(reading->suite);
    free(reading->simulator);
    reading->suite = reading->simulator = NULL;
}

static void on_record(void *context, const struct wire_record *record, unsigned long line,
                      bool new_run)
{
    struct reading *reading = context;
    const struct collection *collection = reading->collect.context;
    unsigned long long rejected = collection->rejected;
    reading->collect.record(reading->collect.context, record, line, new_run);
    if (new_run)
        set_words(reading, collection_run(collection));
    if (collection->rejected == rejected)
        return;
    const struct run *run = collection_run(collection);
    tell(reading, line, run->losses[run->n_losses - 1].what);
}

static void on_trouble(void *context, enum wire_trouble trouble, unsigned long line, unsigned count,
                       const char *what)
{
    struct reading *reading = context;
    reading->collect.trouble(reading->collect.context, trouble, line, count, what);
    tell(reading, line, what);
}

static int read_all(int file, const char *path, struct wire_reader *reader)
{
    char *buffer = memory_get(READ_BYTES);
    ssize_t got;
    while ((got = read(file, buffer, READ_BYTES)) > 0 || (got < 0 && errno == EINTR))
        if (got > 0)
            wire_reader_feed(reader, buffer, (size_t)got);
    int error = errno;
    free(buffer);
    if (got == 0)
        return 0;
    say("%s: cannot be read: %s", path, strerror(error));
    return -1;
}

/* The modification time of a log is the arrival time of its run. */
static void set_time(int file, struct collection *collection)
{
    struct stat status;
    if (fstat(file, &status) || !S_ISREG(status.st_mode))
        return;
    for (unsigned i = 0; i < collection->n_runs; i++)
        if (collection->runs[i]->when == 0)
            collection->runs[i]->when = (double)status.st_mtime;
}

int log_read(const char *path, struct collection *collection, bool quiet, unsigned *counts)
{
    bool standard = !strcmp(path, "-");
    int file = standard ? STDIN_FILENO : open(path, O_RDONLY | O_CLOEXEC);
    if (file < 0) {
        say("%s: cannot be opened: %s", path, strerror(errno));
        return -1;
    }
    struct reading reading = {
        collection_listener(collection), standard ? "stdin" : path, 0, 0, quiet, NULL, NULL};
    struct wire_reader reader;
    if (wire_reader_open(&reader,
                         (struct wire_listener){&reading, on_record, on_trouble, on_noise}))
        die(EXIT_TARGET, "out of memory");
    int failed = read_all(file, reading.path, &reader);
    wire_reader_end(&reader);
    set_time(file, collection);
    free(reading.suite);
    free(reading.simulator);
    if (counts)
        memcpy(counts, reader.counts, sizeof reader.counts);
    if (reading.untold)
        say("%s: %u more lines have errors", reading.path, reading.untold);
    wire_reader_close(&reader);
    if (!standard)
        close(file);
    return failed;
}

/* Describes lost records and results; NULL if none were lost. */
static const char *lost_records(struct run *run)
{
    unsigned lost = 0, rejected = 0;
    for (unsigned i = 0; i < run->n_losses; i++) {
        const struct loss *loss = &run->losses[i];
        if (!strcmp(loss->kind, "lost"))
            lost += loss->count;
        if (!strcmp(loss->kind, "late"))
            lost -= loss->count;
        if (!strcmp(loss->kind, "rejected"))
            rejected += loss->count;
    }
    unsigned numbers = 0;
    for (unsigned i = 0; i < run->n_results; i++)
        numbers += result_ok(&run->results[i]);
    if (run->done && run->done_results > numbers)
        return strings_print(&run->strings, "%u of %u results lost", run->done_results - numbers,
                             run->done_results);
    if (!run->done && run->n_samplings && !run->n_results)
        return strings_print(
            &run->strings, "incomplete: the end record is missing; %u records were lost before it",
            lost + rejected);
    if (!run->done)
        return strings_print(&run->strings,
                             "incomplete: the end record is missing; %u results were received, %u "
                             "records were lost before it",
                             numbers, lost + rejected);
    if (lost || rejected)
        return strings_print(&run->strings, "%u of %u records lost, but no results",
                             lost + rejected, run->records + lost);
    return NULL;
}

const char *run_loss_sentence(struct run *run)
{
    const char *records = lost_records(run);
    char *sampled = records || sampled_missing(run) ? sampled_arrival_text(run) : NULL;
    if (!sampled)
        return records;
    const char *both = strings_print(&run->strings, "%s%sreceived: %s", records ? records : "",
                                     records ? "; " : "", sampled);
    free(sampled);
    return both;
}
