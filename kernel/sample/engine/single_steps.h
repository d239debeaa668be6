/*
 * SPDX-License-Identifier: MIT
 * From where an overflow interrupted on to where its sample is to be, an instruction at a time.
 *
 * How late the interrupt of an overflow comes differs from place to place: a P5's pin lags by
 * clocks, which are few instructions in one place and many in another. Where the counter counts
 * instructions it says itself how many there were since. So each sample is taken so many behind its
 * overflow as the latest interrupt was, and what is executed there, no more and no less often than
 * the program has it, is known: so is the instruction itself.
 */
#pragma once

#include "kernel/sample/engine/sampler.h"

/* Before the first overflow of a session. */
void steps_begin_session(void);

/*
 * At an overflow, `since` counted behind it, in the handler too: has the processor trap behind the
 * next instruction. False where the sample is where it is to be.
 */
bool steps_begin(struct trap_frame *frame, struct sample *sample, uint32_t since);

/* That trap, while steps_under_way(): the same for the instruction behind. */
bool steps_go_on(struct trap_frame *frame);

bool steps_under_way(void);

/* The run is over: what is under way is not gone on with. */
void steps_give_up(void);
