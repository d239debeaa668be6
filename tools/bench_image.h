/*
 * SPDX-License-Identifier: MIT
 * Reads the benchmarks of a kernel image from its ELF file without running it: descriptors, names
 * of regions, and the notes that bench/bench.h generates for tools/benchcheck.
 */
#pragma once

#include "tools/elf32.h"

/* struct benchmark in the image: addresses, and a number of bytes. */
struct bench_descriptor {
    uint32_t name, text, run, setup, restore, check, conclude, arguments, memory, memory_for, needs;
};

/* struct bench_argument in the image; the name of the last one is 0. */
struct bench_argument_words {
    uint32_t name, values, value;
};

/* A BENCH_NOTE(). */
struct bench_note {
    const char *place; /* file:line, or only the file */
    const char *bench;
    const char *text;
};

/* An image and the places of its tables. */
struct bench_image {
    const struct elf32 *elf;
    struct bench_table {
        uint32_t address;
        unsigned count;
    } benchmarks, regions;
};

/* Returns the name of the image's build, as in a start record; "" if it has none. */
const char *bench_image_build(const struct bench_image *image);

/*
 * Returns whether the image is of that build and has that number of benchmarks; false if it has no
 * build name.
 */
bool bench_image_is(const struct bench_image *image, const char *build, unsigned benchmarks);

/* Returns 0, or -1 if the file is not a kernel image of bareprobe. */
int bench_image_open(struct bench_image *image, const struct elf32 *elf);

/* Returns descriptor `i`, i below benchmarks.count. Its name and text are strings in the image. */
struct bench_descriptor bench_image_get(const struct bench_image *image, unsigned i);

/* Reads argument `i` of a benchmark. Returns false after the last one. */
bool bench_image_argument(const struct bench_image *image,
                          const struct bench_descriptor *descriptor, unsigned i,
                          struct bench_argument_words *argument);

/*
 * Reads region name `i`, i below regions.count: its benchmark, its name and its number. Returns
 * false if the benchmark or the name is not a string.
 */
bool bench_image_region(const struct bench_image *image, unsigned i, const char **bench,
                        const char **name, uint32_t *number);

/*
 * Reads the next note of a section, from *offset, which starts as 0. Returns false after the last
 * one.
 */
bool bench_image_note(const struct bench_image *image, const char *section, size_t *offset,
                      struct bench_note *note);

/* The section with a note on each benchmark that the build left out: its text is the reason. */
#define BENCH_LEFT_OUT ".bench_left_out"

/* Writes "bench/GROUP/NAME: left out: FILE:LINE: REASON" for a note of that section. */
void bench_image_left_out(const struct bench_note *note, char *line, size_t size);
