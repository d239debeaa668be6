/*
 * SPDX-License-Identifier: MIT
 * GDT, IDT and kernel stack while a program runs: copies of the kernel's, with INT 80h and with
 * segments for thread-local variables. The kernel loads its own tables after each run
 * (machine_state_restore()).
 */
#pragma once

#include <stdbool.h>
#include <stdint.h>

#define PROCESS_TLS_FIRST 12 /* GDT entries for set_thread_area(); Linux's on a 64-bit kernel */
#define PROCESS_TLS_COUNT 3

/* Takes memory for the tables. Returns 0 or -1. */
int process_tables_allocate(void);

/* Remembers the kernel's tables, which are in use, and sets the stack for entries from ring 3. */
void process_tables_make(void);

/*
 * Copies the kernel's tables and loads the copies; all segments for thread-local variables are
 * empty again. Gates for ring 3 are closed, except that of probes if the program has any.
 */
void process_tables_load(bool has_probes);

/* Restores the stack for entries from ring 3. */
void process_tables_forget(void);

/* Sets or reads the two words of a GDT entry of PROCESS_TLS_FIRST and following. */
void process_tables_set_tls(unsigned entry, uint32_t low, uint32_t high);
void process_tables_get_tls(unsigned entry, uint32_t *low, uint32_t *high);
