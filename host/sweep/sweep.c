/*
 * SPDX-License-Identifier: MIT
 * Performs a sweep. All points are checked before the first one starts. A run is stored from its
 * log, as by `import`.
 */
#include "host/sweep/sweep.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "host/base/allocate.h"
#include "host/base/message.h"
#include "host/base/text_table.h"
#include "host/metrics/named_events.h"
#include "host/show/show.h"
#include "host/sweep/points.h"
#include "host/sweep/pool.h"
#include "host/target/listen.h"
#include "host/target/save_run.h"
#include "host/wire/log_file.h"

#define PRINTED_LOG   "sweep.log"
#define MOST_MEASURED 4 /* columns of means */

/* The data of a point in the table. */
struct row {
    bool kept;
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

struct work {
    const struct sweep *sweep;
    struct points points;
    char **logs;
    struct command *commands;
    struct row *rows;
    unsigned done;
    int status;
};

static int check_all(const struct work *work)
{
    for (unsigned i = 0; i < work->points.n; i++) {
        struct words words = points_command(&work->points, work->sweep, i, work->logs[i]);
        char **again = memory_get(words.n * sizeof *again); /* parsing options reorders the words */
        memcpy(again, words.word, words.n * sizeof *again);
        int status = work->sweep->check((int)words.n - 1, again);
        free(again);
        words_free(&words);
        if (!status)
            continue;
        char *text = points_text(&work->points, i);
        say("--sweep: nothing was started: '%s' cannot be run", text);
        free(text);
        return status;
    }
    return 0;
}

static void print_all(const struct work *work)
{
    for (unsigned i = 0; i < work->points.n; i++) {
        struct words words = points_command(&work->points, work->sweep, i, work->logs[i]);
        fprintf(stdout, "%s ", program_invocation_name);
        words_print(&words, stdout);
        words_free(&words);
    }
}

/* Collects the means of the requested events; for named events, their values instead of those of
 * the events in their formulas. */
static void take_means(struct row *row, struct run *run, const char *events)
{
    char *named = named_events_of(events);
    const struct selection asked = {.event = named ? events : NULL};
    for (unsigned i = 0; i < run->n_results; i++)
        row->results += result_ok(&run->results[i]);
    named_events_add(run, named);
    free(named);
    for (unsigned i = 0; i < run->n_results; i++) {
        const struct result *result = &run->results[i];
        if (!result_ok(result) || !selected(&asked, result))
            continue;
        if (row->n_means < MOST_MEASURED) {
            char region[16];
            snprintf(region, sizeof region, "%u", result->region);
            row->means[row->n_means] = (struct mean){
                memory_print("%s %s %s", result->bench,
                             result->region == RUN_WHOLE ? "whole" : region, result->event),
                result->values.mean, result->rate};
        }
        row->n_means++;
    }
}

static void keep(struct work *work, struct row *row, struct run *run, const char *log)
{
    const struct keeping keeping = {.store = work->sweep->store,
                                    .no_store = work->sweep->no_store,
                                    .label = work->sweep->label,
                                    .quiet = true};
    run_keep(run, log, &keeping);
    row->kept = true;
    row->run = run->id;
    row->state = run->done ? run->ok ? "ok" : "failed" : "incomplete";
    take_means(row, run, work->sweep->events);
}

/* Reports a failed point with the messages of its command. */
static void tell(const struct work *work, unsigned i)
{
    char *text = points_text(&work->points, i), *said = work->commands[i].said;
    say("%s: status %d", text, work->commands[i].status);
    for (char *rest = said, *line; (line = strsep(&rest, "\n"));)
        if (*line)
            fprintf(stderr, "  %s\n", line);
    free(text);
}

static void on_end(void *context, unsigned i)
{
    struct work *work = context;
    struct collection collection;
    work->done++;
    if (work->commands[i].status > work->status)
        work->status = work->commands[i].status < 128 ? work->commands[i].status : EXIT_TARGET;
    if (work->commands[i].status)
        tell(work, i);
    collection_open(&collection, work->logs[i]);
    if (access(work->logs[i], R_OK) == 0 && !log_read(work->logs[i], &collection, true, NULL))
        for (unsigned r = 0; r < collection.n_runs; r++)
            keep(work, &work->rows[i], collection.runs[r], work->logs[i]);
    collection_close(&collection);
    if (isatty(STDERR_FILENO))
        fprintf(stderr, "\r%u of %u points%s", work->done, work->points.n,
                work->done == work->points.n ? "\n" : "\033[K");
}

/* Returns the point whose means name the columns, if all points with means have the same few; else
 * NULL. */
static const struct row *named_means(const struct work *work)
{
    const struct row *first = NULL;
    for (unsigned i = 0; i < work->done; i++) {
        const struct row *row = &work->rows[i];
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

static void print_row(const struct work *work, struct table *table, unsigned i, unsigned n_means)
{
    const struct row *row = &work->rows[i];
    unsigned column = 0;
    table_row(table);
    if (row->run)
        table_cell(table, column, "%lld", row->run);
    column++;
    for (unsigned a = 0; a < work->points.n_axes; a++)
        table_cell(table, column++, "%s", points_value(&work->points, i, a));
    table_cell(table, column++, "%u", row->results);
    table_cell(table, column++, "%s", row->kept ? row->state : "no data");
    for (unsigned m = 0; m < n_means && m < row->n_means; m++)
        table_cell(table, column++, "%s",
                   number_text_short(row->means[m].value, row->means[m].rate ? 4 : 2));
}

static void print_table(const struct work *work)
{
    const struct row *named = named_means(work);
    unsigned n_means = named ? named->n_means : 0, column = 0;
    struct table *table = table_new(3 + work->points.n_axes + n_means);
    table_column(table, column, "run", TABLE_RIGHT);
    table_optional(table, column++);
    for (unsigned a = 0; a < work->points.n_axes; a++)
        table_column(table, column++, work->points.axes[a].name, TABLE_RIGHT);
    table_column(table, column++, "results", TABLE_RIGHT);
    table_column(table, column++, "state", TABLE_LEFT);
    for (unsigned m = 0; m < n_means; m++)
        table_column(table, column++, named->means[m].what, TABLE_RIGHT);
    for (unsigned i = 0; i < work->done; i++)
        print_row(work, table, i, n_means);
    table_print(table, stdout, colour_on(STDOUT_FILENO));
    table_free(table);
}

static void say_how_to_see(const struct work *work)
{
    long long first = 0, last = 0;
    for (unsigned i = 0; i < work->done; i++) {
        first = first ? first : work->rows[i].run;
        last = work->rows[i].run ? work->rows[i].run : last;
    }
    if (first && last > first)
        say("see 'bareprobe compare %lld %lld' and 'bareprobe show %lld'; 'bareprobe history' "
            "follows one count",
            first, last, last);
}

static void name_logs(struct work *work)
{
    const struct sweep *sweep = work->sweep;
    char *usual = sweep->output  ? memory_text(sweep->output)
                  : sweep->print ? memory_text(PRINTED_LOG)
                                 : log_name_new(sweep->logs, NULL);
    if (!usual)
        return;
    work->logs = memory_get(work->points.n * sizeof *work->logs);
    for (unsigned i = 0; i < work->points.n; i++)
        work->logs[i] = points_log(&work->points, usual, i);
    free(usual);
}

static int measure_all(struct work *work)
{
    work->commands = memory_get(work->points.n * sizeof *work->commands);
    work->rows = memory_get(work->points.n * sizeof *work->rows);
    for (unsigned i = 0; i < work->points.n; i++)
        work->commands[i].words = points_command(&work->points, work->sweep, i, work->logs[i]);
    pool_run(work->commands, work->points.n, work->sweep->jobs, on_end, work);
    print_table(work);
    if (work->done < work->points.n)
        say("%u of %u points were not started", work->points.n - work->done, work->points.n);
    say_how_to_see(work);
    for (unsigned i = 0; i < work->points.n; i++) {
        words_free(&work->commands[i].words);
        free(work->commands[i].said);
        for (unsigned m = 0; m < MOST_MEASURED; m++)
            free(work->rows[i].means[m].what);
    }
    free(work->commands);
    free(work->rows);
    return listen_interrupted() ? EXIT_TARGET : work->status;
}

int sweep_perform(const struct sweep *sweep)
{
    struct work work = {.sweep = sweep};
    int status = EXIT_USAGE;
    if (points_open(&work.points, sweep) == 0) {
        name_logs(&work);
        status = work.logs ? check_all(&work) : EXIT_TARGET;
        if (!status && sweep->print)
            print_all(&work);
        else if (!status)
            status = measure_all(&work);
    }
    for (unsigned i = 0; work.logs && i < work.points.n; i++)
        free(work.logs[i]);
    free(work.logs);
    points_close(&work.points);
    return status;
}
