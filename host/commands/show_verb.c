/*
 * SPDX-License-Identifier: MIT
 * bareprobe show: prints a run's results as tables, or as the kernel's report.
 */
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "host/data/metrics/overhead_results.h"
#include "host/data/run/result_notes.h"
#include "host/base/allocation.h"
#include "host/base/message.h"
#include "host/base/text_table.h"
#include "host/commands/all_verbs.h"
#include "host/data/metrics/named_events.h"
#include "host/base/verb_options.h"
#include "host/output/event_tables/event_table_names.h"
#include "host/output/report/report_layouts.h"
#include "host/output/report/summary_table.h"
#include "host/data/run/run_heading.h"
#include "host/data/store/run_lookup.h"
#include "host/output/show/show_views.h"
#include "host/base/atomic_file.h"
#include "kernel/settings/suggestions.h"

#define MOST_GROUPS 16

static int show_verb_read_sort(const char *name, enum show_sort *sort)
{
    static const char *const names[] = {"run", "mean", "per-entry", "spread", "event", "region"};
    for (unsigned i = 0; i < sizeof names / sizeof names[0]; i++) {
        if (!strcmp(name, names[i])) {
            *sort = (enum show_sort)i;
            return 0;
        }
    }
    message_print(
        "--sort: '%s' is not an order; allowed: run, mean, per-entry, spread, event, region", name);
    return -1;
}

static int show_verb_no_group(const struct metric_groups *groups, const char *name)
{
    struct suggestion suggestion = {0};
    for (unsigned i = 0; i < groups->n_groups; i++)
        suggestions_offer(&suggestion, name, strlen(name), groups->groups[i].name);
    if (suggestion.best)
        message_print("--metrics: '%s' is not a group; did you mean %s?", name, suggestion.best);
    else
        message_print("--metrics: '%s' is not a group; 'bareprobe list metrics' lists them", name);
    return -1;
}

/* Finds the groups of a list separated by commas; `all` means every group. Returns their number, or
 * -1. */
static int show_verb_read_groups(const struct metric_groups *all, const char *names,
                                 const struct metric_group **groups)
{
    int n = 0;
    if (!strcmp(names, "all")) {
        for (; n < (int)all->n_groups && n < MOST_GROUPS; n++)
            groups[n] = &all->groups[n];
        return n;
    }
    char *list = allocate_copy(names), *rest = list, *name;
    while ((name = strsep(&rest, ","))) {
        const struct metric_group *group = metric_groups_find(all, name);
        if (!group || n == MOST_GROUPS) {
            n = group ? n : show_verb_no_group(all, name);
            break;
        }
        groups[n++] = group;
    }
    free(list);
    return n;
}

static int show_verb_print_metrics(const struct run *run, const struct view *view,
                                   const char *names, FILE *to)
{
    struct metric_groups all;
    const struct metric_group *groups[MOST_GROUPS];
    metric_groups_read(&all);
    int n = show_verb_read_groups(&all, names, groups);
    unsigned rows = 0;
    if (n > 0)
        rows = show_metrics(run, view, groups, (unsigned)n, to);
    for (int g = 0; g < n && view->all; g++)
        fprintf(to, "\n%s: %s\n%s\n", groups[g]->name, groups[g]->text, groups[g]->how_to_read);
    metric_groups_free(&all);
    return n < 0 ? -1 : (int)rows;
}

/* Prints a report of the whole run. Returns EXIT_FINE, or another status after a message. */
static int show_verb_print_report(const char *name, const char *store, const char *layout,
                                  const char *file)
{
    enum report_layout which = layout ? report_layout_named(layout) : LAYOUT_TEXT;
    if (which == REPORT_LAYOUTS) {
        message_print("--report: '%s' is not a report; allowed: " REPORT_NAMES, layout);
        return EXIT_USAGE;
    }
    struct run *run = run_lookup(name, store);
    if (!run)
        return EXIT_USAGE;
    char *text;
    size_t length;
    FILE *to = open_memstream(&text, &length);
    report_layout_print(run, which, NULL, to);
    if (which == LAYOUT_TABLE && summary_table_suits(run, NULL))
        summary_table_commands(name, store, to);
    fclose(to);
    int status = atomic_file_write(file, text, length);
    free(text);
    run_free(run);
    return status;
}

static bool show_verb_is_layout(const char *name)
{
    return report_layout_named(name) != REPORT_LAYOUTS;
}

static bool show_verb_is_table(const char *name)
{
    return event_table_named(name) != NULL;
}

/* After --report or --table without an equals sign, the form may be an argument next to the run. */
static const char *show_verb_read_form(int *n_arguments, char **arguments,
                                       bool is_form(const char *name))
{
    for (int i = 0; *n_arguments == 2 && i < 2; i++) {
        if (!is_form(arguments[i]))
            continue;
        const char *layout = arguments[i];
        arguments[0] = arguments[1 - i];
        *n_arguments = 1;
        return layout;
    }
    return NULL;
}

/* Returns whether an option is given that only applies to tables. */
static bool show_verb_asks_for_table(const struct view *view)
{
    const struct result_selection *selection = &view->selection;
    return selection->bench || selection->event || selection->region || selection->state ||
           selection->ring || selection->ablate || view->raw || view->all;
}

struct forms {
    const char *metrics; /* NULL: no metrics */
    bool across, multiplex, channels, stamps, table;
    const char *table_name; /* NULL: the default */
};

static unsigned show_verb_print_table(const struct run *run, const struct view *view,
                                      const struct forms *forms, FILE *to)
{
    event_table_print *print = event_table_named(forms->table_name ? forms->table_name : "counts");
    const struct event_tables_view table = {.view = view, .width = terminal_width(STDOUT_FILENO)};
    return print(run, &table, to);
}

static int show_verb_print_form(const struct run *run, const struct view *view,
                                const struct forms *forms, FILE *to)
{
    if (forms->metrics)
        return show_verb_print_metrics(run, view, forms->metrics, to);
    if (forms->table)
        return (int)show_verb_print_table(run, view, forms, to);
    if (forms->multiplex)
        return (int)show_multiplex(run, view, to);
    if (forms->channels)
        return (int)show_channels(run, view, to);
    if (forms->stamps)
        return (int)show_stamps(run, view, to);
    int shown =
        (int)(forms->across ? show_events_across(run, view, to) : show_events(run, view, to));
    shown += (int)show_findings(run, view, to);
    shown += (int)show_programs(run, view, to);
    return shown + (int)show_samplings(run, view, to);
}

static void show_verb_report_empty(const struct run *run, const struct forms *forms)
{
    if (forms->channels || forms->stamps)
        message_print("%s: no stamps of channels are selected (experiment=channels records them)",
                      run->source);
    else if (forms->table && forms->table_name && !strcmp(forms->table_name, "caches"))
        message_print("%s: no findings on caches are selected (the suite machine finds them)",
                      run->source);
    else if (forms->table && forms->table_name && !strcmp(forms->table_name, "iteration"))
        message_print("%s: no region with a loop is selected", run->source);
    else if (forms->multiplex && !run->n_multiplexes && run_sampled(run, "multiplex"))
        message_print("%s: no estimates: the multiplexing records are missing", run->source);
    else if (forms->multiplex && !run->n_multiplexes)
        message_print("%s: no multiplexed events (experiment=multiplex counts them)", run->source);
    else if (forms->multiplex)
        message_print("%s: none of its %u multiplexed events is selected", run->source,
                      run->n_multiplexes);
    else
        result_notes_report_none_selected(run);
}

static int show_verb_print_run(const char *name, const char *store, const struct view *view,
                               const struct forms *forms, const char *file)
{
    struct run *run = run_lookup(name, store);
    if (!run)
        return EXIT_USAGE;
    overhead_results_add(run);
    named_results_add(run, view->selection.event);
    selection_check(&view->selection, run);
    char *text;
    size_t length;
    /* buffered, so that nothing is printed if there are no rows */
    FILE *to = open_memstream(&text, &length);
    run_heading(run, to);
    int shown = show_verb_print_form(run, view, forms, to);
    fclose(to);
    int status = shown > 0 ? atomic_file_write(file, text, length) : EXIT_USAGE;
    free(text);
    if (shown == 0)
        show_verb_report_empty(run, forms);
    run_free(run);
    return status;
}

/* The option of the forms for sampled runs that was asked for, or NULL. */
static const char *show_verb_sampled(const struct forms *forms)
{
    return forms->multiplex  ? "multiplex"
           : forms->channels ? "channels"
           : forms->stamps   ? "stamps"
                             : NULL;
}

/* Returns 0, or -1 after a message on options that exclude each other. */
static int show_verb_check_forms(const struct forms *forms, const struct view *view, bool report)
{
    const char *sampled = show_verb_sampled(forms);
    const bool metrics = forms->metrics || forms->across;

    if (report && (metrics || sampled || forms->table || show_verb_asks_for_table(view)))
        message_print(
            "--report prints the whole run and cannot be combined with options that "
            "select or format tables");
    else if (forms->table && (metrics || sampled || view->all || view->sort != SORT_AS_RUN))
        message_print(
            "--table cannot be combined with --metrics, --across, --multiplex, "
            "--channels, --stamps, --all and --sort");
    else if (sampled && metrics)
        message_print("--%s cannot be combined with --metrics or --across", sampled);
    else if (forms->multiplex + forms->channels + forms->stamps > 1)
        message_print("--%s and --%s cannot be combined", sampled,
                      forms->stamps ? "stamps" : "channels");
    else if (forms->table_name && !event_table_named(forms->table_name))
        message_print("--table: '%s' is not a table; allowed: " EVENT_TABLE_NAMES,
                      forms->table_name);
    else
        return 0;
    return -1;
}

static int show_verb_run(int argc, char **argv)
{
    const char *store = NULL, *sort = "run", *layout = NULL, *file = NULL;
    bool report = false;
    struct view view = {0};
    struct forms forms = {0};
    const struct option_spec options[] = {
        SELECTION_OPTIONS(view.selection),
        {'m', "metrics", &forms.metrics, NULL},
        {'s', "sort", &sort, NULL},
        {0, "across", NULL, &forms.across},
        {0, "table", &forms.table_name, &forms.table},
        {0, "raw", NULL, &view.raw},
        {'a', "all", NULL, &view.all},
        {0, "multiplex", NULL, &forms.multiplex},
        {0, "channels", NULL, &forms.channels},
        {0, "stamps", NULL, &forms.stamps},
        {0, "report", &layout, &report},
        {'o', "output", &file, NULL},
        {0, "db", &store, NULL},
        {0, NULL, NULL, NULL},
    };
    int n_arguments;
    int status = verb_options_read(&verb_show, argc, argv, options, &n_arguments);
    if (status >= 0)
        return status;
    if (report && !layout)
        layout = show_verb_read_form(&n_arguments, argv + 1, show_verb_is_layout);
    if (forms.table && !forms.table_name)
        forms.table_name = show_verb_read_form(&n_arguments, argv + 1, show_verb_is_table);
    if (n_arguments != 1) {
        message_print("expected one RUN, got %d", n_arguments);
        return verb_usage(&verb_show);
    }
    if (show_verb_read_sort(sort, &view.sort) || show_verb_check_forms(&forms, &view, report))
        return EXIT_USAGE;
    view.colour = (!file || !strcmp(file, "-")) && colour_on(STDOUT_FILENO);
    if ((!file || !strcmp(file, "-")) && isatty(STDOUT_FILENO))
        view.width = terminal_width(STDOUT_FILENO);
    if (view.width)
        text_table_set_terminal(view.width);
    return report ? show_verb_print_report(argv[1], store, layout, file)
                  : show_verb_print_run(argv[1], store, &view, &forms, file);
}

const struct verb verb_show = {
    .name = "show",
    .synopsis =
        "RUN [-b GLOB] [-e GLOB] [-r REGION] [-m GROUP,...] [--across] [--raw] [-a]\n"
        "       bareprobe show RUN --table[=FORM] [-b GLOB] [-e GLOB] [-r REGION] [--raw]\n"
        "       bareprobe show RUN --multiplex [-b GLOB] [-e GLOB]\n"
        "       bareprobe show RUN --channels [-b GLOB]\n"
        "       bareprobe show RUN --stamps [-a] [-b GLOB]\n"
        "       bareprobe show RUN --report[=FORM] [-o FILE]",
    .summary = "print a run's results as a table",
    .help =
        "  -b, --bench GLOB     benchmarks whose names match, such as 'thesis/*'\n"
        "  -e, --event GLOB     events whose names match, such as '*miss*', or any event\n"
        "                       accepted by -e of run: clocks, 0x12, stall, data_read:u,\n"
        "                       pcl:PCL_IPC; -b and -e take lists separated by commas and\n"
        "                       may be given several times\n"
        "  -r, --region REGION  a region's number or name (globs too), or whole\n"
        "      --state GLOB     warm or cold\n"
        "      --ring GLOB      kernel, user or both\n"
        "      --ablate GLOB    none, branch, vpipe or l1\n"
        "  -m, --metrics GROUP  derived metrics instead of events; several groups\n"
        "                       separated by commas, or all; 'bareprobe list metrics'\n"
        "                       lists them\n"
        "  -s, --sort ORDER     run (default), mean, per-entry, spread, event, region\n"
        "      --across         events as columns\n"
        "      --table[=FORM]   events as rows, laid out as the thesis's tables, within\n"
        "                       the terminal's width: counts (benchmarks, cases and\n"
        "                       regions as columns, mean and interval in each cell;\n"
        "                       default; --raw for counts with the overhead), theory\n"
        "                       (measured count, overhead, corrected count, and the count\n"
        "                       that WORK states), iteration (counts for an iteration of\n"
        "                       the region's most expensive loop, whose iterations the\n"
        "                       simulator counts), caches (caches and memory, as found by\n"
        "                       the suite machine)\n"
        "      --multiplex      multiplexed events: estimate, its interval over rounds,\n"
        "                       exact count, error, and the Kullback-Leibler distance of\n"
        "                       the two distributions over rounds; and the counts of\n"
        "                       each region, if multiplex_regions=yes counted them\n"
        "      --channels       times between stamps (experiment=channels): for each pair\n"
        "                       of consecutive channels the number, the minimum, mean and\n"
        "                       maximum clocks, and their spread\n"
        "      --stamps         each stamp (experiment=channels) of the first repetition,\n"
        "                       with -a of all: its time, the difference from the one\n"
        "                       before, channel and value\n"
        "      --raw            show the uncorrected count, overhead and counter, too\n"
        "  -a, --all            show spread, extremes, median, mode and outliers, too;\n"
        "                       with --metrics, explain the metrics\n"
        "      --report[=FORM]  print the whole run as a report: text (the kernel's\n"
        "                       report, as in the thesis; default), table (one line per\n"
        "                       region, the default of run), p5mon_file (its results\n"
        "                       file), machine (the processor on one page),\n"
        "                       machine_all (the same in full), variants (gains by\n"
        "                       changes of code), instr_table (timing of each\n"
        "                       instruction), perfex (counts of a Pentium 4 in the format\n"
        "                       of perfex)\n"
        "  -o, --output FILE    write to FILE, atomically; - is standard output (default)\n"
        "      --db FILE        store to look up RUN in (default $BAREPROBE_DB, else\n"
        "                       bareprobe.db in this directory)\n"
        "\n"
        "Example: bareprobe show last -b 'thesis/*' -m cpi,stalls\n",
    .run = show_verb_run,
};
