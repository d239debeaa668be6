/*
 * SPDX-License-Identifier: MIT
 * bareprobe score: shows the scores of machines, compared with real chips and with each other.
 */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "host/base/allocation.h"
#include "host/base/atomic_file.h"
#include "host/base/options/choice.h"
#include "host/base/message.h"
#include "host/base/verb_options.h"
#include "host/commands/all_verbs.h"
#include "host/data/store/run_lookup.h"
#include "host/output/score/score_formats.h"
#include "host/output/score/score_lines.h"

struct score_options {
    const struct score_format *format;
    const char *output, *chip; /* NULL: standard output; the chip of each run */
    bool differences, fail_worse;
    double fail_below; /* percent, or NAN */
};

static int score_verb_check_chip(const char *name)
{
    const char *names[SCORE_CHIPS];
    for (unsigned i = 0; i < SCORE_CHIPS; i++)
        names[i] = score_chip_name((enum score_chip)i);
    return choice_find("--chip", "chip", name, names, SCORE_CHIPS, sizeof names[0]) < 0 ? -1 : 0;
}

/* Returns whether a run is below the required share, after a message. */
static bool score_verb_is_below(const struct score_column *column, double percent)
{
    const struct score_totals *counts = &column->totals;
    const double strict = counts->settled ? 100.0 * counts->strict / counts->settled : 0;
    if (isnan(percent) || strict >= percent)
        return false;
    message_print("%s: strict is %.1f %% of the settled rows, below %g %%", column->run->source,
                  strict, percent);
    return true;
}

static bool score_verb_is_worse(const struct score_table *table, unsigned c)
{
    const struct score_column *column = &table->columns[c];
    if (!column->worse)
        return false;
    message_print("%s: %u row%s worse than in %s", column->run->source, column->worse,
                  column->worse == 1 ? " is" : "s are", table->columns[0].run->source);
    return true;
}

static int score_verb_status(const struct score_table *table, const struct score_options *asked)
{
    bool failed = score_table_report_incomplete(table) > 0;
    for (unsigned c = 0; c < table->n_columns; c++) {
        failed |= score_verb_is_below(&table->columns[c], asked->fail_below);
        failed |= asked->fail_worse && score_verb_is_worse(table, c);
    }
    return failed ? EXIT_REGRESSION : EXIT_FINE;
}

/* Writes to standard output, or to a file; then standard output gets the lines for programs. */
static int score_verb_write(const struct score_table *table, const struct score_options *asked)
{
    char *text = NULL;
    size_t length;
    if (!asked->output || !strcmp(asked->output, "-")) {
        asked->format->write(table, !asked->differences, stdout, colour_on(STDOUT_FILENO));
        return EXIT_FINE;
    }
    FILE *to = open_memstream(&text, &length);
    if (to)
        asked->format->write(table, !asked->differences, to, false);
    if (!to || fclose(to))
        die(EXIT_TARGET, "out of memory");
    const int status = atomic_file_write(asked->output, text, length);
    free(text);
    if (status == EXIT_FINE)
        score_lines_print(table, stdout);
    return status;
}

static int score_verb_print(struct score_table *table, const struct score_options *asked)
{
    score_table_finish(table);
    const int status = score_verb_write(table, asked);
    return status == EXIT_FINE ? score_verb_status(table, asked) : status;
}

static int score_verb_runs(char *const *names, unsigned n, const char *store,
                           const struct score_options *asked)
{
    struct run **runs = allocate_zeroed(n * sizeof *runs);
    struct score_table table = {0};
    unsigned found = 0;
    for (unsigned i = 0; i < n; i++) {
        runs[i] = run_lookup(names[i], store);
        found += runs[i] && score_table_add(&table, runs[i], asked->chip) == 0;
    }
    const int status = found == n ? score_verb_print(&table, asked) : EXIT_USAGE;
    score_table_free(&table);
    for (unsigned i = 0; i < n; i++)
        run_free(runs[i]);
    free(runs);
    return status;
}

static int score_verb(int argc, char **argv)
{
    struct score_options asked = {.fail_below = NAN};
    const char *store = NULL, *format = "table", *fail_below = NULL;
    const struct option_spec options[] = {
        {'f', "format", &format, NULL},
        {'o', "output", &asked.output, NULL},
        {0, "chip", &asked.chip, NULL},
        {'d', "differences", NULL, &asked.differences},
        {0, "fail-below", &fail_below, NULL},
        {0, "fail-worse", NULL, &asked.fail_worse},
        {0, "db", &store, NULL},
        {0, NULL, NULL, NULL},
    };
    int n;
    int status = verb_options_read(&verb_score, argc, argv, options, &n);
    if (status >= 0)
        return status;
    asked.format = score_format_find(format);
    if (!asked.format || (asked.chip && score_verb_check_chip(asked.chip)) ||
        (fail_below && verb_option_number("--fail-below", fail_below, 0, 100, &asked.fail_below)))
        return EXIT_USAGE;
    if (n == 0 || (n == 1 && (asked.differences || asked.fail_worse))) {
        message_print(n == 0 ? "expected a RUN with a score"
                             : "--differences and --fail-worse need at least two RUNs");
        return verb_usage(&verb_score);
    }
    return score_verb_runs(argv + 1, (unsigned)n, store, &asked);
}

const struct verb verb_score = {
    .name = "score",
    .synopsis = "RUN [RUN]... [-f FORM] [-o FILE] [--chip CHIP] [--differences]",
    .summary = "show how a machine or an emulator scores against a real chip",
    .help =
        "  -f, --format FORM    table (default), markdown, json, html\n"
        "  -o, --output FILE    write to FILE, atomically, and only the lines SCORE to\n"
        "                       standard output; - is standard output (default)\n"
        "      --chip CHIP      compare all runs with this chip: p54c, p55c, ppro, p2,\n"
        "                       p3, k7 (default: the chip that each machine chose)\n"
        "  -d, --differences    show only rows in which the runs differ\n"
        "      --fail-below PCT  exit with status 1 if strict is below PCT percent of the\n"
        "                       settled rows in a run\n"
        "      --fail-worse     exit with status 1 if a row is worse in a run than in the\n"
        "                       first: no longer the same, or no longer near\n"
        "      --db FILE        store to look up RUN in (default $BAREPROBE_DB, else\n"
        "                       bareprobe.db in this directory)\n"
        "\n"
        "Each row is a property, such as the clocks of an instruction: its permanent\n"
        "number, its name, the measured value, the value of the real chip and a verdict:\n"
        "same, near (within 10 %), differs, not settled (repeated measurements disagree),\n"
        "not measurable. strict counts the rows that are the same, near also those that\n"
        "are near, both out of the settled rows. Several runs get a column each, and the\n"
        "totals over the rows that settled in all of them, which alone are comparable.\n"
        "\n"
        "The last lines are for programs, one for each run in the order of the arguments;\n"
        "with several runs, run=NAME ends each:\n"
        "  SCORE suite=1 chip=p54c strict=52/58 near=55/58 settled=58/60\n"
        "The exit status is 1 if a row or the totals of a run were not received. A score\n"
        "below 100 % is a result, and no error.\n"
        "\n"
        "Example: bareprobe score last\n"
        "         bareprobe score results/*.log mine.log -f html -o scores.html\n",
    .run = score_verb,
};
