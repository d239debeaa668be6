/*
 * SPDX-License-Identifier: MIT
 * The benchmarks of a kernel image: the descriptors between two of its symbols (linker.ld), read
 * from the ELF file without running it.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "bench/bench.h"
#include "host/list/list.h"
#include "host/memory.h"
#include "host/message.h"
#include "host/table.h"
#include "host/target/files.h"
#include "tools/elf32.h"

/* struct benchmark and struct bench_argument as the image has them, of 32-bit words. */
struct descriptor {
    uint32_t name, text, run, setup, restore, check, conclude, arguments, memory, memory_for;
};
struct argument {
    uint32_t name, values, value;
};
_Static_assert(sizeof(struct benchmark) / sizeof(void *) == sizeof(struct descriptor) / 4 &&
                   sizeof(struct bench_argument) / sizeof(void *) == sizeof(struct argument) / 4,
               "struct benchmark has changed");

/* What lies at an address: NULL where nothing does. *left is what follows of its section. */
static const uint8_t *at_address(const struct elf32 *elf, uint32_t address, size_t *left)
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

/* A text in the image; NULL where there is none that ends. */
static const char *text_at(const struct elf32 *elf, uint32_t address)
{
    size_t left = 0;
    const uint8_t *text = at_address(elf, address, &left);
    return text && memchr(text, 0, left) ? (const char *)text : NULL;
}

static bool find_symbol(const struct elf32 *elf, const char *name, uint32_t *address)
{
    for (size_t i = 0; i < elf->symbol_count; i++) {
        if (strcmp(elf->symbols[i].name, name))
            continue;
        *address = elf->symbols[i].address;
        return true;
    }
    return false;
}

/* Words that lie at an address. 0, or -1 where they do not. */
static int words_at(const struct elf32 *elf, uint32_t address, void *words, size_t bytes)
{
    size_t left = 0;
    const uint8_t *from = at_address(elf, address, &left);
    if (!from || left < bytes)
        return -1;
    memcpy(words, from, bytes);
    return 0;
}

/* "size=1K..64K*2 order=up,down", to be freed; NULL where the table has no end. */
static char *arguments_at(const struct elf32 *elf, uint32_t address)
{
    struct argument argument;
    char *said = memory_text("");
    for (; address; address += sizeof argument) {
        if (words_at(elf, address, &argument, sizeof argument))
            break;
        if (!argument.name)
            return said;
        const char *name = text_at(elf, argument.name), *values = text_at(elf, argument.values);
        if (!name || !values)
            break;
        char *longer = memory_print("%s%s%s=%s", said, *said ? " " : "", name, values);
        free(said);
        said = longer;
    }
    if (!address)
        return said;
    free(said);
    return NULL;
}

static void add_row(struct table *table, const char *const *texts)
{
    table_row(table);
    for (unsigned i = 0; texts[i]; i++)
        table_cell(table, i, "%s", texts[i]);
}

/* Every benchmark that matches becomes a row. Their number, or -1 where this is no such image. */
static int add_rows(const struct elf32 *elf, const struct listing *listing, struct table *table)
{
    uint32_t from, to;
    int n = 0;
    if (!find_symbol(elf, "benchmarks_start", &from) || !find_symbol(elf, "benchmarks_end", &to) ||
        to < from || (to - from) % sizeof(struct descriptor))
        return -1;
    for (; from < to; from += sizeof(struct descriptor)) {
        struct descriptor descriptor;
        if (words_at(elf, from, &descriptor, sizeof descriptor))
            return -1;
        char *arguments = arguments_at(elf, descriptor.arguments);
        const char *const texts[] = {text_at(elf, descriptor.name), text_at(elf, descriptor.text),
                                     arguments, NULL};
        bool whole = texts[0] && texts[1] && texts[2];
        if (whole && list_matches(listing, texts)) {
            add_row(table, texts);
            n++;
        }
        free(arguments);
        if (!whole)
            return -1;
    }
    return n;
}

static int print_image(const char *path, const struct listing *listing)
{
    char error[200];
    struct elf32 elf = {0};
    if (elf32_load(&elf, path, error, sizeof error)) {
        say("%s: not a kernel image: %s", path, error);
        return -1;
    }
    struct table *table = table_new(3);
    table_column(table, 0, "benchmark", TABLE_LEFT);
    table_column(table, 1, "text", TABLE_LEFT);
    table_column(table, 2, "arguments", TABLE_LEFT);
    int n = add_rows(&elf, listing, table);
    if (n < 0)
        say("%s: not a kernel image of bareprobe: its benchmarks are not to be found", path);
    else if (n > 0)
        table_print(table, stdout, colour_on(STDOUT_FILENO));
    table_free(table);
    elf32_free(&elf);
    return n;
}

int list_benches(const struct listing *listing)
{
    char *beside = files_find("bareprobe.elf");
    const char *path = listing->kernel ? listing->kernel : beside;
    int n = -1;
    if (path) {
        n = print_image(path, listing);
    } else {
        char *places = files_places();
        say("the kernel image bareprobe.elf is %s; --kernel names one", places);
        free(places);
    }
    free(beside);
    return n;
}
