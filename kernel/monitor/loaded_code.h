/*
 * SPDX-License-Identifier: MIT
 * Bytes received over the line into memory above the kernel's: a routine, a benchmark linked for
 * that address (host/machines/monitor/file_upload.h), or an experiment file.
 */
#pragma once

#include <stddef.h>
#include <stdint.h>

/* Header of a linked benchmark; other bytes are a routine, which is called at its first byte. */
#define LOADED_MAGIC 0x324C5042u /* "BPL2" */
struct loaded_header {
    uint32_t magic;
    uint32_t bench;                    /* its struct benchmark */
    uint32_t probes_start, probes_end; /* addresses of its reads of counters: pmc/region.h */
    uint32_t names_start, names_end;   /* names of its regions: pmc/region.h */
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
 * Makes the loaded code the only benchmark of the experiment in session.once, until it is
 * deselected: its regions are counted or, without regions, its whole run. Returns -1 after a
 * message.
 */
int loaded_code_select(void);
void loaded_code_deselect(void);
