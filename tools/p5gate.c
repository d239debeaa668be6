/*
 * SPDX-License-Identifier: MIT
 * p5gate: rejects a kernel image with an instruction that a plain Pentium (P5, P54C) lacks.
 *
 * It reads the linked image, so that it covers the compiler's own library. Decoding is linear and
 * restarts at each symbol. A byte that is no instruction is rejected too, so code contains no data.
 */
#include "tools/code_lines.h"
#include "tools/elf32.h"
#include "tools/insn_decoder.h"
#include "tools/link_map.h"
#include "tools/p5gate_options.h"
#include "tools/processor_sets.h"

#include <Zydis/Zydis.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { EXIT_CLEAN = 0, EXIT_FINDINGS = 1, EXIT_USAGE = 2 };

struct p5gate_state {
    const struct p5gate_options *options;
    const struct elf32 *elf;
    const struct link_map *map;
    ZydisDecoder decoder;
    ZydisFormatter formatter;
    uint64_t instructions;
    uint64_t findings;
    FILE *recorded;          /* of --findings, or NULL */
    const char *last_object; /* of the last finding in it */
};

/* Returns the restriction of the sets beyond a P5's, UNRESTRICTED for none and for later ones. */
static enum restriction p5gate_set_restriction(unsigned set)
{
    switch (set) {
    case SET_MMX:
        return RESTRICT_MMX;
    case SET_CMOV:
        return RESTRICT_P6;
    case SET_FXSAVE:
        return RESTRICT_FXSR;
    case SET_MMX_SSE:
        return RESTRICT_MMXEXT;
    case SET_SSE:
        return RESTRICT_SSE;
    case SET_3DNOW:
        return RESTRICT_3DNOW;
    case SET_SSE2:
        return RESTRICT_SSE2;
    case SET_SSE3:
        return RESTRICT_SSE3;
    default:
        return UNRESTRICTED;
    }
}

static enum restriction p5gate_restriction(const ZydisDecodedInstruction *instruction)
{
    switch (instruction->mnemonic) {
    case ZYDIS_MNEMONIC_FDIV:
    case ZYDIS_MNEMONIC_FDIVP:
    case ZYDIS_MNEMONIC_FDIVR:
    case ZYDIS_MNEMONIC_FDIVRP:
    case ZYDIS_MNEMONIC_FIDIV:
    case ZYDIS_MNEMONIC_FIDIVR:
        return RESTRICT_FDIV;
    case ZYDIS_MNEMONIC_RDPMC:
        return RESTRICT_RDPMC;
    case ZYDIS_MNEMONIC_UD2:
        return RESTRICT_UD2;
    case ZYDIS_MNEMONIC_PAUSE:
        return RESTRICT_PAUSE;
    case ZYDIS_MNEMONIC_TZCNT:
        return RESTRICT_TZCNT;
    default:
        return p5gate_set_restriction(processor_sets_needed(instruction));
    }
}

/* The routine, source line and benchmark of an address. */
struct p5gate_place {
    const char *routine; /* or the section's name */
    uint32_t at;         /* start of the routine */
    const char *object;  /* of the map; "" without one */
    char benchmark[200]; /* "group/name", or "" */
};

static struct p5gate_place p5gate_find_place(const struct p5gate_state *gate, size_t section,
                                             uint32_t address)
{
    const struct link_map_part *part = link_map_part(gate->map, address);
    const struct elf32_symbol *symbol =
        elf32_symbol_at(gate->elf, section, part ? part->address : 0, address);
    struct p5gate_place place = {
        .routine = symbol ? symbol->name : gate->elf->sections[section].name,
        .at = symbol ? symbol->address : gate->elf->sections[section].address,
        .object = part ? part->object : "",
    };

    if (part)
        link_map_benchmark(part->object, place.benchmark, sizeof place.benchmark);
    return place;
}

/* Writes the first finding of each object of bench/ to the file of --findings. */
static void p5gate_record(struct p5gate_state *gate, const struct p5gate_place *place,
                          const char *source, const char *disassembly, const char *why)
{
    if (!gate->recorded || !strstr(place->object, "/bench/") ||
        strcmp(gate->last_object, place->object) == 0)
        return;
    gate->last_object = place->object;
    fprintf(gate->recorded, "%s\t%s\t%s in %s: %s\n", place->object, source, disassembly,
            place->routine, why);
}

static void p5gate_report(struct p5gate_state *gate, size_t section, uint32_t address,
                          const char *disassembly, const char *why)
{
    struct p5gate_place place = p5gate_find_place(gate, section, address);
    char source[300] = "";

    gate->findings++;
    printf("%s: %08" PRIx32 " <%s+0x%" PRIx32 ">: %s: %s\n", gate->options->path, address,
           place.routine, address - place.at, disassembly, why);
    if (place.object[0])
        code_lines_find(gate->options->path, address, place.object, place.routine, source,
                        sizeof source);
    if (place.benchmark[0])
        printf("  in the benchmark %s%s%s\n", place.benchmark, source[0] ? ", " : "", source);
    p5gate_record(gate, &place, source, disassembly, why);
}

/* Writes why the instruction is restricted, and the remedy. */
static void p5gate_explain(const struct restricted *what, const struct p5gate_place *place,
                           char *why, size_t why_size)
{
    char flags[250];

    snprintf(flags, sizeof flags, "bench/%s%sflags", place->benchmark,
             p5gate_is_folder(place->benchmark) ? "/" : ".");
    if (!place->benchmark[0])
        snprintf(why, why_size, "%s (--allow-%s SYMBOL allows it in SYMBOL)", what->why,
                 what->name);
    else if (what->needs)
        snprintf(why, why_size,
                 "%s (the line `needs %s` in %s restricts the benchmark to processors with it; "
                 "`allow %s` is for code that tests CPUID first)",
                 what->why, what->needs, flags, what->name);
    else
        snprintf(why, why_size, "%s (the line `allow %s` in %s allows it)", what->why, what->name,
                 flags);
}

/* Returns false, with the reason in `why`, if the instruction is not allowed at this place. */
static bool p5gate_accepts(const struct p5gate_state *gate, size_t section, uint32_t address,
                           const ZydisDecodedInstruction *instruction, char *why, size_t why_size)
{
    enum restriction what = p5gate_restriction(instruction);

    if (what != UNRESTRICTED) {
        struct p5gate_place place = p5gate_find_place(gate, section, address);

        if (p5gate_options_allow(gate->options, what, place.routine, place.benchmark))
            return true;
        p5gate_explain(&restricted[what], &place, why, why_size);
        return false;
    }
    if (!processor_sets_needed(instruction))
        return true;
    snprintf(why, why_size,
             "not a P5 instruction (set %s), nor one of any simulated processor; compile for an "
             "older processor or remove it",
             ZydisISASetGetString(instruction->meta.isa_set));
    return false;
}

/*
 * Returns the number of bytes to advance: the length of the instruction, or the distance to the
 * next symbol if decoding fails.
 */
static uint32_t p5gate_check_instruction(struct p5gate_state *gate, size_t section,
                                         uint32_t address, const uint8_t *bytes, uint32_t available)
{
    ZydisDecodedInstruction instruction;
    ZydisDecodedOperand operands[ZYDIS_MAX_OPERAND_COUNT];
    char text[128], why[600];

    if (!ZYAN_SUCCESS(
            ZydisDecoderDecodeFull(&gate->decoder, bytes, available, &instruction, operands))) {
        if (gate->options->raw)
            return 1;
        snprintf(text, sizeof text, "byte %02x", bytes[0]);
        p5gate_report(
            gate, section, address, text,
            "not an instruction, or it extends into the next symbol: data in a code section? Move "
            "data to .data or .rodata");
        return available;
    }
    gate->instructions++;
    if (!p5gate_accepts(gate, section, address, &instruction, why, sizeof why)) {
        ZydisFormatterFormatInstruction(&gate->formatter, &instruction, operands,
                                        instruction.operand_count_visible, text, sizeof text,
                                        address, NULL);
        p5gate_report(gate, section, address, text, why);
    }
    return instruction.length;
}

static void p5gate_check_section(struct p5gate_state *gate, size_t index)
{
    const struct elf32_section *section = &gate->elf->sections[index];
    uint32_t offset = 0;

    if (section->size && !section->bytes) {
        p5gate_report(gate, index, section->address, "code",
                      "the section has no bytes in the file");
        return;
    }
    while (offset < section->size) {
        uint32_t address = section->address + offset;
        uint64_t end = elf32_next_symbol(gate->elf, index, address);

        offset += p5gate_check_instruction(gate, index, address, section->bytes + offset,
                                           (uint32_t)(end - address));
    }
}

/* The bytes that are loaded, without memory that is only cleared at start. */
static uint64_t p5gate_image_size(const struct elf32 *elf)
{
    uint64_t size = 0;

    for (size_t i = 0; i < elf->section_count; i++)
        if ((elf->sections[i].flags & SHF_ALLOC) && elf->sections[i].bytes)
            size += elf->sections[i].size;
    return size;
}

static int p5gate_check_image(const struct p5gate_options *options, const struct elf32 *elf,
                              const struct link_map *map)
{
    struct p5gate_state gate = {.options = options, .elf = elf, .map = map, .last_object = ""};
    size_t code_sections = 0;
    uint64_t size = p5gate_image_size(elf);

    if (options->findings && !(gate.recorded = fopen(options->findings, "w"))) {
        perror(options->findings);
        return EXIT_USAGE;
    }
    insn_decoder_init_later(&gate.decoder, options->raw == 16 ? 16 : 32);
    ZydisFormatterInit(&gate.formatter, ZYDIS_FORMATTER_STYLE_INTEL);
    for (size_t i = 0; i < elf->section_count; i++) {
        if (!(elf->sections[i].flags & SHF_EXECINSTR))
            continue;
        code_sections++;
        p5gate_check_section(&gate, i);
    }
    if (gate.recorded && fclose(gate.recorded))
        return EXIT_USAGE;
    if (code_sections == 0) {
        fprintf(stderr, "p5gate: %s: has no executable section\n", options->path);
        return EXIT_USAGE;
    }
    if (size > options->size_limit) {
        gate.findings++;
        printf("%s: text and data have %" PRIu64 " bytes; the limit is %" PRIu64 "\n",
               options->path, size, options->size_limit);
    }
    if (options->verbose)
        printf("%s: %" PRIu64 " instructions in %zu sections, %" PRIu64
               " bytes of text and data, %" PRIu64 " findings\n",
               options->path, gate.instructions, code_sections, size, gate.findings);
    return gate.findings ? EXIT_FINDINGS : EXIT_CLEAN;
}

int main(int argc, char **argv)
{
    struct p5gate_options options = {.size_limit = UINT64_MAX};
    struct link_map map = {0};
    struct elf32 elf;
    char error[200];
    enum gate_parsed parsed = p5gate_options_parse(&options, argc, argv);

    if (parsed != GATE_RUN)
        return parsed == GATE_HELP ? EXIT_CLEAN : EXIT_USAGE;
    if (options.map && link_map_load(&map, options.map, error, sizeof error) < 0) {
        fprintf(stderr, "p5gate: %s: %s\n", options.map, error);
        return EXIT_USAGE;
    }
    if ((options.raw ? elf32_load_raw : elf32_load)(&elf, options.path, error, sizeof error) < 0) {
        fprintf(stderr, "p5gate: %s: %s\n", options.path, error);
        link_map_free(&map);
        return EXIT_USAGE;
    }
    int status = p5gate_check_image(&options, &elf, &map);

    elf32_free(&elf);
    link_map_free(&map);
    return status;
}
