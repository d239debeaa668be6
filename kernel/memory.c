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

/* Nothing is handed out below the end of what the loader left above the kernel. */
static void keep(uint32_t address, uint32_t bytes)
{
    if (address >= (uintptr_t)image_end && address + bytes > next)
        next = align_up(address + bytes);
}

static void keep_string(uint32_t address)
{
    if (address >= (uintptr_t)image_end)
        keep(address, strlen((const char *)(uintptr_t)address) + 1);
}

static void keep_modules(const struct multiboot_info *info)
{
    const struct multiboot_module *modules = (const void *)(uintptr_t)info->modules;
    keep(info->modules, info->modules_count * sizeof *modules);
    for (uint32_t i = 0; i < info->modules_count; i++) {
        keep(modules[i].start, modules[i].end - modules[i].start);
        keep_string(modules[i].string);
    }
}

void memory_install(const struct multiboot_info *info)
{
    uint32_t upper_kb = info->flags & MULTIBOOT_HAS_MEMORY ? info->mem_upper : ASSUMED_UPPER_KB;
    uint32_t most_kb = (UINT32_MAX - HIGH_MEMORY) / KB;
    limit = HIGH_MEMORY + (upper_kb < most_kb ? upper_kb : most_kb) * KB;
    next = align_up((uintptr_t)image_end);

    keep((uintptr_t)info, sizeof *info);
    if (info->flags & MULTIBOOT_HAS_COMMAND_LINE)
        keep_string(info->command_line);
    if (info->flags & MULTIBOOT_HAS_MODULES)
        keep_modules(info);
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

void memory_limit(uint32_t end)
{
    limit = end;
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
