/*
 * SPDX-License-Identifier: MIT
 * Reads code symbols from an ELF file. Every offset is checked before its use. Damaged parts are
 * treated as missing, because the kernel itself loads without them.
 */
#include "sim/loader/symbols.h"

#include <errno.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "sim/loader/elf_file.h"

/* nasm's macro-local labels. */
static bool is_of_macro(const char *name)
{
    return strncmp(name, "..@", 3) == 0;
}

/* True for a label in code: not the name of a section, a file or a constant. nasm marks a label as
 * an object if it is followed by bytes from DB or ALIGN. */
static bool is_code(const struct elf_file *elf, const Elf32_Sym *symbol)
{
    const unsigned type = ELF32_ST_TYPE(symbol->st_info);
    Elf32_Shdr home;

    return (type == STT_FUNC || type == STT_NOTYPE || type == STT_OBJECT) && symbol->st_name &&
           elf_file_section(elf, symbol->st_shndx, &home) && (home.sh_flags & SHF_EXECINSTR);
}

static int symbols_by_address(const void *a, const void *b)
{
    const struct symbol *x = a, *y = b;

    if (x->address != y->address)
        return x->address < y->address ? -1 : 1;
    return x->offset < y->offset ? -1 : x->offset > y->offset;
}

static int symbols_read_table(struct symbols *symbols, const struct elf_file *elf,
                              const Elf32_Shdr *table, const Elf32_Shdr *names)
{
    const size_t count = table->sh_size / sizeof(Elf32_Sym);

    symbols->names = malloc(names->sh_size + (size_t)1);
    symbols->table = calloc(count + 1, sizeof *symbols->table);
    if (!symbols->names || !symbols->table)
        return -1;
    memcpy(symbols->names, elf->file + names->sh_offset, names->sh_size);
    symbols->names[names->sh_size] = 0;
    for (size_t i = 0; i < count; i++) {
        Elf32_Sym symbol;

        memcpy(&symbol, elf->file + table->sh_offset + i * sizeof symbol, sizeof symbol);
        if (symbol.st_name < names->sh_size && is_code(elf, &symbol) &&
            !is_of_macro(symbols->names + symbol.st_name))
            symbols->table[symbols->count++] =
                (struct symbol){.address = symbol.st_value, .offset = symbol.st_name};
    }
    qsort(symbols->table, symbols->count, sizeof *symbols->table, symbols_by_address);
    return 0;
}

int symbols_read(struct symbols *symbols, const uint8_t *file, size_t size)
{
    struct elf_file elf;
    Elf32_Shdr table, names;

    *symbols = (struct symbols){0};
    if (!elf_file_open(&elf, file, size) || !elf_file_symbols(&elf, &table, &names))
        return 0;
    return symbols_read_table(symbols, &elf, &table, &names);
}

void symbols_release(struct symbols *symbols)
{
    free(symbols->table);
    free(symbols->names);
    *symbols = (struct symbols){0};
}

const struct symbol *symbols_at(const struct symbols *symbols, uint32_t address)
{
    size_t low = 0, high = symbols->count;

    while (low < high) {
        const size_t middle = (low + high) / 2;

        if (symbols->table[middle].address <= address)
            low = middle + 1;
        else
            high = middle;
    }
    while (low > 1 && symbols->table[low - 2].address == symbols->table[low - 1].address)
        low--; /* the first of several names for one address */
    return low ? &symbols->table[low - 1] : NULL;
}

const char *symbol_name(const struct symbols *symbols, const struct symbol *symbol)
{
    return symbols->names + symbol->offset;
}

static bool symbols_parse_number(const char *text, uint32_t *value)
{
    const bool hexadecimal = text[0] == '0' && (text[1] == 'x' || text[1] == 'X');
    char *end;
    unsigned long long n;

    if (text[0] < '0' || text[0] > '9')
        return false;
    errno = 0;
    n = strtoull(text, &end, hexadecimal ? 16 : 10);
    *value = (uint32_t)n;
    return !errno && !*end && n <= UINT32_MAX;
}

int symbols_find(const struct symbols *symbols, const char *text, uint32_t *address)
{
    const size_t length = strcspn(text, "+");
    uint32_t offset = 0;

    if (strncmp(text, "0x", 2) == 0)
        return symbols_parse_number(text, address) ? 0 : -1;
    if (text[length] && !symbols_parse_number(text + length + 1, &offset))
        return -1;
    for (size_t i = 0; i < symbols->count; i++) {
        const char *name = symbol_name(symbols, &symbols->table[i]);

        if (strlen(name) == length && memcmp(name, text, length) == 0) {
            *address = symbols->table[i].address + offset;
            return 0;
        }
    }
    return -1;
}
