/*
 * SPDX-License-Identifier: MIT
 * Numbers and types: Software Developer's Manual volume 3, 11.11.2 (MTRRs) and 11.12 (PAT).
 */
#include "sim/cpu/system/memory_types.h"

#define MSR_MTRR_PHYS_FIRST 0x200u /* base and mask in turn */
#define MSR_MTRR_PHYS_LAST  0x20fu
#define MSR_MTRR_FIX64K     0x250u
#define MSR_MTRR_FIX16K     0x258u /* two */
#define MSR_MTRR_FIX4K      0x268u /* eight */
#define MSR_PAT             0x277u
#define MSR_MTRR_DEF_TYPE   0x2ffu

#define BASE_RESERVED 0xf00u
#define MASK_RESERVED 0x7ffu

/* Uncacheable, write-combining, write-through, write-protected, write-back. */
#define MTRR_TYPES (1u << 0 | 1u << 1 | 1u << 4 | 1u << 5 | 1u << 6)
#define PAT_TYPES  (MTRR_TYPES | 1u << 7) /* also uncached, which an MTRR may override */

/* Each of the lowest `count` bytes is one of the types. */
static bool memory_types_in(uint64_t value, unsigned count, unsigned types)
{
    for (; count > 0; count--, value >>= 8)
        if ((value & 0xff) > 7 || !(types >> (value & 0xff) & 1))
            return false;
    return true;
}

static bool memory_types_fixed(uint32_t msr)
{
    return msr == MSR_MTRR_FIX64K || msr - MSR_MTRR_FIX16K < 2 || msr - MSR_MTRR_FIX4K < 8;
}

bool memory_types_exist(uint32_t msr, uint64_t value)
{
    if (msr >= MSR_MTRR_PHYS_FIRST && msr <= MSR_MTRR_PHYS_LAST)
        return msr & 1 ? !(value & MASK_RESERVED)
                       : !(value & BASE_RESERVED) && memory_types_in(value, 1, MTRR_TYPES);
    if (memory_types_fixed(msr))
        return memory_types_in(value, 8, MTRR_TYPES);
    if (msr == MSR_PAT)
        return memory_types_in(value, 8, PAT_TYPES);
    return msr != MSR_MTRR_DEF_TYPE || memory_types_in(value, 1, MTRR_TYPES);
}
