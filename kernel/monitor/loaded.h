/*
 * SPDX-License-Identifier: MIT
 * Bytes that came over the line, in memory above the kernel's: a routine, a benchmark linked for
 * that place (host/monitor/load.h), or an experiment file.
 */
#pragma once

#include <stddef.h>
#include <stdint.h>

#include "kernel/settings/word.h"

/* How a linked benchmark begins; anything else is a routine, called at its first byte. */
#define LOADED_MAGIC 0x444C5042u /* "BPLD" */
struct loaded_header {
    uint32_t magic;
    uint32_t bench;                    /* its struct benchmark */
    uint32_t probes_start, probes_end; /* where the addresses of its reads stand: pmc/region.h */
    uint32_t bytes;                    /* of all of it */
};

/* Where the first byte goes, on every machine of this kernel: once the monitor has begun. */
void loaded_install(void);

/* The bytes that are there, and were checked; NULL while there are none. */
const char *loaded_bytes(size_t *length);

/* Counts events in it, all in one pass: in its regions or, where it has none, in its whole run.
 * -1 after a message. */
int loaded_count(struct word events, struct word settings);
