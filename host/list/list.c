/*
 * SPDX-License-Identifier: MIT
 * bareprobe list: prints the available events, groups, benchmarks, metrics and suites, and the runs
 * in the store.
 */
#include "host/list/list.h"
#include "host/metrics/named_events.h"

#include <stdio.h>
#include <string.h>

#include "host/base/message.h"
#include "host/base/verb_options.h"
#include "kernel/lib/glob.h"
#include "kernel/settings/suggest.h"

static const struct subject {
    const char *name;
    int (*print)(const struct listing *listing);
    bool if_asked; /* printed only on request: it depends on more than the program */
} subjects[] = {
    {"events", list_events, false},      {"groups", list_groups, false},
    {"benches", list_benches, false},    {"metrics", list_metrics, false},
    {"suites", list_suites, false},      {"runs", list_runs, true},
    {"registers", list_registers, true},
};
#define SUBJECTS (sizeof subjects / sizeof subjects[0])

bool list_matches(const struct listing *listing, const char *const *texts)
{
    const char *pattern = listing->pattern;
    if (!pattern)
        return true;
    bool glob = strpbrk(pattern, "*?[");
    for (; *texts; texts++)
        if (glob ? glob_match(pattern, *texts) : strcasestr(*texts, pattern) != NULL)
            return true;
    return false;
}

static const struct subject *find(const char *name)
{
    for (unsigned i = 0; i < SUBJECTS; i++)
        if (!strcmp(subjects[i].name, name))
            return &subjects[i];
    return NULL;
}

static int nothing(const char *subject, const char *pattern)
{
    struct suggestion suggestion = {0};
    for (unsigned i = 0; i < SUBJECTS && !subject; i++)
        suggest_offer(&suggestion, pattern, strlen(pattern), subjects[i].name);
    if (suggestion.best)
        say("nothing matches '%s'; did you mean %s?", pattern, suggestion.best);
    else if (subject)
        say("none of the %s matches '%s'", subject, pattern);
    else
        say("nothing matches '%s'", pattern);
    return EXIT_USAGE;
}

static int print_one(const struct subject *subject, const struct listing *listing)
{
    int printed = subject->print(listing);
    if (printed == 0 && listing->pattern)
        return nothing(subject->name, listing->pattern);
    return printed < 0 ? EXIT_USAGE : EXIT_FINE;
}

static int print_everything(const struct listing *listing)
{
    int printed = 0, status = EXIT_FINE;
    for (unsigned i = 0; i < SUBJECTS; i++) {
        if (subjects[i].if_asked)
            continue;
        int of_subject = subjects[i].print(listing);
        if (of_subject < 0)
            status = EXIT_USAGE;
        if (of_subject > 0) {
            printed += of_subject;
            putchar('\n');
        }
    }
    return printed || !listing->pattern ? status : nothing(NULL, listing->pattern);
}

/* `pcl:PCL_IPC`, the form that -e accepts, is equivalent to `--pcl PCL_IPC`. */
static void take_library(struct listing *listing)
{
    const struct named_word word = named_word_of(listing->pattern);
    listing->pcl |= !strcmp(word.library, "pcl");
    listing->papi |= !strcmp(word.library, "papi");
    listing->pattern = strchr(listing->pattern, ':') + 1;
}

/* Checks --pcl and --papi. Returns true after a message. */
static bool library_without_events(const struct listing *listing, const struct subject *subject)
{
    const char *library = listing->pcl ? "pcl" : "papi";
    bool events = subject && subject->print == list_events;
    if (listing->pcl && listing->papi)
        say("--pcl and --papi cannot be combined: each selects another list");
    else if ((listing->pcl || listing->papi) && !events)
        say("--%s applies to events only: 'bareprobe list events --%s'", library, library);
    return (listing->pcl || listing->papi) && (!events || (listing->pcl && listing->papi));
}

static int list(int argc, char **argv)
{
    struct listing listing = {0};
    const struct option_spec options[] = {
        {'v', "verbose", NULL, &listing.verbose}, {0, "deleted", NULL, &listing.deleted},
        {0, "pcl", NULL, &listing.pcl},           {0, "papi", NULL, &listing.papi},
        {0, "cpu", &listing.cpu, NULL},           {0, "kernel", &listing.kernel, NULL},
        {0, "db", &listing.store, NULL},          {0, NULL, NULL, NULL},
    };
    int n_arguments;
    int status = options_read(&verb_list, argc, argv, options, &n_arguments);
    if (status >= 0)
        return status;
    const struct subject *subject = n_arguments ? find(argv[1]) : NULL;
    int n_patterns = n_arguments - (subject != NULL);
    if (n_patterns > 1) {
        say("%d patterns given; at most one is allowed", n_patterns);
        return verb_usage(&verb_list);
    }
    if (listing.deleted && (!subject || subject->print != list_runs)) {
        say("--deleted applies to runs only: 'bareprobe list runs --deleted'");
        return verb_usage(&verb_list);
    }
    if (n_patterns)
        listing.pattern = argv[n_arguments];
    if (n_patterns && subject && subject->print == list_events && named_event_is(listing.pattern))
        take_library(&listing);
    if (library_without_events(&listing, subject))
        return verb_usage(&verb_list);
    if (listing.cpu && subject && subject->print != list_events && subject->print != list_groups &&
        subject->print != list_metrics && subject->print != list_registers) {
        say("--cpu applies to events, groups, metrics and registers only: 'bareprobe list events "
            "--cpu p6'");
        return verb_usage(&verb_list);
    }
    return subject ? print_one(subject, &listing) : print_everything(&listing);
}

const struct verb verb_list = {
    .name = "list",
    .synopsis = "[events|groups|benches|metrics|suites|runs|registers] [PATTERN] [-v]",
    .summary = "list events, groups, benchmarks, metrics, suites and runs",
    .help =
        "  events     events that the processor can count: code, counters, unit, groups\n"
        "  groups     names for several events, accepted by the setting `events` and by\n"
        "             'bareprobe run -g'\n"
        "  benches    benchmarks of the kernel image\n"
        "  metrics    values computed from events, such as CPI\n"
        "  suites     installed experiments for 'bareprobe run --suite'\n"
        "  runs       runs in the store\n"
        "  registers  registers of a Pentium 4 that count the given events, for each\n"
        "             pass. Separate events by commas; an event is a name with modifiers\n"
        "             (pmc/netburst) or CCCR/ESCR@COUNTER. -v also prints the command\n"
        "             for perfex. --cpu northwood+ht selects Hyper-Threading\n"
        "\n"
        "Without one of these words, all lists except runs and registers are printed.\n"
        "PATTERN is a part of a name or text, or a glob such as '*_miss' that matches the\n"
        "whole name or text.\n"
        "\n"
        "  -v, --verbose      also print Intel's names, descriptions and sources of\n"
        "                     events; all values of a benchmark's arguments; how to\n"
        "                     interpret a metric; the log of a run\n"
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
        "Example: bareprobe list events '*miss' -v\n"
        "         bareprobe list events --cpu p2 l2\n"
        "         bareprobe list events --pcl --cpu k7\n"
        "         bareprobe list registers x87_fp_retired:u,instr_retired:u\n",
    .run = list,
};
