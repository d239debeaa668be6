/*
 * SPDX-License-Identifier: MIT
 * Selects the parameters of the timing model that this program is linked with. vpentium uses the P5
 * model; vpentium-p6, vpentium-k7 and vpentium-netburst are built from the same sources with
 * MODEL_P6, MODEL_K7 or MODEL_NETBURST defined.
 */
#pragma once

#ifdef MODEL_P6
#include "sim/model/p6/p6_parameters.h"
#elif defined(MODEL_K7)
#include "sim/model/k7/k7_parameters.h"
#elif defined(MODEL_NETBURST)
#include "sim/model/netburst/netburst_parameters.h"
#else
#include "sim/model/p5/p5_parameters.h"
#endif
