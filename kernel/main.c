/*
 * SPDX-License-Identifier: MIT
 * A whole run on one page, in the order of the data flow: settings and machine, plan, run, report.
 * The steps return errors to kernel_main(), which ends the run.
 */
#include "boot/descriptors.h"
#include "boot/multiboot.h"
#include "kernel/this_machine.h"
#include "kernel/console/console.h"
#include "kernel/console/machine_exit.h"
#include "kernel/run_end.h"
#include "kernel/experiment_list.h"
#include "kernel/lib/limits.h"
#include "kernel/lib/string.h"
#include "kernel/machine/bios_leftovers.h"
#include "kernel/machine/machine_state.h"
#include "kernel/machine/paging.h"
#include "kernel/machine/trap.h"
#include "kernel/measure/experiment/additivity.h"
#include "kernel/measure/experiment/time_stamp_test.h"
#include "kernel/process/devices/counter_devices.h"
#include "kernel/process/process.h"
#include "kernel/score/score_run.h"
#include "kernel/time/date.h"
#include "libp5mon/p5mon_device.h"
#include "libpcl/pcl_machine.h"
#include "pmc/probe_reads.h"

#pragma weak counter_devices_install
#pragma weak process_find_modules
#pragma weak process_limit_memory

/* tools/bench_image.c also reads it from the image file. */
extern const char build_name[];
const char build_name[] = BAREPROBE_BUILD;

/* All zeros, so that they take no space on the boot medium. Other files get them as arguments. */
static struct experiments experiments;
static struct report_stream report;
static struct kernel_run run;
static struct run_end end;
static struct this_machine machine;

/* ---- the end of a run, also after an exception or Esc ---------------------------------------- */

static void kernel_main_leave(enum exit_way way) __attribute__((noreturn));
static void kernel_main_leave(enum exit_way way)
{
    run_end_exit(&end, way);
}

static void kernel_main_end(void) __attribute__((noreturn));
static void kernel_main_end(void)
{
    run_end_report(&end);
    run_end_exit(&end, experiments.first.exit);
}

static void kernel_main_end_with_error(const char *what)
{
    run_error(&run, what);
    kernel_main_end();
}

static void kernel_main_end_after_fault(const struct report_fault *fault)
{
    run_end_report_fault(&run, fault);
    kernel_main_end();
}

/* ---- settings and machine -------------------------------------------------------------------- */

static void kernel_main_report_start(void)
{
    struct report_start start = {build_name,
                                 end.prepared.found.platform,
                                 machine.cpu.evidence,
                                 multiboot_command_line(experiments.info),
                                 (unsigned)(benchmarks_end - benchmarks_start),
                                 date_now(),
                                 end.prepared.found.uart};
    REPORT(&report, start, &start);
}

extern char late_bss_start[], late_bss_end[]; /* linker.ld */

/* Takes programs and files out of the loader's list: the modules that remain are experiments. */
static void kernel_main_find_files(struct multiboot_info *info, bool all_there)
{
    if (all_there && process_find_modules)
        process_find_modules(info);
}

/* Reads the settings and opens the report. Returns NULL, or an error. */
static const char *kernel_main_read_settings(const struct multiboot_info *info)
{
    run.report = &report;
    descriptors_install();
    trap_report_to(kernel_main_end_after_fault);
    enum memory_source memory = memory_install(info);
    processor_identity_read(&machine.cpu);
    this_machine_initialise(&machine, memory);
    /* The code that reads a Pentium 4's counters and judges the platform is above line A20. */
    bool all_there = leftovers_a20_open();
    if (all_there) {
        memset(late_bss_start, 0, (size_t)(late_bss_end - late_bss_start));
        this_machine_verify_memory(&machine, info);
    }
    kernel_main_find_files((struct multiboot_info *)(uintptr_t)info, all_there);
    const struct pmc *pmc = all_there ? processor_identity_counters(&machine.cpu) : &tsc_pmc;
    if (all_there)
        this_machine_judge(&machine, pmc);
    int wrong_setting = experiments_read(&experiments, info, pmc ? pmc : &tsc_pmc);
    console_open(&experiments.first, &report, kernel_main_end_with_error);
    end.prepared = (struct monitored){
        .run = &run,
        .config = &experiments.first,
        .found = {build_name, machine.cpu.platform, console_uart(), &machine.records, &machine.cpu},
        .must_count = this_machine_must_count(&machine.cpu),
        .measure = experiment_list_measure_one,
        .use_pages = experiment_list_use_pages,
        .leave = kernel_main_leave,
    };
    machine_exit_show(POST_RUNNING);
    kernel_main_report_start();
    if (!all_there)
        return "address line A20 is disabled: boot with a loader that enables it";
    return wrong_setting ? experiments.error : NULL;
}

/* Allocates the sums that probes keep for a list of counters. Ring 3 accesses them too. */
static bool kernel_main_allocate_lists(void)
{
    uint32_t room = (uint32_t)memory_allocate(COUNTER_LIST_BYTES + 2 * PAGE_BYTES);
    if (!room)
        return false;
    room = (room + PAGE_BYTES - 1) & -PAGE_BYTES;
    counter_list_regions = (struct counter_list_region *)room;
    paging_share(room, room + COUNTER_LIST_BYTES, true);
    return true;
}

/* Fills a run of zeros with the machine and the settings that all experiments share. */
static void kernel_main_begin_run(void)
{
    run.report = &report;
    run.pmc = machine.pmc;
    run.features = machine.cpu.id.features;
    run.hz = machine.speed.hz;
    run.time_stamp_step = machine.time_stamp_step;
    run.disturbance = machine.disturbance;
    run.selftests.trust = experiments.first.trust;
    run.directory = experiments.command_line.directory;
    run.arguments = experiments.command_line.arguments;
}

/* Prepares the machine for measuring. Returns NULL, or an error. */
static const char *kernel_main_prepare(void)
{
    if (this_machine_prepare(&machine, experiments.first.noise, &report, experiments.error)) {
        if (score_run_without_clock &&
            score_run_without_clock(&run, &experiments.first, &machine.cpu))
            kernel_main_end();
        return experiments.error;
    }
    kernel_main_begin_run();
    if (process_limit_memory)
        process_limit_memory();
    paging_install(machine.cpu.id.features & CPUID_PSE);
    if (machine.pmc->notation && !kernel_main_allocate_lists())
        return "not enough memory for the counts of 18 counters";
    return NULL;
}

/* ---- plan and run ---------------------------------------------------------------------------- */

/* Tests the counters, and before the first run saves the state from which repetitions start. */
static void kernel_main_test_counters(void)
{
    selftest_run(&run, end.prepared.must_count);
    machine.pmc = run.pmc;
    if (!end.ready) /* every processor with a time-stamp counter has CR4 */
        machine_state_save(true, run.pmc->switches);
    if (additivity_test)
        additivity_test(&run);
    if (time_stamp_test)
        time_stamp_test(&run);
}

/* Hands the counters that count to the libraries of benchmarks, and to the devices of programs. */
static void kernel_main_install_libraries(void)
{
    const struct counter_machine found = {run.pmc, run.selftests.usable, run.features};
    if (counter_devices_install)
        counter_devices_install(&found);
    p5mon_device_install(run.pmc->counters == REGION_COUNTERS && !run.pmc->calls &&
                         run.selftests.usable == (1u << run.pmc->counters) - 1);
    if (pcl_machine_install) {
        pcl_machine_install(run.pmc, run.selftests.usable, machine.cpu.id.vendor,
                            machine.cpu.is.name);
        paging_unmap(pcl_machine_guard);
    }
}

/* Ends a run and starts another, which repeats every record of the first one. */
static void kernel_main_run_again(void)
{
    run_end_report(&end);
    memset(&run, 0, sizeof run); /* no second copy: the stack is too small for one */
    kernel_main_begin_run();
    report.wire.seq = 0;
    measure_executions = 0;
    machine_state_restore();
    kernel_main_report_start();
    this_machine_report(&machine, &report);
    kernel_main_test_counters();
}

/* The number of runs: none if only the monitor was requested. */
static unsigned kernel_main_runs(void)
{
    if (monitor_is_all(&experiments.first, experiments.count))
        return 0;
    return experiments.first.exit == EXIT_LOOP ? UINT_MAX : experiments.first.runs;
}

/* Plans and measures all experiments. Returns -1 after reporting that one is impossible. */
static int kernel_main_measure(void)
{
    if (!strcmp(machine.cpu.platform, "virtual"))
        work_queue_begin(&run);
    if (experiment_list_plan(&experiments, &run))
        return -1;
    experiment_list_measure(&experiments, &run, &end.prepared.found);
    return 0;
}

/* ---- the whole run --------------------------------------------------------------------------- */

void kernel_main(uint32_t magic, const struct multiboot_info *info);

void kernel_main(uint32_t magic, const struct multiboot_info *info)
{
    static const struct multiboot_info nothing;
    const char *error =
        kernel_main_read_settings(magic == MULTIBOOT_LOADER_MAGIC ? info : &nothing);
    if (!error)
        error = kernel_main_prepare();
    if (error)
        kernel_main_end_with_error(error);
    kernel_main_test_counters();
    kernel_main_install_libraries();
    end.ready = true;
    const unsigned runs = kernel_main_runs();
    for (unsigned i = 0; i < runs; i++) {
        if (i > 0)
            kernel_main_run_again();
        if (kernel_main_measure())
            break;
    }
    kernel_main_end();
}
