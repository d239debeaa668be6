/*
 * SPDX-License-Identifier: MIT
 * Runs the experiments. Each one starts after its predecessor has released its memory.
 */
#include "kernel/every_experiment.h"

#include "kernel/this_box.h"
#include "kernel/console/console.h"
#include "kernel/end_of_run.h"
#include "kernel/lib/string.h"
#include "kernel/lib/x86.h"
#include "kernel/machine/machine_state.h"
#include "kernel/machine/paging.h"
#include "kernel/measure/announcements.h"
#include "kernel/measure/first_boot.h"
#include "kernel/measure/overhead.h"
#include "kernel/sample/sampling.h"
#include "kernel/whole_run.h"

/* Determines the amount of work, and whether all experiments are possible. */
static void plan_all(void)
{
    for (unsigned i = 0; i < experiments.count; i++) {
        uintptr_t mark = memory_mark();
        int passes = run_count_passes(&run, experiments_config(&experiments, i, NULL));
        memory_release(mark);
        if (passes < 0)
            finish();
        run.passes_total += (unsigned)passes;
    }
}

int use_pages(enum pages pages)
{
    if (paging_use(pages)) {
        run_error(&run, "paging: not enough memory for the page tables of 4 KB pages");
        return -1;
    }
    machine_keep_control();
    return 0;
}

/*
 * Reports whether the image contains this kind of experiment. The small image lacks some
 * (make/kernel.mk).
 */
static bool is_linked(enum experiment experiment)
{
    if (experiment >= EXPERIMENT_PROFILE)
        return sampling_run;
    return experiment == EXPERIMENT_FIRST_BOOT ? first_boot_run != NULL
                                               : experiment != EXPERIMENT_OVERHEAD || overhead_run;
}

void measure(const struct config *config)
{
    if (!is_linked(config->experiment))
        run_error(&run, "experiment: not in the small image; boot the full image");
    else if (config->experiment == EXPERIMENT_OVERHEAD)
        overhead_run(&run, config);
    else if (config->experiment == EXPERIMENT_FIRST_BOOT)
        first_boot_run(&run, config,
                       &(struct first_boot){build_name, box.cpu.platform, console_uart(),
                                            &box.processor, &box.machine, &box.seen});
    else if (config->experiment >= EXPERIMENT_PROFILE)
        sampling_run(&run, config);
    else if (run_plan(&run, config) == 0 && run_calibrate(&run) == 0)
        run_benchmarks(&run);
}

static void run_experiment(unsigned i)
{
    const struct config_listener listener = {messages_warning, &report};
    deal_common(&run);
    const struct config *config = experiments_config(&experiments, i, &listener);
    unsigned passes = run.passes_done + (unsigned)run_count_passes(&run, config);
    if (config->dump_parms)
        messages_dump(&report, config, run.pmc);
    if (use_pages(config->paging) == 0)
        measure(config);
    use_pages(PAGES_MIXED);
    deal_common(&run);
    if (run.passes_done != passes) /* some passes were impossible */
        run_tick(&run, passes);
}

void measure_all(void)
{
    if (!strcmp(box.cpu.platform, "virtual"))
        deal_begin(&run);
    run.started = rdtsc();
    plan_all();
    for (unsigned i = 0; i < experiments.count; i++) {
        uintptr_t mark = memory_mark();
        run_experiment(i);
        memory_release(mark);
    }
}
