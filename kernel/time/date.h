/*
 * SPDX-License-Identifier: MIT
 * Reads the date and time of day from the PC's battery-backed clock.
 */
#pragma once

#include "serial/report.h"

/*
 * Reads the MC146818 at ports 70h and 71h (Motorola's data sheet; IBM AT Technical Reference). The
 * year is 0 if no clock responds with a date. Its two-digit year means 1980 to 2079. The day of the
 * week is computed from the date, because few BIOSes set the clock's own.
 */
struct report_date date_now(void);

/*
 * Returns the seconds from 1970-01-01 00:00:00 to the date, both in the same time zone; 0 if the
 * year is unknown.
 */
int64_t date_seconds(struct report_date date);
