/*
 * SPDX-License-Identifier: MIT
 * Who called whom on the way to a fault, from its registers and the stack that came with it.
 */
#pragma once

#include <stdio.h>

#include "host/fault/debug_image.h"

/*
 * A line "called from main at FILE:LINE" for each caller, the nearest first, as far as the
 * compiler's notes and the stack go. Behind them stands what lies on the stack and could be the
 * return address of a caller: "perhaps called from ...". Each line begins with a newline.
 */
void call_chain_put(const struct debug_image *image, struct frame frame, FILE *to);
