/*
 * SPDX-License-Identifier: MIT
 * Reads the option --cpu of a verb that simulates a processor.
 */
#pragma once

/* Replaces a name, such as "pentium-mmx", by that of the virtual processor; NULL stays. Returns 0,
 * or -1 after a message that lists the names. */
int processor_option_read(const char **cpu);
