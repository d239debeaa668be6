/*
 * SPDX-License-Identifier: MIT
 * CRC-32 as in zlib and gzip: polynomial EDB88320h, reflected, start and final XOR FFFFFFFFh, check
 * value CBF43926h over "123456789" (RFC 1952, section 8).
 */
#pragma once

#include <stddef.h>
#include <stdint.h>

/* Continues a CRC: the first call has crc = 0, each further call the result of the previous one. */
uint32_t crc32_continue(uint32_t crc, const void *bytes, size_t count);
