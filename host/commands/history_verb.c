/*
 * SPDX-License-Identifier: MIT
 * bareprobe history: follows one count through builds and machines, and shows where it changed.
 */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "host/analysis/compare/welch.h"
#include "host/base/number_text.h"
#include "host/commands/all_verbs.h"
#include "host/data/run/event_lookup.h"
#include "host/base/message.h"
#include "host/base/verb_options.h"
#include "host/data/metrics/named_events.h"
#include "host/output/show/named_history.h"
#include "host/data/store/store.h"
#include "host/base/text_table.h"
#include "kernel/settings/suggestions.h"

enum { RUN, TIME, BUILD, REPETITIONS, MEAN, INTERVAL, CHANGE, PERCENT, MARK, COLUMNS };

/* Returns whether the results are comparable, so that their difference has a meaning. */
static bool history_verb_same_kind(const struct store_point *a, const struct store_point *b)
{
    return a->platform == b->platform && a->signature == b->signature &&
           a->processor == b->processor && result_same_place(&a->result, &b->result);
}

static void history_verb_add_heading(struct text_table *table, const struct store_point *point)
{
    char region[80];
    const struct result *result = &point->result;
    bool paged = strcmp(result_paging(result), "mixed");
    text_table_line(table, "%s (0x%x), %.0f MHz; %s",
                    *point->processor ? point->processor : "unknown", point->signature, point->mhz,
                    run_platform_sentence(point->platform));
    text_table_line(table, "%s, %s, %s%s%s; %s, ring %s%s%s%s%s", result->bench,
                    run_region_text(result, region, sizeof region), result->event,
                    *event_lookup_unit(result->event) ? " in " : "",
                    event_lookup_unit(result->event), result->state, result->ring,
                    strcmp(result->ablate, "none") ? ", without " : "",
                    strcmp(result->ablate, "none") ? result->ablate : "", paged ? ", paging " : "",
                    paged ? result_paging(result) : "");
}

static void history_verb_add_change(struct text_table *table, const struct values *before,
                                    const struct values *now, unsigned decimals)
{
    struct difference difference = welch(before, now, 0.95);
    const double change = difference.change;
    if (change != 0)
        text_table_cell(table, CHANGE, "%s%s", change > 0 ? "+" : "",
                        number_text(change, decimals));
    if (change != 0 && before->mean != 0)
        text_table_cell(table, PERCENT, "%+.2f", 100 * change / fabs(before->mean));
    text_table_cell(table, MARK, "%s", !difference.judged ? "?" : difference.p < 0.05 ? "*" : "");
}

static void history_verb_add_row(struct text_table *table, const struct store_point *point,
                                 const struct store_point *before)
{
    char when[32];
    const struct values *values = &point->result.values;
    const unsigned decimals = point->result.rate ? 4 : 2;
    text_table_add_row(table);
    text_table_cell(table, RUN, "%lld", (long long)point->run);
    text_table_cell(table, TIME, "%s", number_text_time(point->when, when, sizeof when));
    text_table_cell(table, BUILD, "%s", point->build);
    text_table_cell(table, REPETITIONS, "%u", values->n);
    text_table_cell(table, MEAN, "%s", number_text(values->mean, decimals));
    text_table_cell(table, INTERVAL, "%s%s",
                    values->n > 1 ? number_text(values->ci, decimals) : "?",
                    values->level == 99 ? " (99 %)" : "");
    if (before)
        history_verb_add_change(table, &before->result.values, values, decimals);
    if (point->result.suspect)
        text_table_line(table, "    run %lld is suspect: %s", (long long)point->run,
                        point->result.suspect);
}

/* Adds the last `limit` results of each kind; the first one still shows its change. */
static void history_verb_add_rows(struct text_table *table, const struct store_history *history,
                                  unsigned limit)
{
    const struct store_point *points = history->points;
    for (unsigned i = 0, end; i < history->n; i = end) {
        for (end = i + 1; end < history->n && history_verb_same_kind(&points[i], &points[end]);)
            end++;
        history_verb_add_heading(table, &points[i]);
        for (unsigned at = end - i > limit ? end - limit : i; at < end; at++)
            history_verb_add_row(table, &points[at], at > i ? &points[at - 1] : NULL);
    }
}

static void history_verb_print_table(const struct store_history *history, unsigned limit)
{
    static const char *const headers[] = {"run", "time",   "build", "n", "mean",
                                          "+/-", "change", "%",     ""};
    struct text_table *table = text_table_new(COLUMNS);
    for (unsigned i = 0; i < COLUMNS; i++)
        text_table_set_column(table, i, headers[i],
                              i == TIME || i == BUILD || i == MARK ? TABLE_LEFT : TABLE_RIGHT);
    history_verb_add_rows(table, history, limit);
    text_table_print(table, stdout, colour_on(STDOUT_FILENO));
    text_table_free(table);
    puts(
        "+/-: confidence interval of the mean, 95 % unless marked (99 %). change: from the line "
        "above;\n"
        "*: significant (Welch's test at 5 %, for each change), ?: unknown, only one repetition.");
}

/* Returns whether a column contains `wanted`; otherwise prints a message. */
static bool history_verb_is_known(struct store *store, const char *what, const char *column,
                                  const char *bench, const char *wanted)
{
    struct string_set strings = {0};
    struct suggestion suggestion = {0};
    const char **words = store_history_words(store, column, bench, &strings);
    bool found = false;
    for (unsigned i = 0; words[i]; i++) {
        found |= !strcasecmp(words[i], wanted);
        suggestions_offer(&suggestion, wanted, strlen(wanted), words[i]);
    }
    if (!found && suggestion.best)
        message_print("no run in %s has the %s '%s'; did you mean %s?", store_name(store), what,
                      wanted, suggestion.best);
    else if (!found)
        message_print("no run in %s has the %s '%s'", store_name(store), what, wanted);
    free(words);
    string_set_free(&strings);
    return found;
}

static void history_verb_report_empty(struct store *store, char **names, const char *machine)
{
    if (history_verb_is_known(store, "benchmark", "bench", NULL, names[0]) &&
        (named_event_is(names[2]) ||
         history_verb_is_known(store, "event", "event", NULL, names[2])) &&
        history_verb_is_known(store, "region", "region", names[0], names[1]))
        message_print("no run in %s has numbers for %s, region %s, %s%s%s", store_name(store),
                      names[0], names[1], names[2],
                      machine ? ", on a processor with the name " : "", machine ? machine : "");
}

/* Prints the history of one event. Intel's name is accepted; an event that the table lacks may be
 * from a stored run. */
static int history_verb_print_event(struct store *store, char **names, const char *machine,
                                    unsigned limit)
{
    const struct event *event = event_lookup_find(names[2]);
    if (event)
        names[2] = (char *)event->name;
    struct store_history history;
    int failed = named_history_of(store, names[0], names[1], names[2], machine, &history);
    if (!failed && history.n)
        history_verb_print_table(&history, limit);
    else if (!failed)
        history_verb_report_empty(store, names, machine);
    int status = !failed && history.n ? EXIT_FINE : EXIT_USAGE;
    store_history_free(&history);
    return status;
}

/* Prints a table for each event of a list separated by commas. */
static int history_verb_print_events(const char *path, char **names, const char *machine,
                                     unsigned limit)
{
    struct store *store = store_open(path, STORE_READ);
    if (!store)
        return EXIT_USAGE;
    int status = EXIT_FINE;
    char *rest = names[2], *event;
    for (bool first = true; (event = strsep(&rest, ",")); first = false) {
        char *of_event[] = {names[0], names[1], event};
        if (!first)
            putchar('\n');
        if (history_verb_print_event(store, of_event, machine, limit))
            status = EXIT_USAGE;
    }
    store_close(store);
    return status;
}

static int history_verb_run(int argc, char **argv)
{
    const char *path = NULL, *machine = NULL, *limit_text = NULL;
    const struct option_spec options[] = {
        {'n', "limit", &limit_text, NULL},
        {0, "machine", &machine, NULL},
        {0, "db", &path, NULL},
        {0, NULL, NULL, NULL},
    };
    int n_arguments;
    double limit = 1e6;
    int status = verb_options_read(&verb_history, argc, argv, options, &n_arguments);
    if (status >= 0)
        return status;
    if (n_arguments != 3) {
        message_print("exactly one benchmark, region and event are required; %d arguments given",
                      n_arguments);
        return verb_usage(&verb_history);
    }
    if (limit_text && verb_option_number("--limit", limit_text, 1, 1e6, &limit))
        return EXIT_USAGE;
    return history_verb_print_events(path, argv + 1, machine, (unsigned)limit);
}

const struct verb verb_history = {
    .name = "history",
    .synopsis = "BENCH REGION EVENT[,EVENT] [-n N] [--machine NAME]",
    .summary = "show one count across builds and machines",
    .help =
        "REGION is the number or name of a region, or whole. The runs of the store are\n"
        "grouped by machine, state, ring and paging; numbers of different platforms are\n"
        "never compared. EVENT is any name of an event (clocks), including pcl:PCL_IPC\n"
        "and papi:PAPI_TOT_INS if a run counted the events that they need. Several\n"
        "events, separated by commas, are printed as one table each.\n"
        "\n"
        "  -n, --limit N       print the last N runs of each machine (default all)\n"
        "      --machine NAME  only processors whose name contains NAME, such as P54C\n"
        "      --db FILE       the store (default $BAREPROBE_DB, or bareprobe.db in the\n"
        "                      current directory)\n"
        "\n"
        "Example: bareprobe history thesis/program1 0 branches\n",
    .run = history_verb_run,
};
