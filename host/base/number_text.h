/*
 * SPDX-License-Identifier: MIT
 * Formats numbers and times for the user.
 */
#pragma once

#include <stddef.h>

/*
 * Formats 1234567.25 with 1 decimal as "1,234,567.3". The result is one of eight static buffers,
 * which are used one after the other.
 */
const char *number_text(double value, unsigned decimals);

/* The same with only as many decimals as needed, at most `most_decimals`: "1.5", "8,192". */
const char *number_text_short(double value, unsigned most_decimals);

/* Formats a Unix time as "2026-11-21 01:24" in the local time zone, 0 as "-". */
const char *number_text_time(double when, char *buffer, size_t size);
