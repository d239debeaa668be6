/*
 * SPDX-License-Identifier: MIT
 * Finds the source line of an address in a linked image by its debug information, with libdw.
 */
#pragma once

#include <stddef.h>
#include <stdint.h>

/*
 * Writes FILE:LINE of an address in `image` to `place`. Without debug information it is the source
 * of the part of `object` (an object below .../kernel/bench/, from the map) that defines `routine`,
 * or the benchmark's path. "" if nothing is known.
 */
void code_lines_find(const char *image, uint32_t address, const char *object, const char *routine,
                     char *place, size_t size);
