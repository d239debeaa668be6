/*
 * SPDX-License-Identifier: MIT
 * The system calls getdents and getdents64, which read a directory.
 */
#pragma once

#include <stdint.h>

int32_t call_getdents(const uint32_t argument[]);
int32_t call_getdents64(const uint32_t argument[]);
