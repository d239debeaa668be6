/*
 * SPDX-License-Identifier: MIT
 * Prepares the local APIC for sampling, and restores it.
 */
#pragma once

#include "kernel/machine/apic/apic_registers.h"

/*
 * Finds and enables the APIC, with the gate of VECTOR_APIC set. If the BIOS has left it disabled,
 * the interrupt lines, which then pass through it, are enabled in it (10.1: virtual wire). Returns
 * NULL, or the reason why it is unavailable.
 */
const char *local_apic_open(void);

/* Restores its previous state. */
void local_apic_close(void);
