/*
 * SPDX-License-Identifier: MIT
 * Searches the table that the build has made of them.
 */
#include "kernel/measure/static_arrays.h"

#include "kernel/lib/string.h"

extern const struct static_arrays static_arrays_start[], static_arrays_end[]; /* linker.ld */

const struct static_arrays *static_arrays_find(const char *bench)
{
    for (const struct static_arrays *arrays = static_arrays_start; arrays < static_arrays_end;
         arrays++)
        if (!strcmp(arrays->bench, bench))
            return arrays;
    return NULL;
}
