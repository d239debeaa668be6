/*
 * SPDX-License-Identifier: MIT
 * Debug information of a kernel's ELF file: the function and line of an address, and the registers
 * of a caller.
 */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "host/analysis/fault/debug_frame.h"
#include "tools/bench_image.h"

struct debug_image;

/*
 * Returns NULL with a message in `error` if the file cannot be read or is not a kernel of
 * bareprobe.
 */
struct debug_image *debug_image_open(const char *path, char *error, size_t size);

/*
 * Returns an executable that a kernel runs as a program (kernel/process/), or NULL with a message
 * in `error`.
 */
struct debug_image *debug_image_open_program(const char *path, char *error, size_t size);

/*
 * Adds a program to the kernel's image, which then also has the code at the program's addresses,
 * and closes it.
 */
void debug_image_add_program(struct debug_image *image, struct debug_image *program);

void debug_image_close(struct debug_image *image);

/* Returns the image's build and benchmarks. */
const struct bench_image *debug_image_benches(const struct debug_image *image);

/*
 * Returns the bytes at an address of memory, and in *left their number up to the section's end;
 * NULL if the file has none there.
 */
const uint8_t *debug_image_bytes(const struct debug_image *image, uint32_t address, size_t *left);

/*
 * Returns whether the n bytes at the address are equal to the file's, as far as it has any. The
 * instructions of probes that read a counter may differ, since the kernel replaces them
 * (pmc/probe_reads.h).
 */
bool debug_image_has(const struct debug_image *image, uint32_t address, const uint8_t *bytes,
                     size_t n);

/*
 * Returns whether the address is in the code that calls benchmarks (.fixed_text), where their stack
 * begins.
 */
bool debug_image_launches(const struct debug_image *image, uint32_t address);
/* Returns whether the address is in other code. */
bool debug_image_runs(const struct debug_image *image, uint32_t address);

/*
 * Finds the variable that contains an address of data while a benchmark runs. Returns its name, and
 * in *offset the bytes from its start, or NULL.
 */
const char *debug_image_variable(const struct debug_image *image, const char *bench,
                                 uint32_t address, uint32_t *offset);

/*
 * Returns "next_word at bench/apps/hash/hash.c:31", with a line "inlined in main at ..." for
 * each function into which the former was inlined; without " at" if there is no line. Returns NULL
 * if nothing is known. The caller frees it.
 */
char *debug_image_place(const struct debug_image *image, uint32_t address);

/*
 * Replaces the frame by the caller's, using the compiler's frame information for `address` (of the
 * call or after it). Returns false if none exists, as for assembly, or if it needs data that was
 * not sent.
 */
bool debug_image_unwind(const struct debug_image *image, uint32_t address,
                        struct debug_frame *frame);
