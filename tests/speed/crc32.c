/*
 * SPDX-License-Identifier: MIT
 * CRC-32 (IEEE 802.3, reflected, polynomial EDB88320h) byte by byte from a table: loads, shifts,
 * one predictable branch. The 64 KB of text do not fit in the data cache, the table of 1 KB does.
 */
#include "tests/speed/speed.h"

#define TEXT_BYTES 65536
#define ROUNDS     256

static uint32_t table[256];
static uint8_t text[TEXT_BYTES];

static void make_table(void)
{
    for (uint32_t i = 0; i < 256; i++) {
        uint32_t crc = i;
        for (int bit = 0; bit < 8; bit++)
            crc = (crc >> 1) ^ (crc & 1 ? 0xEDB88320 : 0);
        table[i] = crc;
    }
}

uint32_t work(void)
{
    uint32_t crc = 0xFFFFFFFF;

    make_table();
    for (uint32_t i = 0; i < TEXT_BYTES; i++)
        text[i] = (uint8_t)i;
    for (int round = 0; round < ROUNDS; round++)
        for (uint32_t i = 0; i < TEXT_BYTES; i++)
            crc = (crc >> 8) ^ table[(crc ^ text[i]) & 0xFF];
    return ~crc;
}
