/*
 * SPDX-License-Identifier: MIT
 * Identity paging for a speed program that needs it: the first 8 MB, in 4 KB pages.
 */
#include "kernel/lib/x86.h"
#include "tests/speed/speed.h"

/* Pentium Developer's Manual volume 3, section 11.3.2. */
#define PAGE_PRESENT  0x001u
#define PAGE_WRITABLE 0x002u

#define PAGE_BYTES 4096u
#define ENTRIES    1024u
#define TABLES     2u

static _Alignas(PAGE_BYTES) uint32_t directory[ENTRIES];
static _Alignas(PAGE_BYTES) uint32_t tables[TABLES][ENTRIES];

void speed_prepare(void)
{
    for (uint32_t i = 0; i < TABLES * ENTRIES; i++)
        tables[i / ENTRIES][i % ENTRIES] = i * PAGE_BYTES | PAGE_PRESENT | PAGE_WRITABLE;
    for (uint32_t i = 0; i < TABLES; i++)
        directory[i] = (uint32_t)(uintptr_t)tables[i] | PAGE_PRESENT | PAGE_WRITABLE;
    write_cr3((uint32_t)(uintptr_t)directory);
    write_cr0(read_cr0() | CR0_PG);
}
