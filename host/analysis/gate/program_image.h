/*
 * SPDX-License-Identifier: MIT
 * An executable file as the gate sees it: the ranges of its code, its entry, its interpreter. The
 * kernel checks the same file again, from the bytes that it received.
 */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define IMAGE_REASON_BYTES 320

struct image_range {
    uint32_t start, size;
    const uint8_t *bytes; /* `size` bytes of the file */
};

struct program_image {
    uint8_t *file;
    size_t size;
    uint32_t entry;
    const char *interpreter;  /* of PT_INTERP; NULL: none */
    bool needs_libraries;     /* shared ones: DT_NEEDED */
    struct image_range *code; /* executable sections, or segments if there are no sections */
    unsigned n_code;
    struct image_range *data; /* other bytes that are loaded */
    unsigned n_data;
    struct image_range *notes; /* segments of notes */
    unsigned n_notes;
    uint32_t got; /* base of position-independent addresses; 0: unknown */
};

/* Returns 0, or -1 with a sentence that names the reason and the remedy: not a static program for
 * Linux/i386. program_image_close() is needed after success only. */
int program_image_open(struct program_image *image, const char *path,
                       char reason[IMAGE_REASON_BYTES]);
void program_image_close(struct program_image *image);

/* Returns the bytes at an address of code and the number up to the end of its range; NULL if it has
 * none. */
const uint8_t *program_image_code(const struct program_image *image, uint32_t address,
                                  uint32_t *left);

/* Reads a dword of data, or of code, as an entry of a table of addresses. Returns false if there is
 * none. */
bool program_image_word(const struct program_image *image, uint32_t address, uint32_t *word);
