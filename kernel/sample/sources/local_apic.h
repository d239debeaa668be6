/*
 * SPDX-License-Identifier: MIT
 * Prepares the local APIC for sampling, and restores its registers.
 */
#pragma once

#include "kernel/machine/apic/apic_registers.h"

/*
 * Finds and enables the APIC, with the gate of VECTOR_APIC set. Returns NULL, or the reason why it
 * is unavailable.
 */
const char *local_apic_open(void);

/* Restores its registers; it remains enabled. */
void local_apic_close(void);
