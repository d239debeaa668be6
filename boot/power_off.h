/*
 * SPDX-License-Identifier: MIT
 * The way back to real mode, where the BIOS turns the machine off.
 */
#pragma once

/* Halts where the BIOS has no APM, or does not do it. Low memory is written over. */
void power_off(void) __attribute__((noreturn));
