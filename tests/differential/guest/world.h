/*
 * SPDX-License-Identifier: MIT
 * The arena in which cases run: its pages and descriptor tables, as the host's module describes
 * them, and what a case has changed in them.
 */
#pragma once

#include <stdbool.h>
#include <stdint.h>

#include "tests/differential/guest/case.h"

/*
 * Copies the arena's contents from the module, maps it, turns paging on and loads the tables.
 * NULL, or what is wrong with the module.
 */
const char *world_install(const struct world *world);

/* Writes bytes to the arena as a part of how a case starts; they count as unchanged. */
void world_patch(uint32_t address, const void *bytes, uint32_t count);

/* Makes all of a case's doings undone, tables and control registers included, before the next. */
void world_restore(const struct final_state *final);

/* Likewise, for the same case once more: its code is not even written to. */
void world_again(const struct final_state *final);

/* Marks all pages of the arena as never accessed, and forgets every cached translation. */
void world_forget_accesses(void);

/* Calls these for each dword the case changed and for each page's PTE (its A and D bits). */
void world_changes(void (*dword)(uint32_t address, uint32_t now),
                   void (*page)(uint32_t number, uint32_t flags));

/* For a case that a task gate ended: fills in the registers from the TSS they were saved to. */
void world_read_interrupted(struct final_state *final);

/* Reads the control, debug and table registers into `final`. CR0 ends up fit for x87 instructions.
 */
void world_read_registers(struct final_state *final);
