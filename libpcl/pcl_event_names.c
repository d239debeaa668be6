/*
 * SPDX-License-Identifier: MIT
 * Event names by number, in pages that a benchmark in ring 3 may read.
 */
#include "libpcl/pcl.h"

#include <stddef.h>

static const char *const names[PCL_MAX_EVENT] = {
#define PCL_EVENT(name, table, text) "PCL_" #name,
#include "libpcl/pcl_events.def"
#undef PCL_EVENT
};

char *PCLeventname(int event)
{
    return event >= 0 && event < PCL_MAX_EVENT ? (char *)names[event] : NULL;
}
