/*
 * SPDX-License-Identifier: MIT
 * A kernel's ELF file as a debugger sees it: which function and line an address is, and how the
 * caller's registers are got back there.
 */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "tools/bench_image.h"

struct debug_image;

/* NULL with a sentence in `error` where it cannot be read or is no kernel of bareprobe. */
struct debug_image *debug_image_open(const char *path, char *error, size_t size);
void debug_image_close(struct debug_image *image);

/* Its build and its benchmarks. */
const struct bench_image *debug_image_benches(const struct debug_image *image);

/* What lies at an address of memory; NULL where nothing of the file does. *left is what follows. */
const uint8_t *debug_image_bytes(const struct debug_image *image, uint32_t address, size_t *left);

/*
 * Whether the n bytes at the address are the file's as far as it has any. The probes' instructions
 * that read a counter, which the kernel exchanges (pmc/reading.h), may be others.
 */
bool debug_image_has(const struct debug_image *image, uint32_t address, const uint8_t *bytes,
                     size_t n);

/* Whether it is of what calls benchmarks (.fixed_text), where their stack begins. */
bool debug_image_launches(const struct debug_image *image, uint32_t address);
/* Whether it is of other code. */
bool debug_image_runs(const struct debug_image *image, uint32_t address);

/*
 * "next_word at bench/hosted/words/words.c:31", and a line "inlined in main at ..." for each
 * function that the compiler has put the former into; without " at" where there is no line. NULL
 * where nothing is known. To be freed.
 */
char *debug_image_place(const struct debug_image *image, uint32_t address);

/* Registers by their numbers in DWARF for the i386. */
enum { FRAME_ESP = 4, FRAME_EIP = 8, FRAME_REGISTERS = 9 };

/* What is known of a routine's registers and of the stack from `stack_at` on. */
struct frame {
    uint32_t registers[FRAME_REGISTERS];
    bool known[FRAME_REGISTERS];
    uint32_t stack_at;
    const uint32_t *stack;
    unsigned n_stack; /* dwords */
};

/* A dword of the stack; false where it was not sent. */
bool frame_word(const struct frame *frame, uint32_t address, uint32_t *word);

/*
 * The caller's, by the compiler's own notes for `address` (of or behind the call). False where it
 * has left none, as for assembly, or where what it wants was not sent.
 */
bool debug_image_unwind(const struct debug_image *image, uint32_t address, struct frame *frame);
