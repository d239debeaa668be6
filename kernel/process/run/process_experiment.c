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

int process_experiment_calibrate_empty(struct kernel_run *run)
{
    const struct calibrated empty = {&process_empty, "program", true};
    const struct config *config = run->config;
    struct overhead *overhead = memory_allocate(run->plan.n_events * sizeof *overhead);
    struct config *as_program = memory_allocate(sizeof *as_program); /* too large for the stack */
    const bool selects = !config->program[0]; /* otherwise a program is selected */
    if (!overhead || !as_program) {
        run_error(run, "not enough memory for the calibration; ask for fewer events");
        return -1;
    }
    *as_program = *config;
    if (selects)
        format(as_program->program, sizeof as_program->program, "%s", process_empty.name);
    run->config = as_program;
    const char *wrong = selects ? process_select_empty(as_program, run->features) : NULL;
    int failed = wrong ? 0 : calibration_run_benchmark(run, run->plan.variants, &empty, overhead);
    if (selects)
        process_deselect();
    run->config = config;
    if (wrong)
        REPORT(run->report, warning, config->warn_file, wrong);
    return failed;
}

/* ---- the cost of system calls ---------------------------------------------------------------- */

/*
 * Events that count an INT 80h once, by their definition: it is an instruction and a branch that is
 * taken, and both are the program's. All else that a call adds in ring 3 is the kernel's IRET. It
 * does not matter in which ring a processor counts the two.
 */
static const char *const counts_of_calls[] = {
    /* P5 */
    "instructions_executed",
    "branches",
    "taken_branch_or_btb_hit",
    /* P6 */
    "inst_retired",
    "inst_decoded",
    "br_inst_retired",
    "br_inst_decoded",
    "br_taken_retired",
    /* K7 */
    "retired_instructions",
    "retired_branches",
    "retired_taken_branches",
    "retired_far_control_transfers",
    /* Pentium 4 */
    "instr_retired",
    "instr_completed",
    "branch_retired",
};

/* Reports whether the name is that of the event, which may be followed by its parts. */
static bool is_event(const char *name, const char *event)
{
    const size_t length = strlen(event);
    if (strncmp(name, event, length) != 0 || (name[length] && name[length] != ':'))
        return false;
    const bool by_outcome = !strcmp(event, "branch_retired") && name[length];
    return !by_outcome || strstr(name, "mmtp"); /* taken and predicted */
}

/* The counts of an INT 80h that are the program's own. */
static fixed_t own_counts_of_call(const struct pmc_counted *counted)
{
    if (counted->threshold || counted->invert || counted->edge)
        return 0;
    for (unsigned i = 0; i < sizeof counts_of_calls / sizeof counts_of_calls[0]; i++)
        if (is_event(counted->event->name, counts_of_calls[i]))
            return FIXED_ONE;
    return 0;
}

static int calibrate_variant(struct kernel_run *run, struct variant *v)
{
    const unsigned n = run->plan.n_events;
    struct overhead *two_calls = memory_allocate(n * sizeof *two_calls);
    struct overhead *three_calls = memory_allocate(n * sizeof *three_calls);
    v->call_cost = memory_allocate(n * sizeof *v->call_cost);
    if (!two_calls || !three_calls || !v->call_cost) {
        run_error(run, "not enough memory for the calibration; ask for fewer events");
        return -1;
    }
    const struct calibrated two = {&process_two_calls, NULL, true};
    const struct calibrated three = {&process_three_calls, NULL, true};
    if (calibration_run_benchmark(run, v, &two, two_calls) ||
        calibration_run_benchmark(run, v, &three, three_calls))
        return -1;
    for (unsigned e = 0; e < n; e++) {
        const struct pmc_counted *counted = &run->plan.events[e];
        const unsigned rings = counted->rings ? counted->rings : config_count_rings(run->config);
        if (rings != PMC_RING_USER)
            continue;
        v->call_cost[e] = three_calls[e].warm - two_calls[e].warm - own_counts_of_call(counted);
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
