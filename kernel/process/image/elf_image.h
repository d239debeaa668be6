/*
 * SPDX-License-Identifier: MIT
 * Reads static ELF executables for Linux/i386: ET_EXEC, and ET_DYN without an interpreter (static
 * PIE). The bytes are not trusted.
 */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define ELF_MOST_SEGMENTS 16
#define ELF_MOST_NOTES    4 /* segments of notes; more are ignored */

struct elf_segment {
    uint32_t offset;            /* in the file */
    uint32_t address;           /* p_vaddr plus the base */
    uint32_t file_bytes, bytes; /* p_filesz, p_memsz */
    unsigned rights;            /* SPACE_ bits */
};

struct elf_image {
    const uint8_t *bytes;
    uint32_t size;
    uint32_t base; /* added to all addresses; 0 for ET_EXEC */
    uint32_t entry;
    uint32_t headers; /* address of the program headers, 0 if no segment has them */
    uint16_t n_headers, header_bytes;
    uint32_t start, end; /* of all segments, in whole pages */
    struct elf_segment segment[ELF_MOST_SEGMENTS];
    unsigned n_segments;
    struct elf_segment note[ELF_MOST_NOTES];
    unsigned n_notes;
    char interpreter[64]; /* empty: none */
};

/* Reports whether the bytes begin as an ELF file does. */
bool elf_image_is(const uint8_t *bytes, size_t size);

/*
 * Reads the headers. A PIE gets `pie_base`, raised to its alignment. Returns NULL, or the reason
 * why it cannot be run.
 */
const char *elf_image_read(struct elf_image *image, const uint8_t *bytes, size_t size,
                           uint32_t pie_base);

/*
 * Maps the segments and copies their bytes. Returns 0, or -1 if memory is exhausted.
 */
int elf_image_map(const struct elf_image *image);
