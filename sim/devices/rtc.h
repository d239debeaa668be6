/*
 * SPDX-License-Identifier: MIT
 * The real-time clock and CMOS memory of a PC/AT (Motorola MC146818 data sheet; memory layout: IBM
 * AT Technical Reference). Time is in ticks of its 32.768 kHz input. It starts on 1997-01-30 at a
 * given time of day, so that a run repeats. Daylight saving (DSE) and the square wave are not
 * implemented.
 */
#pragma once

#include <stdbool.h>
#include <stdint.h>

#define RTC_HZ    32768u
#define RTC_START ((16 * 60 + 2) * 60 + 20u) /* 16:02:20 */

enum rtc_kind {
    RTC_RUNS,
    RTC_NONE,  /* absent: reads return ones */
    RTC_STUCK, /* responds, but its time does not advance: the crystal is dead */
};

struct rtc_config {
    enum rtc_kind kind;
    uint32_t start; /* seconds since midnight */
};

struct rtc {
    enum rtc_kind kind;
    uint8_t index;
    uint8_t memory[128]; /* clock registers 0 to 0Dh as read, then CMOS memory */
    uint64_t tick;       /* everything up to this tick has been processed */
    uint64_t origin;     /* a tick at which the divider chain was at a full second */
};

/* `extended_kb` is the memory above 1 MB that CMOS memory reports. */
void rtc_reset(struct rtc *rtc, const struct rtc_config *config, uint32_t extended_kb);
/* Ports 70h and 71h. */
uint8_t rtc_in(struct rtc *rtc, uint16_t port, uint64_t tick);
void rtc_out(struct rtc *rtc, uint16_t port, uint8_t value, uint64_t tick);
void rtc_advance(struct rtc *rtc, uint64_t tick);
/* The level of the interrupt line, which reading register C deasserts. */
bool rtc_interrupt(const struct rtc *rtc);
/* True if the periodic interrupt is enabled: rtc_deadline() is then the time of an interrupt. */
bool rtc_is_periodic(const struct rtc *rtc);
/* The earliest tick at which an enabled interrupt can occur; UINT64_MAX: never. */
uint64_t rtc_deadline(const struct rtc *rtc);
