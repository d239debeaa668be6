/*
 * SPDX-License-Identifier: MIT
 * The prompt: what a person types over the serial line or at the box's own keyboard is done at
 * once, and nothing that it does to the processor ends it.
 */
#pragma once

#include "kernel/lib/string.h"

#include "kernel/machine/identify_processor.h"
#include "kernel/measure/run_experiment.h"

/* The machine that it is opened on, as kernel/main.c has made it ready. */
struct monitored {
    struct run *run;
    struct report *report;
    const struct cpu *cpu;
    const struct config *config; /* settings to begin with */
    bool must_count;             /* as run_selftest() takes it */
    void (*measure)(const struct config *config);
    int (*use_pages)(enum pages pages);
    void (*leave)(enum exit_way way) __attribute__((noreturn));
};

/*
 * Reads commands until one says how to leave. Called again, as by what ends a run that it began, it
 * goes on where the next command is read. NULL where the image is without (make/kernel.mk).
 */
void monitor_run(const struct monitored *monitored) __attribute__((noreturn, weak));

/* A box that is done: halts until somebody presses Esc, who wants the prompt. NULL likewise. */
void monitor_wait(void) __attribute__((weak));

/* Whether exit=monitor is all that was asked for, so that nothing is measured before. */
static inline bool monitor_is_all(const struct config *config, unsigned experiments)
{
    return config->exit == EXIT_MONITOR && experiments == 1 && !strcmp(config->command, "*") &&
           config->experiment == EXPERIMENT_MEASURE && !strcmp(config->name, "command line");
}
