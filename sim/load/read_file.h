/*
 * SPDX-License-Identifier: MIT
 * A whole file in memory.
 */
#pragma once

#include <stddef.h>
#include <stdint.h>

/* NULL after one line on stderr; else to be freed, with its length in *size. */
uint8_t *file_read(const char *path, size_t *size);
