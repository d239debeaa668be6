/*
 * SPDX-License-Identifier: MIT
 * The page of a first boot: all that settles whether the counts of a machine that nobody has tried
 * yet can be trusted, on one screen that can be photographed.
 */
#pragma once

#include "kernel/measure/run_experiment.h"

/* What was found out before; `uart` is NULL where the report goes to the screen. */
struct first_boot {
    const char *build, *platform, *uart;
    const struct report_cpu *cpu;
    const struct report_machine *machine;
    const struct report_noise *noise;
};

/* Tries the switches too, and reports the page. */
void first_boot_run(struct run *run, const struct config *config, const struct first_boot *found)
    __attribute__((weak));
