/*
 * SPDX-License-Identifier: MIT
 * CRC-16, one byte at a time and without a table.
 */
#include "serial/crc16.h"

uint16_t crc16(const char *bytes, size_t count)
{
    uint32_t crc = 0xFFFF;
    for (size_t i = 0; i < count; i++) {
        /* Eight divisions by x^16 + x^12 + x^5 + 1: the upper four bits reach the lower four. */
        uint32_t top = (crc >> 8 ^ (uint8_t)bytes[i]) & 0xFF;
        top ^= top >> 4;
        crc = (crc << 8 ^ top << 12 ^ top << 5 ^ top) & 0xFFFF;
    }
    return (uint16_t)crc;
}
