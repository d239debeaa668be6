/*
 * SPDX-License-Identifier: MIT
 * The P5 model's names of the functions in entry_points.def: p5_branch() is what model.h calls
 * model_branch().
 */
#pragma once

#include "sim/model/configuration.h"
#include "sim/model/model.h"
#include "sim/model/translated.h"

#define ENTRY(name, shared) extern __typeof__(shared) p5_##name __asm__(#shared);
#include "sim/model/entry_points.def"
ENTRY(translated_near, model_translated_near)
#undef ENTRY
