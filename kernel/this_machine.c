/*
 * SPDX-License-Identifier: MIT
 * Examines the machine before anything is measured: the processor, its caches and clock, and
 * sources of interruptions.
 */
#include "kernel/this_machine.h"

#include "kernel/run_end.h"
#include "kernel/lib/format.h"
#include "kernel/lib/string.h"
#include "kernel/lib/time.h"
#include "kernel/lib/x86.h"
#include "kernel/machine/bios_leftovers.h"
#include "kernel/machine/board_cache.h"
#include "kernel/machine/bus_masters.h"
#include "kernel/machine/cache_control.h"
#include "kernel/machine/trap.h"
#include "kernel/time/date.h"
#include "kernel/run_state.h"

#define HZ_IF_NOT_KNOWN 100000000

/*
 * Cache lines have up to 32 bytes on a P5 and older, 64 on a K7, 128 (a pair of lines) on NetBurst.
 */
#define LINE_BYTES_P5       32
#define LINE_BYTES_AFTER_P5 128

struct this_machine this_machine;

void this_machine_initialise(enum memory_source memory)
{
    static const char *const sources[] = {[MEMORY_MAP] = "map",
                                          [MEMORY_UPPER] = "mem_upper",
                                          [MEMORY_CMOS] = "cmos",
                                          [MEMORY_ASSUMED] = "assumed"};
    struct leftovers left = leftovers_quiet();
    this_machine.machine.bus_masters = bus_masters_off();
    this_machine.machine.memory_kb = memory_end() / 1024;
    this_machine.machine.memory_source = sources[memory];
    this_machine.machine.pending = left.pending;
    this_machine.machine.nmi = left.parity          ? "parity"
                               : left.channel_check ? "channel_check"
                                                    : "none";
    this_machine.machine.caches = cache_control_enable(&this_machine.cpu);
}

/* Names the instructions that the probes may use for reading. */
static const char *this_machine_read_by(void)
{
    if (!run.pmc || run.pmc == &tsc_pmc)
        return run.pmc ? "rdtsc" : "none";
    return run.pmc->has_rdpmc ? "rdmsr,rdpmc" : "rdmsr";
}

void this_machine_report(void)
{
    bool has_x87 = this_machine.cpu.id.features & CPUID_FPU;
    this_machine.processor = (struct report_cpu){
        .vendor = this_machine.cpu.id.vendor,
        .name = this_machine.cpu.is.name,
        .stepping = processor_kind_stepping(&this_machine.cpu.id),
        .counters = this_machine.cpu.is.counters,
        .signature = this_machine.cpu.id.signature,
        .features = this_machine.cpu.id.features,
        .hz = this_machine.speed.hz,
        .hz_spread = this_machine.speed.spread,
        .no_hz = this_machine.speed.why,
        .fdiv = has_x87 ? processor_identity_fdiv_flaw() ? "flawed" : "ok" : NULL,
        .missing = this_machine.cpu.is.missing,
        .read_by = this_machine_read_by(),
    };
    REPORT(&report, cpu, &this_machine.processor);
    REPORT(&report, machine, &this_machine.machine);
    this_machine.seen =
        (struct report_noise){this_machine.noise.watched,     this_machine.noise.jumps,
                              this_machine.noise.largest,     this_machine.noise.iteration,
                              this_machine.noise.least,       this_machine.noise.memory_iteration,
                              this_machine.noise.memory_jumps};
    if (run.pmc)
        REPORT(&report, noise, &this_machine.seen);
}

/*
 * Watches for interruptions. On a virtual machine a fiftieth of a second is enough: a second there
 * is the host's time, and the interrupts are the host's too.
 */
static void this_machine_watch_noise(void)
{
    unsigned seconds = experiments.first.noise;
    uint64_t hz = this_machine.speed.hz ? this_machine.speed.hz : HZ_IF_NOT_KNOWN;
    if (seconds == CONFIG_NOISE_DEFAULT)
        seconds = strcmp(this_machine.cpu.platform, "silicon") ? CONFIG_NOISE_SHORT : 1;
    this_machine.noise =
        noise_watch(seconds == CONFIG_NOISE_SHORT ? hz / 50 : hz * seconds,
                    this_machine.cpu.family > 5 ? LINE_BYTES_AFTER_P5 : LINE_BYTES_P5);
    uint64_t every = this_machine.noise.watched / (this_machine.noise.jumps + 1);
    uint64_t without_memory = this_machine.noise.watched / 2 /
                              (this_machine.noise.jumps - this_machine.noise.memory_jumps + 1);
    if (without_memory < every) /* the other loop has longer iterations and misses some jumps */
        every = without_memory;
    bool emulator =
        !strcmp(this_machine.cpu.platform, "emulator"); /* an emulator's time is its host's */
    if (this_machine.noise.jumps && !emulator)
        run.disturbance =
            (struct disturbance){every, this_machine.noise.least, this_machine.noise.largest};
}

/* Prepares the processor for counting, or ends the run. */
void this_machine_prepare(void)
{
    struct board_cache board = board_cache_find(&this_machine.cpu, this_machine.machine.caches);
    this_machine.machine.l2 = board.state;
    this_machine.machine.l2_kb = board.kb;
    this_machine.machine.l2_reach_mb = board.reach_mb;
    run.pmc = processor_identity_counters(&this_machine.cpu);
    run.features = this_machine.cpu.id.features;
    if (run.pmc) {
        trap_reads_cr4(true);
        this_machine.speed = timer_measure();
        run.hz = this_machine.speed.hz;
        this_machine_watch_noise();
        clock_hz = (uint32_t)run.hz;
        if (run.hz)
            clock_epoch = date_seconds(date_now()) - (time_t)(rdtsc() / run.hz);
    }
    this_machine_report();
    if (run.pmc)
        return;
    char text[CONFIG_ERROR_BYTES];
    format(text, sizeof text, "this processor (%s, family %u model %u) cannot be measured: %s",
           this_machine.cpu.is.name, this_machine.cpu.family, this_machine.cpu.model,
           this_machine.cpu.is.missing);
    run_end_with_error(text);
}

/*
 * Known emulators of a Pentium count nothing, which is not a fault of the kernel. The same holds
 * for a 6x86MX whose registers differ from both published lists.
 */
bool this_machine_must_count(void)
{
    return this_machine.cpu.is.method >= METHOD_P5 && this_machine.cpu.is.method != METHOD_MII &&
           strcmp(this_machine.cpu.platform, "emulator");
}
