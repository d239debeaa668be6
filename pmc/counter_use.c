/*
 * SPDX-License-Identifier: MIT
 * In memory that ring 3 may use (linker.ld).
 */
#include "pmc/counter_use.h"

struct counter_use counter_use;
