/*
 * SPDX-License-Identifier: MIT
 * The four counters of AMD's K7.
 */
#pragma once

#include "pmc/pmc.h"

extern const struct pmc k7_pmc;
