/*
 * SPDX-License-Identifier: MIT
 * The arena in which cases run: sets up its pages and descriptor tables from the host's module, and
 * reports the changes made by a case.
 */
#pragma once

#include <stdbool.h>
#include <stdint.h>

#include "tests/differential/guest/case.h"

/*
 * Copies the arena's contents from the module, maps it, turns paging on and loads the tables.
 * Returns NULL, or a message if the module is invalid.
 */
const char *world_install(const struct world *world);

/* Writes bytes to the arena as part of the start state of a case; they count as unchanged. */
void world_patch(uint32_t address, const void *bytes, uint32_t count);

/* Undoes all changes made by a case, including tables and control registers. */
void world_restore(const struct final_state *final);

/* Does the same before another run of the same case, without writing to unchanged bytes such as its
 * code. */
void world_again(const struct final_state *final);

/* Marks all pages of the arena as not accessed, and flushes all cached translations. */
void world_forget_accesses(void);

/* Calls `dword` for each dword that the case changed, and `page` for each page whose PTE (its A and
 * D bits) changed. */
void world_changes(void (*dword)(uint32_t address, uint32_t now),
                   void (*page)(uint32_t number, uint32_t flags));

/* Fills in the registers of a case that ended through a task gate, from the TSS that holds them. */
void world_read_interrupted(struct final_state *final);

/* Reads the control, debug and table registers into `final`. Afterwards CR0 permits x87
 * instructions. */
void world_read_registers(struct final_state *final);
