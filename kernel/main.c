/*
 * SPDX-License-Identifier: MIT
 * A whole run on one page, in the order of the data flow: configuration, processor, plan, run,
 * report.
 */
#include "boot/descriptors.h"
#include "boot/multiboot.h"
#include "kernel/this_box.h"
#include "kernel/console/console.h"
#include "kernel/console/ending.h"
#include "kernel/end_of_run.h"
#include "kernel/every_experiment.h"
#include "kernel/lib/string.h"
#include "kernel/machine/bench_wants.h"
#include "kernel/machine/bios_leftovers.h"
#include "kernel/machine/machine_state.h"
#include "kernel/machine/paging.h"
#include "kernel/machine/trap.h"
#include "kernel/monitor/monitor.h"
#include "kernel/time/date.h"
#include "kernel/whole_run.h"
#include "libp5mon/p5mon_device.h"
#include "libpcl/pcl_machine.h"
#include "pmc/reading.h"

#pragma weak bench_files_find
#pragma weak bench_give

const char build_name[] = BAREPROBE_BUILD;

struct experiments experiments;
struct report report;
struct run run;

static void start(void)
{
    struct report_start start = {build_name,
                                 box.cpu.platform,
                                 multiboot_command_line(experiments.info),
                                 (unsigned)(benchmarks_end - benchmarks_start),
                                 date_now(),
                                 console_uart()};
    REPORT(&report, start, &start);
}

/* Allocates the sums that probes keep for a list of counters. Ring 3 accesses them too. */
static void find_room_for_lists(void)
{
    uint32_t room = (uint32_t)memory_take(LISTED_BYTES + 2 * PAGE_BYTES);
    if (!room)
        finish_with_error("not enough memory for the counts of 18 counters");
    room = (room + PAGE_BYTES - 1) & -PAGE_BYTES;
    listed_regions = (struct listed_region *)room;
    paging_share(room, room + LISTED_BYTES, true);
}

/* Starts another run, which repeats every record of the first one. */
static void begin_anew(void)
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
    machine_restore();
    start();
    box_say();
    run_selftest(&run, box_must_count());
    run_additivity(&run);
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
    trap_report_to(finish_after_fault);
    enum memory_source memory = memory_install(info);
    if (bench_files_find)
        bench_files_find((struct multiboot_info *)(uintptr_t)info);

    cpu_identify(&box.cpu);
    box_look(memory);
    /* The code that reads a Pentium 4's counters is above line A20. */
    bool all_there = leftovers_a20_open();
    if (all_there)
        memset(late_bss_start, 0, (size_t)(late_bss_end - late_bss_start));
    const struct pmc *pmc = all_there ? cpu_counters(&box.cpu) : &tsc_pmc;
    int wrong_setting = experiments_read(&experiments, info, pmc ? pmc : &tsc_pmc);
    console_open(&experiments.first, &report, finish_with_error);
    ending_show(POST_RUNNING);
    start();
    if (!all_there)
        finish_with_error("address line A20 is disabled: boot with a loader that enables it");
    if (wrong_setting)
        finish_with_error(experiments.error);

    box_take();
    paging_install(box.cpu.id.features & CPUID_PSE);
    if (run.pmc->notation)
        find_room_for_lists();
    const char *no_files = bench_give ? bench_give(run.pmc) : NULL;
    if (no_files)
        finish_with_error(no_files);
    run.trust = experiments.first.trust;
    run.directory = experiments.command_line.directory;
    run.arguments = experiments.command_line.arguments;
    run_selftest(&run, box_must_count());
    machine_keep(true, run.pmc->switches); /* every processor with a time-stamp counter has CR4 */
    run_additivity(&run);
    p5mon_device_install(run.pmc->counters == REGION_COUNTERS && !run.pmc->calls &&
                         run.usable == (1u << run.pmc->counters) - 1);
    if (pcl_install)
        pcl_install(run.pmc, run.usable, box.cpu.id.vendor, box.cpu.is.name);
    end_may_be_a_prompt();
    if (monitor_is_all(&experiments.first, experiments.count)) /* only the monitor was requested */
        finish();
    measure_all();
    for (unsigned i = 1; i < experiments.first.runs || experiments.first.exit == EXIT_LOOP; i++) {
        say_done();
        begin_anew();
        measure_all();
    }
    finish();
}
