/*
 * SPDX-License-Identifier: MIT
 * A whole run on one page, in the order of the data flow: configuration, processor, plan, run,
 * report.
 */
#include "boot/descriptors.h"
#include "boot/multiboot.h"
#include "kernel/this_machine.h"
#include "kernel/console/console.h"
#include "kernel/console/machine_exit.h"
#include "kernel/run_end.h"
#include "kernel/experiment_list.h"
#include "kernel/lib/string.h"
#include "kernel/machine/bench_needs.h"
#include "kernel/machine/bios_leftovers.h"
#include "kernel/machine/machine_state.h"
#include "kernel/machine/paging.h"
#include "kernel/machine/trap.h"
#include "kernel/monitor/monitor.h"
#include "kernel/time/date.h"
#include "kernel/run_state.h"
#include "libp5mon/p5mon_device.h"
#include "libpcl/pcl_machine.h"
#include "pmc/probe_reads.h"

#pragma weak bench_needs_find_files
#pragma weak bench_needs_provide

const char build_name[] = BAREPROBE_BUILD;

struct experiments experiments;
struct report_stream report;
struct kernel_run run;

static void kernel_main_report_start(void)
{
    struct report_start start = {build_name,
                                 this_machine.cpu.platform,
                                 multiboot_command_line(experiments.info),
                                 (unsigned)(benchmarks_end - benchmarks_start),
                                 date_now(),
                                 console_uart()};
    REPORT(&report, start, &start);
}

/* Allocates the sums that probes keep for a list of counters. Ring 3 accesses them too. */
static void kernel_main_allocate_lists(void)
{
    uint32_t room = (uint32_t)memory_allocate(COUNTER_LIST_BYTES + 2 * PAGE_BYTES);
    if (!room)
        run_end_with_error("not enough memory for the counts of 18 counters");
    room = (room + PAGE_BYTES - 1) & -PAGE_BYTES;
    counter_list_regions = (struct counter_list_region *)room;
    paging_share(room, room + COUNTER_LIST_BYTES, true);
}

/* Starts another run, which repeats every record of the first one. */
static void kernel_main_run_again(void)
{
    const struct pmc *pmc = run.pmc;
    const char *directory = run.directory, *arguments = run.arguments;
    const struct disturbance disturbance = run.disturbance;
    uint64_t hz = run.hz;
    enum trust_choice trust = run.trust;
    memset(&run, 0, sizeof run); /* no second copy: the stack is too small for one */
    run.report = &report;
    run.pmc = pmc;
    run.directory = directory;
    run.arguments = arguments;
    run.hz = hz;
    run.trust = trust;
    run.disturbance = disturbance;
    report.wire.seq = 0;
    measure_executions = 0;
    machine_state_restore();
    kernel_main_report_start();
    this_machine_report();
    selftest_run(&run, this_machine_must_count());
    selftest_additivity(&run);
}

extern char late_bss_start[], late_bss_end[]; /* linker.ld */
void kernel_main(uint32_t magic, const struct multiboot_info *info);

void kernel_main(uint32_t magic, const struct multiboot_info *info)
{
    static const struct multiboot_info nothing;
    if (magic != MULTIBOOT_LOADER_MAGIC)
        info = &nothing;
    run.report = &report;
    descriptors_install();
    trap_report_to(run_end_after_fault);
    enum memory_source memory = memory_install(info);
    if (bench_needs_find_files)
        bench_needs_find_files((struct multiboot_info *)(uintptr_t)info);

    processor_identity_read(&this_machine.cpu);
    this_machine_initialise(memory);
    /* The code that reads a Pentium 4's counters is above line A20. */
    bool all_there = leftovers_a20_open();
    if (all_there)
        memset(late_bss_start, 0, (size_t)(late_bss_end - late_bss_start));
    const struct pmc *pmc = all_there ? processor_identity_counters(&this_machine.cpu) : &tsc_pmc;
    int wrong_setting = experiments_read(&experiments, info, pmc ? pmc : &tsc_pmc);
    console_open(&experiments.first, &report, run_end_with_error);
    machine_exit_show(POST_RUNNING);
    kernel_main_report_start();
    if (!all_there)
        run_end_with_error("address line A20 is disabled: boot with a loader that enables it");
    if (wrong_setting)
        run_end_with_error(experiments.error);

    this_machine_prepare();
    paging_install(this_machine.cpu.id.features & CPUID_PSE);
    if (run.pmc->notation)
        kernel_main_allocate_lists();
    const char *no_files = bench_needs_provide ? bench_needs_provide(run.pmc) : NULL;
    if (no_files)
        run_end_with_error(no_files);
    run.trust = experiments.first.trust;
    run.directory = experiments.command_line.directory;
    run.arguments = experiments.command_line.arguments;
    selftest_run(&run, this_machine_must_count());
    machine_state_save(true,
                       run.pmc->switches); /* every processor with a time-stamp counter has CR4 */
    selftest_additivity(&run);
    p5mon_device_install(run.pmc->counters == REGION_COUNTERS && !run.pmc->calls &&
                         run.usable == (1u << run.pmc->counters) - 1);
    if (pcl_machine_install)
        pcl_machine_install(run.pmc, run.usable, this_machine.cpu.id.vendor,
                            this_machine.cpu.is.name);
    run_end_allow_prompt();
    if (monitor_is_all(&experiments.first, experiments.count)) /* only the monitor was requested */
        run_end();
    experiment_list_run();
    for (unsigned i = 1; i < experiments.first.runs || experiments.first.exit == EXIT_LOOP; i++) {
        run_end_report();
        kernel_main_run_again();
        experiment_list_run();
    }
    run_end();
}
