/*
 * SPDX-License-Identifier: MIT
 * Compares what loader, BIOS and CMOS report as the end of memory, and verifies it by writing and
 * reading back.
 */
#pragma once

#include <stdint.h>

#include "boot/multiboot.h"

/*
 * Returns the end of memory: every 64 KB from `from` on, which is free, were written and read back
 * with the caches off, and no other address has the same data. `end` is the end that would be used
 * otherwise. Address line 20 must be open, and parity errors must raise no NMI.
 */
uint32_t memory_sources_verify(const struct multiboot_info *info, uint32_t from, uint32_t end);

/*
 * The sources that are wrong by more than a BIOS reserves, each with its end of memory in KB, such
 * as "e820:15360,e801:15360"; NULL: none. E820, e801 and int88 were compared by loader_memory.asm.
 */
const char *memory_sources_wrong(void);
