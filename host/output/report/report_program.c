/*
 * SPDX-License-Identifier: MIT
 * Reports a program from an executable file: converts its records to the kernel's structure.
 */
#include "host/output/report/report_parts.h"

#include <stdlib.h>
#include <string.h>

#include "host/base/allocation.h"
#include "host/data/written/written_streams.h"
#include "host/data/written/written_text_read.h"
#include "serial/program_report.h"

/* Lists of one program, as the kernel has them. */
struct program_lists {
    struct report_system_call *calls;
    char **missing;
    struct report_written *written;
    unsigned n_calls, n_missing, n_written;
};

static void report_program_read(const struct report_written *written, uint32_t at, void *to,
                                size_t count)
{
    memcpy(to, (const char *)written->source + at, count);
}

static void report_program_add_calls(struct program_lists *lists, const struct run *run,
                                     unsigned program)
{
    for (unsigned i = 0; i < run->n_system_calls; i++) {
        const struct system_call_count *call = &run->system_calls[i];
        if (call->program != program)
            continue;
        struct report_system_call *added =
            allocate_element(&lists->calls, &lists->n_calls, sizeof *added);
        *added =
            (struct report_system_call){call->number, call->name, call->calls, call->errors, NULL};
    }
}

static void report_program_add_missing(struct program_lists *lists, const struct run *run,
                                       unsigned program)
{
    for (unsigned i = 0; i < run->n_missing_files; i++) {
        const char *name = run->missing_files[i].name;
        const long length = written_text_length(name, NULL);
        if (run->missing_files[i].program != program || length < 0)
            continue;
        char **added = allocate_element(&lists->missing, &lists->n_missing, sizeof *added);
        *added = allocate_zeroed((size_t)length + 1);
        written_text_decode(name, NULL, *added);
    }
}

static void report_program_add_written(struct program_lists *lists,
                                       const struct written_stream *streams, unsigned n,
                                       unsigned program)
{
    for (unsigned i = 0; i < n; i++) {
        if (streams[i].program != program)
            continue;
        struct report_written *added =
            allocate_element(&lists->written, &lists->n_written, sizeof *added);
        *added = (struct report_written){.name = streams[i].name,
                                         .size = (uint32_t)streams[i].length,
                                         .lost = streams[i].lost,
                                         .read = report_program_read,
                                         .source = streams[i].bytes};
    }
}

static enum program_end report_program_end(const char *name)
{
    enum program_end end = PROGRAM_EXIT;
    while (end < PROGRAM_STOPPED && strcmp(name, program_report_end_name(end)))
        end++;
    return end;
}

void report_program(struct report_stream *report, const struct run *run, unsigned index)
{
    const struct program_run *program = &run->programs[index];
    struct program_lists lists = {0};
    unsigned n;
    struct written_stream *streams = written_streams_join(run, &n);
    report_program_add_calls(&lists, run, index);
    report_program_add_missing(&lists, run, index);
    report_program_add_written(&lists, streams, n, index);
    const struct report_program reported = {.bench = program->bench,
                                            .state = program->state,
                                            .ablate = program->ablate,
                                            .command = program->command,
                                            .file_bytes = program->file_bytes,
                                            .entry = program->entry,
                                            .memory_kb = program->memory_kb,
                                            .end = report_program_end(program->end),
                                            .status = program->status,
                                            .signal = program->signal,
                                            .what = program->what,
                                            .system_calls = lists.calls,
                                            .n_system_calls = lists.n_calls,
                                            .missing_files = (const char *const *)lists.missing,
                                            .n_missing_files = lists.n_missing,
                                            .written = lists.written,
                                            .n_written = lists.n_written};
    program_report(report, &reported);
    for (unsigned i = 0; i < lists.n_missing; i++)
        free(lists.missing[i]);
    free(lists.missing);
    free(lists.calls);
    free(lists.written);
    written_streams_free(streams, n);
}
