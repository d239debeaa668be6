/*
 * SPDX-License-Identifier: MIT
 * The first-boot page: shows on one screen, which can be photographed, whether the counts of an
 * untested machine can be trusted.
 */
#pragma once

#include "kernel/measure/experiment_run.h"

/* Facts found earlier; `uart` is NULL if the report goes to the screen. */
struct first_boot {
    const char *build, *platform, *uart;
    const struct report_cpu *cpu;
    const struct report_machine *machine;
    const struct report_noise *noise;
};

/* Tests the switches too, then reports the page. */
void first_boot_run(struct kernel_run *run, const struct config *config,
                    const struct first_boot *found) __attribute__((weak));
