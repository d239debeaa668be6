/*
 * SPDX-License-Identifier: MIT
 * Bytes received over the line into memory above the kernel's: a routine, a benchmark linked for
 * that address (host/machines/monitor/file_upload.h), or an experiment file.
 */
#pragma once

#include <stddef.h>
#include <stdint.h>

#include "kernel/settings/word.h"

/* Header of a linked benchmark; other bytes are a routine, which is called at its first byte. */
#define LOADED_MAGIC 0x444C5042u /* "BPLD" */
struct loaded_header {
    uint32_t magic;
    uint32_t bench;                    /* its struct benchmark */
    uint32_t probes_start, probes_end; /* addresses of its reads of counters: pmc/region.h */
    uint32_t bytes;                    /* total length */
};

/*
 * Sets the load address, which is the same on every machine with this kernel. Call when the monitor
 * has started.
 */
void loaded_code_install(void);

/* Returns the loaded bytes after the check, or NULL. */
const char *loaded_code_bytes(size_t *length);

/*
 * Counts events in the loaded code, all in one pass: in its regions or, without regions, in its
 * whole run. Returns -1 after a message.
 */
int loaded_code_count(struct word events, struct word settings);
