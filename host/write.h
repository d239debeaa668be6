/*
 * SPDX-License-Identifier: MIT
 * Files that are either written whole or not at all.
 */
#pragma once

#include <stddef.h>

/* Through a neighbour, FILE.part, that is renamed; `-` is standard output. EXIT_FINE, or EXIT_USAGE
 * after a message. */
int write_whole(const char *file, const char *bytes, size_t length);
