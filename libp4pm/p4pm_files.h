/*
 * SPDX-License-Identifier: MIT
 * Reads register files.
 */
#pragma once

#include "libp4pm/p4pm_registers.h"

/* Reads a register file; ends the program on an error. */
void p4pm_files_load(const char *file, struct p4pm_registers *registers);
