/*
 * SPDX-License-Identifier: MIT
 * The date and time of day, from the PC's battery-backed clock.
 */
#pragma once

#include "serial/report.h"

/*
 * What the MC146818 at ports 70h and 71h says (Motorola's data sheet; IBM AT Technical Reference);
 * year 0 where no clock answers with a date. Its two digits of year are taken as 1980 to 2079. The
 * day of the week is reckoned from the date: few BIOSes set the clock's own.
 */
struct report_date date_now(void);

/* From 1970-01-01 00:00:00 to it, both in the same zone of time; 0 where the year is not known. */
int64_t date_seconds(struct report_date date);
