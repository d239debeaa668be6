/*
 * SPDX-License-Identifier: MIT
 * The table is made from the Linux header <asm/unistd_32.h> (make/host.mk).
 */
#include "host/data/written/linux_call_names.h"

#include <stddef.h>

#define MOST_CALLS 512

static const char *const call_names[MOST_CALLS] = {
#include "linux_call_names.inc"
};

const char *linux_call_name(unsigned number)
{
    return number < MOST_CALLS ? call_names[number] : NULL;
}
