/*
 * SPDX-License-Identifier: MIT
 * The tables lie between two symbols each (linker.ld).
 */
#include "tools/bench_image.h"

#include <string.h>

#include "bench/bench.h"

_Static_assert(sizeof(struct benchmark) / sizeof(void *) == sizeof(struct bench_descriptor) / 4,
               "struct benchmark has changed");

/* `size` bytes at an address; false where they are not all there. */
static bool copy(const struct elf32 *elf, uint32_t address, void *to, size_t size)
{
    size_t left = 0;
    const uint8_t *bytes = elf32_at(elf, address, &left);

    if (!bytes || left < size)
        return false;
    memcpy(to, bytes, size);
    return true;
}

/* Entry `i` of the table between two symbols; false behind the last. */
static bool copy_entry(const struct elf32 *elf, const char *start, const char *end, unsigned i,
                       void *to, uint32_t size)
{
    const struct elf32_symbol *from = elf32_symbol_named(elf, start);
    const struct elf32_symbol *behind = elf32_symbol_named(elf, end);

    return from && behind && from->address + (uint64_t)(i + 1) * size <= behind->address &&
           copy(elf, from->address + i * size, to, size);
}

int bench_image_count(const struct elf32 *elf)
{
    const struct elf32_symbol *from = elf32_symbol_named(elf, "benchmarks_start");
    const struct elf32_symbol *behind = elf32_symbol_named(elf, "benchmarks_end");
    struct bench_descriptor descriptor;
    int n = 0;

    if (!from || !behind || behind->address < from->address ||
        (behind->address - from->address) % sizeof descriptor)
        return -1;
    while (copy_entry(elf, "benchmarks_start", "benchmarks_end", (unsigned)n, &descriptor,
                      sizeof descriptor))
        if (!elf32_text_at(elf, descriptor.name) || !elf32_text_at(elf, descriptor.text))
            return -1;
        else
            n++;
    return n;
}

struct bench_descriptor bench_image_get(const struct elf32 *elf, int i)
{
    struct bench_descriptor descriptor = {0};

    copy_entry(elf, "benchmarks_start", "benchmarks_end", (unsigned)i, &descriptor,
               sizeof descriptor);
    return descriptor;
}

bool bench_image_argument(const struct elf32 *elf, const struct bench_descriptor *descriptor,
                          unsigned i, struct bench_argument_words *argument)
{
    return descriptor->arguments &&
           copy(elf, descriptor->arguments + i * (uint32_t)sizeof *argument, argument,
                sizeof *argument) &&
           argument->name;
}

bool bench_image_region(const struct elf32 *elf, unsigned i, const char **bench, const char **name,
                        uint32_t *number)
{
    uint32_t words[3];

    if (!copy_entry(elf, "region_names_start", "region_names_end", i, words, sizeof words))
        return false;
    *bench = elf32_text_at(elf, words[0]);
    *name = elf32_text_at(elf, words[1]);
    *number = words[2];
    return *bench && *name;
}

bool bench_image_note(const struct elf32 *elf, const char *section, size_t *offset,
                      struct bench_note *note)
{
    const struct elf32_section *notes = elf32_section_named(elf, section);
    const char **texts[] = {&note->place, &note->bench, &note->text};

    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) {
        const char *text = notes && notes->bytes ? (const char *)notes->bytes + *offset : NULL;

        if (!text || *offset >= notes->size || !memchr(text, 0, notes->size - *offset))
            return false;
        *texts[i] = text;
        *offset += strlen(text) + 1;
    }
    return true;
}
