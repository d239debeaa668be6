/*
 * SPDX-License-Identifier: MIT
 * The machine's memory for gdb: blocks through the monitor's `peek x` and `poke x`. A stop reads
 * each part once.
 */
#pragma once

#include "host/machines/gdb/gdb_session.h"

/* Return the answer to gdb's packets `m` and `M`; the caller frees it. */
char *gdb_memory_read(struct gdb *gdb, uint32_t address, uint32_t length);
char *gdb_memory_write(struct gdb *gdb, uint32_t address, const uint8_t *bytes, uint32_t length);
