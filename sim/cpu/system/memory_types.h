/*
 * SPDX-License-Identifier: MIT
 * Memory types in MTRRs and the PAT. They have no effect here, but WRMSR checks them.
 */
#ifndef MEMORY_TYPES_H
#define MEMORY_TYPES_H

#include <stdbool.h>
#include <stdint.h>

/* False if the value gives an MTRR or the PAT a type or a bit that is reserved: WRMSR then raises
 * #GP. True for any other MSR. */
bool memory_types_exist(uint32_t msr, uint64_t value);

#endif
