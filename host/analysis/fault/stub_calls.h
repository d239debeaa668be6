/*
 * SPDX-License-Identifier: MIT
 * The calls of libp5mon's stubs in a program. A probe in a stub has the stub's address, and a user
 * wants the line that calls it.
 */
#pragma once

#include <stdint.h>
#include <stdio.h>

#include "host/analysis/fault/debug_image.h"

/*
 * If the address is in a stub of a region, such as p5mon_asm_begreg_0, prints the places of the
 * near CALLs of this stub, separated by "or". Returns their number; 0: nothing was printed.
 */
unsigned stub_calls_print(const struct debug_image *image, uint32_t address, FILE *to);
