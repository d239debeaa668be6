/*
 * SPDX-License-Identifier: MIT
 * Loads a BIOS ROM instead of a kernel: the processor starts at its reset vector, FFFFFFF0h.
 */
#pragma once

#include <stdbool.h>

struct cpu;

/*
 * Maps the file, of 64 or 128 KB, below 1 MB and below 4 GB. Returns false, after one line on
 * stderr, if it cannot be read or has another size.
 */
bool bios_rom_load(struct cpu *cpu, const char *path);
