/*
 * SPDX-License-Identifier: MIT
 * Plans an experiment: which benchmarks, which variants, which events in which pass.
 */
#include "kernel/measure/program_hooks.h"
#include "kernel/measure/plan.h"

#include "kernel/measure/cases.h"
#include "kernel/measure/kernel_run.h"
#include "kernel/time/date.h"
#include "kernel/lib/format.h"
#include "kernel/lib/string.h"
#include "kernel/machine/machine_state.h"
#include "kernel/machine/memory.h"
#include "kernel/machine/paging.h"
#include "kernel/machine/watchdog.h"
#include "pmc/modifiers.h"
#include "pmc/p5/p5_reserved.h"
#include "score/score.h"

/* Reports whether one of the first n events is that event, counted in the same rings. */
static bool plan_has_event(const struct plan *plan, unsigned n, const struct pmc_counted *counted)
{
    for (unsigned e = 0; e < n; e++)
        if (counted_alike(&plan->events[e], counted))
            return true;
    return false;
}

#define MOST_NAME 160 /* longest name in netburst.def with parts, filters and a counter */

/* Returns the event's name, or a name with modifiers that is allocated. NULL: no memory. */
static const char *plan_event_name(const struct pmc_counted *counted)
{
    char text[MOST_NAME];
    size_t size = (size_t)modifiers_write_name(counted, text, sizeof text) + 1;
    if (!strcmp(text, counted->event->name))
        return counted->event->name;
    char *name = memory_allocate(size);
    return name ? memcpy(name, text, size) : NULL;
}

/*
 * Collects the requested events, each with its rings. -1: an event would be counted nowhere or
 * twice.
 */
static int plan_events(struct kernel_run *run)
{
    const struct config *config = run->config;
    struct plan *plan = &run->plan;
    char text[CONFIG_ERROR_BYTES];
    for (unsigned e = 0; e < config->n_events; e++) {
        struct pmc_counted counted = config->events[e];
        if (counted.event == &pmc_time_stamp)
            counted.rings = PMC_RING_KERNEL | PMC_RING_USER;
        else if (!counted.rings)
            counted.rings = config_count_rings(config);
        if (!counted.rings) {
            run_error(run, "user_events=no and kernel_events=no: nothing would be counted");
            return -1;
        }
        if (plan_has_event(plan, e, &counted)) {
            format(text, sizeof text, "events: %s would be counted twice in the same rings (%s)",
                   counted.event->name, pmc_rings_name(counted.rings));
            run_error(run, text);
            return -1;
        }
        plan->events[e] = counted;
        plan->names[e] = plan_event_name(&counted);
        if (!plan->names[e]) {
            run_error(run, "not enough memory for the events' names; ask for fewer events");
            return -1;
        }
    }
    plan->n_events = config->n_events;
    return 0;
}

/* Inverts the schedule: finds the place of each event. */
static void plan_find_places(struct plan *plan, const struct pmc *pmc)
{
    for (unsigned e = 0; e < plan->n_events; e++) {
        plan->place[e] = (struct event_place){.pass = -1};
        for (unsigned p = 0; p < plan->n_passes; p++) {
            const struct pmc_counted *counted = plan->passes[p].counted;
            for (unsigned c = 0; c < pmc->counters; c++)
                if (counted_alike(&counted[c], &plan->events[e]))
                    plan->place[e] = (struct event_place){(int16_t)p, (uint8_t)c,
                                                          (uint8_t)pmc_counter_at(pmc, counted, c)};
        }
    }
}

static bool plan_is_sampled(const struct config *config)
{
    return config->experiment >= EXPERIMENT_PROFILE;
}

struct pmc_counted plan_trigger(const struct config *config)
{
    if (!plan_is_sampled(config) ||
        (config->source != SOURCE_EVENT && config->source != SOURCE_PRECISE))
        return (struct pmc_counted){.event = NULL};
    struct pmc_counted counted = config->sample_event;
    if (!counted.rings)
        counted.rings = (uint8_t)config_count_rings(config);
    return counted;
}

/* The usable counters; counter 0 is reserved if its overflow takes samples. */
static uint32_t plan_usable_counters(const struct kernel_run *run)
{
    const struct config *config = run->config;
    bool armed =
        plan_is_sampled(run->config) && config->source == SOURCE_EVENT && !run->pmc->notation;
    return run->selftests.usable & ~(uint32_t)armed;
}

/*
 * Reports whether a counter counts this event here: a virtual machine has no model for some events.
 */
static bool plan_can_count(const struct kernel_run *run, const struct pmc_counted *counted)
{
    return counted->event != &pmc_time_stamp &&
           pmc_counters_of(run->pmc, counted) & plan_usable_counters(run) &&
           (!run->pmc->counts || run->pmc->counts(counted)) &&
           (!&p5_reserved_counts || p5_reserved_counts(counted->event));
}

/* Allocates empty passes. NULL: not enough memory. */
static struct schedule_pass *plan_allocate_passes(const struct pmc *pmc, unsigned n)
{
    const unsigned width = pmc->counters ? pmc->counters : 1;
    struct schedule_pass *passes = memory_allocate(n * sizeof *passes);
    struct pmc_counted *counted = memory_allocate(n * width * sizeof *counted);
    for (unsigned p = 0; passes && counted && p < n; p++)
        passes[p].counted = counted + p * width;
    return counted ? passes : NULL;
}

/*
 * Assigns the events to run->plan.passes. Returns the number of passes, or -1 after reporting an
 * error.
 */
static int plan_assign_events(struct kernel_run *run, struct pmc_counted counted[], unsigned n)
{
    const uint32_t usable = plan_usable_counters(run);
    const bool sampled = plan_is_sampled(run->config);
    const enum schedule_for use = sampled ? SCHEDULE_READS : SCHEDULE_PROBES;
    if (&further_plan_assign)
        return further_plan_assign(run, usable, sampled, counted, n);
    run->plan.passes_lower_bound = schedule_lower_bound(run->pmc, use, usable, counted, n);
    return schedule_passes(run->pmc, use, usable, counted, n, run->plan.passes, n);
}

/*
 * Schedules the counted events in the fewest possible passes. The time-stamp counter has a separate
 * pass, which is the only one if nothing counts.
 */
static int plan_passes(struct kernel_run *run)
{
    static const struct pmc_counted time_stamp = {.event = &pmc_time_stamp,
                                                  .rings = PMC_RING_KERNEL | PMC_RING_USER};
    static struct pmc_counted counted[CONFIG_MOST_EVENTS];
    struct plan *plan = &run->plan;
    unsigned n = 0;
    for (unsigned e = 0; e < plan->n_events; e++)
        if (plan_can_count(run, &plan->events[e]))
            counted[n++] = plan->events[e];
    if (n == 0 && !plan_has_event(plan, plan->n_events, &time_stamp) &&
        plan->n_events < CONFIG_MOST_EVENTS) {
        plan->names[plan->n_events] = pmc_time_stamp.name;
        plan->events[plan->n_events++] = time_stamp;
    }
    plan->passes = plan_allocate_passes(run->pmc, n + 1);
    if (!plan->passes) {
        run_error(run, "not enough memory for the passes; ask for fewer events");
        return -1;
    }
    int passes = plan_assign_events(run, counted, n);
    if (passes < 0)
        return -1;
    plan->n_passes = (unsigned)passes;
    plan_find_places(plan, run->pmc);
    if (!plan_has_event(plan, plan->n_events, &time_stamp))
        return 0;
    for (unsigned e = 0; e < plan->n_events; e++)
        if (plan->events[e].event == &pmc_time_stamp)
            plan->place[e] = (struct event_place){.pass = (int16_t)plan->n_passes};
    plan->passes[plan->n_passes].near = 0;
    plan->passes[plan->n_passes++].time_stamp = true;
    plan->passes_lower_bound++;
    return 0;
}

/* Plans the possible variants: a feature whose switch has no effect is not measured. */
static void plan_variants(struct kernel_run *run)
{
    const struct config *config = run->config;
    struct plan *plan = &run->plan;
    bool wanted[] = {
        [STATE_WARM] = config->state != STATES_COLD, [STATE_COLD] = config->state != STATES_WARM};
    plan->n_variants = 0;
    for (unsigned state = STATE_WARM; state <= STATE_COLD; state++)
        for (unsigned ablate = ABLATE_NONE; ablate < ABLATIONS; ablate++)
            if (wanted[state] && (ablate == ABLATE_NONE || config->ablate[ablate]) &&
                selftest_can_ablate(run, ablate))
                plan->variants[plan->n_variants++] =
                    (struct variant){.state = state, .ablate = ablate};
}

/* Reports a missing benchmark and lists the groups, as globs; the host lists their members. */
static void plan_report_no_benchmark(struct kernel_run *run, const char *glob)
{
    char text[CONFIG_ERROR_BYTES];
    int length = format(text, sizeof text, "command: no benchmark matches '%s'; available:", glob);
    const char *before = "";
    size_t group = 0;
    for (const struct benchmark *b = case_list.start;
         b < case_list.end && length < (int)sizeof text; b++) {
        if (group && !strncmp(before, b->name, group))
            continue;
        before = b->name;
        group = (size_t)(strchr(b->name, '/') - b->name) + 1;
        length +=
            format(text + length, sizeof text - (size_t)length, " %.*s*", (int)group, b->name);
    }
    run_error(run, text);
}

/* Counts the cases that match a glob, or with NULL those of the experiment. */
static unsigned plan_count_cases(const struct config *config, const char *glob)
{
    static struct bench_case c;
    unsigned count = 0;
    for (const struct benchmark *b = case_list.start; b < case_list.end; b++) {
        if (!config_may_want(config, b->name))
            continue;
        case_first(&c, b);
        do
            count += glob ? config_glob_matches(glob, c.name) : config_wants(config, c.name);
        while (case_next(&c));
    }
    return count;
}

/* Reports each glob that matches no benchmark; returns whether there is one. */
static bool plan_report_missing(struct kernel_run *run)
{
    char glob[sizeof run->config->command];
    bool missing = false;
    for (unsigned i = 0; config_glob(run->config, i, glob, sizeof glob); i++) {
        if (plan_count_cases(run->config, glob))
            continue;
        plan_report_no_benchmark(run, glob);
        missing = true;
    }
    return missing;
}

/* A glob that matches nothing is an error, but the benchmarks of the others run. Overheads are
 * measured without benchmarks, and counting the cases of all would take seconds. */
static int plan_benchmarks(struct kernel_run *run)
{
    if (run->config->experiment == EXPERIMENT_OVERHEAD && !strcmp(run->config->command, "*")) {
        run->plan.benches = 0;
        return 0;
    }
    run->plan.benches = plan_count_cases(run->config, NULL);
    return !run->plan.benches && plan_report_missing(run) ? -1 : 0;
}

/* Sets the watchdog. A missing watchdog is reported once and has no other effect. */
static void plan_watchdog(struct kernel_run *run)
{
    const char *missing = watchdog_set(run->config->watchdog);
    if (!missing || run->no_watchdog)
        return;
    run->no_watchdog = true;
    REPORT(run->report, no_watchdog, missing);
}

/* Makes the plan, without reporting it. */
static int plan_make(struct kernel_run *run, const struct config *config)
{
    run->config = config;
    if (config->probes == PROBES_RDPMC && !run->selftests.rdpmc) {
        run_error(run, "probes: 'rdpmc' failed its self-test; allowed: rdmsr");
        return -1;
    }
    if (run->pmc->calls && !run->selftests.rdpmc && config_probe_ring(config) == RING_USER) {
        run_error(
            run,
            config->program[0]
                ? "the regions of a program in ring 3 need a working RDPMC, which this "
                  "processor lacks: use_assembly_regions=no counts the whole run"
                : "privilege: 'user' needs a working RDPMC on this processor; allowed: kernel");
        return -1;
    }
    if (!paging_can(config->paging)) {
        run_error(run,
                  "paging: '4m': this processor has no 4 MB pages (CPUID shows no PSE); allowed: "
                  "mixed, off, 4k");
        return -1;
    }
    if (!config->n_events) {
        run_error(
            run,
            "events: none is selected, because all are 'no'; set one to yes, or use events=all");
        return -1;
    }
    if (run->pmc->notation)
        run->pmc->notation->set_pebs(config->pebs_enable, config->pebs_matrix_vert);
    plan_variants(run);
    if (plan_benchmarks(run) || plan_events(run) || plan_passes(run))
        return -1;
    return 0;
}

bool plan_calibrates(enum region_by by, bool by_region)
{
    return by == BY_STUB ? case_list_may_call_stubs() : by == BY_PROBE || !by_region;
}

unsigned plan_calibrations(bool by_region)
{
    unsigned n = 0;
    for (enum region_by by = BY_PROBE; by < BY_BOTH; by++)
        n += plan_calibrates(by, by_region);
    return n;
}

int plan_count_passes(struct kernel_run *run, const struct config *config)
{
    if (config->experiment == EXPERIMENT_FIRST_BOOT)
        return 0;
    if (config->experiment == EXPERIMENT_SCORE)
        return SCORE_ROWS;
    if (process_experiment_name)
        process_experiment_name(config);
    if (plan_make(run, config))
        return -1;
    if (config->experiment == EXPERIMENT_OVERHEAD)
        return overhead_passes ? (int)overhead_passes(run) : 0;
    bool sampled = plan_is_sampled(run->config);
    unsigned calibrations = sampled ? 0 : plan_calibrations(config->use_assembly_regions);
    return (int)((calibrations + run->plan.benches) * run->plan.n_variants * run->plan.n_passes);
}

int plan_experiment(struct kernel_run *run, const struct config *config)
{
    if (plan_make(run, config))
        return -1;
    const struct report_date begun = date_now();
    plan_watchdog(run);
    const struct report_plan planned = {
        .experiment = config->name,
        .command = config->command,
        .date = begun,
        .directory = config->program[0] ? CONFIG_PROGRAM_HOME : run->directory,
        .arguments = run->arguments,
        .ring = config->privilege == RING_USER ? "user" : "kernel",
        .paging = config_paging_name(config->paging),
        .unguarded = !pages_guard(config->paging),
        .count_rings = pmc_rings_name(config_count_rings(config)),
        .output_file = config->output_file,
        .benches = run->plan.benches,
        .events = run->plan.n_events,
        .passes = run->plan.n_passes,
        .passes_lower_bound = run->plan.passes_lower_bound,
        .variants = run->plan.n_variants,
        .repetitions = config->repetitions,
        .batches = config->batches,
        .level = config->confidence_level_99 ? 99 : 95,
        .all_results = config->output_all_results,
        .whole_runs = !config->use_assembly_regions,
        .watchdog = watchdog_seconds(),
        .watchdog_unproved = config->watchdog && !watchdog_seconds(),
        .watchdog_nmi = !plan_is_sampled(run->config) && watchdog_uses_nmi(),
    };
    report_announce_plan(run->report, &planned);
    plan_report_missing(run);
    return 0;
}
