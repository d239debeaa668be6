/*
 * SPDX-License-Identifier: MIT
 * Loads a multiboot kernel's image: its header, and its segments as ELF or the header places them.
 */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct kernel_image {
    uint32_t entry;
    uint32_t low, high; /* physical addresses used: first, and last plus one */
    /* A reserved range (end exclusive), and whether a part of the image is in it. */
    uint32_t reserved_low, reserved_high;
    bool touches_reserved;
};

/*
 * Copies the segments into ram. Returns NULL, or a text that describes the error. The caller sets
 * the reserved range; a part that touches it is copied nonetheless.
 */
const char *kernel_image_load(const uint8_t *file, size_t size, uint8_t *ram, uint32_t ram_size,
                              struct kernel_image *image);
