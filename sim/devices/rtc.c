/*
 * SPDX-License-Identifier: MIT
 * Time, alarm and the three interrupts of the real-time clock.
 */
#include "rtc.h"

enum {
    RTC_SECONDS,
    RTC_SECONDS_ALARM,
    RTC_MINUTES,
    RTC_MINUTES_ALARM,
    RTC_HOURS,
    RTC_HOURS_ALARM,
    RTC_WEEKDAY,
    RTC_DAY,
    RTC_MONTH,
    RTC_YEAR,
    RTC_A,
    RTC_B,
    RTC_C,
    RTC_D,
};

#define A_UPDATING          0x80u
#define A_RATE              0x0fu
#define B_SET               0x80u
#define B_BINARY            0x04u
#define B_24_HOURS          0x02u
#define INTERRUPTS          0x70u /* periodic, alarm, update ended: bits of B and C alike */
#define IS_PERIODIC         0x40u
#define IS_ALARM            0x20u
#define IS_UPDATE           0x10u
#define C_IRQ               0x80u
#define D_VALID             0x80u
#define ALARM_ANY           0xc0u /* an alarm byte with both bits matches every value */
#define HOUR_PM             0x80u
#define CENTURY             0x32u /* where PC firmware keeps it */
#define UPDATE_MICROSECONDS 244u

#define START INT64_C(852076800) /* 1997-01-01 00:00:00 in seconds since 1970 */

struct date {
    int64_t year;
    unsigned month, day, weekday, hour, minute, second; /* month and day from 1, Sunday is 1 */
};

/* ---- dates, by the proleptic Gregorian calendar with years that start in March ------------- */

static int64_t days_of(int64_t year, unsigned month, unsigned day)
{
    const int64_t y = year - (month <= 2);
    const int64_t era = y / 400;
    const int64_t of_era = y - era * 400;
    const int64_t of_year = (153 * (month + (month > 2 ? -3 : 9)) + 2) / 5 + day - 1;

    return era * 146097 + of_era * 365 + of_era / 4 - of_era / 100 + of_year - 719468;
}

static struct date date_of(int64_t seconds)
{
    const int64_t days = seconds / 86400 + 719468;
    const int64_t era = days / 146097;
    const int64_t of_era = days - era * 146097;
    const int64_t y = (of_era - of_era / 1460 + of_era / 36524 - of_era / 146096) / 365;
    const int64_t of_year = of_era - (365 * y + y / 4 - y / 100);
    const int64_t m = (5 * of_year + 2) / 153;
    const unsigned in_day = (unsigned)(seconds % 86400);
    struct date date;

    date.day = (unsigned)(of_year - (153 * m + 2) / 5 + 1);
    date.month = (unsigned)(m < 10 ? m + 3 : m - 9);
    date.year = y + era * 400 + (date.month <= 2);
    date.weekday = (unsigned)((seconds / 86400 + 4) % 7 + 1);
    date.hour = in_day / 3600;
    date.minute = in_day / 60 % 60;
    date.second = in_day % 60;
    return date;
}

/* ---- registers ----------------------------------------------------------------------------- */

static uint8_t encode(const struct rtc *rtc, unsigned value)
{
    return (uint8_t)(rtc->ram[RTC_B] & B_BINARY ? value : value / 10 << 4 | value % 10);
}

static unsigned decode(const struct rtc *rtc, uint8_t value)
{
    return rtc->ram[RTC_B] & B_BINARY ? value : (value >> 4) * 10u + (value & 15u);
}

static uint8_t encode_hour(const struct rtc *rtc, unsigned hour)
{
    if (rtc->ram[RTC_B] & B_24_HOURS)
        return encode(rtc, hour);
    return (uint8_t)(encode(rtc, hour % 12 ? hour % 12 : 12) | (hour >= 12 ? HOUR_PM : 0));
}

static unsigned decode_hour(const struct rtc *rtc, uint8_t value)
{
    if (rtc->ram[RTC_B] & B_24_HOURS)
        return decode(rtc, value);
    return decode(rtc, value & (uint8_t)~HOUR_PM) % 12 + (value & HOUR_PM ? 12 : 0);
}

static uint64_t seconds_of(const struct rtc *rtc, uint64_t clock)
{
    return clock / rtc->hz;
}

/* Writes the time into the registers, as they are read and as the alarm compares them. */
static void show_time(struct rtc *rtc, uint64_t seconds)
{
    const struct date date = date_of(rtc->offset + (int64_t)seconds);

    rtc->ram[RTC_SECONDS] = encode(rtc, date.second);
    rtc->ram[RTC_MINUTES] = encode(rtc, date.minute);
    rtc->ram[RTC_HOURS] = encode_hour(rtc, date.hour);
    rtc->ram[RTC_WEEKDAY] = encode(rtc, date.weekday);
    rtc->ram[RTC_DAY] = encode(rtc, date.day);
    rtc->ram[RTC_MONTH] = encode(rtc, date.month);
    rtc->ram[RTC_YEAR] = encode(rtc, (unsigned)(date.year % 100));
    rtc->ram[CENTURY] = encode(rtc, (unsigned)(date.year / 100 % 100));
}

static void take_time(struct rtc *rtc, uint64_t seconds)
{
    const int64_t year =
        decode(rtc, rtc->ram[CENTURY]) * INT64_C(100) + decode(rtc, rtc->ram[RTC_YEAR]);
    const int64_t days =
        days_of(year, decode(rtc, rtc->ram[RTC_MONTH]), decode(rtc, rtc->ram[RTC_DAY]));

    rtc->offset = days * 86400 + decode_hour(rtc, rtc->ram[RTC_HOURS]) * 3600 +
                  decode(rtc, rtc->ram[RTC_MINUTES]) * 60 + decode(rtc, rtc->ram[RTC_SECONDS]) -
                  (int64_t)seconds;
}

void rtc_reset(struct rtc *rtc, uint32_t hz)
{
    *rtc = (struct rtc){.hz = hz, .offset = START};
    rtc->ram[RTC_A] = 0x26; /* 32.768 kHz time base, 1024 Hz periodic rate */
    rtc->ram[RTC_B] = B_24_HOURS;
    rtc->ram[RTC_D] = D_VALID;
}

/* Hz of the periodic interrupt, 0 for none: 32768 >> (rate - 1), where 1 and 2 are as 8 and 9. */
static unsigned periodic_hz(const struct rtc *rtc)
{
    const unsigned rate = rtc->ram[RTC_A] & A_RATE;

    if (rate == 0)
        return 0;
    return 32768u >> ((rate < 3 ? rate + 7 : rate) - 1);
}

static uint64_t periods_of(const struct rtc *rtc, uint64_t clock)
{
    return (uint64_t)((unsigned __int128)clock * periodic_hz(rtc) / rtc->hz);
}

/* UIP is set for 244 us before the registers change. */
static bool updating(const struct rtc *rtc, uint64_t clock)
{
    const uint64_t left = rtc->hz - clock % rtc->hz;

    return !(rtc->ram[RTC_B] & B_SET) && left * 1000000 <= (uint64_t)UPDATE_MICROSECONDS * rtc->hz;
}

uint8_t rtc_in(struct rtc *rtc, uint16_t port, uint64_t clock)
{
    uint8_t value;

    if (!(port & 1))
        return 0xff;
    rtc_advance(rtc, clock);
    if (!(rtc->ram[RTC_B] & B_SET))
        show_time(rtc, seconds_of(rtc, clock));
    value = rtc->ram[rtc->index];
    if (rtc->index == RTC_A && updating(rtc, clock))
        value |= A_UPDATING;
    if (rtc->index == RTC_C)
        rtc->ram[RTC_C] = 0;
    return value;
}

void rtc_out(struct rtc *rtc, uint16_t port, uint8_t value, uint64_t clock)
{
    const bool setting = rtc->ram[RTC_B] & B_SET;

    if (!(port & 1)) {
        rtc->index = value & 0x7f;
        return;
    }
    rtc_advance(rtc, clock);
    if (rtc->index == RTC_C || rtc->index == RTC_D)
        return;
    rtc->ram[rtc->index] = rtc->index == RTC_A ? value & 0x7f : value;
    if (rtc->index == RTC_A)
        rtc->periods = periods_of(rtc, clock);
    if (rtc->index == RTC_B && (value & B_SET) && !setting)
        show_time(rtc, seconds_of(rtc, clock));
    if (rtc->index == RTC_B && !(value & B_SET) && setting)
        take_time(rtc, seconds_of(rtc, clock));
    rtc_advance(rtc, clock);
}

/* ---- interrupts ---------------------------------------------------------------------------- */

static bool alarm_matches(const struct rtc *rtc)
{
    for (unsigned i = RTC_SECONDS; i <= RTC_HOURS; i += 2) {
        const uint8_t alarm = rtc->ram[i + 1];
        if ((alarm & ALARM_ANY) != ALARM_ANY && alarm != rtc->ram[i])
            return false;
    }
    return true;
}

/* At most a day of seconds is looked through: then every time of day has been seen. */
static void pass_seconds(struct rtc *rtc, uint64_t now)
{
    uint64_t second = rtc->seconds + 1;

    if (now - rtc->seconds > 86400)
        second = now - 86399;
    for (; second <= now; second++) {
        show_time(rtc, second);
        rtc->ram[RTC_C] |= IS_UPDATE;
        if (alarm_matches(rtc))
            rtc->ram[RTC_C] |= IS_ALARM;
    }
}

void rtc_advance(struct rtc *rtc, uint64_t clock)
{
    const uint64_t periods = periods_of(rtc, clock);
    const uint64_t seconds = seconds_of(rtc, clock);

    if (periods > rtc->periods)
        rtc->ram[RTC_C] |= IS_PERIODIC;
    rtc->periods = periods;
    if (seconds > rtc->seconds && !(rtc->ram[RTC_B] & B_SET))
        pass_seconds(rtc, seconds);
    rtc->seconds = seconds;
    if (rtc->ram[RTC_B] & rtc->ram[RTC_C] & INTERRUPTS)
        rtc->ram[RTC_C] |= C_IRQ;
}

bool rtc_interrupt(const struct rtc *rtc)
{
    return rtc->ram[RTC_C] & C_IRQ;
}

uint64_t rtc_deadline(const struct rtc *rtc, uint64_t clock)
{
    const uint8_t enabled = rtc->ram[RTC_B] & INTERRUPTS;
    const unsigned hz = periodic_hz(rtc);
    uint64_t deadline = UINT64_MAX;

    if ((enabled & IS_PERIODIC) && hz)
        deadline =
            (uint64_t)(((unsigned __int128)(periods_of(rtc, clock) + 1) * rtc->hz + hz - 1) / hz);
    if (enabled & (IS_ALARM | IS_UPDATE)) {
        const uint64_t second = (seconds_of(rtc, clock) + 1) * rtc->hz;
        deadline = second < deadline ? second : deadline;
    }
    return deadline;
}
