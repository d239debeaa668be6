/*
 * SPDX-License-Identifier: MIT
 * name_image IMAGE: names a kernel image after its contents. The zeros at the end of the string
 * `build_name` become a hash of all bytes that are loaded, so that a run can tell its image from
 * every other, also from one of the same sources with one benchmark more.
 */
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "tools/elf32.h"

#define HASH_DIGITS 8

/* FNV-1a with 32 bits: http://www.isthe.com/chongo/tech/comp/fnv/ */
#define FNV_BASIS UINT32_C(2166136261)
#define FNV_PRIME UINT32_C(16777619)

static uint32_t hash_bytes(uint32_t hash, const uint8_t *bytes, size_t n)
{
    for (size_t i = 0; i < n; i++)
        hash = (hash ^ bytes[i]) * FNV_PRIME;
    return hash;
}

/* Hashes address, size and bytes of each section that is loaded. */
static uint32_t hash_loaded(const struct elf32 *elf)
{
    uint32_t hash = FNV_BASIS;
    for (size_t i = 0; i < elf->section_count; i++) {
        const struct elf32_section *section = &elf->sections[i];
        if (!(section->flags & SHF_ALLOC))
            continue;
        hash = hash_bytes(hash, (const uint8_t *)&section->address, sizeof section->address);
        hash = hash_bytes(hash, (const uint8_t *)&section->size, sizeof section->size);
        if (section->bytes)
            hash = hash_bytes(hash, section->bytes, section->size);
    }
    return hash;
}

/* Returns the digits at the end of build_name; NULL if it does not end with zeros. */
static char *name_digits(const struct elf32 *elf)
{
    const struct elf32_symbol *symbol = elf32_symbol_named(elf, "build_name");
    const char *name = symbol ? elf32_text_at(elf, symbol->address) : NULL;
    size_t length = name ? strlen(name) : 0;
    if (length < HASH_DIGITS || strspn(name + length - HASH_DIGITS, "0") != HASH_DIGITS)
        return NULL;
    return (char *)elf->file + (name + length - HASH_DIGITS - (const char *)elf->file);
}

/* Overwrites the digits in the file. Returns 0, or -1 with errno set. */
static int write_digits(const char *path, long offset, const char *digits)
{
    FILE *file = fopen(path, "r+b");
    if (!file)
        return -1;
    int failed = fseek(file, offset, SEEK_SET) || fwrite(digits, HASH_DIGITS, 1, file) != 1;
    return fclose(file) || failed ? -1 : 0;
}

int main(int argc, char **argv)
{
    struct elf32 elf;
    char error[200], digits[HASH_DIGITS + 1];
    if (argc != 2) {
        fprintf(stderr, "usage: name_image IMAGE\n");
        return 2;
    }
    if (elf32_load(&elf, argv[1], error, sizeof error)) {
        fprintf(stderr, "name_image: %s: %s\n", argv[1], error);
        return 1;
    }
    char *zeros = name_digits(&elf);
    if (!zeros) {
        fprintf(stderr, "name_image: %s: the string `build_name` does not end with %d zeros\n",
                argv[1], HASH_DIGITS);
        elf32_free(&elf);
        return 1;
    }
    snprintf(digits, sizeof digits, "%08" PRIx32, hash_loaded(&elf));
    int failed = write_digits(argv[1], zeros - (char *)elf.file, digits);
    if (failed)
        perror(argv[1]);
    elf32_free(&elf);
    return failed ? 1 : 0;
}
