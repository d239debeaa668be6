/*
 * SPDX-License-Identifier: MIT
 * CRC-16, one bit at a time: a line has some 200 bytes, and the wire is much slower than this.
 */
#include "serial/crc16.h"

uint16_t crc16(const char *bytes, size_t count)
{
    uint32_t crc = 0xFFFF;
    for (size_t i = 0; i < count; i++) {
        crc ^= (uint32_t)(uint8_t)bytes[i] << 8;
        for (unsigned bit = 0; bit < 8; bit++)
            crc = crc & 0x8000 ? crc << 1 ^ 0x1021 : crc << 1;
    }
    return (uint16_t)crc;
}
