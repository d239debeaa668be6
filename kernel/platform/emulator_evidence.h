/*
 * SPDX-License-Identifier: MIT
 * Properties that only an emulator has, apart from its BIOS and the values of registers. Not in the
 * small image.
 */
#pragma once

#include "pmc/pmc.h"

/*
 * Returns a property by which the machine is an emulator, or NULL. `pmc`: its counters, of which
 * counter 0 is cleared; NULL: none whose width is known.
 */
const char *emulator_evidence(const struct pmc *pmc) __attribute__((weak));
