/*
 * SPDX-License-Identifier: MIT
 * The clock and CMOS memory of a PC/AT: an MC146818A (Motorola data sheet), ports 70h and 71h.
 * It starts at midnight of 1 January 1997 and runs on the modelled clock.
 */
#pragma once

#include <stdbool.h>
#include <stdint.h>

struct rtc {
    uint32_t hz;      /* processor clocks a second */
    uint8_t index;    /* of the register that port 71h reaches */
    uint8_t ram[128]; /* registers as written; the time among them only while it is being set */
    int64_t offset;   /* seconds from the model's start to the date shown, since 1970 */
    uint64_t periods; /* of the periodic interrupt, up to the last advance */
    uint64_t seconds; /* likewise */
};

void rtc_reset(struct rtc *rtc, uint32_t hz);
uint8_t rtc_in(struct rtc *rtc, uint16_t port, uint64_t clock);
void rtc_out(struct rtc *rtc, uint16_t port, uint8_t value, uint64_t clock);
/* Raises the flags that are due. */
void rtc_advance(struct rtc *rtc, uint64_t clock);
/* The level of its interrupt line. */
bool rtc_interrupt(const struct rtc *rtc);
/* The clock at which an enabled interrupt may be due next; UINT64_MAX for never. */
uint64_t rtc_deadline(const struct rtc *rtc, uint64_t clock);
