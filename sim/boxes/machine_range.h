/*
 * SPDX-License-Identifier: MIT
 * What the machine's own values may be, on the command line and in a box: processor, clock, memory.
 */
#pragma once

#include <stdbool.h>

#define RANGE_CPU    "p54c or p55c"
#define RANGE_MHZ    "a number from 60 to 233"
#define RANGE_MEMORY "megabytes from 2 to 3072"

bool range_cpu(const char *value);

/* A decimal number from `low` to `high` and nothing behind it, into *out. */
bool range_number(const char *value, unsigned low, unsigned high, unsigned *out);

bool range_mhz(const char *value, unsigned *mhz);
bool range_memory(const char *value, unsigned *megabytes);
