/*
 * SPDX-License-Identifier: MIT
 * Prints the results of programs.
 */
#include "host/commands/program_results.h"

#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "host/base/message.h"
#include "host/data/written/written_streams.h"

static bool is_standard(const struct written_stream *stream)
{
    return written_stream_is(stream, "stdout") || written_stream_is(stream, "stderr");
}

/* Returns whether an earlier variant of the same program has written the same. */
static bool program_results_repeats(const struct run *run, const struct written_stream *streams,
                                    unsigned index)
{
    const struct written_stream *stream = &streams[index];
    for (unsigned i = 0; i < index; i++)
        if (run->programs[streams[i].program].bench == run->programs[stream->program].bench &&
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
    for (unsigned i = 0; i < n; i++) {
        const struct written_stream *stream = &streams[i];
        if (!stream->length || program_results_repeats(run, streams, i))
            continue;
        const char *bench = run->programs[stream->program].bench;
        printf("\n%s: %s, %zu bytes%s\n", bench, stream->name, stream->length,
               is_standard(stream) && !program_results_disturb(stream)
                   ? ":"
                   : "; --files-to DIR writes it to a file");
        if (!is_standard(stream) || program_results_disturb(stream))
            continue;
        fwrite(stream->bytes, 1, stream->length, stdout);
        if (stream->bytes[stream->length - 1] != '\n')
            putchar('\n');
    }
    written_streams_free(streams, n);
}

static void program_results_check_streams(const struct run *run)
{
    unsigned n;
    struct written_stream *streams = written_streams_join(run, &n);
    for (unsigned i = 0; i < n; i++) {
        const struct written_stream *stream = &streams[i];
        const char *bench = run->programs[stream->program].bench;
        if (!stream->complete)
            message_print("%s: %s is incomplete: records of it are missing", bench, stream->name);
        if (stream->lost)
            message_print("%s: %s: %u further bytes were not sent", bench, stream->name,
                          stream->lost);
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

static void program_results_check_calls(const struct run *run)
{
    for (unsigned i = 0; i < run->n_system_calls; i++) {
        const struct system_call_count *call = &run->system_calls[i];
        if (!call->name && !program_results_known(run, i))
            message_print("%s: system call %u is unknown: it returned ENOSYS",
                          run->programs[call->program].bench, call->number);
    }
}

static bool program_results_failed(const struct program_run *program)
{
    return strcmp(program->end, "exit") || program->status;
}

unsigned program_results_check(const struct run *run)
{
    unsigned failed = 0;
    for (unsigned i = 0; i < run->n_programs; i++) {
        const struct program_run *program = &run->programs[i];
        if (!program_results_failed(program))
            continue;
        failed++;
        const char *colon = program->what ? ": " : "", *what = program->what ? program->what : "";
        if (!strcmp(program->end, "exit"))
            message_print("%s (%s): exit status %u%s%s", program->bench, program->state,
                          program->status, colon, what);
        else if (!strcmp(program->end, "signal"))
            message_print("%s (%s): ended by signal %u (%s)%s%s", program->bench, program->state,
                          program->status, program->signal ? program->signal : "?", colon, what);
        else
            message_print("%s (%s): stopped%s%s", program->bench, program->state, colon, what);
    }
    program_results_check_calls(run);
    program_results_check_streams(run);
    return failed;
}
