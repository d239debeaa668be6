/*
 * SPDX-License-Identifier: MIT
 * Reads ELF files. Layouts: System V ABI, chapter 4 (object files), and its Intel386 supplement.
 */
#include "tools/elf32.h"

#include <errno.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Bounds the memory that a corrupt file can request; every kernel to be checked is far smaller. */
#define FILE_SIZE_MAX (64u << 20)

struct elf32_reader {
    size_t size;
    char *error;
    size_t error_size;
};

__attribute__((format(printf, 2, 3))) static int elf32_refuse(const struct elf32_reader *reader,
                                                              const char *format, ...)
{
    va_list arguments;

    va_start(arguments, format);
    vsnprintf(reader->error, reader->error_size, format, arguments);
    va_end(arguments);
    return -1;
}

static int elf32_read_file(struct elf32 *elf, struct elf32_reader *reader, const char *path)
{
    FILE *stream = fopen(path, "rb");

    if (!stream)
        return elf32_refuse(reader, "%s", strerror(errno));
    elf->file = malloc(FILE_SIZE_MAX + 1);
    if (elf->file)
        reader->size = fread(elf->file, 1, FILE_SIZE_MAX + 1, stream);
    int failed = ferror(stream);

    fclose(stream);
    if (!elf->file)
        return elf32_refuse(reader, "out of memory for the file");
    if (failed)
        return elf32_refuse(reader, "cannot be read");
    if (reader->size > FILE_SIZE_MAX)
        return elf32_refuse(reader, "is larger than %u bytes", FILE_SIZE_MAX);
    return 0;
}

static bool in_file(const struct elf32_reader *reader, uint64_t offset, uint64_t length)
{
    return offset <= reader->size && length <= reader->size - offset;
}

static int elf32_read_header(const struct elf32 *elf, const struct elf32_reader *reader,
                             Elf32_Ehdr *header)
{
    if (!in_file(reader, 0, sizeof *header))
        return elf32_refuse(reader, "is %zu bytes long, too short for an ELF header", reader->size);
    memcpy(header, elf->file, sizeof *header);
    if (memcmp(header->e_ident, ELFMAG, SELFMAG) != 0)
        return elf32_refuse(reader, "is not an ELF file");
    if (header->e_ident[EI_CLASS] != ELFCLASS32 || header->e_ident[EI_DATA] != ELFDATA2LSB ||
        header->e_machine != EM_386)
        return elf32_refuse(reader, "is not a 32-bit i386 file (class %u, data %u, machine %u)",
                            header->e_ident[EI_CLASS], header->e_ident[EI_DATA], header->e_machine);
    if (header->e_shnum == 0)
        return elf32_refuse(reader, "has no section headers");
    if (header->e_shentsize != sizeof(Elf32_Shdr))
        return elf32_refuse(reader, "has section headers of %u bytes; expected %zu",
                            header->e_shentsize, sizeof(Elf32_Shdr));
    if (!in_file(reader, header->e_shoff, (uint64_t)header->e_shnum * sizeof(Elf32_Shdr)))
        return elf32_refuse(reader, "has section headers at offset %u, beyond its end",
                            header->e_shoff);
    return 0;
}

static Elf32_Shdr section_header(const struct elf32 *elf, const Elf32_Ehdr *header, size_t index)
{
    Elf32_Shdr section;

    memcpy(&section, elf->file + header->e_shoff + index * sizeof section, sizeof section);
    return section;
}

/* Returns the string at `offset` of a string table; "" if it is not inside the table. */
static const char *string_at(const struct elf32_section *table, uint32_t offset)
{
    if (!table->bytes || offset >= table->size ||
        !memchr(table->bytes + offset, 0, table->size - offset))
        return "";
    return (const char *)table->bytes + offset;
}

static int elf32_read_sections(struct elf32 *elf, const struct elf32_reader *reader,
                               const Elf32_Ehdr *header)
{
    elf->section_count = header->e_shnum;
    elf->sections = calloc(elf->section_count, sizeof *elf->sections);
    if (!elf->sections)
        return elf32_refuse(reader, "out of memory for its sections");
    for (size_t i = 0; i < elf->section_count; i++) {
        Elf32_Shdr from = section_header(elf, header, i);
        struct elf32_section *to = &elf->sections[i];

        *to = (struct elf32_section){
            .name = "",
            .type = from.sh_type,
            .flags = from.sh_flags,
            .address = from.sh_addr,
            .size = from.sh_size,
        };
        if ((uint64_t)from.sh_addr + from.sh_size > UINT32_MAX)
            return elf32_refuse(reader, "section %zu: %u bytes at address 0x%x wrap around", i,
                                from.sh_size, from.sh_addr);
        if (from.sh_type == SHT_NOBITS || from.sh_type == SHT_NULL)
            continue;
        if (!in_file(reader, from.sh_offset, from.sh_size))
            return elf32_refuse(
                reader, "section %zu: %u bytes at offset %u extend beyond the end of the file", i,
                from.sh_size, from.sh_offset);
        to->bytes = elf->file + from.sh_offset;
    }
    if (header->e_shstrndx >= elf->section_count)
        return elf32_refuse(reader, "section names are in section %u, but it has %zu sections",
                            header->e_shstrndx, elf->section_count);
    for (size_t i = 0; i < elf->section_count; i++)
        elf->sections[i].name =
            string_at(&elf->sections[header->e_shstrndx], section_header(elf, header, i).sh_name);
    return 0;
}

/*
 * Returns whether a symbol names a place in a section; those of sections and source files do not.
 */
static bool names_a_place(const struct elf32 *elf, const Elf32_Sym *symbol)
{
    unsigned type = ELF32_ST_TYPE(symbol->st_info);

    return symbol->st_shndx != SHN_UNDEF && symbol->st_shndx < elf->section_count &&
           type != STT_SECTION && type != STT_FILE;
}

static int elf32_read_symbols(struct elf32 *elf, const struct elf32_reader *reader,
                              const struct elf32_section *table,
                              const struct elf32_section *strings)
{
    size_t count = table->size / sizeof(Elf32_Sym);
    struct elf32_symbol *grown =
        reallocarray(elf->symbols, elf->symbol_count + count + 1, sizeof *grown);

    if (!grown)
        return elf32_refuse(reader, "out of memory for its symbols");
    elf->symbols = grown;
    const char *file = "";
    for (size_t i = 0; i < count; i++) {
        Elf32_Sym from;

        memcpy(&from, table->bytes + i * sizeof from, sizeof from);
        if (ELF32_ST_TYPE(from.st_info) == STT_FILE)
            file = string_at(strings, from.st_name);
        if (!names_a_place(elf, &from))
            continue;
        elf->symbols[elf->symbol_count++] = (struct elf32_symbol){
            .name = string_at(strings, from.st_name),
            .file = ELF32_ST_BIND(from.st_info) == STB_LOCAL ? file : "",
            .address = from.st_value,
            .size = ELF32_ST_TYPE(from.st_info) == STT_FUNC ? from.st_size : 0,
            .section = from.st_shndx,
            .is_entry =
                ELF32_ST_BIND(from.st_info) != STB_LOCAL || ELF32_ST_TYPE(from.st_info) == STT_FUNC,
        };
    }
    return 0;
}

static int elf32_compare_places(const void *left, const void *right)
{
    const struct elf32_symbol *a = left, *b = right;

    if (a->section != b->section)
        return a->section < b->section ? -1 : 1;
    if (a->address != b->address)
        return a->address < b->address ? -1 : 1;
    return strcmp(a->name, b->name);
}

static int elf32_compare_names(const void *left, const void *right)
{
    const struct elf32_symbol *const *a = left, *const *b = right;

    return strcmp((*a)->name, (*b)->name);
}

static int elf32_read_symbol_tables(struct elf32 *elf, const struct elf32_reader *reader,
                                    const Elf32_Ehdr *header)
{
    for (size_t i = 0; i < elf->section_count; i++) {
        uint32_t link = section_header(elf, header, i).sh_link;

        if (elf->sections[i].type != SHT_SYMTAB)
            continue;
        if (link >= elf->section_count)
            return elf32_refuse(reader, "symbol names are in section %u, but it has %zu sections",
                                link, elf->section_count);
        if (elf32_read_symbols(elf, reader, &elf->sections[i], &elf->sections[link]) < 0)
            return -1;
    }
    if (!elf->symbol_count)
        return 0;
    qsort(elf->symbols, elf->symbol_count, sizeof *elf->symbols, elf32_compare_places);
    elf->by_name = calloc(elf->symbol_count, sizeof *elf->by_name);
    if (!elf->by_name)
        return elf32_refuse(reader, "out of memory for its symbols");
    for (size_t i = 0; i < elf->symbol_count; i++)
        elf->by_name[i] = &elf->symbols[i];
    qsort(elf->by_name, elf->symbol_count, sizeof *elf->by_name, elf32_compare_names);
    return 0;
}

/* Reads what the file contains; `got` is the result of reading its bytes. */
static int elf32_read_parts(struct elf32 *elf, const struct elf32_reader *reader, int got)
{
    Elf32_Ehdr header;

    if (got < 0 || elf32_read_header(elf, reader, &header) < 0 ||
        elf32_read_sections(elf, reader, &header) < 0 ||
        elf32_read_symbol_tables(elf, reader, &header) < 0) {
        elf32_free(elf);
        return -1;
    }
    elf->file_size = reader->size;
    return 0;
}

int elf32_load(struct elf32 *elf, const char *path, char *error, size_t error_size)
{
    struct elf32_reader reader = {.error = error, .error_size = error_size};

    *elf = (struct elf32){0};
    return elf32_read_parts(elf, &reader, elf32_read_file(elf, &reader, path));
}

int elf32_load_bytes(struct elf32 *elf, const uint8_t *bytes, size_t size, char *error,
                     size_t error_size)
{
    struct elf32_reader reader = {.size = size, .error = error, .error_size = error_size};

    *elf = (struct elf32){.file = malloc(size + 1)};
    if (!elf->file)
        return elf32_refuse(&reader, "out of memory for the file");
    memcpy(elf->file, bytes, size);
    return elf32_read_parts(elf, &reader, 0);
}

int elf32_load_raw(struct elf32 *elf, const char *path, char *error, size_t error_size)
{
    struct elf32_reader reader = {.error = error, .error_size = error_size};

    *elf = (struct elf32){.sections = calloc(1, sizeof *elf->sections), .section_count = 1};
    if (!elf->sections)
        return elf32_refuse(&reader, "out of memory for the file");
    if (elf32_read_file(elf, &reader, path) < 0) {
        elf32_free(elf);
        return -1;
    }
    elf->sections[0] = (struct elf32_section){.name = "raw",
                                              .type = SHT_PROGBITS,
                                              .flags = SHF_ALLOC | SHF_EXECINSTR,
                                              .size = (uint32_t)reader.size,
                                              .bytes = elf->file};
    return 0;
}

void elf32_free(struct elf32 *elf)
{
    free(elf->by_name);
    free(elf->symbols);
    free(elf->sections);
    free(elf->file);
    *elf = (struct elf32){0};
}

/* Returns the index of the first symbol after (section, address). */
static size_t elf32_symbols_up_to(const struct elf32 *elf, size_t section, uint32_t address)
{
    size_t low = 0, high = elf->symbol_count;

    while (low < high) {
        size_t middle = low + (high - low) / 2;
        const struct elf32_symbol *symbol = &elf->symbols[middle];

        if (symbol->section < section || (symbol->section == section && symbol->address <= address))
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

const struct elf32_symbol *elf32_symbol_at(const struct elf32 *elf, size_t section, uint32_t from,
                                           uint32_t address)
{
    const struct elf32_symbol *label = NULL;

    for (size_t i = elf32_symbols_up_to(elf, section, address); i-- > 0;) {
        const struct elf32_symbol *symbol = &elf->symbols[i];

        if (symbol->section != section || symbol->address < from)
            break;
        if (symbol->is_entry)
            return symbol;
        if (!label)
            label = symbol;
    }
    return label;
}

uint64_t elf32_next_symbol(const struct elf32 *elf, size_t section, uint32_t address)
{
    const struct elf32_section *inside = &elf->sections[section];
    uint64_t end = (uint64_t)inside->address + inside->size;
    size_t next = elf32_symbols_up_to(elf, section, address);

    if (next < elf->symbol_count && elf->symbols[next].section == section &&
        elf->symbols[next].address < end)
        return elf->symbols[next].address;
    return end;
}

const uint8_t *elf32_at(const struct elf32 *elf, uint32_t address, size_t *left)
{
    for (size_t i = 0; i < elf->section_count; i++) {
        const struct elf32_section *section = &elf->sections[i];

        if (!section->bytes || !(section->flags & SHF_ALLOC) || address < section->address ||
            address - section->address >= section->size)
            continue;
        *left = section->size - (address - section->address);
        return section->bytes + (address - section->address);
    }
    return NULL;
}

const char *elf32_text_at(const struct elf32 *elf, uint32_t address)
{
    size_t left = 0;
    const uint8_t *text = elf32_at(elf, address, &left);

    return text && memchr(text, 0, left) ? (const char *)text : NULL;
}

const struct elf32_symbol *elf32_symbol_named(const struct elf32 *elf, const char *name)
{
    const struct elf32_symbol wanted = {.name = name}, *key = &wanted;
    const struct elf32_symbol **found =
        elf->symbol_count
            ? bsearch(&key, elf->by_name, elf->symbol_count, sizeof *found, elf32_compare_names)
            : NULL;

    return found ? *found : NULL;
}

const struct elf32_section *elf32_section_named(const struct elf32 *elf, const char *name)
{
    for (size_t i = 0; i < elf->section_count; i++)
        if (strcmp(elf->sections[i].name, name) == 0)
            return &elf->sections[i];
    return NULL;
}

bool elf32_copy(const struct elf32 *elf, uint32_t address, void *to, size_t size)
{
    size_t left = 0;
    const uint8_t *bytes = elf32_at(elf, address, &left);

    if (!bytes || left < size)
        return false;
    memcpy(to, bytes, size);
    return true;
}
