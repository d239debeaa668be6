/*
 * SPDX-License-Identifier: MIT
 * Reads a kernel's ELF file: sections and symbols with tools/elf32, lines and functions with libdw.
 */
#include "host/analysis/fault/debug_image.h"

#include <dwarf.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "host/analysis/fault/debug_image_parts.h"
#include "host/analysis/fault/frame_rules.h"
#include "host/base/allocation.h"
#include "tools/elf32_base.h"

/*
 * `ld -r` ends each benchmark's part of .debug_frame with a length of 0, at which libdw would stop
 * reading. The zero is added to the length of the entry before it, where it reads as four
 * DW_CFA_nop (DWARF 5, 6.4.1).
 */
static void debug_image_join_frames(struct elf32 *elf)
{
    const struct elf32_section *section = elf32_section_named(elf, ".debug_frame");
    uint8_t *bytes = section && section->bytes ? elf->file + (section->bytes - elf->file) : NULL;
    uint32_t length, before = 0;
    for (uint32_t at = 0; bytes && section->size - at >= 4; at += 4 + length) {
        memcpy(&length, bytes + at, 4);
        if (length > section->size - at - 4)
            return;
        if (length == 0 && at > 0) {
            uint32_t joined = at - before;
            memcpy(bytes + before, &joined, 4);
        } else {
            before = at;
        }
    }
}

static size_t size_of(const char *path)
{
    struct stat status;
    return stat(path, &status) ? 0 : (size_t)status.st_size;
}

static struct debug_image *debug_image_load(const char *path, char *error, size_t size)
{
    struct debug_image *image = allocate_zeroed(sizeof *image);
    if (!elf32_load(&image->elf, path, error, size))
        return image;
    free(image);
    return NULL;
}

static struct debug_image *debug_image_reject(struct debug_image *image)
{
    elf32_free(&image->elf);
    free(image);
    return NULL;
}

static struct debug_image *debug_image_read_debug(struct debug_image *image, const char *path)
{
    elf_version(EV_CURRENT);
    image->file = elf_memory((char *)image->elf.file, size_of(path));
    image->dwarf = image->file ? dwarf_begin_elf(image->file, DWARF_C_READ, NULL) : NULL;
    return image;
}

struct debug_image *debug_image_open(const char *path, char *error, size_t size)
{
    struct debug_image *image = debug_image_load(path, error, size);
    if (image && bench_image_open(&image->benches, &image->elf)) {
        snprintf(error, size, "%s is not a kernel image of bareprobe", path);
        return debug_image_reject(image);
    }
    if (!image)
        return NULL;
    debug_image_join_frames(&image->elf);
    return debug_image_read_debug(image, path);
}

struct debug_image *debug_image_open_program(const char *path, char *error, size_t size)
{
    struct debug_image *image = debug_image_load(path, error, size);
    if (!image)
        return NULL;
    image->base = elf32_base(&image->elf);
    elf32_move(&image->elf, image->base);
    return debug_image_read_debug(image, path);
}

void debug_image_add_program(struct debug_image *image, struct debug_image *program)
{
    image->program = program;
}

const struct debug_image *debug_image_of(const struct debug_image *image, uint32_t address)
{
    const struct debug_image *program = image->program;
    return program && debug_image_section(program, address) != NO_SECTION ? program : image;
}

void debug_image_close(struct debug_image *image)
{
    if (image->program)
        debug_image_close(image->program);
    if (image->dwarf)
        dwarf_end(image->dwarf);
    if (image->file)
        elf_end(image->file);
    elf32_free(&image->elf);
    free(image);
}

const struct bench_image *debug_image_benches(const struct debug_image *image)
{
    return &image->benches;
}

const uint8_t *debug_image_bytes(const struct debug_image *image, uint32_t address, size_t *left)
{
    return elf32_at(&debug_image_of(image, address)->elf, address, left);
}

/* Returns whether the address is one of the 7 bytes of a MOV ECX, imm32 followed by RDMSR. */
static bool debug_image_is_replaced(const struct debug_image *image, uint32_t address)
{
    const struct elf32_symbol *start = elf32_symbol_named(&image->elf, "probes_start");
    const struct elf32_symbol *end = elf32_symbol_named(&image->elf, "probes_end");
    for (uint32_t at = start ? start->address : 0; end && at < end->address; at += 4) {
        size_t left;
        const uint8_t *entry = elf32_at(&image->elf, at, &left);
        uint32_t read;
        if (!entry || left < sizeof read)
            return false;
        memcpy(&read, entry, sizeof read);
        if (address - (read - 5) < 7)
            return true;
    }
    return false;
}

bool debug_image_has(const struct debug_image *image, uint32_t address, const uint8_t *bytes,
                     size_t n)
{
    size_t left;
    image = debug_image_of(image, address);
    const uint8_t *own = elf32_at(&image->elf, address, &left);
    for (size_t i = 0; own && i < n && i < left; i++)
        if (own[i] != bytes[i] && !debug_image_is_replaced(image, address + (uint32_t)i))
            return false;
    return true;
}

/* ---- sections and symbols ------------------------------------------------------------------- */

size_t debug_image_section(const struct debug_image *image, uint32_t address)
{
    for (size_t i = 0; i < image->elf.section_count; i++) {
        const struct elf32_section *section = &image->elf.sections[i];
        if ((section->flags & SHF_ALLOC) && address - section->address < section->size)
            return i;
    }
    return NO_SECTION;
}

bool debug_image_launches(const struct debug_image *image, uint32_t address)
{
    image = debug_image_of(image, address);
    size_t section = debug_image_section(image, address);
    return section != NO_SECTION && !strcmp(image->elf.sections[section].name, ".fixed_text");
}

bool debug_image_runs(const struct debug_image *image, uint32_t address)
{
    image = debug_image_of(image, address);
    size_t section = debug_image_section(image, address);
    return section != NO_SECTION && (image->elf.sections[section].flags & SHF_EXECINSTR) &&
           !debug_image_launches(image, address);
}

bool debug_image_symbol_given(const struct elf32_symbol *symbol)
{
    return symbol->name[0] && (symbol->is_entry || !strchr(symbol->name, '.'));
}

const struct elf32_symbol *debug_image_symbol_below(const struct debug_image *image,
                                                    uint32_t address)
{
    const struct elf32_symbol *found = NULL;
    size_t section = debug_image_section(image, address);
    for (size_t i = 0; section != NO_SECTION && i < image->elf.symbol_count; i++) {
        const struct elf32_symbol *symbol = &image->elf.symbols[i];
        if (debug_image_symbol_given(symbol) && symbol->section == section &&
            symbol->address <= address && (!found || symbol->address > found->address))
            found = symbol;
    }
    return found;
}

/* After a function of known size there may be code without a name, as musl's INT 80h. */
const struct elf32_symbol *debug_image_symbol(const struct debug_image *image, uint32_t address)
{
    const struct elf32_symbol *found = debug_image_symbol_below(image, address);
    return found && found->size && address - found->address >= found->size ? NULL : found;
}

#define ARRAYS ".arrays." /* sections of a benchmark's arrays; those of several overlap */

/* Returns whether the section is of another benchmark: of `bench` "apps/sort" it is
 * .arrays.apps.sort. */
static bool debug_image_is_of_other(const char *section, const char *bench)
{
    const size_t length = strcspn(bench, ":");
    if (strncmp(section, ARRAYS, sizeof ARRAYS - 1))
        return false;
    section += sizeof ARRAYS - 1;
    for (size_t i = 0; i < length; i++)
        if (section[i] != (bench[i] == '/' ? '.' : bench[i]))
            return true;
    return section[length];
}

/* Returns the section of data at the address, or NO_SECTION. */
static size_t debug_image_data_section(const struct debug_image *image, const char *bench,
                                       uint32_t address)
{
    for (size_t i = 0; i < image->elf.section_count; i++) {
        const struct elf32_section *section = &image->elf.sections[i];
        if ((section->flags & SHF_ALLOC) && !(section->flags & SHF_EXECINSTR) &&
            address - section->address < section->size &&
            !debug_image_is_of_other(section->name, bench))
            return i;
    }
    return NO_SECTION;
}

/* A variable ends at the next one: sizes of nasm are those of a first element. */
const char *debug_image_variable(const struct debug_image *image, const char *bench,
                                 uint32_t address, uint32_t *offset)
{
    const struct debug_image *there = debug_image_of(image, address);
    const size_t section = debug_image_data_section(there, bench, address);
    const struct elf32_symbol *found = NULL;
    for (size_t i = 0; section != NO_SECTION && i < there->elf.symbol_count; i++) {
        const struct elf32_symbol *symbol = &there->elf.symbols[i];
        if (symbol->section == section && symbol->address <= address &&
            debug_image_symbol_given(symbol) && (!found || symbol->address >= found->address))
            found = symbol;
    }
    if (!found)
        return NULL;
    *offset = address - found->address;
    return found->name;
}

/* ---- lines ---------------------------------------------------------------------------------- */

const char *debug_image_file_name(Dwarf_Die *unit, const char *path)
{
    Dwarf_Attribute attribute;
    const char *folder = dwarf_formstring(dwarf_attr(unit, DW_AT_comp_dir, &attribute));
    size_t length = folder ? strlen(folder) : 0;
    if (path && length && !strncmp(path, folder, length) && path[length] == '/')
        path += length + 1;
    while (path && !strncmp(path, "./", 2))
        path += 2;
    return path;
}

/* Prints " at FILE:LINE", or nothing if there is no such line. */
static void debug_image_print_line(const char *path, int line, FILE *to)
{
    if (path && line > 0)
        fprintf(to, " at %s:%d", path, line);
}

static int debug_image_attribute(Dwarf_Die *die, unsigned attribute)
{
    Dwarf_Attribute found;
    Dwarf_Word value;
    return dwarf_formudata(dwarf_attr(die, attribute, &found), &value) == 0 ? (int)value : 0;
}

/* Returns a compilation unit's file by its number. */
static const char *file_numbered(Dwarf_Die *unit, int number)
{
    Dwarf_Files *files;
    size_t count;
    if (number <= 0 || dwarf_getsrcfiles(unit, &files, &count) || (size_t)number >= count)
        return NULL;
    return debug_image_file_name(unit, dwarf_filesrc(files, (size_t)number, NULL, NULL));
}

/* Prints the functions around the address, the innermost first. Returns whether there are any. */
static bool debug_image_print_functions(Dwarf_Die *unit, uint32_t address, const char *path,
                                        int line, FILE *to)
{
    Dwarf_Die *innermost = NULL, *scopes = NULL;
    bool any = false;
    int n = dwarf_getscopes(unit, address, &innermost);
    /* Take the scopes by place in the tree: the others are where an inlined function is defined. */
    if (n > 0)
        n = dwarf_getscopes_die(&innermost[0], &scopes);
    free(innermost);
    for (int i = 0; i < n; i++) {
        int tag = dwarf_tag(&scopes[i]);
        const char *name = dwarf_diename(&scopes[i]);
        if ((tag != DW_TAG_subprogram && tag != DW_TAG_inlined_subroutine) || !name)
            continue;
        fprintf(to, "%s%s", any ? "\ninlined in " : "", name);
        debug_image_print_line(path, line, to);
        any = true;
        if (tag == DW_TAG_subprogram)
            break;
        path = file_numbered(unit, debug_image_attribute(&scopes[i], DW_AT_call_file));
        line = debug_image_attribute(&scopes[i], DW_AT_call_line);
    }
    free(scopes);
    return any;
}

/*
 * For an address that is not in code, prints the section, which shows that it has no source line.
 */
static void debug_image_print_data(const struct debug_image *image, uint32_t address,
                                   const char *name, FILE *to)
{
    const struct elf32_section *section = &image->elf.sections[debug_image_section(image, address)];
    fprintf(to, "%s", name);
    if (!(section->flags & SHF_EXECINSTR))
        fprintf(to, ", which is data (%s)", section->name);
}

char *debug_image_place(const struct debug_image *image, uint32_t address)
{
    image = debug_image_of(image, address);
    const struct elf32_symbol *symbol = debug_image_symbol(image, address);
    Dwarf_Die unit;
    char *text = NULL;
    size_t length;
    if (!symbol)
        return NULL;
    FILE *to = open_memstream(&text, &length);
    const char *path = NULL;
    int number = 0;
    const uint32_t own = address - image->base;
    bool in_unit = image->dwarf && dwarf_addrdie(image->dwarf, own, &unit);
    Dwarf_Line *line = in_unit ? dwarf_getsrc_die(&unit, own) : NULL;
    if (line && !dwarf_lineno(line, &number))
        path = debug_image_file_name(&unit, dwarf_linesrc(line, NULL, NULL));
    if (!in_unit || !debug_image_print_functions(&unit, own, path, number, to)) {
        debug_image_print_data(image, address, symbol->name, to);
        debug_image_print_line(path, number, to);
    }
    fclose(to);
    return text;
}

/* ---- callers -------------------------------------------------------------------------------- */

bool debug_image_unwind(const struct debug_image *image, uint32_t address,
                        struct debug_frame *frame)
{
    image = debug_image_of(image, address);
    Dwarf_CFI *rules = image->dwarf ? dwarf_getcfi(image->dwarf) : NULL;
    Dwarf_Frame *found;
    if (!rules || dwarf_cfi_addrframe(rules, address - image->base, &found))
        return false;
    bool done = frame_rules_apply(found, frame);
    free(found);
    return done;
}
