/*
 * SPDX-License-Identifier: MIT
 * The available register files: those in the image (P4PM_FILE_FROM), and those from the boot
 * loader, which replace files of the image with the same name.
 */
#pragma once

#include <stddef.h>

#include "libp4pm/p4pm_registers.h"

struct p4pm_file {
    const char *name, *bytes;
    size_t length;
};

/* The list ends with an element without a name. The kernel fills it before any measurement. */
#define P4PM_FILES_GIVEN 16
extern struct p4pm_file p4pm_files_given[P4PM_FILES_GIVEN + 1];

/* Reads a register file; ends the program on an error. */
void p4pm_files_load(const char *file, struct p4pm_registers *registers);
