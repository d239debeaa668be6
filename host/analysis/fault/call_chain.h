/*
 * SPDX-License-Identifier: MIT
 * Prints the callers of a fault, from its registers and the part of the stack that was sent with
 * it.
 */
#pragma once

#include <stdio.h>

#include "host/analysis/fault/debug_image.h"

/*
 * Prints a line "called from main at FILE:LINE" for each caller, the nearest first, as far as the
 * compiler's frame information and the stack reach. After them it prints the addresses on the stack
 * that could be return addresses: "perhaps called from ...". Each line begins with a newline.
 */
void call_chain_print(const struct debug_image *image, struct debug_frame frame, FILE *to);
