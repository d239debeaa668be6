/*
 * SPDX-License-Identifier: MIT
 * Writes a run's log for results/: the owner's description of the machine, then the run's lines
 * without the directories of paths. The lines of other runs in the same log are left out.
 */
#pragma once

#include <stddef.h>

/* The description; NULL: as in the log, or "unknown". */
struct contribution_machine {
    const char *machine, *board, *chip_set, *bios;
};

struct contribution {
    char *text;
    size_t length;
    unsigned paths; /* that lost their directories */
    char *unknown;  /* options of the description that are missing, or NULL */
};

/*
 * `name` is a run as in host/data/store/run_lookup.h; the store does not have the log of a run, but
 * its file name. `store` is the store's file. `label` is the label that permits a run of a test
 * machine, or NULL. Returns 0, or -1 after a message. contribution_free() frees the text.
 */
int contribution_make(struct contribution *contribution, const char *name, const char *store,
                      const struct contribution_machine *machine, const char *label);
void contribution_free(struct contribution *contribution);
