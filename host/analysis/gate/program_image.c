/*
 * SPDX-License-Identifier: MIT
 * Reads executable files. Layouts: System V ABI, chapters 4 and 5, and its Intel386 supplement.
 */
#include "host/analysis/gate/program_image.h"

#include <elf.h>
#include <errno.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "host/base/allocation.h"

#define MOST_FILE_BYTES (256u << 20)
#define COMPILE         "compile it for Linux/i386 with 'bareprobe cc', or with -m32 -static"

__attribute__((format(printf, 2, 3))) static int program_image_refuse(char *reason,
                                                                      const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(reason, IMAGE_REASON_BYTES, format, arguments);
    va_end(arguments);
    return -1;
}

static int program_image_read(struct program_image *image, const char *path, char *reason)
{
    FILE *file = fopen(path, "re");
    long size = -1;
    if (file && fseek(file, 0, SEEK_END) == 0)
        size = ftell(file);
    if (size < 0 || (unsigned long)size > MOST_FILE_BYTES) {
        int error = errno;
        if (file)
            fclose(file);
        return size < 0
                   ? program_image_refuse(reason, "cannot be read: %s", strerror(error))
                   : program_image_refuse(reason, "has more than %u MB", MOST_FILE_BYTES >> 20);
    }
    rewind(file);
    image->file = allocate_zeroed((size_t)size + 1);
    image->size = fread(image->file, 1, (size_t)size, file);
    fclose(file);
    return 0;
}

/* Checks that it is an ELF file for the i386. */
static int program_image_check_header(const struct program_image *image, char *reason)
{
    const uint8_t *ident = image->file;
    Elf32_Ehdr header;
    if (image->size >= 2 && !memcmp(ident, "#!", 2))
        return program_image_refuse(
            reason, "is a script: name its interpreter as the program, and the script with --file");
    if (image->size < EI_NIDENT || memcmp(ident, ELFMAG, SELFMAG))
        return program_image_refuse(reason, "is not an ELF file: " COMPILE);
    if (ident[EI_CLASS] == ELFCLASS64)
        return program_image_refuse(reason, "is a 64-bit program: " COMPILE);
    if (image->size < sizeof header)
        return program_image_refuse(reason, "ends inside its ELF header");
    memcpy(&header, image->file, sizeof header);
    if (ident[EI_CLASS] != ELFCLASS32 || ident[EI_DATA] != ELFDATA2LSB ||
        header.e_machine != EM_386)
        return program_image_refuse(reason, "is for another processor (ELF machine %u): " COMPILE,
                                    header.e_machine);
    if (header.e_type == ET_REL)
        return program_image_refuse(reason, "is an object file: link it with 'bareprobe cc'");
    if (header.e_type != ET_EXEC && header.e_type != ET_DYN)
        return program_image_refuse(reason, "is not an executable file (ELF type %u)",
                                    header.e_type);
    if (!header.e_phnum || header.e_phentsize != sizeof(Elf32_Phdr))
        return program_image_refuse(reason, "has no program headers, so nothing of it is loaded");
    if (header.e_phoff > image->size ||
        header.e_phnum > (image->size - header.e_phoff) / sizeof(Elf32_Phdr))
        return program_image_refuse(reason, "ends before its program headers: it is damaged");
    return 0;
}

static Elf32_Phdr program_image_segment(const struct program_image *image, unsigned i)
{
    Elf32_Ehdr header;
    Elf32_Phdr segment;
    memcpy(&header, image->file, sizeof header);
    memcpy(&segment, image->file + header.e_phoff + i * sizeof segment, sizeof segment);
    return segment;
}

static void program_image_add(struct image_range **ranges, unsigned *n, uint32_t start,
                              uint32_t size, const uint8_t *bytes)
{
    struct image_range *range = allocate_element(ranges, n, sizeof *range);
    *range = (struct image_range){start, size, bytes};
}

/* Reads the dynamic section. Returns whether a file without an interpreter is a library: it has a
 * library's name, and is not marked as a program (DF_1_PIE), or has no entry. */
static bool program_image_read_dynamic(struct program_image *image, const Elf32_Phdr *dynamic)
{
    bool named = false, program = false;
    for (uint32_t at = 0; at + sizeof(Elf32_Dyn) <= dynamic->p_filesz; at += sizeof(Elf32_Dyn)) {
        Elf32_Dyn entry;
        memcpy(&entry, image->file + dynamic->p_offset + at, sizeof entry);
        if (entry.d_tag == DT_NULL)
            break;
        named |= entry.d_tag == DT_SONAME;
        image->needs_libraries |= entry.d_tag == DT_NEEDED;
        program |= entry.d_tag == DT_FLAGS_1 && (entry.d_un.d_val & DF_1_PIE);
    }
    return !program && (named || !image->entry);
}

static int program_image_read_segment(struct program_image *image, const Elf32_Phdr *segment,
                                      char *reason)
{
    const uint8_t *bytes = image->file + segment->p_offset;
    if (segment->p_offset > image->size || segment->p_filesz > image->size - segment->p_offset)
        return segment->p_type == PT_LOAD
                   ? program_image_refuse(reason,
                                          "ends before its segment at 0x%08x: it is damaged",
                                          segment->p_vaddr)
                   : 0;
    if (segment->p_type == PT_INTERP && segment->p_filesz && !bytes[segment->p_filesz - 1])
        image->interpreter = (const char *)bytes;
    if (segment->p_type == PT_NOTE)
        program_image_add(&image->notes, &image->n_notes, segment->p_vaddr, segment->p_filesz,
                          bytes);
    if (segment->p_type == PT_LOAD && segment->p_filesz) {
        if (segment->p_vaddr + segment->p_filesz < segment->p_vaddr)
            return program_image_refuse(reason, "has a segment beyond the end of memory");
        if (segment->p_flags & PF_X)
            program_image_add(&image->code, &image->n_code, segment->p_vaddr, segment->p_filesz,
                              bytes);
        else
            program_image_add(&image->data, &image->n_data, segment->p_vaddr, segment->p_filesz,
                              bytes);
    }
    return 0;
}

/* The sections of an executable file are optional; damaged ones are ignored. Executable sections
 * replace the segments, which may contain data as well. */
static void program_image_read_sections(struct program_image *image, const Elf32_Ehdr *header)
{
    struct image_range *code = NULL;
    unsigned n = 0;
    if (header->e_shentsize != sizeof(Elf32_Shdr) || header->e_shoff > image->size ||
        header->e_shnum > (image->size - header->e_shoff) / sizeof(Elf32_Shdr))
        return;
    for (unsigned i = 0; i < header->e_shnum; i++) {
        Elf32_Shdr section, names;
        memcpy(&section, image->file + header->e_shoff + i * sizeof section, sizeof section);
        memcpy(&names, image->file + header->e_shoff + header->e_shstrndx * sizeof names,
               header->e_shstrndx < header->e_shnum ? sizeof names : 0);
        if (section.sh_type != SHT_PROGBITS || section.sh_offset > image->size ||
            section.sh_size > image->size - section.sh_offset ||
            section.sh_addr + section.sh_size < section.sh_addr)
            continue;
        if (section.sh_flags & SHF_EXECINSTR)
            program_image_add(&code, &n, section.sh_addr, section.sh_size,
                              image->file + section.sh_offset);
        const uint64_t name = (uint64_t)names.sh_offset + section.sh_name;
        static const char got[] = ".got.plt", older[] = ".got";
        if (header->e_shstrndx < header->e_shnum && name + sizeof got <= image->size) {
            if (!memcmp(image->file + name, got, sizeof got) ||
                (!image->got && !memcmp(image->file + name, older, sizeof older)))
                image->got = section.sh_addr;
        }
    }
    if (!n)
        return;
    free(image->code);
    image->code = code;
    image->n_code = n;
}

static int program_image_read_all(struct program_image *image, char *reason)
{
    Elf32_Ehdr header;
    Elf32_Phdr dynamic = {0};
    memcpy(&header, image->file, sizeof header);
    image->entry = header.e_entry;
    for (unsigned i = 0; i < header.e_phnum; i++) {
        Elf32_Phdr segment = program_image_segment(image, i);
        if (program_image_read_segment(image, &segment, reason))
            return -1;
        if (segment.p_type == PT_DYNAMIC && segment.p_offset <= image->size &&
            segment.p_filesz <= image->size - segment.p_offset)
            dynamic = segment;
    }
    const bool library = program_image_read_dynamic(image, &dynamic);
    if (header.e_type == ET_DYN && !image->interpreter && library)
        return program_image_refuse(reason, "is a shared library, not a program");
    if (!image->n_code)
        return program_image_refuse(reason, "has no executable segment");
    program_image_read_sections(image, &header);
    uint32_t left;
    if (!program_image_code(image, image->entry, &left))
        return program_image_refuse(reason, "has its entry 0x%08x outside of its code",
                                    image->entry);
    return 0;
}

int program_image_open(struct program_image *image, const char *path,
                       char reason[IMAGE_REASON_BYTES])
{
    *image = (struct program_image){0};
    if (program_image_read(image, path, reason) || program_image_check_header(image, reason) ||
        program_image_read_all(image, reason)) {
        program_image_close(image);
        return -1;
    }
    return 0;
}

void program_image_close(struct program_image *image)
{
    free(image->file);
    free(image->code);
    free(image->data);
    free(image->notes);
    *image = (struct program_image){0};
}

static const uint8_t *program_image_at(const struct image_range *ranges, unsigned n,
                                       uint32_t address, uint32_t *left)
{
    for (unsigned i = 0; i < n; i++) {
        if (address < ranges[i].start || address - ranges[i].start >= ranges[i].size)
            continue;
        *left = ranges[i].size - (address - ranges[i].start);
        return ranges[i].bytes + (address - ranges[i].start);
    }
    return NULL;
}

const uint8_t *program_image_code(const struct program_image *image, uint32_t address,
                                  uint32_t *left)
{
    return program_image_at(image->code, image->n_code, address, left);
}

bool program_image_word(const struct program_image *image, uint32_t address, uint32_t *word)
{
    uint32_t left;
    const uint8_t *bytes = program_image_at(image->data, image->n_data, address, &left);
    if (!bytes)
        bytes = program_image_code(image, address, &left);
    if (!bytes || left < sizeof *word)
        return false;
    memcpy(word, bytes, sizeof *word);
    return true;
}
