/*
 * SPDX-License-Identifier: MIT
 * The P6 model's names of the functions in entry_points.def: p6_branch() is what model.h calls
 * model_branch().
 */
#pragma once

#include "sim/model/configuration.h"
#include "sim/model/model.h"

#define ENTRY(name, shared) extern __typeof__(shared) p6_##name __asm__(#shared);
#include "sim/model/entry_points.def"
#undef ENTRY
