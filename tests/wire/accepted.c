/*
 * SPDX-License-Identifier: MIT
 * Prints what bareprobe's reader accepts from a log: accepted LOG prints a line for each result,
 * and for each run how it ended and what was lost of it. Tests compare these lines with those of
 * the undamaged log.
 */
#include <stdio.h>
#include <string.h>

#include "host/base/allocation.h"
#include "host/data/wire/record_collector.h"

#define READ_BYTES 65536

static void print_result(unsigned run, const struct result *result)
{
    const struct values *values = &result->values;
    printf("result run=%u %s %u %s %s %s %s %s 0x%x %u", run, result->bench, result->region,
           result->event, result->ring, result->state, result->ablate, result->status, result->code,
           result->counter);
    printf(" %u %u %.17g %.17g %.17g %.17g %.17g %.17g %.17g", values->n, values->level,
           values->mean, values->sd, values->ci, values->min, values->med, values->max,
           values->mode);
    printf(" %u %u %.17g %.17g %.17g %u %u\n", result->entries, result->exits, result->raw,
           result->overhead, result->per_entry, result->outliers, result->culled);
}

/* A record is lost if its seq never arrived; one that arrived late is not lost. */
static void print_run(unsigned number, const struct run *run)
{
    unsigned lost = 0;
    for (unsigned i = 0; i < run->n_losses; i++) {
        if (!strcmp(run->losses[i].kind, "lost"))
            lost += run->losses[i].count;
        if (!strcmp(run->losses[i].kind, "late"))
            lost -= run->losses[i].count;
    }
    for (unsigned i = 0; i < run->n_results; i++)
        print_result(number, &run->results[i]);
    printf("run run=%u records=%u lost=%u done=%d complete=%d\n", number, run->records, lost,
           run->done, run_complete(run));
}

int main(int argc, char **argv)
{
    static char bytes[READ_BYTES];
    FILE *file = argc == 2 ? fopen(argv[1], "rb") : NULL;
    struct collection collection;
    struct wire_reader reader;
    collection_open(&collection, "log");
    if (!file || wire_reader_open(&reader, collection_listener(&collection))) {
        fputs("usage: accepted LOG\n", stderr);
        return 2;
    }
    for (size_t got; (got = fread(bytes, 1, sizeof bytes, file));)
        wire_reader_feed(&reader, bytes, got);
    wire_reader_end(&reader);
    for (unsigned i = 0; i < collection.n_runs; i++)
        print_run(i, collection.runs[i]);
    printf("log noise=%llu rejected=%llu", reader.noise, collection.rejected);
    for (unsigned i = 0; i < WIRE_TROUBLES; i++) {
        const char *name = wire_trouble_name((enum wire_trouble)i);
        printf(" %.*s=%u", (int)strcspn(name, " "), name, reader.counts[i]);
    }
    putchar('\n');
    wire_reader_close(&reader);
    collection_close(&collection);
    fclose(file);
    return 0;
}
