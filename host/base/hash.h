/*
 * SPDX-License-Identifier: MIT
 * The one hash of bytes: for tables of texts, and for the digest that a run is known by.
 */
#pragma once

#include <stddef.h>
#include <stdint.h>

uint64_t hash_bytes(const char *bytes, size_t count);
