/*
 * SPDX-License-Identifier: MIT
 * The registers of the stopped benchmark, as gdb reads and writes them.
 */
#pragma once

#include "host/machines/gdb/gdb_session.h"

/* Each returns the reply to its packet, which the caller frees. */
char *gdb_state_read_registers(struct gdb *gdb);
char *gdb_state_write_registers(struct gdb *gdb, const char *hex);
char *gdb_state_read_register(struct gdb *gdb, unsigned number);
char *gdb_state_write_register(struct gdb *gdb, unsigned number, const char *hex);

/* Returns the registers of the last stop for a stop reply, "00:10000000;"; an empty text if they
 * are unknown. The caller frees it. */
char *gdb_state_stop_registers(const struct gdb *gdb);

/* Returns gdb's target description: the registers of an i386 with an x87. The caller frees it. */
char *gdb_state_description(void);
