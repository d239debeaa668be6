/*
 * SPDX-License-Identifier: MIT
 * The benchmarks of a kernel image, read from its ELF file without running it: descriptors, names
 * of regions, and the notes that bench/bench.h leaves for tools/benchcheck.
 */
#pragma once

#include "tools/elf32.h"

/* struct benchmark as the image has it: addresses, and a number of bytes. */
struct bench_descriptor {
    uint32_t name, text, run, setup, restore, check, conclude, arguments, memory, memory_for, needs;
};

/* struct bench_argument; of the last one name is 0. */
struct bench_argument_words {
    uint32_t name, values, value;
};

/* BENCH_NOTE(). */
struct bench_note {
    const char *place; /* file:line, or the file alone */
    const char *bench;
    const char *text;
};

/* An image, and where its tables are. */
struct bench_image {
    const struct elf32 *elf;
    struct bench_table {
        uint32_t address;
        unsigned count;
    } benchmarks, regions;
};

/* Its build's name, as a start record has it; "" where it does not say. */
const char *bench_image_build(const struct bench_image *image);

/* Whether it says to be the image of that build with so many benchmarks; no build's name is none.
 */
bool bench_image_is(const struct bench_image *image, const char *build, unsigned benchmarks);

/* 0; -1 where this is no kernel image of bareprobe. */
int bench_image_open(struct bench_image *image, const struct elf32 *elf);

/* Descriptor `i`, i below benchmarks.count. Its name and text are texts in the image. */
struct bench_descriptor bench_image_get(const struct bench_image *image, unsigned i);

/* Argument `i` of a benchmark. False behind the last. */
bool bench_image_argument(const struct bench_image *image,
                          const struct bench_descriptor *descriptor, unsigned i,
                          struct bench_argument_words *argument);

/* Region name `i`, i below regions.count, whose benchmark it is, and its number. False where one of
 * them is no text. */
bool bench_image_region(const struct bench_image *image, unsigned i, const char **bench,
                        const char **name, uint32_t *number);

/* The next note of a section, from *offset, which starts as 0. False behind the last. */
bool bench_image_note(const struct bench_image *image, const char *section, size_t *offset,
                      struct bench_note *note);
