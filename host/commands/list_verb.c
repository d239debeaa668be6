/*
 * SPDX-License-Identifier: MIT
 * bareprobe list: prints the available events, groups, benchmarks, metrics and suites, and the runs
 * in the store.
 */
#include "host/commands/list/list_subjects.h"
#include "host/data/metrics/named_events.h"

#include <stdio.h>
#include <string.h>

#include "host/base/message.h"
#include "host/base/verb_options.h"
#include "host/commands/all_verbs.h"
#include "kernel/settings/suggestions.h"

static const struct list_subject {
    const char *name;
    int (*print)(const struct listing *listing);
    bool on_request; /* printed only on request: it depends on more than the program */
} subjects[] = {
    {"events", list_events, false},      {"groups", list_event_groups, false},
    {"benches", list_benches, false},    {"metrics", list_metrics, false},
    {"suites", list_suites, false},      {"runs", list_runs, true},
    {"registers", list_registers, true},
};
#define SUBJECTS (sizeof subjects / sizeof subjects[0])

static const struct list_subject *list_verb_find_subject(const char *name)
{
    for (unsigned i = 0; i < SUBJECTS; i++)
        if (!strcmp(subjects[i].name, name))
            return &subjects[i];
    return NULL;
}

static int list_verb_report_no_match(const char *subject, const char *pattern)
{
    struct suggestion suggestion = {0};
    for (unsigned i = 0; i < SUBJECTS && !subject; i++)
        suggestions_offer(&suggestion, pattern, strlen(pattern), subjects[i].name);
    if (suggestion.best)
        message_print("nothing matches '%s'; did you mean %s?", pattern, suggestion.best);
    else if (subject)
        message_print("none of the %s matches '%s'", subject, pattern);
    else
        message_print("nothing matches '%s'", pattern);
    return EXIT_USAGE;
}

static int list_verb_print_subject(const struct list_subject *subject,
                                   const struct listing *listing)
{
    int printed = subject->print(listing);
    if (printed == 0 && listing->pattern)
        return list_verb_report_no_match(subject->name, listing->pattern);
    return printed < 0 ? EXIT_USAGE : EXIT_FINE;
}

static int list_verb_print_all(const struct listing *listing)
{
    int printed = 0, status = EXIT_FINE;
    for (unsigned i = 0; i < SUBJECTS; i++) {
        if (subjects[i].on_request)
            continue;
        int of_subject = subjects[i].print(listing);
        if (of_subject < 0)
            status = EXIT_USAGE;
        if (of_subject > 0) {
            printed += of_subject;
            putchar('\n');
        }
    }
    return printed || !listing->pattern ? status
                                        : list_verb_report_no_match(NULL, listing->pattern);
}

/* `pcl:PCL_IPC`, the form that -e accepts, is equivalent to `--pcl PCL_IPC`. */
static void list_verb_parse_library(struct listing *listing)
{
    const struct named_word word = named_events_parse_word(listing->pattern);
    listing->pcl |= !strcmp(word.library, "pcl");
    listing->papi |= !strcmp(word.library, "papi");
    listing->pattern = strchr(listing->pattern, ':') + 1;
}

/* Checks --pcl and --papi. Returns true after a message. */
static bool list_verb_check_library(const struct listing *listing,
                                    const struct list_subject *subject)
{
    const char *library = listing->pcl ? "pcl" : "papi";
    bool events = subject && subject->print == list_events;
    if (listing->pcl && listing->papi)
        message_print("--pcl and --papi cannot be combined: each selects another list");
    else if ((listing->pcl || listing->papi) && !events)
        message_print("--%s applies to events only: 'bareprobe list events --%s'", library,
                      library);
    return (listing->pcl || listing->papi) && (!events || (listing->pcl && listing->papi));
}

static int list_verb_run(int argc, char **argv)
{
    struct listing listing = {0};
    const struct option_spec options[] = {
        {'v', "verbose", NULL, &listing.verbose}, {0, "deleted", NULL, &listing.deleted},
        {0, "pcl", NULL, &listing.pcl},           {0, "papi", NULL, &listing.papi},
        {0, "cpu", &listing.cpu, NULL},           {0, "kernel", &listing.kernel, NULL},
        {0, "db", &listing.store, NULL},          {0, NULL, NULL, NULL},
    };
    int n_arguments;
    int status = verb_options_read(&verb_list, argc, argv, options, &n_arguments);
    if (status >= 0)
        return status;
    const struct list_subject *subject = n_arguments ? list_verb_find_subject(argv[1]) : NULL;
    int n_patterns = n_arguments - (subject != NULL);
    if (n_patterns > 1) {
        message_print("%d patterns given; at most one is allowed", n_patterns);
        return verb_usage(&verb_list);
    }
    if (listing.deleted && (!subject || subject->print != list_runs)) {
        message_print("--deleted applies to runs only: 'bareprobe list runs --deleted'");
        return verb_usage(&verb_list);
    }
    if (n_patterns)
        listing.pattern = argv[n_arguments];
    if (n_patterns && subject && subject->print == list_events && named_event_is(listing.pattern))
        list_verb_parse_library(&listing);
    if (list_verb_check_library(&listing, subject))
        return verb_usage(&verb_list);
    if (listing.cpu && subject && subject->print != list_events &&
        subject->print != list_event_groups && subject->print != list_metrics &&
        subject->print != list_registers) {
        message_print(
            "--cpu applies to events, groups, metrics and registers only: 'bareprobe list events "
            "--cpu p6'");
        return verb_usage(&verb_list);
    }
    return subject ? list_verb_print_subject(subject, &listing) : list_verb_print_all(&listing);
}

const struct verb verb_list = {
    .name = "list",
    .synopsis = "[events|groups|benches|metrics|suites|runs|registers] [PATTERN] [-v]",
    .summary = "list events, groups, benchmarks, metrics, suites and runs",
    .help =
        "  events     events that the processor can count: code, counters, unit, groups\n"
        "  groups     names for several events, accepted by the setting `events` and by\n"
        "             'bareprobe run -g'\n"
        "  benches    benchmarks of the kernel image; those left out, with the reason\n"
        "  metrics    values computed from events, such as CPI\n"
        "  suites     installed experiments for 'bareprobe run --suite'\n"
        "  runs       runs in the store\n"
        "  registers  registers that count the given events, for each pass: CESR of a\n"
        "             Pentium, EvntSel of P6 and K7, CCCR and ESCR of a Pentium 4 (the\n"
        "             default, except for events that only a Pentium has). Separate\n"
        "             events by commas, as in 'bareprobe run -e'; on a Pentium 4 also\n"
        "             CCCR/ESCR@COUNTER, and -v prints the command for perfex. --cpu\n"
        "             northwood+ht selects Hyper-Threading\n"
        "\n"
        "Without one of these words, all lists except runs and registers are printed.\n"
        "PATTERN is a part of a name or text, or a glob such as '*_miss' that matches the\n"
        "whole name or text; of events also a code, as in 0x12 or r12.\n"
        "\n"
        "  -v, --verbose      also print Intel's names, descriptions and sources of\n"
        "                     events, with PATTERN as a paragraph on each event; all\n"
        "                     values of a benchmark's arguments; how to interpret a\n"
        "                     metric; the log of a run. reserved_10h describes a code\n"
        "                     that Intel reserves\n"
        "      --cpu CPU      print the events of this processor, and the metrics whose\n"
        "                     events it has: p5 (default for events), p54c, p55c, p6,\n"
        "                     ppro, p2, p3, pm, k7, p4, willamette, northwood, prescott,\n"
        "                     all; for a Pentium 4 the column `virtual` shows what the\n"
        "                     simulator counts\n"
        "      --pcl, --papi  list the events that PCL or PAPI define for all processors;\n"
        "                     'bareprobe run -e' accepts them as pcl:PCL_IPC or\n"
        "                     papi:PAPI_L1_DCM. With --cpu the list has their formulas\n"
        "      --deleted      list the deleted runs\n"
        "      --kernel FILE  kernel image (default the installed bareprobe.elf)\n"
        "      --db FILE      the store (default $BAREPROBE_DB, or bareprobe.db in the\n"
        "                     current directory)\n"
        "\n"
        "Example: bareprobe list events data_read_miss -v\n"
        "         bareprobe list events --cpu p2 l2\n"
        "         bareprobe list events --pcl --cpu k7\n"
        "         bareprobe list registers data_read_miss:u,branches\n"
        "         bareprobe list registers x87_fp_retired:u,instr_retired:u\n",
    .run = list_verb_run,
};
