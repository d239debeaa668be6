/*
 * SPDX-License-Identifier: MIT
 * The register files that there are: of the image (P4PM_FILE_FROM), and those that whoever boots
 * gave, which stand in place of the image's of that name.
 */
#pragma once

#include <stddef.h>

#include "libp4pm/p4pm_registers.h"

struct p4pm_file {
    const char *name, *bytes;
    size_t length;
};

/* An end has no name. The kernel fills it in before anything is measured. */
#define P4PM_FILES_GIVEN 16
extern struct p4pm_file p4pm_files_given[P4PM_FILES_GIVEN + 1];

/* Reads one; ends the program where that cannot be. */
void p4pm_load_registers(const char *file, struct p4pm_registers *registers);
