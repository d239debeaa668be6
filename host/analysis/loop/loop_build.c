/*
 * SPDX-License-Identifier: MIT
 * The code's sections follow the wrapper at their addresses.
 */
#include "host/analysis/loop/loop_build.h"

#include <stdlib.h>
#include <string.h>

#include "host/analysis/loop/loop_image.h"
#include "host/base/allocation.h"
#include "host/base/message.h"

#define MOST_IMAGE   (8u << 20)
#define LIMIT_OFFSET 7200u /* above all places of pointers; no byte of the address is 0 */

const char *loop_build_name(const struct given_code *given)
{
    return given->name ? given->name : "-c";
}

/* Returns the end of the sections in memory; 0 after a message if they are too large. */
static uint32_t loop_build_sections_end(const struct elf32 *elf, bool file)
{
    uint32_t end = CODE_ORIGIN;
    for (size_t i = 0; i < elf->section_count; i++) {
        const struct elf32_section *section = &elf->sections[i];
        if (!(section->flags & SHF_ALLOC) || (file && !section->bytes))
            continue;
        if (section->address < CODE_ORIGIN || section->address - CODE_ORIGIN > MOST_IMAGE ||
            section->size > MOST_IMAGE) {
            message_print("the code and its data are larger than %u MB", MOST_IMAGE >> 20);
            return 0;
        }
        uint32_t section_end = section->address + section->size;
        end = section_end > end ? section_end : end;
    }
    return end;
}

/* Sets the data that are cached before a pass: as much as half of it holds. */
static void loop_build_set_data(struct loop_code *code)
{
    const struct elf32 *elf = &code->assembled.elf;
    uint32_t first = code->memory_end, bytes;
    for (size_t i = 0; i < elf->section_count; i++)
        if (elf->sections[i].flags & SHF_ALLOC && !(elf->sections[i].flags & SHF_EXECINSTR) &&
            elf->sections[i].size && elf->sections[i].address < first)
            first = elf->sections[i].address;
    first &= ~31u;
    bytes = code->memory_end - first < 4096 ? code->memory_end - first : 4096;
    loop_image_set_fact(code->image, DATA, first);
    loop_image_set_fact(code->image, DATA_LINES, (bytes + 31) / 32);
}

static int loop_build_image(struct loop_code *code)
{
    const struct elf32 *elf = &code->assembled.elf;
    uint32_t end = loop_build_sections_end(elf, true);
    size_t size;
    const uint8_t *wrapper = loop_image_wrapper(code->setup.low_buffer, &size);
    code->memory_end = loop_build_sections_end(elf, false);
    free(code->image);
    code->image = NULL;
    if (!end || !code->memory_end)
        return -1;
    code->size = end - ORIGIN;
    code->image = allocate_zeroed(code->size + INSTRUCTION_BYTES);
    memcpy(code->image, wrapper, size);
    for (size_t i = 0; i < elf->section_count; i++)
        if (elf->sections[i].flags & SHF_ALLOC && elf->sections[i].bytes)
            memcpy(code->image + (elf->sections[i].address - ORIGIN), elf->sections[i].bytes,
                   elf->sections[i].size);
    loop_image_set_size(code->image, end, code->memory_end);
    loop_build_set_data(code);
    if (code->assembled.notes.placed) /* they may be limits of pointers */
        loop_image_set_fact(code->image, LIMIT, loop_image_fact(wrapper, BUFFER) + LIMIT_OFFSET);
    return 0;
}

static int loop_build_syntax(struct loop_code *code, const struct given_code *given, bool quiet)
{
    size_t size, length = 0;
    const uint8_t *wrapper = loop_image_wrapper(code->setup.low_buffer, &size);
    const bool as_it_is = given->path && code->source.syntax >= SYNTAX_C;
    char *text =
        as_it_is ? NULL
                 : loop_source_text(&code->source, &code->setup, loop_build_name(given), &length);
    const struct code_origin origin = {
        .syntax = code->source.syntax,
        .folder = code->folder,
        .name = loop_build_name(given),
        .text = text,
        .length = length,
        .path = given->path,
        .lines = code->source.lines,
        .n_lines = code->source.n_lines,
        .quiet = quiet,
        .buffer = loop_image_fact(wrapper, BUFFER),
        .end = loop_image_fact(wrapper, AFTER),
    };
    assembled_code_free(&code->assembled);
    int status = assembled_code_make(&code->assembled, &origin) || loop_build_image(code);
    free(text);
    return status ? -1 : 0;
}

int loop_build(struct loop_code *code, const struct given_code *given)
{
    if (!code->source.detected || code->source.syntax != SYNTAX_NASM)
        return loop_build_syntax(code, given, false);
    code->source.detected = false; /* of the first build only */
    if (!loop_build_syntax(code, given, true))
        return 0;
    code->source.syntax = SYNTAX_INTEL;
    if (!loop_build_syntax(code, given, true))
        return 0;
    code->source.syntax = SYNTAX_NASM;
    return loop_build_syntax(code, given, false);
}
