/*
 * SPDX-License-Identifier: MIT
 * Prints the results of programs.
 */
#include "host/commands/program_results.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "host/base/message.h"
#include "host/data/written/linux_call_names.h"
#include "host/data/written/program_outcome.h"
#include "host/data/written/written_streams.h"

static bool is_standard(const struct written_stream *stream)
{
    return written_stream_is(stream, "stdout") || written_stream_is(stream, "stderr");
}

/* Returns whether an earlier variant of the same experiment has written the same. */
static bool program_results_repeats(char *const *names, const struct written_stream *streams,
                                    unsigned index)
{
    const struct written_stream *stream = &streams[index];
    for (unsigned i = 0; i < index; i++)
        if (!strcmp(names[streams[i].program], names[stream->program]) &&
            !strcmp(streams[i].name, stream->name) && streams[i].length == stream->length &&
            !memcmp(streams[i].bytes, stream->bytes, stream->length))
            return true;
    return false;
}

/* Bytes for a terminal must be text. */
static bool program_results_disturb(const struct written_stream *stream)
{
    return isatty(STDOUT_FILENO) && memchr(stream->bytes, 0, stream->length);
}

void program_results_print(const struct run *run)
{
    unsigned n;
    struct written_stream *streams = written_streams_join(run, &n);
    char **names = program_names(run);
    for (unsigned i = 0; i < n; i++) {
        const struct written_stream *stream = &streams[i];
        if (!stream->length || program_results_repeats(names, streams, i))
            continue;
        printf("\nprograms/%s: %s, %zu bytes%s\n", names[stream->program], stream->name,
               stream->length,
               is_standard(stream) && !program_results_disturb(stream)
                   ? ":"
                   : "; --files-to DIR writes it to a file");
        if (!is_standard(stream) || program_results_disturb(stream))
            continue;
        fwrite(stream->bytes, 1, stream->length, stdout);
        if (stream->bytes[stream->length - 1] != '\n')
            putchar('\n');
    }
    program_names_free(names, run);
    written_streams_free(streams, n);
}

static void program_results_check_streams(const struct run *run, char *const *names)
{
    unsigned n;
    struct written_stream *streams = written_streams_join(run, &n);
    for (unsigned i = 0; i < n; i++) {
        const struct written_stream *stream = &streams[i];
        const char *name = names[stream->program];
        if (!stream->complete)
            message_print("programs/%s: %s is incomplete: records of it are missing; measure again",
                          name, stream->name);
        if (stream->lost)
            message_print(
                "programs/%s: %s: %u further bytes were not sent: at most as many bytes of a file "
                "are sent as the machine has memory; write a smaller file, without holes",
                name, stream->name, stream->lost);
    }
    written_streams_free(streams, n);
}

/* Returns whether an earlier program of the run has the same unknown call. */
static bool program_results_known(const struct run *run, unsigned index)
{
    for (unsigned i = 0; i < index; i++)
        if (!run->system_calls[i].name &&
            run->system_calls[i].number == run->system_calls[index].number)
            return true;
    return false;
}

static void program_results_check_calls(const struct run *run, char *const *names)
{
    for (unsigned i = 0; i < run->n_system_calls; i++) {
        const struct system_call_count *call = &run->system_calls[i];
        if (!call->from && call->name)
            continue;
        if (!call->name && program_results_known(run, i))
            continue;
        const char *name = linux_call_name(call->number);
        message_print("programs/%s: system call %u%s%s%s %s: it returned ENOSYS%s%s",
                      names[call->program], call->number, name ? " (" : "", name ? name : "",
                      name ? ")" : "", call->name ? "lacks a function" : "is unknown",
                      call->place ? ": " : "", call->place ? call->place : "");
    }
}

unsigned program_results_check(const struct run *run)
{
    unsigned failed = program_report_failures(run);
    char **names = program_names(run);
    program_results_check_calls(run, names);
    program_results_check_streams(run, names);
    program_names_free(names, run);
    return failed + written_streams_missing(run);
}
