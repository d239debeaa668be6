/*
 * SPDX-License-Identifier: MIT
 * Runs the experiments. Each one starts after its predecessor has released its memory.
 */
#include "kernel/experiment_list.h"

#include "kernel/lib/x86.h"
#include "kernel/machine/machine_state.h"
#include "kernel/machine/memory.h"
#include "kernel/machine/paging.h"
#include "kernel/measure/announcements.h"
#include "kernel/measure/experiment/calibration.h"
#include "kernel/measure/experiment/case_run.h"
#include "kernel/measure/experiment/overhead.h"
#include "kernel/measure/experiment/probe_ranges.h"
#include "kernel/measure/experiment/variant_run.h"
#include "kernel/measure/program_hooks.h"
#include "kernel/process/run/process_experiment.h"
#include "kernel/sample/sampling.h"
#include "kernel/score/score_run.h"
#include "serial/p5mon_file.h"

#pragma weak p5mon_file_bench
#pragma weak probe_ranges_calibrate
#pragma weak process_experiment_run

int experiment_list_plan(struct experiments *experiments, struct kernel_run *run)
{
    run->started = rdtsc();
    for (unsigned i = 0; i < experiments->count; i++) {
        uintptr_t mark = memory_mark();
        int passes = plan_count_passes(run, experiments_config(experiments, i, NULL));
        memory_release(mark);
        if (passes < 0)
            return -1;
        run->tally.passes_total += (unsigned)passes;
    }
    return 0;
}

int experiment_list_use_pages(struct kernel_run *run, enum pages pages)
{
    if (paging_use(pages)) {
        run_error(run, "paging: not enough memory for the page tables of 4 KB pages");
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
    const bool linked[] = {
        [EXPERIMENT_MEASURE] = true,
        [EXPERIMENT_OVERHEAD] = overhead_run,
        [EXPERIMENT_FIRST_BOOT] = first_boot_run,
        [EXPERIMENT_SCORE] = score_run,
    };
    return experiment >= EXPERIMENT_PROFILE ? sampling_run != NULL : linked[experiment];
}

void experiment_list_measure_one(struct kernel_run *run, const struct config *config,
                                 const struct first_boot *found)
{
    if (!experiment_list_is_linked(config->experiment))
        run_error(run, "experiment: not in the small image; boot the full image");
    else if (!p5mon_file_bench && (config->report == REPORT_P5MON_FILE || config->output_file[0]))
        run_error(run,
                  "report=p5mon_file and output_file: not in the small image; boot the full "
                  "image");
    else if (config->experiment == EXPERIMENT_OVERHEAD)
        overhead_run(run, config);
    else if (config->experiment == EXPERIMENT_FIRST_BOOT)
        first_boot_run(run, config, found);
    else if (config->experiment == EXPERIMENT_SCORE)
        score_run(run, config, found->cpu);
    else if (config->experiment >= EXPERIMENT_PROFILE)
        sampling_run(run, config);
    else if (plan_experiment(run, config) == 0 && calibration_run(run) == 0 &&
             (!probe_ranges_calibrate || probe_ranges_calibrate(run) == 0))
        case_run_all(run, variant_run_measure);
}

/* Plans an experiment again, since memory holds one plan at a time, and measures it. */
static void experiment_list_run_one(struct experiments *experiments, unsigned i,
                                    struct kernel_run *run, const struct first_boot *found)
{
    const struct config_listener listener = {announcements_warning, run->report};
    work_queue_common(run);
    const struct config *config = experiments_config(experiments, i, &listener);
    unsigned passes = run->tally.passes_done + (unsigned)plan_count_passes(run, config);
    if (config->dump_parms)
        announcements_dump_settings(run->report, config, run->pmc);
    if (experiment_list_use_pages(run, config->paging) == 0)
        process_experiment_run && config->program[0]
            ? process_experiment_run(run, config, found, experiment_list_measure_one)
            : experiment_list_measure_one(run, config, found);
    experiment_list_use_pages(run, PAGES_MIXED);
    work_queue_common(run);
    if (run->tally.passes_done != passes) /* some passes were impossible */
        run_tick(run, passes);
}

void experiment_list_measure(struct experiments *experiments, struct kernel_run *run,
                             const struct first_boot *found)
{
    for (unsigned i = 0; i < experiments->count; i++) {
        uintptr_t mark = memory_mark();
        experiment_list_run_one(experiments, i, run, found);
        memory_release(mark);
    }
    if (process_report_unopened)
        process_report_unopened(run);
}
