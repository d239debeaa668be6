/*
 * SPDX-License-Identifier: MIT
 * Writes the configuration of our own tables.
 */
#pragma once

#include <stddef.h>

/* Returns the configuration of the tables of pmc/netburst as a file. The caller frees it. */
char *emon_writer_text(size_t *length);
