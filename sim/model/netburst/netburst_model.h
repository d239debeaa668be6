/*
 * SPDX-License-Identifier: MIT
 * The NetBurst model's names of the functions in entry_points.def: netburst_branch() is what
 * model.h calls model_branch().
 */
#pragma once

#include "sim/model/configuration.h"
#include "sim/model/model.h"

#define ENTRY(name, shared) extern __typeof__(shared) netburst_##name __asm__(#shared);
#include "sim/model/entry_points.def"
#undef ENTRY
