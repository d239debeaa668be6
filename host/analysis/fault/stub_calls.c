/*
 * SPDX-License-Identifier: MIT
 * Searches the code of a program for calls of a stub.
 */
#include "host/analysis/fault/stub_calls.h"

#include <stdlib.h>
#include <string.h>

#include "host/analysis/fault/debug_image_parts.h"

#define NEAR_CALL       0xE8 /* CALL rel32 */
#define NEAR_CALL_BYTES 5

enum { MOST_CALLS = 4 };

static uint32_t stub_calls_target(const uint8_t *call, uint32_t address)
{
    return address + NEAR_CALL_BYTES +
           ((uint32_t)call[1] | (uint32_t)call[2] << 8 | (uint32_t)call[3] << 16 |
            (uint32_t)call[4] << 24);
}

/* Prints the calls in a section that leads to `stub`; `n` calls were printed before. */
static unsigned stub_calls_print_section(const struct debug_image *image,
                                         const struct elf32_section *section, uint32_t stub,
                                         unsigned n, FILE *to)
{
    size_t left = 0;
    const uint32_t start = section->address;
    const uint8_t *bytes = debug_image_bytes(image, start, &left);
    for (size_t i = 0; bytes && i + NEAR_CALL_BYTES <= left && n < MOST_CALLS; i++) {
        uint32_t address = start + (uint32_t)i;
        if (bytes[i] != NEAR_CALL || stub_calls_target(&bytes[i], address) != stub)
            continue;
        char *place = debug_image_place(image, address);
        fprintf(to, "%s%s", n ? " or " : "", place ? place : "code without a name");
        free(place);
        n++;
    }
    return n;
}

unsigned stub_calls_print(const struct debug_image *image, uint32_t address, FILE *to)
{
    image = debug_image_of(image, address);
    const struct elf32_symbol *stub = debug_image_symbol(image, address);
    unsigned n = 0;
    if (!stub || (strncmp(stub->name, "p5mon_asm_begreg_", strlen("p5mon_asm_begreg_")) != 0 &&
                  strncmp(stub->name, "p5mon_asm_endreg_", strlen("p5mon_asm_endreg_")) != 0))
        return 0;
    for (size_t s = 0; s < image->elf.section_count; s++)
        if (image->elf.sections[s].flags & SHF_EXECINSTR)
            n = stub_calls_print_section(image, &image->elf.sections[s], stub->address, n, to);
    return n;
}
