/*
 * SPDX-License-Identifier: MIT
 * Checks processor, clock and memory values against the ranges that machine_range.h describes.
 */
#include "sim/machine_profiles/machine_range.h"

#include <errno.h>
#include <stdlib.h>

#include "tools/processor_words.h"

bool machine_range_number(const char *value, unsigned low, unsigned high, unsigned *out)
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

bool machine_range_cpu(const char *value)
{
    struct model_config config;

    const char *name = virtual_processor(value);

    return name && model_config_named(name, &config) == 0;
}

bool machine_range_mhz(const char *value, unsigned *mhz)
{
    return machine_range_number(value, MODEL_MHZ_LOW, MODEL_MHZ_HIGH, mhz);
}

bool machine_range_memory(const char *value, unsigned *megabytes)
{
    return machine_range_number(value, 2, 3072, megabytes);
}
