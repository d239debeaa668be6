/*
 * SPDX-License-Identifier: MIT
 * Lists the benchmarks of a kernel image. They are read from its ELF file without running it.
 */
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include "host/commands/list/list_subjects.h"
#include "host/base/allocation.h"
#include "host/base/message.h"
#include "host/base/text_table.h"
#include "host/base/installed_files.h"
#include "tools/bench_image.h"

#define ARGUMENTS_WIDTH 60 /* column width without --verbose */

/*
 * Returns "size=1K..64K*2 order=up,down", which the caller frees; NULL if a text is outside the
 * image.
 */
static char *list_benches_arguments(const struct bench_image *image,
                                    const struct bench_descriptor *descriptor)
{
    struct bench_argument_words argument;
    char *text = allocate_copy("");
    for (unsigned i = 0; bench_image_argument(image, descriptor, i, &argument); i++) {
        const char *name = elf32_text_at(image->elf, argument.name);
        const char *values = elf32_text_at(image->elf, argument.values);
        char *longer =
            name && values ? allocate_text("%s%s%s=%s", text, i ? " " : "", name, values) : NULL;
        free(text);
        text = longer;
        if (!text)
            return NULL;
    }
    return text;
}

/* Returns the memory that is available to malloc(). The caller frees the text. */
static char *list_benches_memory(const struct bench_descriptor *descriptor)
{
    if (descriptor->memory_for)
        return allocate_copy("depends on arguments");
    return descriptor->memory ? allocate_text("%u KB", (descriptor->memory + 1023) / 1024)
                              : allocate_copy("");
}

static void list_benches_add_row(struct text_table *table, const char *const *texts)
{
    text_table_add_row(table);
    for (unsigned i = 0; texts[i]; i++)
        text_table_cell(table, i, "%s", texts[i]);
}

/*
 * Adds a row for each matching benchmark. Returns their number, or -1 if this is not such an image.
 */
static int list_benches_add_rows(const struct elf32 *elf, const struct listing *listing,
                                 struct text_table *table)
{
    struct bench_image image;
    int rows = 0;
    if (bench_image_open(&image, elf))
        return -1;
    for (unsigned i = 0; i < image.benchmarks.count; i++) {
        struct bench_descriptor descriptor = bench_image_get(&image, i);
        char *arguments = list_benches_arguments(&image, &descriptor);
        char *memory = list_benches_memory(&descriptor);
        const char *const texts[] = {elf32_text_at(elf, descriptor.name),
                                     elf32_text_at(elf, descriptor.text), memory, arguments, NULL};
        if (!arguments)
            return -1;
        if (listing_matches(listing, texts)) {
            list_benches_add_row(table, texts);
            rows++;
        }
        free(arguments);
        free(memory);
    }
    return rows;
}

/* Prints the benchmarks that the build left out, with the reason; returns their number. */
static int list_benches_print_left_out(const struct elf32 *elf, const struct listing *listing,
                                       int listed)
{
    struct bench_image image;
    struct bench_note note;
    size_t offset = 0;
    char line[1500];
    int n = 0;
    if (bench_image_open(&image, elf))
        return 0;
    while (bench_image_note(&image, BENCH_LEFT_OUT, &offset, &note)) {
        bench_image_left_out(&note, line, sizeof line);
        const char *const texts[] = {note.bench, line, NULL};
        if (!listing_matches(listing, texts))
            continue;
        printf("%s%s\n", listed && !n ? "\n" : "", line);
        n++;
    }
    return n;
}

static int list_benches_print_image(const char *path, const struct listing *listing)
{
    char error[200];
    struct elf32 elf = {0};
    if (elf32_load(&elf, path, error, sizeof error)) {
        message_print("%s: not a kernel image: %s", path, error);
        return -1;
    }
    struct text_table *table = text_table_new(4);
    text_table_set_column(table, 0, "benchmark", TABLE_LEFT);
    text_table_set_column(table, 1, "text", TABLE_LEFT);
    text_table_set_column(table, 2, "memory", TABLE_LEFT);
    text_table_set_column(table, 3, "arguments", TABLE_LEFT);
    if (!listing->verbose)
        text_table_narrow(table, 3, ARGUMENTS_WIDTH);
    int n = list_benches_add_rows(&elf, listing, table);
    if (n < 0)
        message_print("%s: not a kernel image of bareprobe: it has no table of benchmarks", path);
    else if (n > 0)
        text_table_print(table, stdout, colour_on(STDOUT_FILENO));
    n += n < 0 ? 0 : list_benches_print_left_out(&elf, listing, n);
    text_table_free(table);
    elf32_free(&elf);
    return n;
}

int list_benches(const struct listing *listing)
{
    char *installed = installed_file_find("bareprobe.elf");
    const char *path = listing->kernel ? listing->kernel : installed;
    int n = -1;
    if (path) {
        n = list_benches_print_image(path, listing);
    } else {
        char *places = installed_file_places("build/bareprobe.elf");
        message_print("the kernel image bareprobe.elf is %s; select an image with --kernel",
                      places);
        free(places);
    }
    free(installed);
    return n;
}
