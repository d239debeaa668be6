/*
 * SPDX-License-Identifier: MIT
 * Reads the benchmarks of a kernel image. Each table is between two symbols (linker.ld).
 */
#include "tools/bench_image.h"

#include <stdio.h>
#include <string.h>

#include "bench/bench.h"

_Static_assert(sizeof(struct benchmark) / sizeof(void *) == sizeof(struct bench_descriptor) / 4,
               "struct benchmark has changed");

/*
 * Finds the table of entries of `size` bytes between two symbols; returns -1 if it does not exist.
 */
static int bench_image_find_table(const struct elf32 *elf, const char *start, const char *end,
                                  size_t size, struct bench_table *table)
{
    const struct elf32_symbol *from = elf32_symbol_named(elf, start);
    const struct elf32_symbol *to = elf32_symbol_named(elf, end);

    if (!from || !to || to->address < from->address || (to->address - from->address) % size)
        return -1;
    table->address = from->address;
    table->count = (to->address - from->address) / (unsigned)size;
    return 0;
}

int bench_image_open(struct bench_image *image, const struct elf32 *elf)
{
    image->elf = elf;
    if (bench_image_find_table(elf, "benchmarks_start", "benchmarks_end",
                               sizeof(struct bench_descriptor), &image->benchmarks) ||
        bench_image_find_table(elf, "region_names_start", "region_names_end", 3 * sizeof(uint32_t),
                               &image->regions))
        return -1;
    for (unsigned i = 0; i < image->benchmarks.count; i++) {
        struct bench_descriptor descriptor = bench_image_get(image, i);
        if (!elf32_text_at(elf, descriptor.name) || !elf32_text_at(elf, descriptor.text))
            return -1;
    }
    return 0;
}

struct bench_descriptor bench_image_get(const struct bench_image *image, unsigned i)
{
    struct bench_descriptor descriptor = {0};

    elf32_copy(image->elf, image->benchmarks.address + i * (uint32_t)sizeof descriptor, &descriptor,
               sizeof descriptor);
    return descriptor;
}

bool bench_image_argument(const struct bench_image *image,
                          const struct bench_descriptor *descriptor, unsigned i,
                          struct bench_argument_words *argument)
{
    return descriptor->arguments &&
           elf32_copy(image->elf, descriptor->arguments + i * (uint32_t)sizeof *argument, argument,
                      sizeof *argument) &&
           argument->name;
}

bool bench_image_region(const struct bench_image *image, unsigned i, const char **bench,
                        const char **name, uint32_t *number)
{
    uint32_t words[3];

    if (!elf32_copy(image->elf, image->regions.address + i * (uint32_t)sizeof words, words,
                    sizeof words))
        return false;
    *bench = elf32_text_at(image->elf, words[0]);
    *name = elf32_text_at(image->elf, words[1]);
    *number = words[2];
    return *bench && *name;
}

bool bench_image_note(const struct bench_image *image, const char *section, size_t *offset,
                      struct bench_note *note)
{
    const struct elf32_section *notes = elf32_section_named(image->elf, section);
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

const char *bench_image_build(const struct bench_image *image)
{
    const struct elf32_symbol *symbol = elf32_symbol_named(image->elf, "build_name");
    const char *name = symbol ? elf32_text_at(image->elf, symbol->address) : NULL;

    return name ? name : "";
}

bool bench_image_is(const struct bench_image *image, const char *build, unsigned benchmarks)
{
    return build[0] && !strcmp(bench_image_build(image), build) &&
           image->benchmarks.count == benchmarks;
}

/* The place is named once if it is the benchmark's file or directory. */
void bench_image_left_out(const struct bench_note *note, char *line, size_t size)
{
    static const char folder[] = "bench/";
    size_t length = strlen(note->bench);
    bool below = !strncmp(note->place, folder, sizeof folder - 1) &&
                 !strncmp(note->place + sizeof folder - 1, note->bench, length);
    const char *rest = below ? note->place + sizeof folder - 1 + length : NULL;

    if (rest && !strchr(rest, ':') && !strchr(rest, '/'))
        snprintf(line, size, "%s: left out: %s", note->place, note->text);
    else
        snprintf(line, size, "bench/%s: left out: %s: %s", note->bench, note->place, note->text);
}
