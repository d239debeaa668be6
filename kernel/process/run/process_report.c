/*
 * SPDX-License-Identifier: MIT
 * Collects what the report shows of a program: its end, its system calls, files that it missed, and
 * what it has written.
 */
#include "kernel/measure/program_hooks.h"

#include "kernel/lib/format.h"
#include "kernel/lib/string.h"
#include "kernel/machine/memory.h"
#include "kernel/process/image/program_list.h"
#include "kernel/process/memory/frames.h"
#include "kernel/process/process.h"
#include "kernel/process/process_files.h"
#include "kernel/process/signals/signal_state.h"
#include "kernel/process/run/call_dispatch.h"
#include "kernel/process/run/call_sites.h"
#include "kernel/process/run/selected_program.h"
#include "serial/program_report.h"

#include <stdbool.h>

#define MOST_MISSING 16
#define MOST_PATH    255 /* characters of a name in a record */

struct process_lists {
    struct report_system_call call[PROCESS_MOST_CALLS];
    const char *missing[MOST_MISSING];
    struct report_written *written;
    unsigned n_calls, n_missing, n_written;
};

static void process_report_read(const struct report_written *written, uint32_t at, void *to,
                                size_t count)
{
    for (size_t done = 0; done < count;) {
        uint32_t run;
        const void *bytes = process_file_bytes(written->source, at + (uint32_t)done, &run);
        const size_t part = run < count - done ? run : count - done;
        memcpy((char *)to + done, bytes, part);
        done += part;
    }
}

static const char *process_report_copy(const char *name)
{
    char *copy = memory_allocate(strlen(name) + 1);
    return copy ? memcpy(copy, name, strlen(name) + 1) : NULL;
}

static void process_report_add_written(struct process_lists *lists, const struct file_node *file,
                                       const char *name)
{
    /* A file may have more holes than the machine has memory. */
    const uint32_t size = process_file_size(file);
    const uint32_t sent = size < memory_end() ? size : memory_end();
    lists->written[lists->n_written++] = (struct report_written){
        .name = name,
        .size = sent,
        .lost = size - sent,
        .read = process_report_read,
        .source = file,
    };
}

/* Adds a file that the program has created or changed. */
static void process_report_add_file(struct kernel_run *run, struct process_lists *lists,
                                    const struct file_node *file)
{
    static char text[160];
    const char *path = process_file_path(file);
    const char *name = path && strlen(path) <= MOST_PATH ? process_report_copy(path) : NULL;
    if (name) {
        process_report_add_written(lists, file, name);
    } else if (path && strlen(path) <= MOST_PATH) {
        run_error(run, "not enough memory for the names of the files that the program has written");
    } else {
        format(text, sizeof text,
               "file '%.60s...': not sent, since its path has more than %u characters",
               path ? path : "", MOST_PATH);
        run_error(run, text);
    }
}

/* Returns false if there is too little memory. */
static bool process_report_collect(struct kernel_run *run, struct process_lists *lists)
{
    for (unsigned number = 0; number < PROCESS_MOST_CALLS; number++) {
        const struct system_call *call = system_calls_find(number);
        const struct call_count count = system_calls_count(number);
        if (count.made)
            lists->call[lists->n_calls++] =
                (struct report_system_call){number, call ? call->name : NULL, count.made,
                                            count.failed, call_sites_find(number)};
    }
    const char *name;
    while (lists->n_missing < MOST_MISSING && (name = process_files_missing(lists->n_missing)))
        lists->missing[lists->n_missing++] = name;
    unsigned n_files = 2;
    for (struct file_node *file = NULL; (file = process_files_written(file));)
        n_files++;
    lists->written = memory_allocate(n_files * sizeof *lists->written);
    if (!lists->written)
        return false;
    process_report_add_written(lists, process_files_output(), "stdout");
    process_report_add_written(lists, process_files_error(), "stderr");
    for (struct file_node *file = NULL; (file = process_files_written(file));)
        process_report_add_file(run, lists, file);
    return true;
}

void process_report(struct kernel_run *run, const struct report_bench *bench)
{
    if (!run->config->program[0])
        return;
    uintptr_t mark = memory_mark();
    struct process_lists *lists = memory_allocate(sizeof *lists);
    if (!lists || !process_report_collect(run, lists)) {
        run_error(run, "not enough memory for the report on the program");
        memory_release(mark);
        return;
    }
    const bool stopped = process.sentence[0] && !process.signal;
    const struct report_program program = {
        .bench = bench->name,
        .state = bench->state,
        .ablate = bench->ablate,
        .command = run->config->program,
        .file_bytes = process_executable_bytes(),
        .entry = process.entry,
        .memory_kb = frames_most_in_use() * (FRAME_BYTES / 1024),
        .end = process.ended    ? PROGRAM_EXIT
               : process.signal ? PROGRAM_SIGNAL
                                : PROGRAM_STOPPED,
        .status = (unsigned)(process.ended ? process.status : process.signal),
        .signal = process.signal ? signals_name(process.signal) : NULL,
        .what = stopped ? process.sentence : NULL,
        .site = !process.ended && process.end_site.n ? &process.end_site : NULL,
        .system_calls = lists->call,
        .n_system_calls = lists->n_calls,
        .missing_files = lists->missing,
        .n_missing_files = lists->n_missing,
        .written = lists->written,
        .n_written = lists->n_written,
    };
    program_report(run->report, &program);
    memory_release(mark);
    const char *refused = process_refused_memory();
    if (refused)
        REPORT(run->report, warning, run->config->warn_file, refused);
}

void process_report_unopened(struct kernel_run *run)
{
    static char text[160];
    const struct program_file *file;
    const char *ignored = program_list_ignored();
    if (ignored && !run->work_queue.on) {
        format(text, sizeof text,
               "module '%s' was ignored: at most %u executables and %u files can be loaded",
               ignored, (unsigned)PROGRAM_LIST_EXECUTABLES, (unsigned)PROGRAM_LIST_FILES);
        run_error(run, text);
    }
    for (unsigned i = 0; !run->work_queue.on && (file = program_list_file(i)); i++)
        if (!process_files_was_opened(file->bytes)) {
            format(text, sizeof text, "file '%s': no program opened it", file->name);
            run_error(run, text);
        }
}
