/*
 * SPDX-License-Identifier: MIT
 * Makes the request of the PC's interrupt controllers an NMI, which a benchmark cannot disable. The
 * request enters the local APIC at LINT0 (Intel SDM volume 3, 10.5.1).
 */
#pragma once

#include <stdbool.h>
#include <stdint.h>

/* Reports whether this machine has an APIC for it; `map` as for apic_registers_find(). */
bool nmi_line_find(bool (*map)(uint32_t address));

/* Sets whether requests are NMIs, or interrupts as before. The APIC remains enabled. */
void nmi_line_set(bool yes);
