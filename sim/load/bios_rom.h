/*
 * SPDX-License-Identifier: MIT
 * A BIOS ROM in place of a kernel: the processor starts at its reset vector, FFFFFFF0h.
 */
#pragma once

#include <stdbool.h>

struct cpu;

/*
 * Maps the file, of 64 or 128 KB, below 1 MB and below 4 GB. false when it cannot be read or has
 * another size; one line on stderr has said so.
 */
bool bios_load(struct cpu *cpu, const char *path);
