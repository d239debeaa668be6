/*
 * SPDX-License-Identifier: MIT
 * Reads the records of a run.
 */
#include "host/analysis/loop/watched_program.h"

#include <stdlib.h>
#include <string.h>

#include "host/analysis/fault/fault_places.h"
#include "host/base/allocation.h"
#include "host/base/message.h"
#include "host/data/written/program_outcome.h"
#include "host/data/wire/record_collector.h"

static void watched_program_print(const struct run *run)
{
    for (unsigned i = 0; i < run->n_faults; i++)
        message_print("%s", run->faults[i].what);
    for (unsigned i = 0; i < run->n_programs; i++) {
        if (!program_failed(&run->programs[i]))
            continue;
        char *end = program_end_text(&run->programs[i]);
        message_print("%s: %s", run->programs[i].bench, end);
        free(end);
    }
}

static void watched_program_name_regions(struct watched_program *program, const struct run *run)
{
    for (unsigned i = 0; i < run->n_results; i++) {
        const struct result *result = &run->results[i];
        if (result->region_name && result->region < PROGRAM_REGIONS &&
            !program->regions[result->region])
            program->regions[result->region] = allocate_copy(result->region_name);
    }
}

void watched_program_read(struct watched_program *program, const char *records, const char *kernel)
{
    struct collection collection;
    struct wire_reader reader;
    if (program->known)
        return;
    program->known = true;
    collection_open(&collection, "the virtual Pentium");
    if (!wire_reader_open(&reader, collection_listener(&collection))) {
        wire_reader_feed(&reader, records, strlen(records));
        wire_reader_end(&reader);
        wire_reader_close(&reader);
    }
    struct run *run = collection_run(&collection);
    if (run) {
        fault_places_add_program(program->name, program->path);
        fault_places_find(run, kernel);
        watched_program_print(run);
        watched_program_name_regions(program, run);
    }
    collection_close(&collection);
}

void watched_program_free(struct watched_program *program)
{
    for (unsigned i = 0; i < PROGRAM_REGIONS; i++)
        free(program->regions[i]);
    *program = (struct watched_program){0};
}
