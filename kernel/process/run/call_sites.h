/*
 * SPDX-License-Identifier: MIT
 * Remembers where a program made the calls that this kernel lacks, and the one that ended it: the
 * address after the INT 80h, and return addresses on the stack.
 */
#pragma once

#include "boot/descriptors.h"
#include "serial/program_report.h"

/* Forgets all. */
void call_sites_reset(void);

/* Stores the place of the call in the frame, unless the number has one. At most 16 are stored. */
void call_sites_add(uint32_t number, const struct trap_frame *frame);

/* Returns the place of a number, or NULL. */
const struct report_call_site *call_sites_find(uint32_t number);

/* Reads the place of the call in the frame. */
void call_site_read(struct report_call_site *site, const struct trap_frame *frame);
