/*
 * SPDX-License-Identifier: MIT
 * An arena that starts behind the kernel and the boot modules.
 */
#include "kernel/memory.h"

#include "kernel/lib/string.h"

#define ALIGNMENT   16
#define HIGH_MEMORY (1024 * 1024)
#define KB          1024

/* Without word from the loader: what the smallest machine has (4 MB, of which 1 MB is low). */
#define ASSUMED_UPPER_KB (3 * 1024)

extern char image_end[];

static uintptr_t next, limit;

static uintptr_t align_up(uintptr_t address)
{
    return (address + ALIGNMENT - 1) & ~(uintptr_t)(ALIGNMENT - 1);
}

void memory_install(const struct multiboot_info *info)
{
    uint32_t upper_kb = info->flags & MULTIBOOT_HAS_MEMORY ? info->mem_upper : ASSUMED_UPPER_KB;
    uint32_t most_kb = (UINT32_MAX - HIGH_MEMORY) / KB;
    limit = HIGH_MEMORY + (upper_kb < most_kb ? upper_kb : most_kb) * KB;
    next = align_up((uintptr_t)image_end);

    /* Loaders put the information itself low, and modules behind the image. */
    if (info->flags & MULTIBOOT_HAS_MODULES) {
        const struct multiboot_module *modules = (const void *)(uintptr_t)info->modules;
        for (uint32_t i = 0; i < info->modules_count; i++)
            if (modules[i].end > next)
                next = align_up(modules[i].end);
    }
    uintptr_t table_end = align_up((uintptr_t)(info + 1));
    if ((uintptr_t)info >= (uintptr_t)image_end && table_end > next)
        next =
            table_end + 4 * KB; /* a loader that keeps its information high keeps strings by it */
}

void *memory_take(size_t bytes)
{
    if (bytes > memory_left())
        return NULL;
    void *taken = (void *)next;
    next = align_up(next + bytes);
    return memset(taken, 0, bytes);
}

size_t memory_left(void)
{
    return next < limit ? limit - next : 0;
}

uint32_t memory_end(void)
{
    return limit;
}

uintptr_t memory_mark(void)
{
    return next;
}

void memory_release(uintptr_t mark)
{
    next = mark;
}
