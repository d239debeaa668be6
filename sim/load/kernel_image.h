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
    /* From that address up to, not including, the other; whether a part of the image lies there. */
    uint32_t kept_low, kept_high;
    bool touches_kept;
};

/*
 * Copies the segments into ram. NULL, or what is wrong with the image. The caller has set what is
 * kept; a part that touches it is copied nonetheless.
 */
const char *kernel_image_load(const uint8_t *file, size_t size, uint8_t *ram, uint32_t ram_size,
                              struct kernel_image *image);
