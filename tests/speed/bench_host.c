/*
 * SPDX-License-Identifier: MIT
 * Measures how fast bareprobe reads a log: bench_host LOG. The log's records are repeated, as one
 * long run with new seq and crc, up to MEGABYTES in memory; the median of ROUNDS readings is
 * reported.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "host/base/allocation.h"
#include "host/data/checksum/crc16_fast.h"
#include "host/data/wire/record_collector.h"

#define MEGABYTES 200
#define ROUNDS    5
#define SLACK     2048 /* longer than any line */

struct log {
    char *bytes;
    size_t size;
};

static struct log read_log(const char *path)
{
    FILE *file = fopen(path, "rb");
    struct log log = {allocate_zeroed(MEGABYTES * 1000000ul), 0};
    if (file)
        log.size = fread(log.bytes, 1, MEGABYTES * 1000000ul, file);
    if (!file || log.size == 0) {
        fprintf(stderr, "bench_host: %s: not a log\n", path);
        exit(2);
    }
    fclose(file);
    return log;
}

/*
 * Appends a line: a new head, the rest of a record from " ev=" on without its crc, and a new crc.
 */
static char *append(char *at, unsigned seq, const char *line, size_t length)
{
    const char *rest = memmem(line, length, " ev=", 4);
    int head = sprintf(at, "BP seq=%u", seq);
    size_t body = length - (size_t)(rest - line) - strlen(" crc=0000");
    memcpy(at + head, rest, body);
    size_t whole = (size_t)head + body;
    return at + whole + sprintf(at + whole, " crc=%04x\n", crc16_fast(at, whole));
}

static bool repeats(const char *line, size_t length)
{
    return !memmem(line, length, " ev=start ", 10) && !memmem(line, length, " ev=done ", 9);
}

/* Copies the first line once, then repeats all but the last. */
static struct log make_long(const struct log *log)
{
    struct log made = {allocate_zeroed(MEGABYTES * 1000000ul + SLACK), 0};
    char *at = made.bytes, *most = made.bytes + MEGABYTES * 1000000ul - SLACK;
    unsigned seq = 0;
    while (at < most) {
        const char *line = log->bytes, *end = log->bytes + log->size, *newline;
        for (; at < most && (newline = memchr(line, '\n', (size_t)(end - line)));
             line = newline + 1) {
            size_t length = (size_t)(newline - line);
            length -= length && line[length - 1] == '\r';
            if (seq == 0 || repeats(line, length))
                at = append(at, seq++, line, length);
        }
    }
    made.size = (size_t)(at - made.bytes);
    return made;
}

static double seconds(void)
{
    struct timespec now;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
    return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

static double read_once(const struct log *log, bool collects, unsigned *results)
{
    struct wire_reader reader;
    struct collection collection;
    collection_open(&collection, "bench");
    struct wire_listener listener = collection_listener(&collection);
    if (!collects)
        listener.record = NULL;
    double begun = seconds();
    if (wire_reader_open(&reader, listener))
        exit(3);
    wire_reader_feed(&reader, log->bytes, log->size);
    wire_reader_end(&reader);
    double taken = seconds() - begun;
    for (unsigned i = 0; i < WIRE_TROUBLES; i++)
        if (reader.counts[i]) {
            fprintf(stderr, "bench_host: %u %s\n", reader.counts[i],
                    wire_trouble_name((enum wire_trouble)i));
            exit(1);
        }
    const struct run *run = collection_run(&collection);
    *results = run ? run->n_results : 0;
    wire_reader_close(&reader);
    collection_close(&collection);
    return taken;
}

static int by_size(const void *a, const void *b)
{
    double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

static void measure(const struct log *log, bool collects)
{
    double taken[ROUNDS];
    unsigned results;
    for (unsigned i = 0; i < ROUNDS; i++)
        taken[i] = read_once(log, collects, &results);
    qsort(taken, ROUNDS, sizeof taken[0], by_size);
    printf("%-32s %5.0f MB/s", collects ? "lines checked, runs collected" : "lines checked",
           (double)log->size / 1e6 / taken[ROUNDS / 2]);
    printf(collects ? "  (%u results)\n" : "\n", results);
}

int main(int argc, char **argv)
{
    if (argc != 2) {
        fputs("usage: bench_host LOG\n", stderr);
        return 2;
    }
    struct log one = read_log(argv[1]), whole = make_long(&one);
    measure(&whole, false);
    measure(&whole, true);
    free(one.bytes);
    free(whole.bytes);
    return 0;
}
