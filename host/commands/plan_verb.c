/*
 * SPDX-License-Identifier: MIT
 * bareprobe plan: prints the passes or groups of an experiment without measuring anything.
 */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "host/base/allocation.h"
#include "host/base/installed_files.h"
#include "host/base/message.h"
#include "host/base/text_table.h"
#include "host/base/verb_options.h"
#include "host/commands/all_verbs.h"
#include "host/commands/processor_option.h"
#include "host/machines/check/pass_plan.h"
#include "host/machines/check/selected_cases.h"
#include "host/machines/request.h"
#include "pmc/modifiers.h"

#define SHOWN_CASES 8
#define WIDTH       79

struct planned {
    const char *processor;
    const struct config *config;
    const struct pmc *pmc;
    const struct pass_plan *plan;
    char **cases;
    unsigned n_cases;
};

static bool plan_verb_multiplexes(const struct planned *planned)
{
    return planned->config->experiment == EXPERIMENT_MULTIPLEX;
}

static unsigned plan_verb_weight(const struct config *config, unsigned group)
{
    return group < config->n_weights ? config->weights[group] : 1;
}

static unsigned plan_verb_slices(const struct planned *planned)
{
    unsigned slices = 0;
    for (unsigned g = 0; g < planned->plan->n_groups; g++)
        slices += plan_verb_weight(planned->config, g);
    return slices;
}

/* ---- the table ------------------------------------------------------------------------------ */

enum { PASS, SLICES, COUNTER, READ, RING, EVENT, COLUMNS };

static void plan_verb_add_event(struct text_table *table, const struct planned *planned,
                                const struct schedule_pass *pass, unsigned place)
{
    const unsigned counter = pmc_counter_at(planned->pmc, pass->counted, place);
    const char *read = planned->plan->use == SCHEDULE_PROBES
                           ? schedule_position(planned->pmc, pass, counter)
                           : NULL;
    char name[160];
    modifiers_write_name(&pass->counted[place], name, sizeof name);
    text_table_cell(table, COUNTER, "%u", counter);
    text_table_cell(table, READ, "%s", read ? read : "");
    text_table_cell(table, RING, "%s", pmc_rings_name(pass->counted[place].rings));
    text_table_cell(table, EVENT, "%s", name);
}

static void plan_verb_add_pass(struct text_table *table, const struct planned *planned, unsigned p)
{
    const struct schedule_pass *pass = &planned->plan->passes[p];
    bool first = true;
    for (unsigned c = 0; c < planned->pmc->counters || pass->time_stamp; c++) {
        if (!pass->time_stamp && !pass->counted[c].event)
            continue;
        text_table_add_row(table);
        if (first)
            text_table_cell(table, PASS, "%u", p + 1);
        if (first && plan_verb_multiplexes(planned))
            text_table_cell(table, SLICES, "%u", plan_verb_weight(planned->config, p));
        first = false;
        if (pass->time_stamp) {
            text_table_cell(table, EVENT, "time_stamp");
            return;
        }
        plan_verb_add_event(table, planned, pass, c);
    }
}

static void plan_verb_print_table(const struct planned *planned)
{
    const bool groups = plan_verb_multiplexes(planned);
    const char *const headers[COLUMNS] = {
        groups ? "group" : "pass", "slices", "counter", "read", "ring", "event"};
    struct text_table *table = text_table_new(COLUMNS);
    for (unsigned i = 0; i < COLUMNS; i++)
        text_table_set_column(table, i, headers[i], i <= COUNTER ? TABLE_RIGHT : TABLE_LEFT);
    text_table_optional(table, SLICES);
    text_table_optional(table, COUNTER);
    text_table_optional(table, READ);
    text_table_optional(table, RING);
    const unsigned n = groups ? planned->plan->n_groups : planned->plan->n_passes;
    for (unsigned p = 0; p < n; p++)
        plan_verb_add_pass(table, planned, p);
    text_table_print(table, stdout, colour_on(STDOUT_FILENO));
    text_table_free(table);
}

/* ---- the text around it --------------------------------------------------------------------- */

static void plan_verb_print_heading(const struct planned *planned)
{
    const struct pass_plan *plan = planned->plan;
    unsigned counters = 0;
    for (unsigned c = 0; c < planned->pmc->counters; c++)
        counters += plan->usable >> c & 1;
    printf("%s: %u event%s in %u %s", planned->processor, plan->n_events,
           plan->n_events == 1 ? "" : "s", plan->n_passes,
           plan_verb_multiplexes(planned) ? "group" : "pass");
    printf("%s, %u counter%s",
           plan->n_passes == 1              ? ""
           : plan_verb_multiplexes(planned) ? "s"
                                            : "es",
           counters, counters == 1 ? "" : "s");
    if (plan->trigger.event && planned->pmc->notation)
        printf(", one of them for %s", plan->trigger.event->name);
    else if (plan->trigger.event)
        printf("; counter 0 counts %s", plan->trigger.event->name);
    if (plan->lower_bound < plan->n_passes)
        printf(planned->config->grouped ? "; %u would be enough without groups by hand"
                                        : "; lower bound: %u",
               plan->lower_bound);
    putchar('\n');
}

/* Prints "2 cases: a, b", wrapped. */
static void plan_verb_print_cases(const struct planned *planned)
{
    char *line =
        planned->config->program[0]
            ? allocate_text("1 program: %s", planned->config->program)
            : allocate_text("%u case%s", planned->n_cases, planned->n_cases == 1 ? "" : "s");
    for (unsigned i = 0; i < planned->n_cases && i < SHOWN_CASES; i++)
        allocate_appended(&line, i ? ", " : ": ", planned->cases[i]);
    if (planned->n_cases > SHOWN_CASES)
        allocate_appended(&line, ", ", "...");
    text_table_wrap_line(line, WIDTH, stdout);
    free(line);
}

static unsigned plan_verb_variants(const struct config *config)
{
    unsigned ablations = 1;
    for (unsigned a = ABLATE_NONE + 1; a < ABLATIONS; a++)
        ablations += config->ablate[a];
    return ablations * (config->state == STATES_BOTH ? 2 : 1);
}

static void plan_verb_print_rounds(const struct planned *planned)
{
    const struct config *config = planned->config;
    const unsigned slices = plan_verb_slices(planned);
    char *line = allocate_text(
        "a round: %u slice%s in %s order%s; %u samples: %u rounds; then each group is counted "
        "alone in as many slices",
        slices, slices == 1 ? "," : "s,", config->order == ORDER_RANDOM ? "a random" : "this",
        config->order == ORDER_RANDOM ? " for each round" : "", config->samples,
        config->samples / slices);
    text_table_wrap_line(line, WIDTH, stdout);
    free(line);
}

static void plan_verb_print_order(const struct planned *planned)
{
    const struct config *config = planned->config;
    const unsigned variants = plan_verb_variants(config);
    if (plan_verb_multiplexes(planned)) {
        plan_verb_print_rounds(planned);
        return;
    }
    char *line = allocate_text("order: for each case%s, the passes as above",
                               variants > 1 ? ", for each of its variants (state, ablate)" : "");
    if (!pass_plan_is_sampled(config) && config_has_target(config))
        allocate_appended(&line, "; ", "repetitions until the interval is ci_target");
    if (!pass_plan_is_sampled(config) && !config_has_target(config)) {
        const unsigned cases = config->program[0] ? 1 : planned->n_cases;
        const uint64_t runs =
            (uint64_t)cases * variants * planned->plan->n_passes * config->repetitions;
        char *counted =
            allocate_text("%u repetitions in a pass: %u x %u x %u x %u = %" PRIu64 " counted runs",
                          config->repetitions, cases, variants, planned->plan->n_passes,
                          config->repetitions, runs);
        allocate_appended(&line, "; ", counted);
        free(counted);
    }
    text_table_wrap_line(line, WIDTH, stdout);
    free(line);
}

static void plan_verb_print(const struct planned *planned)
{
    plan_verb_print_heading(planned);
    plan_verb_print_table(planned);
    plan_verb_print_cases(planned);
    plan_verb_print_order(planned);
    if (strncmp(planned->processor, "p5", 2))
        text_table_wrap_line(
            "the passes are a real chip's: the simulator leaves out events that "
            "its model does not count",
            WIDTH, stdout);
}

/* ---- the verb ------------------------------------------------------------------------------- */

static int plan_verb_check(const struct planned *planned)
{
    const enum experiment experiment = planned->config->experiment;
    if (experiment == EXPERIMENT_MEASURE || experiment == EXPERIMENT_PROFILE ||
        experiment == EXPERIMENT_RATES || experiment == EXPERIMENT_MULTIPLEX)
        return 0;
    message_print("experiment: only measure, profile, rates and multiplex have passes of events");
    return -1;
}

/* Returns -1 after a message about groups that the kernel would refuse. */
static int plan_verb_check_groups(const struct planned *planned)
{
    const struct pmc_notation *notation = planned->pmc->notation;
    const unsigned groups = planned->plan->n_groups;
    if (!plan_verb_multiplexes(planned))
        return 0;
    if (!groups) {
        message_print("experiment: 'multiplex' needs events that a counter counts; select with -e");
        return -1;
    }
    if (notation && groups > notation->most_sets) {
        message_print(
            "experiment: 'multiplex': the events form %u groups, and this processor can "
            "multiplex at most %u; ask for fewer",
            groups, notation->most_sets);
        return -1;
    }
    if (planned->config->n_weights > groups)
        message_print("weights: %u given, but the events form %u group%s",
                      planned->config->n_weights, groups, groups == 1 ? "" : "s");
    else if (planned->config->samples < plan_verb_slices(planned))
        message_print("samples: %u are fewer than the %u slices of a round; ask for more",
                      planned->config->samples, plan_verb_slices(planned));
    else
        return 0;
    return -1;
}

static int plan_verb_make(const struct request *request)
{
    static struct config config;
    char error[CONFIG_ERROR_BYTES];
    struct pmc pmc;
    struct pass_plan plan;
    struct planned planned = {
        .processor = request->cpu, .config = &config, .pmc = &pmc, .plan = &plan};
    if (request_configure(request, &config, &pmc) || plan_verb_check(&planned))
        return EXIT_USAGE;
    if (!config.program[0] &&
        selected_cases_find(&config, request->kernel, &planned.cases, &planned.n_cases))
        return EXIT_USAGE;
    int failed = pass_plan_make(&plan, &config, &pmc, error, sizeof error);
    if (failed)
        message_print("%s", error);
    else if (!(failed = plan_verb_check_groups(&planned)))
        plan_verb_print(&planned);
    pass_plan_free(&plan);
    selected_cases_free(planned.cases, planned.n_cases);
    return failed ? EXIT_USAGE : EXIT_FINE;
}

static int plan_verb(int argc, char **argv)
{
    struct request request = {.cpu = NULL};
    const char *kernel = NULL;
    const struct option_spec options[] = {
        {0, "cpu", &request.cpu, NULL},
        {0, "kernel", &kernel, NULL},
        {'b', "bench,", &request.bench, NULL},
        {'e', "events,", &request.events, NULL},
        {'g', "group,", &request.group, NULL},
        {'r', "repetitions", &request.repetitions, NULL},
        {0, "state", &request.state, NULL},
        {0, "ablate", &request.ablate, NULL},
        {0, NULL, NULL, NULL},
    };
    int status = verb_options_read(&verb_plan, argc, argv, options, &request.n_settings);
    if (status >= 0)
        return status;
    request.settings = argv + 1;
    if (processor_option_read(&request.cpu))
        return EXIT_USAGE;
    request.cpu = request.cpu ? request.cpu : "p54c";
    char *installed = kernel ? NULL : installed_file_find("bareprobe.elf");
    request.kernel = kernel ? kernel : installed;
    if (!request.kernel) {
        char *places = installed_file_places("build/bareprobe.elf");
        message_print("the kernel image bareprobe.elf is %s; select an image with --kernel",
                      places);
        free(places);
        return EXIT_USAGE;
    }
    char *settings = request_settings(&request);
    status = settings ? plan_verb_make(&request) : EXIT_USAGE;
    free(settings);
    free(installed);
    return status;
}

const struct verb verb_plan = {
    .name = "plan",
    .synopsis = "[-b GLOB] [-e EV,EV] [--cpu CPU] [SETTING=VALUE]...",
    .summary = "print the passes or groups of an experiment without measuring",
    .help =
        "      --cpu CPU        p54c (default), p55c, ppro, p2, p3, k7, willamette,\n"
        "                       northwood, prescott, or an alias as in 'bareprobe run'\n"
        "  -b, --bench GLOB,GLOB, -e, --events EV,EV, -g, --group G,G\n"
        "  -r, --repetitions N, --state STATE, --ablate F,F\n"
        "                       as in 'bareprobe run'. -e a+b/c+d forms groups by hand:\n"
        "                       a and b are counted together, then c and d\n"
        "      --kernel FILE    kernel image with the benchmarks (default the installed\n"
        "                       bareprobe.elf)\n"
        "  SETTING=VALUE        any other setting, such as experiment=multiplex,\n"
        "                       source=event,instructions,20000, weights=2,1\n"
        "\n"
        "The table has a row for each event: its pass, or with experiment=multiplex its\n"
        "group and the slices of the group in a round; its counter; and whether region\n"
        "probes read that counter next to the measured code (near) or not (far). The\n"
        "plan assumes that all counters pass their self-tests.\n"
        "\n"
        "Example: bareprobe plan -b apps/sort -g cache\n"
        "         bareprobe plan -e clocks+branches/data_read experiment=multiplex\n",
    .run = plan_verb,
};
