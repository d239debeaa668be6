/*
 * SPDX-License-Identifier: MIT
 * Measures what an end probe adds to a count, or takes away, in different states of a processor
 * that executes out of order.
 */
#pragma once

#include <stdint.h>

#define END_STATE_REGIONS 32 /* bytes of a line of code */

/*
 * Region n contains n NOPs, so the end probes begin at each offset in a line of 32 bytes, and at
 * each place in the groups in which uops are decoded and retired. Before the NOPs are instructions
 * that a P6 decodes slowly because of a prefix that changes their length, so that the begin has
 * completed before the end starts. Each region is entered once, with its probes in the caches.
 */
void end_state_regions(void);

/*
 * The same regions; neither the code cache nor the BTB contains the probes of each fourth one, from
 * the first on.
 */
void end_state_regions_cold(void);

/* Prepares this, in memory of malloc(). */
void end_state_setup(void);

/* Not 0: the processor is a P6, whose code cache and BTB half of the jumps displace. */
extern uint32_t end_state_half;

#define END_STATE_MEMORY (4096 * 17 + 1) /* bytes of malloc(): the jumps and a RET */
