/*
 * SPDX-License-Identifier: MIT
 * The monitor's prompt: executes commands typed over the serial line or at the machine's keyboard.
 * No command's effect on the processor ends the monitor.
 */
#pragma once

#include "kernel/lib/string.h"

#include "kernel/machine/processor_identity.h"
#include "kernel/measure/experiment/first_boot.h"

/* The machine as prepared by kernel/main.c. */
struct monitored {
    struct kernel_run *run;      /* its report goes on at the prompt */
    const struct config *config; /* initial settings */
    struct first_boot found;     /* for experiment=first_boot */
    bool must_count;             /* as for selftest_run() */
    void (*measure)(struct kernel_run *run, const struct config *config,
                    const struct first_boot *found);
    int (*use_pages)(struct kernel_run *run, enum pages pages);
    void (*leave)(enum exit_way way) __attribute__((noreturn));
};

/*
 * Executes commands until one leaves the monitor. May be called again when a run that a command has
 * started is ended; it then continues with the next command. NULL if the image lacks the monitor
 * (make/kernel.mk).
 */
void monitor_run(const struct monitored *monitored) __attribute__((noreturn, weak));

/*
 * Halts a machine whose run is over until Esc is pressed, which requests the prompt. NULL if the
 * image lacks the monitor.
 */
void esc_key_wait(void) __attribute__((weak));

/* Reports whether exit=monitor is the only request, so that nothing is measured first. */
static inline bool monitor_is_all(const struct config *config, unsigned experiments)
{
    return config->exit == EXIT_MONITOR && experiments == 1 && !strcmp(config->command, "*") &&
           config->experiment == EXPERIMENT_MEASURE && !strcmp(config->name, "command line");
}
