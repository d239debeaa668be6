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
        say("--pcl and --papi are two lists: one of them is meant");
    else if ((listing->pcl || listing->papi) && !events)
        say("--%s is for events: 'bareprobe list events --%s'", library, library);
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
        say("one pattern is looked for; %d are named", n_patterns);
        return verb_usage(&verb_list);
    }
    if (listing.deleted && (!subject || subject->print != list_runs)) {
        say("--deleted is for runs: 'bareprobe list runs --deleted'");
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
        say("--cpu is for events, groups, metrics and registers: 'bareprobe list events --cpu p6'");
        return verb_usage(&verb_list);
    }
    return subject ? print_one(subject, &listing) : print_everything(&listing);
}

const struct verb verb_list = {
    .name = "list",
    .synopsis = "[events|groups|benches|metrics|suites|runs|registers] [PATTERN] [-v]",
    .summary = "print what there is: events, groups, benchmarks, metrics, suites, runs",
    .help =
        "  events   what the processor can count: code, counters, unit, groups\n"
        "  groups   names for several events, as `events=` and -g take them\n"
        "  benches  the benchmarks of the kernel's image\n"
        "  metrics  what is worked out from events, such as CPI\n"
        "  suites   experiments that come with the program, for 'bareprobe run --suite'\n"
        "  runs     what is in the store\n"
        "  registers  which registers of a Pentium 4 events take, with commas between, in which\n"
        "             passes: names with modifiers (pmc/netburst), or CCCR/ESCR@COUNTER; with -v\n"
        "             perfex's command, too; --cpu northwood+ht where it has Hyper-Threading\n"
        "\n"
        "Without one of these, all but runs and registers. A PATTERN is a part of a name or text, "
        "or a glob\n"
        "such as '*_miss' for the whole of one.\n"
        "\n"
        "  -v, --verbose      Intel's names, what is counted and who says so; all values of a\n"
        "                     benchmark's arguments; how to read a metric; a run's log\n"
        "      --cpu CPU      whose events, and which metrics it has all of them for: p5 (usual "
        "of\n"
        "                     events), p54c, p55c, p6, ppro, p2, p3, pm, k7, p4,\n"
        "                     willamette, northwood, prescott, all; of those from p4 on\n"
        "                     `virtual` says what the virtual Pentium 4 counts\n"
        "      --pcl, --papi  events by the names that PCL and PAPI have on all processors, which\n"
        "                     -e takes as pcl:PCL_IPC, papi:PAPI_L1_DCM; with --cpu what they are\n"
        "      --deleted      the deleted runs\n"
        "      --kernel FILE  the image, else bareprobe.elf beside this program\n"
        "      --db FILE      the store; else $BAREPROBE_DB, else bareprobe.db here\n"
        "\n"
        "Example: bareprobe list events '*miss' -v\n"
        "         bareprobe list events --cpu p2 l2\n"
        "         bareprobe list events --pcl --cpu k7\n"
        "         bareprobe list registers x87_fp_retired:u,instr_retired:u --cpu northwood\n",
    .run = list,
};
