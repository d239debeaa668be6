/*
 * SPDX-License-Identifier: MIT
 * Runs the experiments. Each one starts after its predecessor has released its memory.
 */
#include "kernel/experiment_list.h"

#include "kernel/this_machine.h"
#include "kernel/console/console.h"
#include "kernel/run_end.h"
#include "kernel/lib/string.h"
#include "kernel/lib/x86.h"
#include "kernel/machine/machine_state.h"
#include "kernel/machine/paging.h"
#include "kernel/measure/announcements.h"
#include "kernel/measure/first_boot.h"
#include "kernel/measure/overhead.h"
#include "kernel/sample/sampling.h"
#include "kernel/run_state.h"

/* Determines the amount of work, and whether all experiments are possible. */
static void experiment_list_plan(void)
{
    for (unsigned i = 0; i < experiments.count; i++) {
        uintptr_t mark = memory_mark();
        int passes = plan_count_passes(&run, experiments_config(&experiments, i, NULL));
        memory_release(mark);
        if (passes < 0)
            run_end();
        run.passes_total += (unsigned)passes;
    }
}

int experiment_list_use_pages(enum pages pages)
{
    if (paging_use(pages)) {
        run_error(&run, "paging: not enough memory for the page tables of 4 KB pages");
        return -1;
    }
    machine_state_save_control();
    return 0;
}

/*
 * Reports whether the image contains this kind of experiment. The small image lacks some
 * (make/kernel.mk).
 */
static bool experiment_list_is_linked(enum experiment experiment)
{
    if (experiment >= EXPERIMENT_PROFILE)
        return sampling_run;
    return experiment == EXPERIMENT_FIRST_BOOT ? first_boot_run != NULL
                                               : experiment != EXPERIMENT_OVERHEAD || overhead_run;
}

void experiment_list_measure(const struct config *config)
{
    if (!experiment_list_is_linked(config->experiment))
        run_error(&run, "experiment: not in the small image; boot the full image");
    else if (config->experiment == EXPERIMENT_OVERHEAD)
        overhead_run(&run, config);
    else if (config->experiment == EXPERIMENT_FIRST_BOOT)
        first_boot_run(&run, config,
                       &(struct first_boot){build_name, this_machine.cpu.platform, console_uart(),
                                            &this_machine.processor, &this_machine.machine,
                                            &this_machine.seen});
    else if (config->experiment >= EXPERIMENT_PROFILE)
        sampling_run(&run, config);
    else if (plan_experiment(&run, config) == 0 && calibration_run(&run) == 0)
        experiment_run_benchmarks(&run);
}

static void experiment_list_run_one(unsigned i)
{
    const struct config_listener listener = {announcements_warning, &report};
    work_queue_common(&run);
    const struct config *config = experiments_config(&experiments, i, &listener);
    unsigned passes = run.passes_done + (unsigned)plan_count_passes(&run, config);
    if (config->dump_parms)
        announcements_dump_settings(&report, config, run.pmc);
    if (experiment_list_use_pages(config->paging) == 0)
        experiment_list_measure(config);
    experiment_list_use_pages(PAGES_MIXED);
    work_queue_common(&run);
    if (run.passes_done != passes) /* some passes were impossible */
        run_tick(&run, passes);
}

void experiment_list_run(void)
{
    if (!strcmp(this_machine.cpu.platform, "virtual"))
        work_queue_begin(&run);
    run.started = rdtsc();
    experiment_list_plan();
    for (unsigned i = 0; i < experiments.count; i++) {
        uintptr_t mark = memory_mark();
        experiment_list_run_one(i);
        memory_release(mark);
    }
}
