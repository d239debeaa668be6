/*
 * SPDX-License-Identifier: MIT
 * Reads sections, symbols and loaded bytes of an ELF file.
 */
#include "sim/loader/elf_file.h"

#include <string.h>

static bool within(const struct elf_file *elf, uint64_t offset, uint64_t size)
{
    return offset <= elf->size && size <= elf->size - offset;
}

bool elf_file_open(struct elf_file *elf, const uint8_t *file, size_t size)
{
    *elf = (struct elf_file){.file = file, .size = size};
    if (size < sizeof elf->header)
        return false;
    memcpy(&elf->header, file, sizeof elf->header);
    return memcmp(elf->header.e_ident, ELFMAG, SELFMAG) == 0 &&
           elf->header.e_ident[EI_CLASS] == ELFCLASS32 &&
           elf->header.e_shentsize == sizeof(Elf32_Shdr);
}

bool elf_file_section(const struct elf_file *elf, unsigned index, Elf32_Shdr *section)
{
    const uint64_t at = elf->header.e_shoff + (uint64_t)index * sizeof *section;

    if (index >= elf->header.e_shnum || !within(elf, at, sizeof *section))
        return false;
    memcpy(section, elf->file + at, sizeof *section);
    return section->sh_type == SHT_NOBITS || within(elf, section->sh_offset, section->sh_size);
}

bool elf_file_symbols(const struct elf_file *elf, Elf32_Shdr *table, Elf32_Shdr *names)
{
    for (unsigned i = 0; i < elf->header.e_shnum; i++)
        if (elf_file_section(elf, i, table) && table->sh_type == SHT_SYMTAB &&
            elf_file_section(elf, table->sh_link, names) && names->sh_type == SHT_STRTAB)
            return true;
    return false;
}

bool elf_file_address(const struct elf_file *elf, const char *name, uint32_t *address)
{
    Elf32_Shdr table, names;
    const size_t length = strlen(name) + 1;

    if (!elf_file_symbols(elf, &table, &names))
        return false;
    for (size_t i = 0; i < table.sh_size / sizeof(Elf32_Sym); i++) {
        Elf32_Sym symbol;

        memcpy(&symbol, elf->file + table.sh_offset + i * sizeof symbol, sizeof symbol);
        if (symbol.st_shndx != SHN_UNDEF && symbol.st_name < names.sh_size &&
            length <= names.sh_size - symbol.st_name &&
            memcmp(elf->file + names.sh_offset + symbol.st_name, name, length) == 0) {
            *address = symbol.st_value;
            return true;
        }
    }
    return false;
}

bool elf_file_bytes(const struct elf_file *elf, uint32_t address, void *bytes, size_t count)
{
    Elf32_Phdr part;

    if (elf->header.e_phentsize != sizeof part)
        return false;
    for (unsigned i = 0; i < elf->header.e_phnum; i++) {
        const uint64_t at = elf->header.e_phoff + (uint64_t)i * sizeof part;
        uint64_t offset;

        if (!within(elf, at, sizeof part))
            return false;
        memcpy(&part, elf->file + at, sizeof part);
        offset = (uint64_t)address - part.p_vaddr;
        if (part.p_type != PT_LOAD || address < part.p_vaddr || offset + count > part.p_filesz ||
            !within(elf, part.p_offset + offset, count))
            continue;
        memcpy(bytes, elf->file + part.p_offset + offset, count);
        return true;
    }
    return false;
}
