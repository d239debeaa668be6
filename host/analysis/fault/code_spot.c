/*
 * SPDX-License-Identifier: MIT
 * Finds the function of an address: from DWARF, or for assembly from the symbols; such a function
 * extends to the next symbol.
 */
#include "host/analysis/fault/code_spot.h"

#include <dwarf.h>
#include <stdlib.h>
#include <string.h>

#include "host/analysis/fault/debug_image_parts.h"

/* The sections that contain neither benchmarks nor code that they may call (linker.ld). */
static bool is_kernel(const struct elf32_section *section)
{
    return !strcmp(section->name, ".text") || !strcmp(section->name, ".late_text") ||
           !strcmp(section->name, ".fixed_text");
}

/* Finds the range of the function's code that contains the address. */
static void code_spot_find_range(Dwarf_Die *function, uint32_t address, struct code_spot *spot)
{
    Dwarf_Addr base, from, to;
    ptrdiff_t at = 0;
    while ((at = dwarf_ranges(function, at, &base, &from, &to)) > 0)
        if (address >= from && address < to) {
            spot->first = (uint32_t)from;
            spot->end = (uint32_t)to;
        }
}

static void code_spot_find_function(Dwarf_Die *unit, uint32_t address, struct code_spot *spot)
{
    Dwarf_Die *scopes = NULL, *tree = NULL;
    int n = dwarf_getscopes(unit, address, &scopes);
    /* Take the scopes by place in the tree: the others are where an inlined function is defined. */
    if (n > 0)
        n = dwarf_getscopes_die(&scopes[0], &tree);
    for (int i = 0; i < n; i++)
        if (dwarf_tag(&tree[i]) == DW_TAG_subprogram && dwarf_diename(&tree[i])) {
            spot->function = dwarf_diename(&tree[i]);
            code_spot_find_range(&tree[i], address, spot);
            break;
        }
    free(scopes);
    free(tree);
}

static void code_spot_find_line(Dwarf_Die *unit, uint32_t address, struct code_spot *spot)
{
    Dwarf_Attribute attribute;
    Dwarf_Line *line = dwarf_getsrc_die(unit, address);
    if (!line || dwarf_lineno(line, &spot->line) || spot->line <= 0)
        return;
    spot->file = debug_image_file_name(unit, dwarf_linesrc(line, NULL, NULL));
    spot->folder = dwarf_formstring(dwarf_attr(unit, DW_AT_comp_dir, &attribute));
}

/*
 * Finds the range up to the next name in the source, or to the section's end. Code after the end of
 * a function may have no name; its range begins there.
 */
static void code_spot_find_symbol(const struct debug_image *image, uint32_t address,
                                  struct code_spot *spot)
{
    const struct elf32_symbol *symbol = debug_image_symbol_below(image, address);
    size_t section = debug_image_section(image, address);
    const struct elf32_section *in = &image->elf.sections[section];
    if (!symbol)
        return;
    const bool named = debug_image_symbol(image, address);
    uint32_t end = in->address + in->size;
    spot->function = named ? symbol->name : NULL;
    spot->first = symbol->address + (named ? 0 : symbol->size);
    for (size_t i = 0; i < image->elf.symbol_count; i++) {
        uint32_t next = image->elf.symbols[i].address;
        if (image->elf.symbols[i].section == section && next > address && next < end &&
            debug_image_symbol_given(&image->elf.symbols[i]))
            end = next;
    }
    spot->end = end;
}

bool code_spot_find(const struct debug_image *image, uint32_t address, struct code_spot *spot)
{
    Dwarf_Die unit;
    image = debug_image_of(image, address);
    size_t section = debug_image_section(image, address);
    *spot = (struct code_spot){0};
    if (section == NO_SECTION || !(image->elf.sections[section].flags & SHF_EXECINSTR))
        return false;
    spot->kernel = image->benches.elf && is_kernel(&image->elf.sections[section]);
    const uint32_t own = address - image->base;
    bool in_unit = image->dwarf && dwarf_addrdie(image->dwarf, own, &unit);
    if (in_unit) {
        code_spot_find_function(&unit, own, spot);
        code_spot_find_line(&unit, own, spot);
        spot->first += spot->end ? image->base : 0;
        spot->end += spot->end ? image->base : 0;
    }
    if (!spot->function || !spot->end)
        code_spot_find_symbol(image, address, spot);
    return true;
}
