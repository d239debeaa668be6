/*
 * SPDX-License-Identifier: MIT
 * Macros with which a family defines its sets of unit masks.
 *
 * UNIT(name, value, field): may be combined with other units of its field.
 * ONE(name, value, field): excludes the other units of its field.
 */
#pragma once

#include "pmc/event.h"

#define UNIT(name, value, field)                                                                   \
    {                                                                                              \
        name, value, field, false                                                                  \
    }
#define ONE(name, value, field)                                                                    \
    {                                                                                              \
        name, value, field, true                                                                   \
    }

#define UNITS(set, by_default, ...)                                                                \
    static const struct event_unit set##_unit[] = {__VA_ARGS__};                                   \
    static const struct event_units set = {by_default, sizeof set##_unit / sizeof set##_unit[0],   \
                                           set##_unit};
