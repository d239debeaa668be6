/*
 * SPDX-License-Identifier: MIT
 * Loads a kernel as a multiboot boot loader does (Multiboot Specification 0.6.96).
 */
#pragma once

#include <stdbool.h>

struct cpu;
struct options;

/*
 * Loads kernel and modules, writes the information structure, and sets the processor up at the
 * entry point. Returns false, after one line on stderr, if a file is unusable.
 */
bool multiboot_load(struct cpu *cpu, const struct options *options);
