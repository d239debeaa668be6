/*
 * SPDX-License-Identifier: MIT
 * A memory arena that starts after the kernel and the boot modules.
 */
#include "kernel/machine/memory.h"

#include <stdbool.h>

#include "kernel/lib/string.h"
#include "kernel/machine/memory_map.h"
#include "kernel/time/cmos.h"

#define ALIGNMENT   16
#define HIGH_MEMORY (1024 * 1024)
#define KB          1024
#define MOST_END    (UINT32_MAX - KB + 1)

/* CMOS bytes with the size of a PC's extended memory (IBM AT Technical Reference). */
#define CMOS_EXTENDED_LOW  0x30
#define CMOS_EXTENDED_HIGH 0x31

/*
 * Assumed if the loader reports nothing: the smallest machine has 4 MB, including 1 MB of low
 * memory.
 */
#define ASSUMED_UPPER_KB (3 * 1024)

extern char image_end[];

static uintptr_t next, limit;

static uintptr_t align_up(uintptr_t address)
{
    return (address + ALIGNMENT - 1) & ~(uintptr_t)(ALIGNMENT - 1);
}

/* Reserves memory that the loader has used above the kernel: nothing below its end is allocated. */
static void memory_reserve(uint32_t address, uint32_t bytes)
{
    if (address >= (uintptr_t)image_end && address + bytes > next)
        next = align_up(address + bytes);
}

static void memory_reserve_string(uint32_t address)
{
    if (address >= (uintptr_t)image_end)
        memory_reserve(address, strlen((const char *)(uintptr_t)address) + 1);
}

static void memory_reserve_modules(const struct multiboot_info *info)
{
    const struct multiboot_module *modules = (const void *)(uintptr_t)info->modules;
    memory_reserve(info->modules, info->modules_count * sizeof *modules);
    for (uint32_t i = 0; i < info->modules_count; i++) {
        memory_reserve(modules[i].start, modules[i].end - modules[i].start);
        memory_reserve_string(modules[i].string);
    }
}

/* As counted by the BIOS; INT 15h, AH=88h returns it too. */
uint32_t memory_cmos_upper_kb(void)
{
    uint32_t kb = (uint32_t)cmos_read(CMOS_EXTENDED_HIGH) << 8 | cmos_read(CMOS_EXTENDED_LOW);
    return kb == 0xFFFF ? 0 : kb;
}

static bool reaches_image(uint64_t end)
{
    return end > (uintptr_t)image_end;
}

/* Finds the end of memory from the first source that reports it and includes the image's memory. */
static enum memory_source memory_find_end(const struct multiboot_info *info, uint64_t *end)
{
    *end = 0;
    if (info->flags & MULTIBOOT_HAS_MAP)
        *end = memory_map_end((const void *)(uintptr_t)info->map, info->map_bytes, HIGH_MEMORY);
    if (reaches_image(*end))
        return MEMORY_MAP;
    if (info->flags & MULTIBOOT_HAS_MEMORY)
        *end = HIGH_MEMORY + (uint64_t)info->mem_upper * KB;
    if (reaches_image(*end))
        return MEMORY_UPPER;
    *end = HIGH_MEMORY + (uint64_t)memory_cmos_upper_kb() * KB;
    if (reaches_image(*end))
        return MEMORY_CMOS;
    *end = HIGH_MEMORY + ASSUMED_UPPER_KB * KB;
    return MEMORY_ASSUMED;
}

enum memory_source memory_install(const struct multiboot_info *info)
{
    uint64_t end;
    enum memory_source source = memory_find_end(info, &end);
    limit = end < MOST_END ? (uintptr_t)end : MOST_END;
    next = align_up((uintptr_t)image_end);

    memory_reserve((uintptr_t)info, sizeof *info);
    if (info->flags & MULTIBOOT_HAS_COMMAND_LINE)
        memory_reserve_string(info->command_line);
    if (info->flags & MULTIBOOT_HAS_MODULES)
        memory_reserve_modules(info);
    return source;
}

void *memory_allocate(size_t bytes)
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
