/*
 * SPDX-License-Identifier: MIT
 * Table of the MSRs that are plain storage, and access to their values.
 */
#include "sim/cpu/system/msr_store.h"
#include "sim/cpu/system/memory_types.h"

struct msr_store_row {
    uint32_t first, last;
    unsigned set;
    uint64_t reset, writable;
};

static const struct msr_store_row rows[] = {
#define STORED(FIRST, LAST, SET, RESET, WRITABLE) {FIRST, LAST, SET, RESET, WRITABLE},
#include "sim/cpu/system/msr_store.def"
#undef STORED
};

#define STORED(FIRST, LAST, SET, RESET, WRITABLE) +(LAST) - (FIRST) + 1
_Static_assert(
#include "sim/cpu/system/msr_store.def"
    <= STORED_MSRS, "each MSR has a place in cpu->stored_msr");
#undef STORED

/* Finds the row of an MSR that this processor has, or NULL, and the index of its value. */
static const struct msr_store_row *msr_store_find(const struct cpu *cpu, uint32_t msr,
                                                  unsigned *place)
{
    *place = 0;
    for (const struct msr_store_row *row = rows; row < rows + sizeof rows / sizeof rows[0]; row++) {
        if (row->set & cpu->kind->msrs && msr >= row->first && msr <= row->last) {
            *place += msr - row->first;
            return row;
        }
        *place += row->last - row->first + 1;
    }
    return NULL;
}

void msr_store_reset(struct cpu *cpu)
{
    uint64_t *value = cpu->stored_msr;

    for (const struct msr_store_row *row = rows; row < rows + sizeof rows / sizeof rows[0]; row++)
        for (uint32_t msr = row->first; msr <= row->last; msr++)
            *value++ = row->reset;
}

int msr_store_read(const struct cpu *cpu, uint32_t msr, uint64_t *value)
{
    unsigned place;

    if (!msr_store_find(cpu, msr, &place))
        return -1;
    *value = cpu->stored_msr[place];
    return 0;
}

int msr_store_write(struct cpu *cpu, uint32_t msr, uint64_t value)
{
    unsigned place;
    const struct msr_store_row *row = msr_store_find(cpu, msr, &place);

    if (!row || !row->writable || (value & ~row->writable) != 0 || !memory_types_exist(msr, value))
        return -1;
    cpu->stored_msr[place] = (cpu->stored_msr[place] & ~row->writable) | value;
    return 0;
}

uint64_t msr_stored(const struct cpu *cpu, uint32_t msr)
{
    uint64_t value = 0;

    msr_store_read(cpu, msr, &value);
    return value;
}
