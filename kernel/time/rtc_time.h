/*
 * SPDX-License-Identifier: MIT
 * Converts the time of day in the registers of a real-time clock: binary or decimal, 24 hours or
 * twice 12, according to its register B (Motorola MC146818 data sheet, tables 2 and 3).
 */
#pragma once

#include <stdint.h>

#define RTC_B_BINARY   0x04 /* DM: values are binary, not packed decimal */
#define RTC_B_24_HOURS 0x02
#define RTC_DAY        86400u /* seconds */

struct rtc_time {
    uint8_t seconds, minutes, hours; /* in the registers' format */
};

/*
 * Returns the seconds since midnight, 0 to RTC_DAY - 1; -1 if the registers contain no valid time.
 */
int32_t rtc_time_seconds(struct rtc_time time, uint8_t register_b);

/* Returns the registers for a time of day; seconds from RTC_DAY on belong to the next day. */
struct rtc_time rtc_time_from_seconds(uint32_t seconds, uint8_t register_b);
