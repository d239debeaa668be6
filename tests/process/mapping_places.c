/*
 * SPDX-License-Identifier: MIT
 * Finds the highest free range below the mapping area's top, as kernel/process does.
 */
#include "tests/process/mapping_places.h"

#include <stdio.h>
#include <sys/mman.h>

#define AREA_TOP 0xB7F00000u
#define MMAP2    192

/*
 * Returns the start of the highest gap of that size below the top. The lines of /proc/PID/maps are
 * in ascending order.
 */
static uint32_t mapping_find(const struct tracee *tracee, uint32_t bytes)
{
    char path[32], line[512];
    unsigned long start, end, previous = 0x10000, found = 0;
    snprintf(path, sizeof path, "/proc/%d/maps", (int)tracee->pid);
    FILE *maps = fopen(path, "re");
    if (!maps)
        tracee_fail("%s cannot be read", path);
    while (fgets(line, sizeof line, maps)) {
        if (sscanf(line, "%lx-%lx", &start, &end) != 2)
            tracee_fail("%s: %s", path, line);
        unsigned long upper = start < AREA_TOP ? start : AREA_TOP;
        if (upper >= previous + bytes)
            found = upper - bytes;
        if (end > previous)
            previous = end;
    }
    fclose(maps);
    return (uint32_t)found;
}

bool mapping_place(const struct tracee *tracee, const struct user_regs_struct *registers)
{
    if ((uint32_t)registers->rax != MMAP2 || registers->rbx || registers->rsi & MAP_FIXED)
        return false;
    uint32_t bytes = ((uint32_t)registers->rcx + 4095) & ~4095u;
    struct user_regs_struct placed = *registers;
    placed.rbx = mapping_find(tracee, bytes);
    tracee_set_registers(tracee, &placed);
    return true;
}

void mapping_restore(const struct tracee *tracee, const struct user_regs_struct *before)
{
    struct user_regs_struct after;
    tracee_get_registers(tracee, &after);
    after.rbx = before->rbx;
    tracee_set_registers(tracee, &after);
}
