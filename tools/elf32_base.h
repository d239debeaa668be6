/*
 * SPDX-License-Identifier: MIT
 * The load address of an executable that the kernel runs as a program (kernel/process/).
 */
#pragma once

#include "tools/elf32.h"

/*
 * Returns what the kernel adds to the file's addresses: 0 for ET_EXEC; for a position-independent
 * executable PIE_BASE, raised to the alignment of its segments.
 */
uint32_t elf32_base(const struct elf32 *elf);

/* Adds the base to the addresses of all sections in memory and of their symbols. */
void elf32_move(struct elf32 *elf, uint32_t base);
