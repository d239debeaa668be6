/*
 * SPDX-License-Identifier: MIT
 * Reads the date. While no update is announced, at least 244 us remain before the next: enough to
 * read all registers.
 */
#include "kernel/time/date.h"

#include "kernel/time/cmos.h"

enum { SECONDS, MINUTES, HOURS, DAY, MONTH, YEAR, FIELDS };

#define REGISTER_A 0x0A
#define A_UPDATING 0x80
#define REGISTER_B 0x0B
#define B_BINARY   0x04 /* otherwise digits are packed, two to a byte */
#define B_24_HOURS 0x02
#define HOURS_PM   0x80

/* An update takes 2 ms; an ISA port takes about a microsecond, so this is some 20 ms. */
#define MOST_POLLS 20000u

#define DAYS_TO_1970 719468u /* from 0000-03-01: 1969 * 365 + 492 - 19 + 4 + 306 */

static void date_read_fields(uint8_t fields[FIELDS])
{
    static const uint8_t at[FIELDS] = {
        [SECONDS] = 0, [MINUTES] = 2, [HOURS] = 4, [DAY] = 7, [MONTH] = 8, [YEAR] = 9};
    for (unsigned polls = 0; polls < MOST_POLLS && cmos_read(REGISTER_A) & A_UPDATING; polls++)
        ;
    for (unsigned i = 0; i < FIELDS; i++)
        fields[i] = cmos_read(at[i]);
}

/* Zeller's congruence: its 0 is Saturday; here 0 is Sunday. */
static uint8_t weekday_of(unsigned year, unsigned month, unsigned day)
{
    unsigned y = month < 3 ? year - 1 : year, m = month < 3 ? month + 12 : month;
    return (uint8_t)((day + 13 * (m + 1) / 5 + y + y / 4 - y / 100 + y / 400 + 6) % 7);
}

/* Sums the days of earlier years and months, counted from March so that a leap day is the last. */
int64_t date_seconds(struct report_date date)
{
    unsigned y = date.month < 3 ? date.year - 1u : date.year;
    unsigned m = date.month < 3 ? date.month + 9u : date.month - 3u;
    unsigned days = y * 365 + y / 4 - y / 100 + y / 400 + (153 * m + 2) / 5 + date.day - 1;
    unsigned seconds = (date.hour * 60u + date.minute) * 60 + date.second;

    return date.year ? (int64_t)(days - DAYS_TO_1970) * 86400 + seconds : 0;
}

struct report_date date_now(void)
{
    uint8_t now[FIELDS];
    date_read_fields(now);
    uint8_t mode = cmos_read(REGISTER_B);
    bool afternoon = !(mode & B_24_HOURS) && now[HOURS] & HOURS_PM;
    if (!(mode & B_24_HOURS))
        now[HOURS] &= (uint8_t)~HOURS_PM;
    for (unsigned i = 0; i < FIELDS && !(mode & B_BINARY); i++)
        now[i] = (uint8_t)((now[i] >> 4) * 10 + (now[i] & 15));
    if (!(mode & B_24_HOURS))
        now[HOURS] = (uint8_t)(now[HOURS] % 12 + (afternoon ? 12 : 0));

    if (now[MONTH] < 1 || now[MONTH] > 12 || now[DAY] < 1 || now[DAY] > 31 || now[YEAR] > 99 ||
        now[HOURS] > 23 || now[MINUTES] > 59 || now[SECONDS] > 59)
        return (struct report_date){0};
    unsigned year = now[YEAR] + (now[YEAR] < 80 ? 2000u : 1900u);
    return (struct report_date){
        .year = (uint16_t)year,
        .month = now[MONTH],
        .day = now[DAY],
        .weekday = weekday_of(year, now[MONTH], now[DAY]),
        .hour = now[HOURS],
        .minute = now[MINUTES],
        .second = now[SECONDS],
    };
}
