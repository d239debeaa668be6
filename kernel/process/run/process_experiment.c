/*
 * SPDX-License-Identifier: MIT
 * A program is measured as a benchmark whose whole run is one region.
 */
#include "kernel/process/run/process_experiment.h"

#include "kernel/lib/format.h"
#include "kernel/lib/string.h"
#include "kernel/machine/memory.h"
#include "kernel/measure/program_hooks.h"
#include "kernel/measure/cases.h"
#include "kernel/measure/experiment/calibration.h"
#include "kernel/process/process.h"
#include "kernel/process/image/program_regions.h"

#define MOST_SHOWN 200 /* characters of a command in a message */

void process_experiment_name(const struct config *config)
{
    static struct benchmark named;
    named =
        (struct benchmark){.name = config->command, .text = config->program, .run = process_enter};
    if (config->program[0])
        case_list_use(&named, &named + 1);
    else if (case_list.start == &named)
        case_list_use(NULL, NULL);
}

void process_experiment_run(struct kernel_run *run, const struct config *config,
                            const struct first_boot *found,
                            void (*measure)(struct kernel_run *run, const struct config *config,
                                            const struct first_boot *found))
{
    char text[CONFIG_ERROR_BYTES];
    const char *wrong = process_select(config, run->features);
    if (!wrong)
        measure(run, config, found);
    process_deselect();
    if (!wrong)
        return;
    const bool fits = strlen(config->program) <= MOST_SHOWN;
    format(text, sizeof text, "%.*s%s: %s", MOST_SHOWN, config->program, fits ? "" : "...", wrong);
    run_error(run, text);
}

/* ---- the cost of system calls ---------------------------------------------------------------- */

/* Reports whether an event counts instructions: INT 80h is one of the program's own. */
static bool counts_instructions(const char *event)
{
    /* P5, P6, K7, Pentium 4; the last ones may be followed by their parts. */
    static const char *const names[] = {"instructions_executed", "inst_retired",
                                        "retired_instructions", "instr_retired", "instr_completed"};
    for (unsigned i = 0; i < sizeof names / sizeof names[0]; i++) {
        const size_t length = strlen(names[i]);
        if (!strncmp(event, names[i], length) && (!event[length] || event[length] == ':'))
            return true;
    }
    return false;
}

static int calibrate_variant(struct kernel_run *run, struct variant *v)
{
    const unsigned n = run->plan.n_events;
    struct overhead *empty = v->overhead[BY_NONE];
    const bool known = empty; /* if whole runs are counted */
    if (!known)
        empty = memory_allocate(n * sizeof *empty);
    struct overhead *one_call = memory_allocate(n * sizeof *one_call);
    v->call_cost = memory_allocate(n * sizeof *v->call_cost);
    if (!empty || !one_call || !v->call_cost) {
        run_error(run, "not enough memory for the calibration; ask for fewer events");
        return -1;
    }
    if ((!known && calibration_run_benchmark(run, v, &process_empty, empty)) ||
        calibration_run_benchmark(run, v, &process_one_call, one_call))
        return -1;
    for (unsigned e = 0; e < n; e++) {
        const struct pmc_counted *counted = &run->plan.events[e];
        const unsigned rings = counted->rings ? counted->rings : config_count_rings(run->config);
        if (rings != PMC_RING_USER)
            continue;
        v->call_cost[e] = one_call[e].warm - empty[e].warm;
        if (counts_instructions(counted->event->name))
            v->call_cost[e] -= FIXED_ONE;
    }
    return 0;
}

int process_experiment_calibrate(struct kernel_run *run)
{
    const struct variant *end = run->plan.variants + run->plan.n_variants;
    if (!run->config->program[0])
        return 0;
    for (struct variant *v = run->plan.variants; v < end; v++)
        if (calibrate_variant(run, v))
            return -1;
    return 0;
}

fixed_t process_experiment_add_calls(const struct variant *variant, unsigned e,
                                     const struct measured_region *region,
                                     struct overhead *overhead)
{
    if (!variant->call_cost)
        return 0;
    /* The call that ended the program has not returned. */
    const uint32_t made = region->number == REGION_WHOLE ? process.calls - process.ended
                                                         : program_regions_calls(region->number);
    if (!region->entries)
        return 0;
    const fixed_t calls =
        fixed_divide(variant->call_cost[e] * (int64_t)made, fixed_from_int(region->entries));
    overhead->cold += calls;
    overhead->warm += calls;
    return calls;
}

bool process_experiment_report_failure(struct kernel_run *run, const char *bench)
{
    char text[320];
    if (!process.sentence[0])
        return false;
    format(text, sizeof text, "%s: %s", bench, process.sentence);
    run_error(run, text);
    return true;
}
