/*
 * SPDX-License-Identifier: MIT
 * The whole of a run on one page, in the order in which data flows: configuration, processor, plan,
 * run, report.
 */
#include "boot/descriptors.h"
#include "kernel/config.h"
#include "kernel/console.h"
#include "kernel/cpu.h"
#include "kernel/lib/format.h"
#include "kernel/memory.h"
#include "kernel/multiboot.h"
#include "kernel/run.h"
#include "kernel/timer.h"
#include "kernel/trap.h"
#include "kernel/x86.h"

static struct config config;
static struct report report;
static struct cpu cpu;
static struct run run;

static void finish(void) __attribute__((noreturn));
static void finish(void)
{
    struct report_done done = {run.results, run.errors, run.hz ? run_milliseconds(&run) : 0,
                               measure_executions};
    REPORT(&report, done, &done);
    console_exit(&config, run.errors != 0);
}

static void finish_after_fault(const struct report_fault *fault)
{
    struct report_fault with_benchmark = *fault;
    with_benchmark.bench = run.benchmark;
    run.errors++;
    REPORT(&report, fault, &with_benchmark);
    finish();
}

static void finish_with_error(const char *what)
{
    run_error(&run, what);
    finish();
}

static void start(const char *command_line)
{
    struct report_start start = {BAREPROBE_BUILD, cpu.platform, command_line,
                                 (unsigned)(benchmarks_end - benchmarks_start)};
    REPORT(&report, start, &start);
}

static void say_cpu(void)
{
    struct report_cpu said = {cpu.vendor, cpu.name, cpu.signature, cpu.features, run.hz};
    REPORT(&report, cpu, &said);
}

void kernel_main(uint32_t magic, const struct multiboot_info *info);

void kernel_main(uint32_t magic, const struct multiboot_info *info)
{
    static const struct multiboot_info nothing;
    static char error[CONFIG_ERROR_BYTES];

    run.config = &config;
    run.report = &report;
    descriptors_install();
    trap_report_to(finish_after_fault);
    if (magic != MULTIBOOT_LOADER_MAGIC)
        info = &nothing;
    const char *command_line =
        info->flags & MULTIBOOT_HAS_COMMAND_LINE ? (const char *)(uintptr_t)info->command_line : "";
    config_default(&config, &p5_pmc);
    int wrong_setting = config_parse(&config, &p5_pmc, command_line, error);

    console_open(&config, &report);
    cpu_identify(&cpu);
    start(command_line);
    if (wrong_setting)
        finish_with_error(error);

    const char *missing;
    run.pmc = cpu_counters(&cpu, &missing);
    if (run.pmc) {
        cpu_enable_caches(&cpu);
        trap_reads_cr4(true);
        run.hz = timer_measure_hz();
        run.started = rdtsc();
    }
    say_cpu();
    if (!run.pmc) {
        format(error, sizeof error, "this processor (%s, family %u model %u) is not measured: %s",
               cpu.name, cpu.family, cpu.model, missing);
        finish_with_error(error);
    }

    memory_install(info);
    run_selftest(&run);
    if (run_plan(&run) == 0 && run_calibrate(&run) == 0)
        run_benchmarks(&run);
    finish();
}
