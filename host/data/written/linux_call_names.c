/*
 * SPDX-License-Identifier: MIT
 * Finds the names of Linux's system calls for i386 by number.
 */
#include "host/data/written/linux_call_names.h"

#include <stddef.h>

#define MOST_CALLS 512

static const char *const call_names[MOST_CALLS] = {
#include "host/data/written/linux_call_names.inc"
};

const char *linux_call_name(unsigned number)
{
    return number < MOST_CALLS ? call_names[number] : NULL;
}
