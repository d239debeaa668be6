/*
 * SPDX-License-Identifier: MIT
 * Real-time clock: updates once a second, the alarm, the periodic interrupt, and the registers.
 */
#include "sim/devices/rtc.h"

enum {
    REG_SECONDS,
    REG_SECONDS_ALARM,
    REG_MINUTES,
    REG_MINUTES_ALARM,
    REG_HOURS,
    REG_HOURS_ALARM,
    REG_WEEKDAY, /* 1 is Sunday */
    REG_DAY,
    REG_MONTH,
    REG_YEAR,
    REG_A,
    REG_B,
    REG_C,
    REG_D,
};

#define A_UPDATING      0x80u /* UIP */
#define A_DIVIDER       0x70u
#define A_DIVIDER_RUNS  0x20u /* with a 32.768 kHz crystal */
#define A_DIVIDER_RESET 0x60u /* and 70h */
#define A_RATE          0x0fu

#define B_SET       0x80u
#define B_UPDATED   0x10u /* UIE; the enables have the bit positions of register C's flags */
#define B_BINARY    0x04u
#define B_24_HOURS  0x02u
#define B_INTERRUPT 0x70u

#define C_INTERRUPT 0x80u /* IRQF */
#define C_PERIODIC  0x40u
#define C_ALARM     0x20u
#define C_UPDATED   0x10u

#define D_POWER_GOOD 0x80u

#define HOURS_PM  0x80u
#define ALARM_ANY 0xc0u
#define SECOND    RTC_HZ

/* UIP rises 244 us before an update, which takes 1,984 us: 73 ticks in total. */
#define UPDATE_TICKS 73u

/* ---- CMOS memory --------------------------------------------------------------------------- */

static void rtc_store16(struct rtc *rtc, unsigned at, uint32_t value)
{
    const uint16_t most = value > 0xffff ? 0xffff : (uint16_t)value;

    rtc->memory[at] = (uint8_t)most;
    rtc->memory[at + 1] = (uint8_t)(most >> 8);
}

/* Bytes 2Eh and 2Fh are the sum of bytes 10h to 2Dh, high byte first. */
static void rtc_set_checksum(struct rtc *rtc)
{
    uint16_t sum = 0;

    for (unsigned i = 0x10; i <= 0x2d; i++)
        sum = (uint16_t)(sum + rtc->memory[i]);
    rtc->memory[0x2e] = (uint8_t)(sum >> 8);
    rtc->memory[0x2f] = (uint8_t)sum;
}

static uint8_t rtc_decimal(uint32_t value)
{
    return (uint8_t)(value / 10 << 4 | value % 10);
}

void rtc_reset(struct rtc *rtc, const struct rtc_config *config, uint32_t extended_kb)
{
    *rtc = (struct rtc){
        .kind = config->kind,
        .memory = {[REG_SECONDS] = rtc_decimal(config->start % 60),
                   [REG_MINUTES] = rtc_decimal(config->start / 60 % 60),
                   [REG_HOURS] = rtc_decimal(config->start / 3600),
                   [REG_WEEKDAY] = 5,
                   [REG_DAY] = 0x30,
                   [REG_MONTH] = 0x01,
                   [REG_YEAR] = 0x97,
                   [REG_A] = 0x26,
                   [REG_B] = B_24_HOURS,
                   [REG_D] = D_POWER_GOOD,
                   [0x14] = 0x02, /* equipment: a coprocessor, an EGA or VGA, no diskette */
                   [0x32] = 0x19},
    };
    rtc_store16(rtc, 0x15, 640);
    rtc_store16(rtc, 0x17, extended_kb);
    rtc_store16(rtc, 0x30, extended_kb);
    rtc_set_checksum(rtc);
}

/* ---- the time of day ----------------------------------------------------------------------- */

static unsigned rtc_decode(const struct rtc *rtc, uint8_t value)
{
    return rtc->memory[REG_B] & B_BINARY ? value : (value >> 4) * 10u + (value & 15u);
}

static uint8_t rtc_encode(const struct rtc *rtc, unsigned value)
{
    return (uint8_t)(rtc->memory[REG_B] & B_BINARY ? value : value / 10 << 4 | value % 10);
}

/* Adds one; beyond `last` it restarts at `first` and returns true. */
static bool rtc_carry(struct rtc *rtc, unsigned reg, unsigned first, unsigned last)
{
    const unsigned value = rtc_decode(rtc, rtc->memory[reg]);
    const bool wraps = value >= last;

    rtc->memory[reg] = rtc_encode(rtc, wraps ? first : value + 1);
    return wraps;
}

static bool rtc_carry_hours(struct rtc *rtc)
{
    const uint8_t raw = rtc->memory[REG_HOURS];

    if (rtc->memory[REG_B] & B_24_HOURS)
        return rtc_carry(rtc, REG_HOURS, 0, 23);

    const unsigned hour = rtc_decode(rtc, raw & 0x7f) % 12 + 1; /* 12, 1, 2 to 11, then 12 again */
    const uint8_t half = (uint8_t)((raw & HOURS_PM) ^ (hour == 12 ? HOURS_PM : 0));

    rtc->memory[REG_HOURS] = rtc_encode(rtc, hour) | half;
    return hour == 12 && !half;
}

static unsigned rtc_days_in_month(const struct rtc *rtc)
{
    static const uint8_t days[] = {31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31};
    const unsigned month = rtc_decode(rtc, rtc->memory[REG_MONTH]);
    const bool leap = rtc_decode(rtc, rtc->memory[REG_YEAR]) % 4 == 0;

    if (month < 1 || month > 12)
        return 31;
    return days[month - 1] + (month == 2 && leap);
}

static void count_second(struct rtc *rtc)
{
    if (!rtc_carry(rtc, REG_SECONDS, 0, 59) || !rtc_carry(rtc, REG_MINUTES, 0, 59) ||
        !rtc_carry_hours(rtc))
        return;
    rtc_carry(rtc, REG_WEEKDAY, 1, 7);
    if (rtc_carry(rtc, REG_DAY, 1, rtc_days_in_month(rtc)) && rtc_carry(rtc, REG_MONTH, 1, 12))
        rtc_carry(rtc, REG_YEAR, 0, 99);
}

static bool alarm_matches(const struct rtc *rtc, unsigned reg)
{
    const uint8_t alarm = rtc->memory[reg + 1];

    return (alarm & ALARM_ANY) == ALARM_ANY || alarm == rtc->memory[reg];
}

static void rtc_update(struct rtc *rtc)
{
    if (rtc->memory[REG_B] & B_SET)
        return;
    count_second(rtc);
    rtc->memory[REG_C] |= C_UPDATED;
    if (alarm_matches(rtc, REG_SECONDS) && alarm_matches(rtc, REG_MINUTES) &&
        alarm_matches(rtc, REG_HOURS))
        rtc->memory[REG_C] |= C_ALARM;
}

/* ---- time passing -------------------------------------------------------------------------- */

static bool divider_runs(const struct rtc *rtc)
{
    return rtc->kind == RTC_RUNS && (rtc->memory[REG_A] & A_DIVIDER) == A_DIVIDER_RUNS;
}

/* Ticks between periodic interrupts; 0: none. Rates 1 and 2 equal rates 8 and 9. */
static uint32_t rtc_period(const struct rtc *rtc)
{
    const unsigned rate = rtc->memory[REG_A] & A_RATE;

    return rate == 0 ? 0 : 1u << ((rate < 3 ? rate + 7 : rate) - 1);
}

static uint64_t next_multiple(const struct rtc *rtc, uint32_t ticks)
{
    return rtc->tick + ticks - (rtc->tick - rtc->origin) % ticks;
}

void rtc_advance(struct rtc *rtc, uint64_t tick)
{
    while (divider_runs(rtc)) {
        const uint64_t second = next_multiple(rtc, SECOND);
        const uint64_t pulse = rtc_period(rtc) ? next_multiple(rtc, rtc_period(rtc)) : UINT64_MAX;
        const uint64_t next = second < pulse ? second : pulse;

        if (next > tick)
            break;
        rtc->tick = next;
        if (next == pulse)
            rtc->memory[REG_C] |= C_PERIODIC;
        if (next == second)
            rtc_update(rtc);
    }
    if (tick > rtc->tick)
        rtc->tick = tick;
}

bool rtc_interrupt(const struct rtc *rtc)
{
    return rtc->memory[REG_B] & rtc->memory[REG_C] & B_INTERRUPT;
}

bool rtc_is_periodic(const struct rtc *rtc)
{
    return divider_runs(rtc) && (rtc->memory[REG_B] & B_INTERRUPT & C_PERIODIC) && rtc_period(rtc);
}

uint64_t rtc_deadline(const struct rtc *rtc)
{
    const unsigned enabled = rtc->memory[REG_B] & B_INTERRUPT;
    uint64_t next = UINT64_MAX;

    if (!divider_runs(rtc))
        return UINT64_MAX;
    if ((enabled & ~C_PERIODIC) && !(rtc->memory[REG_B] & B_SET))
        next = next_multiple(rtc, SECOND);
    if ((enabled & C_PERIODIC) && rtc_period(rtc) && next_multiple(rtc, rtc_period(rtc)) < next)
        next = next_multiple(rtc, rtc_period(rtc));
    return next;
}

/* ---- registers ----------------------------------------------------------------------------- */

static uint8_t read_a(const struct rtc *rtc)
{
    const bool updating = divider_runs(rtc) && !(rtc->memory[REG_B] & B_SET) &&
                          next_multiple(rtc, SECOND) - rtc->tick <= UPDATE_TICKS;

    return rtc->memory[REG_A] | (updating ? A_UPDATING : 0);
}

static uint8_t read_c(struct rtc *rtc)
{
    const uint8_t value = rtc->memory[REG_C] | (rtc_interrupt(rtc) ? C_INTERRUPT : 0);

    rtc->memory[REG_C] = 0;
    return value;
}

/* The first update occurs half a second after the divider is released. */
static void write_a(struct rtc *rtc, uint8_t value)
{
    const bool held = (rtc->memory[REG_A] & A_DIVIDER_RESET) == A_DIVIDER_RESET;

    rtc->memory[REG_A] = value & (A_DIVIDER | A_RATE);
    if (held && divider_runs(rtc))
        rtc->origin = rtc->tick + RTC_HZ / 2;
}

uint8_t rtc_in(struct rtc *rtc, uint16_t port, uint64_t tick)
{
    rtc_advance(rtc, tick);
    if (!(port & 1) || rtc->kind == RTC_NONE)
        return 0xff; /* the index is not readable */
    switch (rtc->index) {
    case REG_A:
        return read_a(rtc);
    case REG_C:
        return read_c(rtc);
    default:
        return rtc->memory[rtc->index];
    }
}

void rtc_out(struct rtc *rtc, uint16_t port, uint8_t value, uint64_t tick)
{
    rtc_advance(rtc, tick);
    if (!(port & 1)) {
        rtc->index = value & 0x7f; /* bit 7 masks NMI on a PC; not needed here */
        return;
    }
    switch (rtc->index) {
    case REG_A:
        write_a(rtc, value);
        break;
    case REG_B:
        rtc->memory[REG_B] = value & B_SET ? value & (uint8_t)~B_UPDATED : value;
        break;
    case REG_C:
    case REG_D:
        break; /* read-only */
    default:
        rtc->memory[rtc->index] = value;
        break;
    }
}
