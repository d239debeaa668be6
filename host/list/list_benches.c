/*
 * SPDX-License-Identifier: MIT
 * Lists the benchmarks of a kernel image. They are read from its ELF file without running it.
 */
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include "host/list/list.h"
#include "host/base/allocate.h"
#include "host/base/message.h"
#include "host/base/text_table.h"
#include "host/base/installed_files.h"
#include "tools/bench_image.h"

#define ARGUMENTS_WIDTH 60 /* column width without --verbose */

/*
 * Returns "size=1K..64K*2 order=up,down", which the caller frees; NULL if a text is outside the
 * image.
 */
static char *arguments_of(const struct bench_image *image,
                          const struct bench_descriptor *descriptor)
{
    struct bench_argument_words argument;
    char *said = memory_text("");
    for (unsigned i = 0; bench_image_argument(image, descriptor, i, &argument); i++) {
        const char *name = elf32_text_at(image->elf, argument.name);
        const char *values = elf32_text_at(image->elf, argument.values);
        char *longer =
            name && values ? memory_print("%s%s%s=%s", said, i ? " " : "", name, values) : NULL;
        free(said);
        said = longer;
        if (!said)
            return NULL;
    }
    return said;
}

/* Returns the memory that is available to malloc(). The caller frees the text. */
static char *memory_of(const struct bench_descriptor *descriptor)
{
    if (descriptor->memory_for)
        return memory_text("depends on arguments");
    return descriptor->memory ? memory_print("%u KB", (descriptor->memory + 1023) / 1024)
                              : memory_text("");
}

static void add_row(struct table *table, const char *const *texts)
{
    table_row(table);
    for (unsigned i = 0; texts[i]; i++)
        table_cell(table, i, "%s", texts[i]);
}

/*
 * Adds a row for each matching benchmark. Returns their number, or -1 if this is not such an image.
 */
static int add_rows(const struct elf32 *elf, const struct listing *listing, struct table *table)
{
    struct bench_image image;
    int rows = 0;
    if (bench_image_open(&image, elf))
        return -1;
    for (unsigned i = 0; i < image.benchmarks.count; i++) {
        struct bench_descriptor descriptor = bench_image_get(&image, i);
        char *arguments = arguments_of(&image, &descriptor);
        char *memory = memory_of(&descriptor);
        const char *const texts[] = {elf32_text_at(elf, descriptor.name),
                                     elf32_text_at(elf, descriptor.text), memory, arguments, NULL};
        if (!arguments)
            return -1;
        if (list_matches(listing, texts)) {
            add_row(table, texts);
            rows++;
        }
        free(arguments);
        free(memory);
    }
    return rows;
}

static int print_image(const char *path, const struct listing *listing)
{
    char error[200];
    struct elf32 elf = {0};
    if (elf32_load(&elf, path, error, sizeof error)) {
        say("%s: not a kernel image: %s", path, error);
        return -1;
    }
    struct table *table = table_new(4);
    table_column(table, 0, "benchmark", TABLE_LEFT);
    table_column(table, 1, "text", TABLE_LEFT);
    table_column(table, 2, "memory", TABLE_LEFT);
    table_column(table, 3, "arguments", TABLE_LEFT);
    if (!listing->verbose)
        table_narrow(table, 3, ARGUMENTS_WIDTH);
    int n = add_rows(&elf, listing, table);
    if (n < 0)
        say("%s: not a kernel image of bareprobe: it has no table of benchmarks", path);
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
        say("the kernel image bareprobe.elf is %s; select an image with --kernel", places);
        free(places);
    }
    free(beside);
    return n;
}
