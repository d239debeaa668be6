/*
 * SPDX-License-Identifier: MIT
 * Performs a sweep. All points are checked before the first one starts. A run is stored from its
 * log, as by `import`.
 */
#include "host/machines/sweep/sweep.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "host/base/allocation.h"
#include "host/base/message.h"
#include "host/base/number_text.h"
#include "host/base/text_table.h"
#include "host/data/metrics/named_events.h"
#include "host/data/selection/result_selection.h"
#include "host/machines/sweep/sweep_points.h"
#include "host/machines/sweep/process_pool.h"
#include "host/machines/listener.h"
#include "host/machines/saved_run.h"
#include "host/data/wire/log_file.h"

#define PRINTED_LOG   "sweep.log"
#define MOST_MEASURED 4 /* columns of means */

/* The data of a point in the table. */
struct sweep_row {
    bool stored;
    long long run; /* in the store; 0: not stored */
    unsigned results;
    const char *state;
    struct mean {
        char *what; /* "thesis/program1 0 count_clocks" */
        double value;
        bool rate;
    } means[MOST_MEASURED];
    unsigned n_means; /* number of all results with numbers, also beyond MOST_MEASURED */
};

struct sweep_state {
    const struct sweep_request *sweep;
    struct points points;
    char **logs;
    struct pool_command *commands;
    struct sweep_row *rows;
    unsigned done;
    int status;
};

static int sweep_check_points(const struct sweep_state *work)
{
    for (unsigned i = 0; i < work->points.n; i++) {
        struct shell_line words =
            sweep_points_command(&work->points, work->sweep, i, work->logs[i]);
        char **copy =
            allocate_zeroed(words.n * sizeof *copy); /* parsing options reorders the words */
        memcpy(copy, words.word, words.n * sizeof *copy);
        int status = work->sweep->check((int)words.n - 1, copy);
        free(copy);
        shell_line_free(&words);
        if (!status)
            continue;
        char *text = sweep_points_text(&work->points, i);
        message_print("--sweep: nothing was started: '%s' cannot be run", text);
        free(text);
        return status;
    }
    return 0;
}

static void sweep_print_commands(const struct sweep_state *work)
{
    for (unsigned i = 0; i < work->points.n; i++) {
        struct shell_line words =
            sweep_points_command(&work->points, work->sweep, i, work->logs[i]);
        shell_line_print_word(program_invocation_name, stdout);
        fputc(' ', stdout);
        shell_line_print(&words, stdout);
        shell_line_free(&words);
    }
}

/* Collects the means of the requested events; for named events, their values instead of those of
 * the events in their formulas. */
static void sweep_collect_means(struct sweep_row *row, struct run *run, const char *events)
{
    char *named = named_events_of(events);
    const struct result_selection selection = {.event = named ? events : NULL};
    for (unsigned i = 0; i < run->n_results; i++)
        row->results += result_ok(&run->results[i]);
    named_results_add(run, named);
    free(named);
    for (unsigned i = 0; i < run->n_results; i++) {
        const struct result *result = &run->results[i];
        if (!result_ok(result) || !selection_matches(&selection, result))
            continue;
        if (row->n_means < MOST_MEASURED) {
            char region[16];
            snprintf(region, sizeof region, "%u", result->region);
            row->means[row->n_means] = (struct mean){
                allocate_text("%s %s %s", result->bench,
                              result->region == RUN_WHOLE ? "whole" : region, result->event),
                result->values.mean, result->rate};
        }
        row->n_means++;
    }
}

static void sweep_store_run(struct sweep_state *work, struct sweep_row *row, struct run *run,
                            const char *log)
{
    const struct saved_run_options save_options = {.store = work->sweep->store,
                                                   .no_store = work->sweep->no_store,
                                                   .label = work->sweep->label,
                                                   .quiet = true};
    saved_run_store(run, log, &save_options);
    row->stored = true;
    row->run = run->id;
    row->state = run->done ? run->ok ? "ok" : "failed" : "incomplete";
    sweep_collect_means(row, run, work->sweep->events);
}

/* Reports a failed point with the messages of its command. */
static void sweep_report_failure(const struct sweep_state *work, unsigned i)
{
    char *text = sweep_points_text(&work->points, i), *messages = work->commands[i].messages;
    message_print("%s: status %d", text, work->commands[i].status);
    for (char *rest = messages, *line; (line = strsep(&rest, "\n"));)
        if (*line)
            fprintf(stderr, "  %s\n", line);
    free(text);
}

static void sweep_on_end(void *context, unsigned i)
{
    struct sweep_state *work = context;
    struct collection collection;
    work->done++;
    if (work->commands[i].status > work->status)
        work->status = work->commands[i].status < 128 ? work->commands[i].status : EXIT_TARGET;
    if (work->commands[i].status)
        sweep_report_failure(work, i);
    collection_open(&collection, work->logs[i]);
    if (access(work->logs[i], R_OK) == 0 && !log_file_read(work->logs[i], &collection, true, NULL))
        for (unsigned r = 0; r < collection.n_runs; r++)
            sweep_store_run(work, &work->rows[i], collection.runs[r], work->logs[i]);
    collection_close(&collection);
    if (isatty(STDERR_FILENO))
        fprintf(stderr, "\r%u of %u points%s", work->done, work->points.n,
                work->done == work->points.n ? "\n" : "\033[K");
}

/* Returns the point whose means name the columns, if all points with means have the same few; else
 * NULL. */
static const struct sweep_row *sweep_named_means(const struct sweep_state *work)
{
    const struct sweep_row *first = NULL;
    for (unsigned i = 0; i < work->done; i++) {
        const struct sweep_row *row = &work->rows[i];
        if (!row->n_means)
            continue;
        first = first ? first : row;
        if (row->n_means > MOST_MEASURED || row->n_means != first->n_means)
            return NULL;
        for (unsigned m = 0; m < row->n_means; m++)
            if (strcmp(row->means[m].what, first->means[m].what) != 0)
                return NULL;
    }
    return first;
}

static void sweep_print_row(const struct sweep_state *work, struct text_table *table, unsigned i,
                            unsigned n_means)
{
    const struct sweep_row *row = &work->rows[i];
    unsigned column = 0;
    text_table_add_row(table);
    if (row->run)
        text_table_cell(table, column, "%lld", row->run);
    column++;
    for (unsigned a = 0; a < work->points.n_axes; a++)
        text_table_cell(table, column++, "%s", sweep_points_value(&work->points, i, a));
    text_table_cell(table, column++, "%u", row->results);
    text_table_cell(table, column++, "%s", row->stored ? row->state : "no data");
    for (unsigned m = 0; m < n_means && m < row->n_means; m++)
        text_table_cell(table, column++, "%s",
                        number_text_short(row->means[m].value, row->means[m].rate ? 4 : 2));
}

static void sweep_print_table(const struct sweep_state *work)
{
    const struct sweep_row *named = sweep_named_means(work);
    unsigned n_means = named ? named->n_means : 0, column = 0;
    struct text_table *table = text_table_new(3 + work->points.n_axes + n_means);
    text_table_set_column(table, column, "run", TABLE_RIGHT);
    text_table_optional(table, column++);
    for (unsigned a = 0; a < work->points.n_axes; a++)
        text_table_set_column(table, column++, work->points.axes[a].name, TABLE_RIGHT);
    text_table_set_column(table, column++, "results", TABLE_RIGHT);
    text_table_set_column(table, column++, "state", TABLE_LEFT);
    for (unsigned m = 0; m < n_means; m++)
        text_table_set_column(table, column++, named->means[m].what, TABLE_RIGHT);
    for (unsigned i = 0; i < work->done; i++)
        sweep_print_row(work, table, i, n_means);
    text_table_print(table, stdout, colour_on(STDOUT_FILENO));
    text_table_free(table);
}

static void sweep_print_hints(const struct sweep_state *work)
{
    long long first = 0, last = 0;
    for (unsigned i = 0; i < work->done; i++) {
        first = first ? first : work->rows[i].run;
        last = work->rows[i].run ? work->rows[i].run : last;
    }
    if (first && last > first)
        message_print(
            "see 'bareprobe compare %lld %lld' and 'bareprobe show %lld'; 'bareprobe history' "
            "follows one count",
            first, last, last);
}

static void sweep_name_logs(struct sweep_state *work)
{
    const struct sweep_request *sweep = work->sweep;
    char *usual = sweep->output  ? allocate_copy(sweep->output)
                  : sweep->print ? allocate_copy(PRINTED_LOG)
                                 : saved_run_log_name(sweep->logs, NULL);
    if (!usual)
        return;
    work->logs = allocate_zeroed(work->points.n * sizeof *work->logs);
    for (unsigned i = 0; i < work->points.n; i++)
        work->logs[i] = sweep_points_log(&work->points, usual, i);
    free(usual);
}

static int sweep_measure_points(struct sweep_state *work)
{
    work->commands = allocate_zeroed(work->points.n * sizeof *work->commands);
    work->rows = allocate_zeroed(work->points.n * sizeof *work->rows);
    for (unsigned i = 0; i < work->points.n; i++)
        work->commands[i].words =
            sweep_points_command(&work->points, work->sweep, i, work->logs[i]);
    process_pool_run(work->commands, work->points.n, work->sweep->jobs, sweep_on_end, work);
    sweep_print_table(work);
    if (work->done < work->points.n)
        message_print("%u of %u points were not started", work->points.n - work->done,
                      work->points.n);
    sweep_print_hints(work);
    for (unsigned i = 0; i < work->points.n; i++) {
        shell_line_free(&work->commands[i].words);
        free(work->commands[i].messages);
        for (unsigned m = 0; m < MOST_MEASURED; m++)
            free(work->rows[i].means[m].what);
    }
    free(work->commands);
    free(work->rows);
    return listen_interrupted() ? EXIT_TARGET : work->status;
}

int sweep_perform(const struct sweep_request *sweep)
{
    struct sweep_state work = {.sweep = sweep};
    int status = EXIT_USAGE;
    if (sweep_points_open(&work.points, sweep) == 0) {
        sweep_name_logs(&work);
        status = work.logs ? sweep_check_points(&work) : EXIT_TARGET;
        if (!status && sweep->print)
            sweep_print_commands(&work);
        else if (!status)
            status = sweep_measure_points(&work);
    }
    for (unsigned i = 0; work.logs && i < work.points.n; i++)
        free(work.logs[i]);
    free(work.logs);
    sweep_points_close(&work.points);
    return status;
}
