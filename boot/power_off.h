/*
 * SPDX-License-Identifier: MIT
 * Powers the machine off: returns to real mode and calls the BIOS.
 */
#pragma once

/* Halts if the BIOS has no APM or does not power off. Overwrites low memory. */
void power_off(void) __attribute__((noreturn));
