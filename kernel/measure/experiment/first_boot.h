/*
 * SPDX-License-Identifier: MIT
 * The first-boot page: shows on one screen, which can be photographed, whether the counts of an
 * untested machine can be trusted.
 */
#pragma once

#include "kernel/machine/processor_identity.h"
#include "kernel/measure/kernel_run.h"

/* The records that describe the machine. */
struct machine_records {
    struct report_cpu cpu;
    struct report_machine board;
    struct report_noise noise;
};

/* Facts found earlier; `uart` is NULL if the report goes to the screen. */
struct first_boot {
    const char *build, *platform, *uart;
    const struct machine_records *machine;
    const struct cpu *cpu; /* for experiment=score */
};

/* Tests the switches too, then reports the page. */
void first_boot_run(struct kernel_run *run, const struct config *config,
                    const struct first_boot *found) __attribute__((weak));
