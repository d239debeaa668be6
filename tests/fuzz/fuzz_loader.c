/*
 * SPDX-License-Identifier: MIT
 * Fuzzes the readers of a kernel file: the multiboot loader and the reader of the symbol table. The
 * first byte selects headers that overwrite the rest, since random bytes seldom have the right
 * magic and checksum.
 */
#include <assert.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "sim/loader/kernel_image.h"
#include "sim/loader/symbols.h"

#define RAM_SIZE       0x200000u
#define GIVE_ELF       0x01u /* the first 20 bytes of a 32-bit x86 executable */
#define GIVE_MULTIBOOT 0x02u /* magic and checksum, at 4 times the upper bits */

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void give_elf(uint8_t *file, size_t size)
{
    static const uint8_t head[] = {0x7f, 'E', 'L', 'F', 1, 1, 1, 0, 0, 0,
                                   0,    0,   0,   0,   0, 0, 2, 0, 3, 0};

    memcpy(file, head, size < sizeof head ? size : sizeof head);
}

static void give_multiboot(uint8_t *file, size_t size, size_t at)
{
    uint32_t header[3];

    if (size < sizeof header || at > size - sizeof header)
        return;
    memcpy(header, file + at, sizeof header);
    header[0] = 0x1badb002;
    header[2] = 0u - header[0] - header[1];
    memcpy(file + at, header, sizeof header);
}

static void load(const uint8_t *file, size_t size)
{
    static uint8_t *ram;
    struct kernel_image image = {.reserved_low = RAM_SIZE / 4, .reserved_high = RAM_SIZE / 2};

    if (!ram)
        ram = malloc(RAM_SIZE);
    assert(ram);
    if (!kernel_image_load(file, size, ram, RAM_SIZE, &image))
        assert(image.low <= image.high && image.high <= RAM_SIZE);
}

static void look_up(const uint8_t *file, size_t size)
{
    struct symbols symbols;

    if (symbols_read(&symbols, file, size) != 0)
        return;
    for (size_t i = 0; i < symbols.count; i++) {
        const struct symbol *symbol = symbols_at(&symbols, symbols.table[i].address);
        uint32_t address;
        assert(symbol && symbol->address == symbols.table[i].address);
        symbols_find(&symbols, symbol->name, &address);
    }
    symbols_release(&symbols);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    if (size < 1)
        return 0;

    /* A copy of exactly its size, so that a read beyond its end is found. */
    const size_t length = size - 1;
    uint8_t *file = malloc(length ? length : 1);

    assert(file);
    memcpy(file, data + 1, length);
    if (data[0] & GIVE_ELF)
        give_elf(file, length);
    if (data[0] & GIVE_MULTIBOOT)
        give_multiboot(file, length, (data[0] >> 2) * 4u);
    load(file, length);
    look_up(file, length);
    free(file);
    return 0;
}
