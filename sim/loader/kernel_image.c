/*
 * SPDX-License-Identifier: MIT
 * Loads a multiboot kernel's segments. Every field of the file is checked against the file's size
 * and the guest's memory before its use.
 */
#include <elf.h>
#include <string.h>

#include "sim/loader/kernel_image.h"

#define HEADER_SEARCH 8192u
#define HEADER_MAGIC  0x1badb002u

#define HEADER_REQUIRED  0x0000fffcu /* features that the loader must support: none is */
#define HEADER_ADDRESSES 0x00010000u

/* Multiboot Specification 0.6.96, section 3.1. */
struct multiboot_header {
    uint32_t magic, flags, checksum;
    uint32_t header_addr, load_addr, load_end_addr, bss_end_addr, entry_addr;
};

/* Returns the offset of the header, or -1. */
static long kernel_image_find_header(const uint8_t *file, size_t size,
                                     struct multiboot_header *header)
{
    const size_t fixed = 12;

    for (size_t at = 0; at + fixed <= size && at < HEADER_SEARCH; at += 4) {
        const size_t room = size - at < sizeof *header ? size - at : sizeof *header;
        memset(header, 0, sizeof *header);
        memcpy(header, file + at, room);
        if (header->magic == HEADER_MAGIC && header->magic + header->flags + header->checksum == 0)
            return (long)at;
    }
    return -1;
}

struct load_target {
    uint8_t *ram;
    uint32_t ram_size;
    struct kernel_image *image;
};

/* Copies `length` bytes and clears the rest up to `memory` bytes. */
static const char *kernel_image_place(const struct load_target *target, uint32_t address,
                                      const uint8_t *data, uint32_t length, uint32_t memory)
{
    struct kernel_image *image = target->image;

    if ((uint64_t)address + memory > target->ram_size)
        return "does not fit into the guest's memory; -m MB gives it more";
    if (memory && address < image->reserved_high && address + memory > image->reserved_low)
        image->touches_reserved = true;
    memcpy(target->ram + address, data, length);
    memset(target->ram + address + length, 0, memory - length);
    if (address < image->low)
        image->low = address;
    if (address + memory > image->high)
        image->high = address + memory;
    return NULL;
}

static const char *kernel_image_by_header(const uint8_t *file, size_t size, long offset,
                                          const struct multiboot_header *header,
                                          const struct load_target *target)
{
    const uint64_t start = (uint64_t)offset - (header->header_addr - header->load_addr);
    uint32_t length, memory;

    if (header->load_addr > header->header_addr || start > size)
        return "multiboot header: load_addr is outside the file";
    length = header->load_end_addr ? header->load_end_addr - header->load_addr
                                   : (uint32_t)(size - start);
    if (header->load_end_addr && header->load_end_addr < header->load_addr)
        return "multiboot header: load_end_addr is before load_addr";
    if (start + length > size)
        return "multiboot header: load_end_addr is beyond the end of the file";
    memory = length;
    if (header->bss_end_addr > header->load_addr + length)
        memory = header->bss_end_addr - header->load_addr;
    target->image->entry = header->entry_addr;
    return kernel_image_place(target, header->load_addr, file + start, length, memory);
}

static const char *kernel_image_load_segment(const uint8_t *file, size_t size,
                                             const Elf32_Phdr *segment,
                                             const struct load_target *target)
{
    if (segment->p_type != PT_LOAD || segment->p_memsz == 0)
        return NULL;
    if (segment->p_filesz > segment->p_memsz)
        return "ELF segment is larger in the file than in memory";
    if ((uint64_t)segment->p_offset + segment->p_filesz > size)
        return "ELF segment is beyond the end of the file: truncated?";
    return kernel_image_place(target, segment->p_paddr, file + segment->p_offset, segment->p_filesz,
                              segment->p_memsz);
}

/* Loaders enter at the physical address of e_entry, which is a virtual address if a segment has it.
 */
static void kernel_image_set_entry(struct kernel_image *image, const Elf32_Phdr *segment,
                                   uint32_t entry)
{
    if (segment->p_type == PT_LOAD && entry - segment->p_vaddr < segment->p_memsz)
        image->entry = entry - segment->p_vaddr + segment->p_paddr;
}

static const char *kernel_image_load_elf(const uint8_t *file, size_t size,
                                         const struct load_target *target)
{
    Elf32_Ehdr elf;

    if (size < sizeof elf)
        return "too short for an ELF header";
    memcpy(&elf, file, sizeof elf);
    if (memcmp(elf.e_ident, ELFMAG, SELFMAG) != 0)
        return "not an ELF file";
    if (elf.e_ident[EI_CLASS] != ELFCLASS32 || elf.e_ident[EI_DATA] != ELFDATA2LSB ||
        elf.e_machine != EM_386 || elf.e_type != ET_EXEC)
        return "not a 32-bit x86 ELF executable";
    if (elf.e_phentsize != sizeof(Elf32_Phdr) ||
        (uint64_t)elf.e_phoff + (uint64_t)elf.e_phnum * sizeof(Elf32_Phdr) > size)
        return "ELF program headers are beyond the end of the file: truncated?";
    target->image->entry = elf.e_entry;
    for (unsigned i = 0; i < elf.e_phnum; i++) {
        Elf32_Phdr segment;
        memcpy(&segment, file + elf.e_phoff + i * sizeof segment, sizeof segment);
        const char *error = kernel_image_load_segment(file, size, &segment, target);
        if (error)
            return error;
        kernel_image_set_entry(target->image, &segment, elf.e_entry);
    }
    return target->image->high ? NULL : "ELF file has no segment to load";
}

const char *kernel_image_load(const uint8_t *file, size_t size, uint8_t *ram, uint32_t ram_size,
                              struct kernel_image *image)
{
    const struct load_target target = {.ram = ram, .ram_size = ram_size, .image = image};
    struct multiboot_header header;
    const long offset = kernel_image_find_header(file, size, &header);

    *image = (struct kernel_image){.low = UINT32_MAX,
                                   .reserved_low = image->reserved_low,
                                   .reserved_high = image->reserved_high};
    if (offset < 0)
        return "no multiboot header in the first 8192 bytes";
    if (header.flags & HEADER_REQUIRED)
        return "multiboot header requires an unsupported feature (flags 2 to 15)";
    if (header.flags & HEADER_ADDRESSES)
        return kernel_image_by_header(file, size, offset, &header, &target);
    return kernel_image_load_elf(file, size, &target);
}
