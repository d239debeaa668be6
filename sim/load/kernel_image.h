/*
 * SPDX-License-Identifier: MIT
 * A multiboot kernel's image: its header, and its segments as ELF or the header places them.
 */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct kernel_image {
    uint32_t entry;
    uint32_t low, high; /* physical addresses used: first, and one after the last */
};

/* Copies the segments into ram. NULL, or what is wrong with the image. */
const char *kernel_image_load(const uint8_t *file, size_t size, uint8_t *ram, uint32_t ram_size,
                              struct kernel_image *image);
