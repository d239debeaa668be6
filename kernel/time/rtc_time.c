/*
 * SPDX-License-Identifier: MIT
 * Converts times of a real-time clock. In the format of twice 12 hours, midnight is 12 AM and noon
 * 12 PM; bit 7 of the hours means PM.
 */
#include "kernel/time/rtc_time.h"

#define HOURS_PM 0x80

/* Returns the number in a register; more than 99 if it is invalid. */
static uint32_t rtc_time_decode(uint8_t value, uint8_t register_b)
{
    if (register_b & RTC_B_BINARY)
        return value;
    return (value & 0xF) > 9 || value >> 4 > 9 ? UINT8_MAX : (value >> 4) * 10u + (value & 0xF);
}

static uint8_t rtc_time_encode(uint32_t value, uint8_t register_b)
{
    return (uint8_t)(register_b & RTC_B_BINARY ? value : value / 10 << 4 | value % 10);
}

/* Returns 0 to 23; more if the register contains no valid hour. */
static uint32_t rtc_time_decode_hours(uint8_t value, uint8_t register_b)
{
    if (register_b & RTC_B_24_HOURS)
        return rtc_time_decode(value, register_b);
    uint32_t hour = rtc_time_decode(value & (uint8_t)~HOURS_PM, register_b);
    if (hour < 1 || hour > 12)
        return UINT8_MAX;
    return hour % 12 + (value & HOURS_PM ? 12 : 0);
}

static uint8_t rtc_time_encode_hours(uint32_t hour, uint8_t register_b)
{
    if (register_b & RTC_B_24_HOURS)
        return rtc_time_encode(hour, register_b);
    uint8_t half = hour < 12 ? 0 : HOURS_PM;
    return rtc_time_encode(hour % 12 ? hour % 12 : 12, register_b) | half;
}

int32_t rtc_time_seconds(struct rtc_time time, uint8_t register_b)
{
    uint32_t seconds = rtc_time_decode(time.seconds, register_b);
    uint32_t minutes = rtc_time_decode(time.minutes, register_b);
    uint32_t hours = rtc_time_decode_hours(time.hours, register_b);
    if (seconds > 59 || minutes > 59 || hours > 23)
        return -1;
    return (int32_t)((hours * 60 + minutes) * 60 + seconds);
}

struct rtc_time rtc_time_from_seconds(uint32_t seconds, uint8_t register_b)
{
    seconds %= RTC_DAY;
    return (struct rtc_time){
        .seconds = rtc_time_encode(seconds % 60, register_b),
        .minutes = rtc_time_encode(seconds / 60 % 60, register_b),
        .hours = rtc_time_encode_hours(seconds / 3600, register_b),
    };
}
