/*
 * SPDX-License-Identifier: MIT
 * The experiments of one boot: one for each file that the loader passed as a module, or one from
 * the command line.
 */
#pragma once

#include "kernel/settings/command_line.h"
#include "kernel/settings/config.h"
#include "boot/multiboot.h"

struct experiments {
    unsigned count;
    struct config first; /* its console, runs and exit apply to all */
    struct config current;
    const struct multiboot_info *info;
    const struct pmc *pmc;
    struct command_line command_line;
    char error[CONFIG_ERROR_BYTES];
};

/*
 * Reads all experiments, for events of `pmc`, without access to a device. Returns -1 with the first
 * error in experiments->error.
 */
int experiments_read(struct experiments *experiments, const struct multiboot_info *info,
                     const struct pmc *pmc);

/* Returns experiment i below count; valid until the next call. `listener` may be NULL. */
const struct config *experiments_config(struct experiments *experiments, unsigned i,
                                        const struct config_listener *listener);
