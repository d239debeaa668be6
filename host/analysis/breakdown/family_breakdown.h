/*
 * SPDX-License-Identifier: MIT
 * Divides a region's clocks on a processor that executes out of order. Clocks in which something
 * retires are counted. The other clocks are given to one part after the other, since a wait that an
 * earlier part explains hides the others.
 */
#pragma once

#include "host/analysis/breakdown/breakdown.h"
#include "host/analysis/breakdown/family_parts.h"

/* Returns false if the region's clocks were not counted. */
bool family_breakdown_of(const struct breakdown_counts *counts, const struct family_parts *family,
                         struct breakdown *breakdown);
