/*
 * SPDX-License-Identifier: MIT
 * Examines the machine before anything is measured: the processor, its caches and clock, and
 * sources of interruptions.
 */
#include "kernel/this_machine.h"

#include "kernel/lib/format.h"
#include "kernel/lib/string.h"
#include "kernel/lib/time.h"
#include "kernel/lib/x86.h"
#include "kernel/machine/bios_leftovers.h"
#include "kernel/machine/board_cache.h"
#include "kernel/machine/bus_masters.h"
#include "kernel/machine/cache_control.h"
#include "kernel/machine/memory_sources.h"
#include "kernel/machine/trap.h"
#include "kernel/platform/platform.h"
#include "kernel/time/date.h"
#include "kernel/time/time_stamp_step.h"
#include "pmc/probe_reads.h"

#pragma weak memory_sources_verify
#pragma weak memory_sources_wrong

#define HZ_IF_NOT_KNOWN 100000000

/*
 * Cache lines have up to 32 bytes on a P5 and older, 64 on a K7, 128 (a pair of lines) on NetBurst.
 */
#define LINE_BYTES_P5       32
#define LINE_BYTES_AFTER_P5 128

void this_machine_initialise(struct this_machine *machine, enum memory_source memory)
{
    static const char *const sources[] = {[MEMORY_MAP] = "map",
                                          [MEMORY_UPPER] = "mem_upper",
                                          [MEMORY_CMOS] = "cmos",
                                          [MEMORY_ASSUMED] = "assumed"};
    struct leftovers left = leftovers_quiet();
    machine->records.board.bus_masters = bus_masters_off();
    machine->records.board.memory_kb = memory_end() / 1024;
    machine->records.board.memory_source = sources[memory];
    machine->records.board.pending = left.pending;
    machine->records.board.nmi = left.parity          ? "parity"
                                 : left.channel_check ? "channel_check"
                                                      : "none";
    machine->records.board.caches = cache_control_enable(&machine->cpu);
}

void this_machine_verify_memory(struct this_machine *machine, const struct multiboot_info *info)
{
    if (!memory_sources_verify)
        return;
    memory_limit(memory_sources_verify(info, (uint32_t)memory_mark(), memory_end()));
    machine->records.board.memory_kb = memory_end() / 1024;
    machine->records.board.memory_wrong = memory_sources_wrong();
}

void this_machine_judge(struct this_machine *machine, const struct pmc *pmc)
{
    struct speed speed = {.why = "there is no time-stamp counter"};
    if (strcmp(machine->cpu.platform, "unknown") != 0)
        return;
    if (pmc)
        speed = timer_measure();
    platform_judge(&machine->cpu, pmc, &speed, machine->records.board.caches);
}

/* The clocks are those of a machine that software imitates. */
static bool this_machine_is_imitated(const struct cpu *cpu)
{
    return !strcmp(cpu->platform, "virtual") || !strcmp(cpu->platform, "emulator");
}

/*
 * Names the instructions that the probes may use for reading. They are tried, because emulators
 * report signatures of processors whose instructions they lack.
 */
static const char *this_machine_read_by(const struct pmc *pmc)
{
    uint64_t value;
    uint32_t low;
    if (!pmc)
        return "none";
    if (pmc == &tsc_pmc || x86_rdmsr_safe(pmc->first_msr, &value))
        return "rdtsc";
    return pmc->has_rdpmc && !probe_reads_try_rdpmc(pmc, &low) ? "rdmsr,rdpmc" : "rdmsr";
}

void this_machine_report(struct this_machine *machine, struct report_stream *report)
{
    bool has_x87 = machine->cpu.id.features & CPUID_FPU;
    machine->records.cpu = (struct report_cpu){
        .vendor = machine->cpu.id.vendor,
        .name = machine->cpu.is.name,
        .stepping = processor_kind_stepping(&machine->cpu.id),
        .counters = machine->cpu.is.counters,
        .signature = machine->cpu.id.signature,
        .features = machine->cpu.id.features,
        .hz = machine->speed.hz,
        .hz_spread = machine->speed.spread,
        .time_stamp_step = machine->time_stamp_step,
        .no_hz = machine->speed.why,
        .fdiv = has_x87 ? processor_identity_fdiv_flaw() ? "flawed" : "ok" : NULL,
        .missing = machine->cpu.is.missing,
        .read_by = this_machine_read_by(machine->pmc),
    };
    REPORT(report, cpu, &machine->records.cpu);
    REPORT(report, machine, &machine->records.board);
    machine->records.noise = (struct report_noise){
        machine->noise.watched,     machine->noise.jumps, machine->noise.largest,
        machine->noise.iteration,   machine->noise.least, machine->noise.memory_iteration,
        machine->noise.memory_jumps};
    if (machine->pmc)
        REPORT(report, noise, &machine->records.noise);
}

/* Length of a short watch: long enough for a loop of 16 to 64 clocks to repeat often. */
#define CLOCKS_OF_SHORT_WATCH 2000000u

/*
 * Watches for interruptions. On a virtual machine a short watch is enough: a second there is the
 * host's time, and the interrupts are the host's too.
 */
static void this_machine_watch_noise(struct this_machine *machine, unsigned seconds)
{
    uint64_t hz = machine->speed.measured ? machine->speed.measured : HZ_IF_NOT_KNOWN;
    if (seconds == CONFIG_NOISE_DEFAULT)
        seconds = this_machine_is_imitated(&machine->cpu) ? CONFIG_NOISE_SHORT : 1;
    machine->noise =
        noise_watch(seconds == CONFIG_NOISE_SHORT ? CLOCKS_OF_SHORT_WATCH : hz * seconds,
                    machine->cpu.family > 5 ? LINE_BYTES_AFTER_P5 : LINE_BYTES_P5,
                    2 * machine->time_stamp_step); /* one step at a time is no interruption */
    uint64_t every = machine->noise.watched / (machine->noise.jumps + 1);
    uint64_t without_memory =
        machine->noise.watched / 2 / (machine->noise.jumps - machine->noise.memory_jumps + 1);
    if (without_memory < every) /* the other loop has longer iterations and misses some jumps */
        every = without_memory;
    bool emulator =
        !strcmp(machine->cpu.platform, "emulator"); /* an emulator's time is its host's */
    if (machine->noise.jumps && !emulator)
        machine->disturbance =
            (struct disturbance){every, machine->noise.least, machine->noise.largest};
}

int this_machine_prepare(struct this_machine *machine, unsigned noise_seconds,
                         struct report_stream *report, char error[CONFIG_ERROR_BYTES])
{
    struct board_cache board = board_cache_find(&machine->cpu, machine->records.board.caches);
    machine->records.board.l2 = board.state;
    machine->records.board.l2_kb = board.kb;
    machine->records.board.l2_reach_mb = board.reach_mb;
    machine->pmc = processor_identity_counters(&machine->cpu);
    if (machine->pmc) {
        trap_reads_cr4(true);
        machine->speed = timer_measure();
        machine->time_stamp_step = time_stamp_step ? time_stamp_step() : 0;
        this_machine_watch_noise(machine, noise_seconds);
        clock_hz = (uint32_t)machine->speed.hz;
        if (machine->speed.hz)
            clock_epoch = date_seconds(date_now()) - (time_t)(rdtsc() / machine->speed.hz);
    }
    this_machine_report(machine, report);
    if (machine->pmc)
        return 0;
    format(error, CONFIG_ERROR_BYTES,
           "this processor (%s, family %u model %u) cannot be measured: %s", machine->cpu.is.name,
           machine->cpu.family, machine->cpu.model, machine->cpu.is.missing);
    return -1;
}

/*
 * Known emulators of a Pentium count nothing, which is not a fault of the kernel. The same holds
 * for a 6x86MX whose registers differ from both published lists.
 */
bool this_machine_must_count(const struct cpu *cpu)
{
    return cpu->is.method >= METHOD_P5 && cpu->is.method != METHOD_MII &&
           strcmp(cpu->platform, "emulator");
}
