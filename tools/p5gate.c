/*
 * SPDX-License-Identifier: MIT
 * p5gate: refuses a kernel image with an instruction that a plain Pentium (P5, P54C) lacks.
 * It reads the linked image, so the compiler's own library is seen too. Decoding is linear and
 * starts afresh at each symbol; a byte that is no instruction is refused as well, so code holds no
 * data.
 */
#include "tools/elf32.h"

#include <Zydis/Zydis.h>
#include <fnmatch.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { EXIT_CLEAN = 0, EXIT_FINDINGS = 1, EXIT_USAGE = 2 };

#define ALLOWANCES_MAX 64

/* An instruction that may stand in named routines only. */
struct restricted {
    const char *option;
    const char *why;
};

enum restriction { UNRESTRICTED = -1, RESTRICT_FDIV, RESTRICT_RDPMC, RESTRICT_UD2 };

static const struct restricted restricted[] = {
    [RESTRICT_FDIV] = {"--allow-fdiv", "wrong quotients on chips with the FDIV flaw"},
    [RESTRICT_RDPMC] = {"--allow-rdpmc", "undefined before the P55C"},
    [RESTRICT_UD2] = {"--allow-ud2", "undefined on purpose"},
};

#define RESTRICTED_COUNT (sizeof restricted / sizeof restricted[0])

struct allowance {
    enum restriction what;
    const char *symbols; /* fnmatch(3) pattern */
};

struct options {
    const char *path;
    bool verbose;
    unsigned raw;        /* 16 or 32: no ELF file but such code, with data among it; 0: ELF */
    uint64_t size_limit; /* bytes; UINT64_MAX for none */
    struct allowance allowances[ALLOWANCES_MAX];
    size_t allowance_count;
};

struct gate {
    const struct options *options;
    const struct elf32 *elf;
    ZydisDecoder decoder;
    ZydisFormatter formatter;
    uint64_t instructions;
    uint64_t findings;
};

static const char usage[] =
    "usage: p5gate [-v] [--size-limit BYTES] [--allow-fdiv SYMBOL]... [--allow-rdpmc SYMBOL]...\n"
    "              [--allow-ud2 SYMBOL]... [--raw 16|32] IMAGE\n"
    "SYMBOL is a routine's name or a pattern as in the shell, like 'bench_*'.\n"
    "--raw: IMAGE is no ELF file but code of so many bits, a routine called 'raw'; what decodes "
    "to\n"
    "       nothing there is data.\n";

/*
 * Zydis's instruction sets all of whose members the P5 has (Pentium Processor Family Developer's
 * Manual, volume 3, chapter 25). Of the names that mislead: CMOV, FCMOV and PPRO (FCOMI, UD2,
 * SYSENTER, the hint NOPs) are the P6's, FAT_NOP is 0F 1F, PENTIUMMMX the P55C's, and LZCNT and
 * BMI1 are REP BSR and REP BSF, which a P5 executes with another result.
 */
static bool isa_set_in_p5(ZydisISASet set)
{
    switch (set) {
    case ZYDIS_ISA_SET_I86:
    case ZYDIS_ISA_SET_I186:
    case ZYDIS_ISA_SET_I286REAL:
    case ZYDIS_ISA_SET_I286PROTECTED:
    case ZYDIS_ISA_SET_I386:
    case ZYDIS_ISA_SET_I486:        /* RSM */
    case ZYDIS_ISA_SET_I486REAL:    /* BSWAP, XADD, CMPXCHG, INVD, INVLPG, WBINVD, CPUID */
    case ZYDIS_ISA_SET_LAHF:        /* set apart for its coming late to 64-bit mode */
    case ZYDIS_ISA_SET_PENTIUMREAL: /* CMPXCHG8B, RDMSR, RDTSC, WRMSR */
    case ZYDIS_ISA_SET_X87:         /* FISTTP and FCOMI are in sets of their own */
        return true;
    default:
        return false;
    }
}

static enum restriction restriction_of(const ZydisDecodedInstruction *instruction)
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
    default:
        return UNRESTRICTED;
    }
}

static bool allowed_in(const struct options *options, enum restriction what, const char *name)
{
    for (size_t i = 0; i < options->allowance_count; i++)
        if (options->allowances[i].what == what &&
            fnmatch(options->allowances[i].symbols, name, 0) == 0)
            return true;
    return false;
}

static void report(struct gate *gate, size_t section, uint32_t address, const char *disassembly,
                   const char *why)
{
    const struct elf32_symbol *symbol = elf32_symbol_at(gate->elf, section, address);

    gate->findings++;
    printf("%s: %08" PRIx32 " <%s+0x%" PRIx32 ">: %s: %s\n", gate->options->path, address,
           symbol ? symbol->name : gate->elf->sections[section].name,
           address - (symbol ? symbol->address : gate->elf->sections[section].address), disassembly,
           why);
}

/* `why` gets the reason and false is returned where the instruction may not stand here. */
static bool acceptable(const struct gate *gate, size_t section, uint32_t address,
                       const ZydisDecodedInstruction *instruction, char *why, size_t why_size)
{
    enum restriction what = restriction_of(instruction);

    if (what != UNRESTRICTED) {
        const struct elf32_symbol *symbol = elf32_symbol_at(gate->elf, section, address);

        if (allowed_in(gate->options, what,
                       symbol ? symbol->name : gate->elf->sections[section].name))
            return true;
        snprintf(why, why_size, "%s (%s SYMBOL lets it stand in SYMBOL)", restricted[what].why,
                 restricted[what].option);
        return false;
    }
    if (isa_set_in_p5(instruction->meta.isa_set))
        return true;
    snprintf(why, why_size, "not a P5 instruction (set %s)",
             ZydisISASetGetString(instruction->meta.isa_set));
    return false;
}

/* Returns the bytes to go on by: those of the instruction, or to the next symbol where none
 * decodes. */
static uint32_t check_instruction(struct gate *gate, size_t section, uint32_t address,
                                  const uint8_t *bytes, uint32_t available)
{
    ZydisDecodedInstruction instruction;
    ZydisDecodedOperand operands[ZYDIS_MAX_OPERAND_COUNT];
    char text[128], why[160];

    if (!ZYAN_SUCCESS(
            ZydisDecoderDecodeFull(&gate->decoder, bytes, available, &instruction, operands))) {
        if (gate->options->raw)
            return 1;
        snprintf(text, sizeof text, "byte %02x", bytes[0]);
        report(gate, section, address, text,
               "no instruction, or one that runs into the next symbol: data in a code section?");
        return available;
    }
    gate->instructions++;
    if (!acceptable(gate, section, address, &instruction, why, sizeof why)) {
        ZydisFormatterFormatInstruction(&gate->formatter, &instruction, operands,
                                        instruction.operand_count_visible, text, sizeof text,
                                        address, NULL);
        report(gate, section, address, text, why);
    }
    return instruction.length;
}

static void check_section(struct gate *gate, size_t index)
{
    const struct elf32_section *section = &gate->elf->sections[index];
    uint32_t offset = 0;

    if (section->size && !section->bytes) {
        report(gate, index, section->address, "code", "the section has no bytes in the file");
        return;
    }
    while (offset < section->size) {
        uint32_t address = section->address + offset;
        uint64_t end = elf32_next_symbol(gate->elf, index, address);

        offset += check_instruction(gate, index, address, section->bytes + offset,
                                    (uint32_t)(end - address));
    }
}

/* Bytes that are loaded: memory that only starts out as zeros is for the machine to have. */
static uint64_t image_size(const struct elf32 *elf)
{
    uint64_t size = 0;

    for (size_t i = 0; i < elf->section_count; i++)
        if ((elf->sections[i].flags & SHF_ALLOC) && elf->sections[i].bytes)
            size += elf->sections[i].size;
    return size;
}

static int check_image(const struct options *options, const struct elf32 *elf)
{
    struct gate gate = {.options = options, .elf = elf};
    size_t code_sections = 0;
    uint64_t size = image_size(elf);

    if (options->raw == 16)
        ZydisDecoderInit(&gate.decoder, ZYDIS_MACHINE_MODE_REAL_16, ZYDIS_STACK_WIDTH_16);
    else
        ZydisDecoderInit(&gate.decoder, ZYDIS_MACHINE_MODE_LEGACY_32, ZYDIS_STACK_WIDTH_32);
    ZydisFormatterInit(&gate.formatter, ZYDIS_FORMATTER_STYLE_INTEL);
    for (size_t i = 0; i < elf->section_count; i++) {
        if (!(elf->sections[i].flags & SHF_EXECINSTR))
            continue;
        code_sections++;
        check_section(&gate, i);
    }
    if (code_sections == 0) {
        fprintf(stderr, "p5gate: %s: has no executable section\n", options->path);
        return EXIT_USAGE;
    }
    if (size > options->size_limit) {
        gate.findings++;
        printf("%s: text and data take %" PRIu64 " bytes, over the limit of %" PRIu64 "\n",
               options->path, size, options->size_limit);
    }
    if (options->verbose)
        printf("%s: %" PRIu64 " instructions in %zu sections, %" PRIu64
               " bytes of text and data, %" PRIu64 " findings\n",
               options->path, gate.instructions, code_sections, size, gate.findings);
    return gate.findings ? EXIT_FINDINGS : EXIT_CLEAN;
}

static bool parse_size(const char *text, uint64_t *size)
{
    char *end;

    if (text[0] < '0' || text[0] > '9')
        return false;
    *size = strtoull(text, &end, 0);
    return *end == '\0';
}

static int refuse_option(const char *option, const char *value, const char *what)
{
    fprintf(stderr, "p5gate: %s%s%s: %s\n%s", option, value ? " " : "", value ? value : "", what,
            usage);
    return -1;
}

/* An option with a value; -1 and a message where it is none of ours or the value will not do. */
static int parse_option(struct options *options, const char *option, const char *value)
{
    if (strcmp(option, "--size-limit") == 0) {
        if (!value || !parse_size(value, &options->size_limit))
            return refuse_option(option, value, "needs a number of bytes");
        return 0;
    }
    if (strcmp(option, "--raw") == 0) {
        if (!value || (strcmp(value, "16") != 0 && strcmp(value, "32") != 0))
            return refuse_option(option, value, "needs 16 or 32");
        options->raw = value[0] == '1' ? 16 : 32;
        return 0;
    }
    for (size_t i = 0; i < RESTRICTED_COUNT; i++) {
        if (strcmp(option, restricted[i].option) != 0)
            continue;
        if (!value)
            return refuse_option(option, NULL, "needs a symbol");
        if (options->allowance_count == ALLOWANCES_MAX)
            return refuse_option(option, value, "too many of these options; a pattern may help");
        options->allowances[options->allowance_count++] =
            (struct allowance){.what = (enum restriction)i, .symbols = value};
        return 0;
    }
    return refuse_option(option, NULL, "unknown option");
}

static int parse_arguments(struct options *options, int count, char **arguments)
{
    for (int i = 1; i < count; i++) {
        if (strcmp(arguments[i], "-v") == 0) {
            options->verbose = true;
        } else if (arguments[i][0] == '-') {
            if (parse_option(options, arguments[i], arguments[i + 1]) < 0)
                return -1;
            i++;
        } else if (options->path) {
            return refuse_option(arguments[i], NULL, "one image at a time");
        } else {
            options->path = arguments[i];
        }
    }
    return options->path ? 0 : refuse_option("IMAGE", NULL, "none was given");
}

int main(int argc, char **argv)
{
    struct options options = {.size_limit = UINT64_MAX};
    struct elf32 elf;
    char error[200];

    if (parse_arguments(&options, argc, argv) < 0)
        return EXIT_USAGE;
    if ((options.raw ? elf32_load_raw : elf32_load)(&elf, options.path, error, sizeof error) < 0) {
        fprintf(stderr, "p5gate: %s: %s\n", options.path, error);
        return EXIT_USAGE;
    }
    int status = check_image(&options, &elf);

    elf32_free(&elf);
    return status;
}
