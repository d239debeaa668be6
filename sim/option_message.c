/*
 * SPDX-License-Identifier: MIT
 * Prints messages about wrong options.
 */
#include "sim/option_message.h"

#include <stdio.h>

bool option_message_error(const char *name, const char *value, const char *why)
{
    fprintf(stderr, "vpentium: %s '%s': %s\n", name, value, why);
    return false;
}

bool option_message_unexpected(const char *name, const char *value, const char *allowed)
{
    fprintf(stderr, "vpentium: %s '%s': expected %s\n", name, value, allowed);
    return false;
}
