/*
 * SPDX-License-Identifier: MIT
 * What the compiler says of a frame (.debug_frame), applied to what is known of it.
 */
#pragma once

#include <elfutils/libdw.h>

#include "host/fault/debug_image.h"

/* *frame becomes its caller's. False, and it is as it was, where the caller is not to be found. */
bool frame_rules_apply(Dwarf_Frame *rules, struct frame *frame);
