/*
 * SPDX-License-Identifier: MIT
 * Messages about wrong options, one line on stderr each. Both functions return false.
 */
#pragma once

#include <stdbool.h>

/* `name` and `value` are the option's, `why` is the reason. */
bool option_message_error(const char *name, const char *value, const char *why);

/* The value is not one of the allowed ones. */
bool option_message_unexpected(const char *name, const char *value, const char *allowed);
