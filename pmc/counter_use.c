/*
 * SPDX-License-Identifier: MIT
 * Stores the record of counter use in memory that ring 3 may write (linker.ld).
 */
#include "pmc/counter_use.h"

struct counter_use counter_use;
