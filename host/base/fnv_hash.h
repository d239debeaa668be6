/*
 * SPDX-License-Identifier: MIT
 * The hash function for tables of strings and for the digest that identifies a run.
 */
#pragma once

#include <stddef.h>
#include <stdint.h>

uint64_t fnv_hash_bytes(const char *bytes, size_t count);
