/*
 * SPDX-License-Identifier: MIT
 * Single steps from the interrupt of an overflow to the sample, to remove skid.
 *
 * The latency of an overflow interrupt differs from place to place: a P5's pin lags by clocks,
 * which are few instructions in one place and many in another. A counter of instructions shows how
 * many have been executed since the overflow. Each sample is therefore taken at a fixed number of
 * instructions after its overflow, the largest latency seen. Instructions are then sampled in
 * proportion to their execution, and the sampled instruction itself is known.
 */
#pragma once

#include "kernel/sample/engine/sampler.h"

/* Call before the first overflow of a session. */
void single_steps_begin_session(void);

/*
 * At an overflow: `since` events were counted after it, including the handler's. Makes the
 * processor trap after the next instruction. Returns false if the sample's place is reached.
 */
bool single_steps_begin(struct trap_frame *frame, struct sample *sample, uint32_t since);

/* Handles that trap while single_steps_active(), in the same way. */
bool single_steps_go_on(struct trap_frame *frame);

bool single_steps_active(void);

/* Abandons the current steps because the run is over. */
void single_steps_abandon(void);
