/*
 * SPDX-License-Identifier: MIT
 * The bounds that machine_range.h has in words.
 */
#include "sim/boxes/machine_range.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

bool range_number(const char *value, unsigned low, unsigned high, unsigned *out)
{
    char *end;
    unsigned long number;

    errno = 0;
    number = strtoul(value, &end, 10);
    if (errno || end == value || *end || value[0] == '-' || number < low || number > high)
        return false;
    *out = (unsigned)number;
    return true;
}

bool range_cpu(const char *value)
{
    return strcmp(value, "p54c") == 0 || strcmp(value, "p55c") == 0;
}

bool range_mhz(const char *value, unsigned *mhz)
{
    return range_number(value, 60, 233, mhz);
}

bool range_memory(const char *value, unsigned *megabytes)
{
    return range_number(value, 2, 3072, megabytes);
}
