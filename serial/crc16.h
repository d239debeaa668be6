/*
 * SPDX-License-Identifier: MIT
 * CRC-16/CCITT-FALSE: polynomial 1021h, start FFFFh, no reflection, check value 29B1h over
 * "123456789" (Greg Cook's catalogue of parametrised CRC algorithms, CRC-16/IBM-3740).
 */
#pragma once

#include <stddef.h>
#include <stdint.h>

uint16_t crc16(const char *bytes, size_t count);
