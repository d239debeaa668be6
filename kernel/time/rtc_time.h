/*
 * SPDX-License-Identifier: MIT
 * The time of day as the registers of a real-time clock hold it: binary or decimal, with 24 hours
 * or twice 12, as its register B says (Motorola MC146818 data sheet, tables 2 and 3).
 */
#pragma once

#include <stdint.h>

#define RTC_B_BINARY   0x04 /* DM: values are binary, not packed decimal */
#define RTC_B_24_HOURS 0x02
#define RTC_DAY        86400u /* seconds */

struct rtc_time {
    uint8_t seconds, minutes, hours; /* as the registers have them */
};

/* Seconds since midnight, 0 to RTC_DAY - 1; -1 where the registers hold no time of day. */
int32_t rtc_seconds(struct rtc_time time, uint8_t register_b);

/* What the registers hold at a time of day; a second beyond RTC_DAY is one of the next day. */
struct rtc_time rtc_time_of(uint32_t seconds, uint8_t register_b);
