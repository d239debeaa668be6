/*
 * SPDX-License-Identifier: MIT
 * The kernel's access to the memory of a program. It consults the page tables, so that a wild
 * pointer faults neither in the kernel nor in the program. All sizes are in bytes.
 */
#pragma once

#include <stdbool.h>
#include <stdint.h>

/*
 * Returns how many of the bytes from `address` on the program may read or, with `write`, write:
 * `bytes`, or fewer if they end at a page that it may not access.
 */
uint32_t user_accessible(uint32_t address, uint32_t bytes, bool write);

/* Copies from or to the program's memory. Returns the number of bytes copied, as above. */
uint32_t user_read(void *to, uint32_t from, uint32_t bytes);
uint32_t user_write(uint32_t to, const void *from, uint32_t bytes);

/*
 * Copies a text that ends with a 0 byte. Returns its length without that byte, -LINUX_EFAULT if a
 * page is not readable, or -LINUX_ENAMETOOLONG if it does not fit into `size` bytes.
 */
int32_t user_read_text(char *to, uint32_t from, uint32_t size);
