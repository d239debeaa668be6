/*
 * SPDX-License-Identifier: MIT
 * Tests whether probes add up on this machine.
 */
#pragma once

struct kernel_run;

/*
 * Tests whether 0, 2, 4 and 8 NOPs between the probes count correctly, on each counter that is
 * used. Call after machine_state_save(). Not in the small image.
 */
void additivity_test(struct kernel_run *run) __attribute__((weak));
