/*
 * SPDX-License-Identifier: MIT
 * Reads code symbols from ELF files. A damaged file has none, because it loads without them.
 */
#include "sim/loader/symbols.h"

#include <errno.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "tools/elf32_base.h"

/* nasm's macro-local labels. */
static bool is_of_macro(const char *name)
{
    return strncmp(name, "..@", 3) == 0;
}

/* Returns whether it is a label in code, not the name of a constant. */
static bool is_code(const struct elf32 *elf, const struct elf32_symbol *symbol)
{
    return symbol->name[0] && (elf->sections[symbol->section].flags & SHF_EXECINSTR);
}

static int symbols_by_address(const void *a, const void *b)
{
    const struct symbol *x = a, *y = b;

    if (x->address != y->address)
        return x->address < y->address ? -1 : 1;
    return x->name < y->name ? -1 : x->name > y->name;
}

/* Adds a file's symbols to the table. Returns 0, or -1 if memory is exhausted. */
static int symbols_add(struct symbols *symbols, const struct elf32 *elf)
{
    struct symbol *table =
        realloc(symbols->table, (symbols->count + elf->symbol_count + 1) * sizeof *table);

    if (!table)
        return -1;
    symbols->table = table;
    for (size_t i = 0; i < elf->symbol_count; i++) {
        const struct elf32_symbol *symbol = &elf->symbols[i];
        const struct elf32_section *section = &elf->sections[symbol->section];

        if (is_code(elf, symbol) && !is_of_macro(symbol->name))
            table[symbols->count++] = (struct symbol){.address = symbol->address,
                                                      .end = section->address + section->size,
                                                      .name = symbol->name};
    }
    qsort(table, symbols->count, sizeof *table, symbols_by_address);
    return 0;
}

int symbols_read(struct symbols *symbols, const uint8_t *file, size_t size)
{
    char why[120];

    *symbols = (struct symbols){0};
    if (elf32_load_bytes(&symbols->elf, file, size, why, sizeof why) != 0)
        return 0;
    return symbols_add(symbols, &symbols->elf);
}

/* Returns the path of the only program among the modules, which the caller frees, or NULL. */
static char *symbols_program_path(const char *modules)
{
    char *copy = strdup(modules), *rest = copy, *path = NULL;
    unsigned programs = 0;

    while (copy && rest) {
        char *words = strsep(&rest, ","), *word;
        const char *file = strsep(&words, " ");

        while ((word = strsep(&words, " ")))
            if (strncmp(word, "program=", 8) == 0 && word[8] && programs++ == 0)
                path = strdup(file);
    }
    free(copy);
    if (programs == 1)
        return path;
    free(path);
    return NULL;
}

int symbols_add_program(struct symbols *symbols, const char *modules)
{
    char *path = symbols_program_path(modules), why[120];
    const bool read = path && elf32_load(&symbols->program, path, why, sizeof why) == 0;

    free(path);
    if (!read)
        return 0;
    elf32_move(&symbols->program, elf32_base(&symbols->program));
    return symbols_add(symbols, &symbols->program);
}

void symbols_release(struct symbols *symbols)
{
    free(symbols->table);
    elf32_free(&symbols->elf);
    elf32_free(&symbols->program);
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
    if (!low)
        return NULL;
    const struct symbol *found = &symbols->table[low - 1];
    return address < found->end || address == found->address ? found : NULL;
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
        const char *name = symbols->table[i].name;

        if (strlen(name) == length && memcmp(name, text, length) == 0) {
            *address = symbols->table[i].address + offset;
            return 0;
        }
    }
    return -1;
}
