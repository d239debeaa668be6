/*
 * SPDX-License-Identifier: MIT
 * Applies the kernel's rule for load addresses: kernel/process/image/elf_image.c.
 */
#include "tools/elf32_base.h"

#include <string.h>

#include "kernel/process/image/load_address.h"

uint32_t elf32_base(const struct elf32 *elf)
{
    Elf32_Ehdr header;
    uint32_t alignment = 4096;

    memcpy(&header, elf->file, sizeof header);
    if (header.e_type != ET_DYN)
        return 0;
    for (unsigned i = 0; i < header.e_phnum; i++) {
        const uint64_t at = header.e_phoff + (uint64_t)i * sizeof(Elf32_Phdr);
        Elf32_Phdr segment;

        if (at + sizeof segment > elf->file_size)
            break;
        memcpy(&segment, elf->file + at, sizeof segment);
        if (segment.p_type == PT_LOAD && segment.p_align > alignment &&
            !(segment.p_align & (segment.p_align - 1)))
            alignment = segment.p_align;
    }
    return (PIE_BASE + alignment - 1) & -alignment;
}

void elf32_move(struct elf32 *elf, uint32_t base)
{
    for (size_t i = 0; i < elf->section_count; i++)
        if (elf->sections[i].flags & SHF_ALLOC)
            elf->sections[i].address += base;
    for (size_t i = 0; i < elf->symbol_count; i++)
        if (elf->sections[elf->symbols[i].section].flags & SHF_ALLOC)
            elf->symbols[i].address += base;
}
