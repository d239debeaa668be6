/*
 * SPDX-License-Identifier: MIT
 * The machine that a run uses: identifies it, prepares it for counting and reports it.
 */
#pragma once

#include <stdbool.h>

#include "kernel/machine/processor_identity.h"
#include "kernel/machine/memory.h"
#include "kernel/machine/noise.h"
#include "kernel/measure/experiment/first_boot.h"
#include "kernel/time/timer.h"

struct this_machine {
    struct cpu cpu; /* set by processor_identity_read(), first of all fields */
    const struct pmc *pmc;
    struct speed speed;
    struct noise noise;
    uint32_t time_stamp_step;       /* see time_stamp_step() */
    struct disturbance disturbance; /* as observed at the start */
    struct machine_records records;
};

/* Prepares the machine before the settings are read: masks interrupts, enables the caches. */
void this_machine_initialise(struct this_machine *machine, enum memory_source memory);

/* Verifies the memory above memory_mark(), which must be free. The small image does not. */
void this_machine_verify_memory(struct this_machine *machine, const struct multiboot_info *info);

/* Decides whether the machine is a real chip. */
void this_machine_judge(struct this_machine *machine, const struct pmc *pmc);

/*
 * Prepares the processor for counting and reports the machine: the board's cache, the counters, the
 * clock, and interruptions in that number of seconds, or CONFIG_NOISE_DEFAULT. Returns 0, or -1
 * with an error if the processor cannot be measured.
 */
int this_machine_prepare(struct this_machine *machine, unsigned noise_seconds,
                         struct report_stream *report, char error[CONFIG_ERROR_BYTES]);

/* Emits the records that describe the machine. */
void this_machine_report(struct this_machine *machine, struct report_stream *report);

/*
 * Reports whether the processor's counters must count. False for processors and emulators that are
 * known not to count.
 */
bool this_machine_must_count(const struct cpu *cpu);
