/*
 * SPDX-License-Identifier: MIT
 * The whole of a run on one page, in the order in which data flows: configuration, processor, plan,
 * run, report.
 */
#include "boot/descriptors.h"
#include "kernel/machine/cache_control.h"
#include "kernel/console/console.h"
#include "kernel/console/ending.h"
#include "kernel/machine/identify_processor.h"
#include "kernel/time/date.h"
#include "kernel/settings/experiments.h"
#include "kernel/measure/fault_words.h"
#include "kernel/lib/format.h"
#include "kernel/lib/string.h"
#include "kernel/lib/time.h"
#include "kernel/machine/bios_leftovers.h"
#include "kernel/machine/board_cache.h"
#include "kernel/machine/bus_masters.h"
#include "kernel/machine/machine_state.h"
#include "kernel/machine/memory.h"
#include "kernel/measure/announcements.h"
#include "boot/multiboot.h"
#include "kernel/machine/noise.h"
#include "kernel/measure/first_boot.h"
#include "kernel/monitor/monitor.h"
#include "kernel/measure/overhead.h"
#include "kernel/machine/paging.h"
#include "kernel/measure/run_experiment.h"
#include "kernel/time/timer.h"
#include "kernel/machine/trap.h"
#include "kernel/sample/sampling.h"
#include "kernel/machine/bench_wants.h"
#include "kernel/machine/watchdog.h"
#include "kernel/lib/x86.h"
#include "libp5mon/p5mon_device.h"
#include "libpcl/pcl_machine.h"
#include "pmc/reading.h"

#pragma weak bench_files_find
#pragma weak bench_give

#define HZ_IF_NOT_KNOWN 100000000

/* A P5's and an older one's have up to 32 bytes, a K7's 64, a NetBurst's pair 128. */
#define LINE_BYTES_P5       32
#define LINE_BYTES_AFTER_P5 128

/* The host tool reads it in the image too (host/fault/debug_image.c). */
static const char build_name[] = BAREPROBE_BUILD;

static struct experiments experiments;
static struct report report;
static struct cpu cpu;
static struct speed speed;
static struct noise noise;
static struct report_machine machine;
static struct report_cpu processor;
static struct report_noise seen;
static struct run run; /* zeros, so that no medium carries it */

static void finish(void) __attribute__((noreturn));
/* The kernel's own stack starts out as zeros; what is not zero at its end was overrun. */
static bool stack_was_overrun(void)
{
    extern const uint32_t boot_stack[];
    return boot_stack[0] | boot_stack[1] | boot_stack[2] | boot_stack[3];
}

static bool failed; /* this run, or one before it */

static void say_done(void)
{
    if (stack_was_overrun())
        run_error(&run, "the kernel has overrun its own stack: do not trust this run");
    struct report_done done = {
        run.results,        run.errors,      run.hz ? run_milliseconds(&run) : 0,
        measure_executions, run.repetitions, run.disturbed,
        run.excess};
    REPORT(&report, done, &done);
    failed |= run.errors != 0;
}

static bool ready; /* for anything to be measured */
static void open_monitor(void);

static void leave(enum exit_way way) __attribute__((noreturn));
static void leave(enum exit_way way)
{
    watchdog_put_back();
    bus_masters_put_back();
    failed = console_end(failed);
    if (way == EXIT_HALT && ready && monitor_wait) {
        ending_show(failed ? POST_FAILED : POST_OK);
        monitor_wait();
        bus_masters_off();
        open_monitor();
    }
    ending(way, failed);
}

static void finish(void)
{
    say_done();
    if (ready && experiments.first.exit == EXIT_MONITOR)
        open_monitor();
    leave(experiments.first.exit);
}

static void finish_after_fault(const struct report_fault *fault)
{
    struct report_fault with_benchmark = *fault;
    with_benchmark.bench = run.benchmark;
    with_benchmark.region = -1;
    fault_words(fault, with_benchmark.what, sizeof with_benchmark.what);
    run.errors++;
    REPORT(&report, fault, &with_benchmark);
    finish();
}

static void finish_with_error(const char *what)
{
    run_error(&run, what);
    finish();
}

static void start(void)
{
    struct report_start start = {build_name,
                                 cpu.platform,
                                 multiboot_command_line(experiments.info),
                                 (unsigned)(benchmarks_end - benchmarks_start),
                                 date_now(),
                                 console_uart()};
    REPORT(&report, start, &start);
}

/* What the probes may read with. */
static const char *read_by(void)
{
    if (!run.pmc || run.pmc == &tsc_pmc)
        return run.pmc ? "rdtsc" : "none";
    return run.pmc->has_rdpmc ? "rdmsr,rdpmc" : "rdmsr";
}

static void look_at_machine(enum memory_source memory)
{
    static const char *const sources[] = {[MEMORY_MAP] = "map",
                                          [MEMORY_UPPER] = "mem_upper",
                                          [MEMORY_CMOS] = "cmos",
                                          [MEMORY_ASSUMED] = "assumed"};
    struct leftovers left = leftovers_quiet();
    machine.bus_masters = bus_masters_off();
    machine.memory_kb = memory_end() / 1024;
    machine.memory_source = sources[memory];
    machine.pending = left.pending;
    machine.nmi = left.parity ? "parity" : left.channel_check ? "channel_check" : "none";
    machine.caches = caches_enable(&cpu);
}

static void say_processor(void)
{
    bool has_x87 = cpu.id.features & CPUID_FPU;
    processor = (struct report_cpu){
        .vendor = cpu.id.vendor,
        .name = cpu.is.name,
        .stepping = processor_stepping(&cpu.id),
        .counters = cpu.is.counters,
        .signature = cpu.id.signature,
        .features = cpu.id.features,
        .hz = speed.hz,
        .hz_spread = speed.spread,
        .no_hz = speed.why,
        .fdiv = has_x87 ? cpu_has_fdiv_flaw() ? "flawed" : "ok" : NULL,
        .missing = cpu.is.missing,
        .read_by = read_by(),
    };
    REPORT(&report, cpu, &processor);
    REPORT(&report, machine, &machine);
    seen = (struct report_noise){noise.watched, noise.jumps,       noise.largest,     noise.turn,
                                 noise.least,   noise.memory_turn, noise.memory_jumps};
    if (run.pmc)
        REPORT(&report, noise, &seen);
}

/* A virtual machine's second is its host's time, and its interrupts are its own: a fiftieth is
 * enough.
 */
static void watch_noise(void)
{
    unsigned seconds = experiments.first.noise;
    uint64_t hz = speed.hz ? speed.hz : HZ_IF_NOT_KNOWN;
    if (seconds == CONFIG_NOISE_DEFAULT)
        seconds = strcmp(cpu.platform, "silicon") ? CONFIG_NOISE_SHORT : 1;
    noise = noise_watch(seconds == CONFIG_NOISE_SHORT ? hz / 50 : hz * seconds,
                        cpu.family > 5 ? LINE_BYTES_AFTER_P5 : LINE_BYTES_P5);
    uint64_t every = noise.watched / (noise.jumps + 1);
    uint64_t without_memory = noise.watched / 2 / (noise.jumps - noise.memory_jumps + 1);
    if (without_memory < every) /* the other loop, whose turns are longer, does not see all */
        every = without_memory;
    bool emulator = !strcmp(cpu.platform, "emulator"); /* its time is its host's */
    if (noise.jumps && !emulator)
        run.disturbance = (struct disturbance){every, noise.least, noise.largest};
}

/* The processor made ready to count, or the end of the run. */
static void take_processor(void)
{
    struct board_cache board = board_cache_find(&cpu, machine.caches);
    machine.l2 = board.state;
    machine.l2_kb = board.kb;
    machine.l2_reach_mb = board.reach_mb;
    run.pmc = cpu_counters(&cpu);
    run.features = cpu.id.features;
    if (run.pmc) {
        trap_reads_cr4(true);
        speed = timer_measure();
        run.hz = speed.hz;
        watch_noise();
        clock_hz = (uint32_t)run.hz;
        if (run.hz)
            clock_epoch = date_seconds(date_now()) - (time_t)(rdtsc() / run.hz);
    }
    say_processor();
    if (run.pmc)
        return;
    char text[CONFIG_ERROR_BYTES];
    format(text, sizeof text, "this processor (%s, family %u model %u) is not measured: %s",
           cpu.is.name, cpu.family, cpu.model, cpu.is.missing);
    finish_with_error(text);
}

/* What probes add up of a list of counters, which ring 3 uses too. */
static void find_room_for_lists(void)
{
    uint32_t room = (uint32_t)memory_take(LISTED_BYTES + 2 * PAGE_BYTES);
    if (!room)
        finish_with_error("not enough memory for what 18 counters count");
    room = (room + PAGE_BYTES - 1) & -PAGE_BYTES;
    listed_regions = (struct listed_region *)room;
    paging_share(room, room + LISTED_BYTES, true);
}

/* How much there is to do, and whether all of it can be done. */
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

/* 0, or -1 where it was said that they take more memory than there is. */
static int use_pages(enum pages pages)
{
    if (paging_use(pages)) {
        run_error(&run, "paging: not enough memory for the tables of pages of 4 KB");
        return -1;
    }
    machine_keep_control();
    return 0;
}

/* The small image is linked without some (make/kernel.mk). */
static bool is_linked(enum experiment experiment)
{
    if (experiment >= EXPERIMENT_PROFILE)
        return sampling_run;
    return experiment == EXPERIMENT_FIRST_BOOT ? first_boot_run != NULL
                                               : experiment != EXPERIMENT_OVERHEAD || overhead_run;
}

static void measure(const struct config *config)
{
    if (!is_linked(config->experiment))
        run_error(&run,
                  "experiment: not in this image, which is the small one; boot the whole one");
    else if (config->experiment == EXPERIMENT_OVERHEAD)
        overhead_run(&run, config);
    else if (config->experiment == EXPERIMENT_FIRST_BOOT)
        first_boot_run(&run, config,
                       &(struct first_boot){build_name, cpu.platform, console_uart(), &processor,
                                            &machine, &seen});
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
    if (run.passes_done != passes) /* some could not be done */
        run_tick(&run, passes);
}

static void measure_all(void)
{
    if (!strcmp(cpu.platform, "virtual"))
        deal_begin(&run);
    run.started = rdtsc();
    plan_all();
    for (unsigned i = 0; i < experiments.count; i++) {
        uintptr_t mark = memory_mark();
        run_experiment(i);
        memory_release(mark);
    }
}

/*
 * Known emulators of a Pentium count nothing, and are not to blame; nor is a 6x86MX that is not as
 * the two lists of its registers have it.
 */
static bool must_count(void)
{
    return cpu.is.method >= METHOD_P5 && cpu.is.method != METHOD_MII &&
           strcmp(cpu.platform, "emulator");
}

/* A prompt, which goes on until somebody has had enough; nothing where the image has none. */
static void open_monitor(void)
{
    if (!monitor_run)
        run_error(&run, "exit=monitor: not in this image, which is the small one");
    else
        monitor_run(&(struct monitored){&run, &report, &cpu, &experiments.first, must_count(),
                                        measure, use_pages, leave});
}

/* Another run, which says all that the first one said. */
static void begin_anew(void)
{
    const struct pmc *pmc = run.pmc;
    const char *directory = run.directory, *arguments = run.arguments;
    const struct disturbance disturbance = run.disturbance;
    uint64_t hz = run.hz;
    enum trust_choice trust = run.trust;
    memset(&run, 0, sizeof run); /* no other copy: the stack has no room for one */
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
    say_processor();
    run_selftest(&run, must_count());
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

    cpu_identify(&cpu);
    look_at_machine(memory);
    bool all_there = leftovers_a20_open(); /* what reads a Pentium 4's events lies behind it */
    if (all_there)
        memset(late_bss_start, 0, (size_t)(late_bss_end - late_bss_start));
    const struct pmc *pmc = all_there ? cpu_counters(&cpu) : &tsc_pmc;
    int wrong_setting = experiments_read(&experiments, info, pmc ? pmc : &tsc_pmc);
    console_open(&experiments.first, &report, finish_with_error);
    ending_show(POST_RUNNING);
    start();
    if (!all_there)
        finish_with_error("address line A20 is closed: a loader that opens it is needed");
    if (wrong_setting)
        finish_with_error(experiments.error);

    take_processor();
    paging_install(cpu.id.features & CPUID_PSE);
    if (run.pmc->notation)
        find_room_for_lists();
    const char *no_files = bench_give ? bench_give(run.pmc) : NULL;
    if (no_files)
        finish_with_error(no_files);
    run.trust = experiments.first.trust;
    run.directory = experiments.command_line.directory;
    run.arguments = experiments.command_line.arguments;
    run_selftest(&run, must_count());
    machine_keep(true, run.pmc->switches); /* what has a time-stamp counter has CR4 */
    run_additivity(&run);
    p5mon_device_install(run.pmc->counters == REGION_COUNTERS && !run.pmc->calls &&
                         run.usable == (1u << run.pmc->counters) - 1);
    if (pcl_install)
        pcl_install(run.pmc, run.usable, cpu.id.vendor, cpu.is.name);
    ready = true;
    if (monitor_is_all(&experiments.first, experiments.count)) /* nothing else was asked for */
        finish();
    measure_all();
    for (unsigned i = 1; i < experiments.first.runs || experiments.first.exit == EXIT_LOOP; i++) {
        say_done();
        begin_anew();
        measure_all();
    }
    finish();
}
