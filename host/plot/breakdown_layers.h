/*
 * SPDX-License-Identifier: MIT
 * The parts of a breakdown put together to as many as there are colours.
 */
#pragma once

#include "host/breakdown/breakdown.h"

enum { LAYERS = 7 };

extern const char *const layer_names[LAYERS];

/* Clocks of each, behind them what is not explained. Whether any part is known. */
bool layers_of(const struct breakdown *breakdown, double layers[LAYERS + 1]);
