/*
 * SPDX-License-Identifier: MIT
 * Computes the wire's CRC of long texts: CRC-16/CCITT-FALSE as in serial/crc16.h, eight bytes per
 * step.
 */
#pragma once

#include <stddef.h>
#include <stdint.h>

uint16_t crc16_fast(const char *bytes, size_t count);
