/*
 * SPDX-License-Identifier: MIT
 * What a P5's test register TR12 switches off.
 */
#pragma once

#include "pmc/ablate.h"

extern const struct pmc_switches p5_switches;
