/*
 * SPDX-License-Identifier: MIT
 * Valid ranges of the machine's processor, clock and memory, on the command line and in a machine
 * profile.
 */
#pragma once

#include <stdbool.h>

#include "sim/chosen_model.h"

#define RANGE_CPU    MODEL_CPU_WORDS
#define RANGE_MHZ    MODEL_MHZ_WORDS
#define RANGE_MEMORY "2 to 3072 MB"

bool machine_range_cpu(const char *value);

/* Parses a decimal number from `low` to `high` into *out; false if anything follows it. */
bool machine_range_number(const char *value, unsigned low, unsigned high, unsigned *out);

bool machine_range_mhz(const char *value, unsigned *mhz);
bool machine_range_memory(const char *value, unsigned *megabytes);
