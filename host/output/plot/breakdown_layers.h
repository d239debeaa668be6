/*
 * SPDX-License-Identifier: MIT
 * Groups the parts of a breakdown into layers, at most one per colour.
 */
#pragma once

#include "host/analysis/breakdown/breakdown.h"

enum { LAYERS = 7 };

extern const char *const layer_names[LAYERS];

/* Stores the clocks of each layer, and after them the unexplained clocks. Returns whether any part
 * is known. */
bool breakdown_layers_of(const struct breakdown *breakdown, double layers[LAYERS + 1]);
