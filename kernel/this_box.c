/*
 * SPDX-License-Identifier: MIT
 * Examines the machine before anything is measured: the processor, its caches and clock, and
 * sources of interruptions.
 */
#include "kernel/this_box.h"

#include "kernel/end_of_run.h"
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
#include "kernel/whole_run.h"

#define HZ_IF_NOT_KNOWN 100000000

/*
 * Cache lines have up to 32 bytes on a P5 and older, 64 on a K7, 128 (a pair of lines) on NetBurst.
 */
#define LINE_BYTES_P5       32
#define LINE_BYTES_AFTER_P5 128

struct box box;

void box_look(enum memory_source memory)
{
    static const char *const sources[] = {[MEMORY_MAP] = "map",
                                          [MEMORY_UPPER] = "mem_upper",
                                          [MEMORY_CMOS] = "cmos",
                                          [MEMORY_ASSUMED] = "assumed"};
    struct leftovers left = leftovers_quiet();
    box.machine.bus_masters = bus_masters_off();
    box.machine.memory_kb = memory_end() / 1024;
    box.machine.memory_source = sources[memory];
    box.machine.pending = left.pending;
    box.machine.nmi = left.parity ? "parity" : left.channel_check ? "channel_check" : "none";
    box.machine.caches = caches_enable(&box.cpu);
}

/* Names the instructions that the probes may use for reading. */
static const char *read_by(void)
{
    if (!run.pmc || run.pmc == &tsc_pmc)
        return run.pmc ? "rdtsc" : "none";
    return run.pmc->has_rdpmc ? "rdmsr,rdpmc" : "rdmsr";
}

void box_say(void)
{
    bool has_x87 = box.cpu.id.features & CPUID_FPU;
    box.processor = (struct report_cpu){
        .vendor = box.cpu.id.vendor,
        .name = box.cpu.is.name,
        .stepping = processor_stepping(&box.cpu.id),
        .counters = box.cpu.is.counters,
        .signature = box.cpu.id.signature,
        .features = box.cpu.id.features,
        .hz = box.speed.hz,
        .hz_spread = box.speed.spread,
        .no_hz = box.speed.why,
        .fdiv = has_x87 ? cpu_has_fdiv_flaw() ? "flawed" : "ok" : NULL,
        .missing = box.cpu.is.missing,
        .read_by = read_by(),
    };
    REPORT(&report, cpu, &box.processor);
    REPORT(&report, machine, &box.machine);
    box.seen = (struct report_noise){box.noise.watched,     box.noise.jumps, box.noise.largest,
                                     box.noise.turn,        box.noise.least, box.noise.memory_turn,
                                     box.noise.memory_jumps};
    if (run.pmc)
        REPORT(&report, noise, &box.seen);
}

/*
 * Watches for interruptions. On a virtual machine a fiftieth of a second is enough: a second there
 * is the host's time, and the interrupts are the host's too.
 */
static void watch_noise(void)
{
    unsigned seconds = experiments.first.noise;
    uint64_t hz = box.speed.hz ? box.speed.hz : HZ_IF_NOT_KNOWN;
    if (seconds == CONFIG_NOISE_DEFAULT)
        seconds = strcmp(box.cpu.platform, "silicon") ? CONFIG_NOISE_SHORT : 1;
    box.noise = noise_watch(seconds == CONFIG_NOISE_SHORT ? hz / 50 : hz * seconds,
                            box.cpu.family > 5 ? LINE_BYTES_AFTER_P5 : LINE_BYTES_P5);
    uint64_t every = box.noise.watched / (box.noise.jumps + 1);
    uint64_t without_memory =
        box.noise.watched / 2 / (box.noise.jumps - box.noise.memory_jumps + 1);
    if (without_memory < every) /* the other loop has longer iterations and misses some jumps */
        every = without_memory;
    bool emulator = !strcmp(box.cpu.platform, "emulator"); /* an emulator's time is its host's */
    if (box.noise.jumps && !emulator)
        run.disturbance = (struct disturbance){every, box.noise.least, box.noise.largest};
}

/* Prepares the processor for counting, or ends the run. */
void box_take(void)
{
    struct board_cache board = board_cache_find(&box.cpu, box.machine.caches);
    box.machine.l2 = board.state;
    box.machine.l2_kb = board.kb;
    box.machine.l2_reach_mb = board.reach_mb;
    run.pmc = cpu_counters(&box.cpu);
    run.features = box.cpu.id.features;
    if (run.pmc) {
        trap_reads_cr4(true);
        box.speed = timer_measure();
        run.hz = box.speed.hz;
        watch_noise();
        clock_hz = (uint32_t)run.hz;
        if (run.hz)
            clock_epoch = date_seconds(date_now()) - (time_t)(rdtsc() / run.hz);
    }
    box_say();
    if (run.pmc)
        return;
    char text[CONFIG_ERROR_BYTES];
    format(text, sizeof text, "this processor (%s, family %u model %u) cannot be measured: %s",
           box.cpu.is.name, box.cpu.family, box.cpu.model, box.cpu.is.missing);
    finish_with_error(text);
}

/*
 * Known emulators of a Pentium count nothing, which is not a fault of the kernel. The same holds
 * for a 6x86MX whose registers differ from both published lists.
 */
bool box_must_count(void)
{
    return box.cpu.is.method >= METHOD_P5 && box.cpu.is.method != METHOD_MII &&
           strcmp(box.cpu.platform, "emulator");
}
