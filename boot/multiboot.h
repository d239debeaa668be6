/*
 * SPDX-License-Identifier: MIT
 * Multiboot 1 information structures that a loader passes to the kernel (Multiboot Specification
 * 0.6.96, section 3.3).
 */
#pragma once

#include <stdint.h>

#define MULTIBOOT_LOADER_MAGIC 0x2BADB002

#define MULTIBOOT_HAS_MEMORY       (1u << 0)
#define MULTIBOOT_HAS_COMMAND_LINE (1u << 2)
#define MULTIBOOT_HAS_MODULES      (1u << 3)
#define MULTIBOOT_HAS_MAP          (1u << 6)

struct multiboot_info {
    uint32_t flags;
    uint32_t mem_lower, mem_upper; /* KB below 640 KB, and KB above 1 MB */
    uint32_t boot_device;
    uint32_t command_line; /* address of a string terminated by 0 */
    uint32_t modules_count, modules;
    uint32_t symbols[4];
    uint32_t map_bytes, map; /* layout: kernel/machine/memory_map.h */
};

/* Returns the command line, or "" if the loader passed none. */
static inline const char *multiboot_command_line(const struct multiboot_info *info)
{
    return info->flags & MULTIBOOT_HAS_COMMAND_LINE ? (const char *)(uintptr_t)info->command_line
                                                    : "";
}

struct multiboot_module {
    uint32_t start, end; /* end is the first byte after the module */
    uint32_t string;
    uint32_t reserved;
};
