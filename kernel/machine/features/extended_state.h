/*
 * SPDX-License-Identifier: MIT
 * The registers of MMX, SSE and x87, on processors that have FXSAVE and FXRSTOR.
 */
#pragma once

#include <stdint.h>

/*
 * Lets programs and benchmarks use SSE, if the processor has it, as an operating system does.
 * `features` are CPUID's. extended_state_disable() undoes it.
 */
void extended_state_enable(uint32_t features);
void extended_state_disable(void);

/* Gives all these registers their initial values. Does nothing without FXRSTOR. */
void extended_state_reset(void);
