/*
 * SPDX-License-Identifier: MIT
 * Accesses the registers of the real-time clock and the CMOS memory after them (MC146818 data
 * sheet; IBM AT Technical Reference, ports 70h and 71h).
 */
#pragma once

#include <stdint.h>

#define CMOS_ABSENT 0xFF /* read value without a clock */

uint8_t cmos_read(uint8_t index);
void cmos_write(uint8_t index, uint8_t value);
