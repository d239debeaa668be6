/*
 * SPDX-License-Identifier: MIT
 * What one boot is to measure: an experiment for each file that the loader brought as a module, or
 * one from the command line alone.
 */
#pragma once

#include "kernel/settings/command_line.h"
#include "kernel/settings/config.h"
#include "boot/multiboot.h"

struct experiments {
    unsigned count;
    struct config first; /* its console, runs and exit are those of all */
    struct config current;
    const struct multiboot_info *info;
    const struct pmc *pmc;
    struct command_line command_line;
    char error[CONFIG_ERROR_BYTES];
};

/*
 * Reads all of them, which ask for events of `pmc`, touching no device. -1 with the first mistake
 * in experiments->error.
 */
int experiments_read(struct experiments *experiments, const struct multiboot_info *info,
                     const struct pmc *pmc);

/* Experiment i below count; good until the next call. `listener` may be NULL. */
const struct config *experiments_config(struct experiments *experiments, unsigned i,
                                        const struct config_listener *listener);
