/*
 * SPDX-License-Identifier: MIT
 * Applies the compiler's rules for a frame (.debug_frame) to its known registers and stack.
 */
#pragma once

#include <elfutils/libdw.h>

#include "host/analysis/fault/debug_frame.h"

/*
 * Replaces *frame by its caller's. Returns false and leaves it unchanged if the caller cannot be
 * found.
 */
bool frame_rules_apply(Dwarf_Frame *rules, struct debug_frame *frame);
