/*
 * SPDX-License-Identifier: MIT
 * The features that the P5's test register TR12 can switch off.
 */
#pragma once

#include "pmc/ablation.h"

extern const struct pmc_switches p5_switches;
