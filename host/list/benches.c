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
#include "host/message.h"
#include "host/table.h"
#include "host/target/files.h"
#include "tools/elf32.h"

/* struct benchmark as the image has it, of 32-bit words. */
struct descriptor {
    uint32_t name, text, run, setup, restore, check, conclude, arguments, memory, memory_for;
};
_Static_assert(sizeof(struct benchmark) / sizeof(void *) == sizeof(struct descriptor) / 4,
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
        size_t left = 0;
        const uint8_t *bytes = at_address(elf, from, &left);
        if (!bytes || left < sizeof descriptor)
            return -1;
        memcpy(&descriptor, bytes, sizeof descriptor);
        const char *const texts[] = {text_at(elf, descriptor.name), text_at(elf, descriptor.text),
                                     NULL};
        if (!texts[0] || !texts[1])
            return -1;
        if (!list_matches(listing, texts))
            continue;
        table_row(table);
        table_cell(table, 0, "%s", texts[0]);
        table_cell(table, 1, "%s", texts[1]);
        n++;
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
    struct table *table = table_new(2);
    table_column(table, 0, "benchmark", TABLE_LEFT);
    table_column(table, 1, "text", TABLE_LEFT);
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
