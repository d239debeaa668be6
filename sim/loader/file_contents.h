/*
 * SPDX-License-Identifier: MIT
 * Reads a whole file into memory.
 */
#pragma once

#include <stddef.h>
#include <stdint.h>

/* Returns a buffer to be freed, with its length in *size; or NULL after one line on stderr. */
uint8_t *file_contents_read(const char *path, size_t *size);
