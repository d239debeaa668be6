/*
 * SPDX-License-Identifier: MIT
 * Follows possible return addresses from the innermost one. One that follows a CALL of another
 * function is left over from an earlier call. The place is the first function with a line: the C
 * library has none.
 */
#include "host/analysis/fault/call_places.h"

#include <dwarf.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "host/analysis/fault/code_spot.h"
#include "host/analysis/fault/debug_image_parts.h"
#include "host/analysis/fault/fault_places.h"
#include "host/base/allocation.h"

#define MOST_ADDRESSES 32
#define INT_BYTES      2 /* of INT 80h */
#define MOST_NAMES     8

/* The addresses of a record's key `from`. */
struct call_addresses {
    uint32_t address[MOST_ADDRESSES];
    unsigned n;
};

static struct call_addresses call_place_read(const char *from)
{
    struct call_addresses addresses = {.n = 0};
    char *end;
    for (; *from && addresses.n < MOST_ADDRESSES; from = *end ? end + 1 : end) {
        addresses.address[addresses.n++] = (uint32_t)strtoul(from, &end, 16);
        if (end == from)
            break;
    }
    return addresses;
}

/* Returns the target of the direct CALL that ends at the address; 0 if the CALL is indirect. */
static uint32_t call_place_target(const struct debug_image *image, uint32_t address)
{
    size_t left;
    uint32_t distance;
    const uint8_t *bytes = debug_image_bytes(image, address - 5, &left);
    if (!bytes || left < 5 || bytes[0] != 0xE8)
        return 0;
    memcpy(&distance, bytes + 1, sizeof distance);
    return address + distance;
}

/*
 * Returns the index of the return address of the function that begins at `first`, from `i` on: that
 * of a direct CALL of it; otherwise that of the next indirect CALL; otherwise the next one, since a
 * function may have jumped to it. Returns n after the last one.
 */
static unsigned call_place_next(const struct debug_image *image,
                                const struct call_addresses *addresses, unsigned i, uint32_t first)
{
    for (unsigned at = i; at < addresses->n; at++)
        if (call_place_target(image, addresses->address[at]) == first)
            return at;
    for (unsigned at = i; at < addresses->n; at++)
        if (!call_place_target(image, addresses->address[at]))
            return at;
    return i;
}

/* Appends "mine at prog.c:6", with the functions into which it is inlined; or the name only. */
static void call_place_append(const struct debug_image *image, uint32_t address, FILE *to)
{
    char *place = debug_image_place(image, address), *rest = place;
    for (char *line; (line = strsep(&rest, "\n"));)
        fprintf(to, "%s%s", line == place ? "" : ", ", line);
    free(place);
}

/*
 * Prints the first function with a line, after the name of the one that it called; without lines
 * the functions from the innermost to main.
 */
static void call_place_print(const struct debug_image *image,
                             const struct call_addresses *addresses, FILE *to)
{
    uint32_t address = addresses->address[0] - INT_BYTES;
    struct code_spot spot;
    const char *names[MOST_NAMES];
    unsigned n = 0;
    for (unsigned i = 0; n < MOST_NAMES && code_spot_find(image, address, &spot);) {
        if (spot.file) {
            if (n)
                fprintf(to, "%s() called by ", names[n - 1]);
            call_place_append(image, address, to);
            return;
        }
        if (spot.function)
            names[n++] = spot.function;
        if (spot.function && !strcmp(spot.function, "main"))
            break;
        i = call_place_next(image, addresses, i + 1, spot.first);
        if (i >= addresses->n)
            break;
        address = addresses->address[i] - 1;
    }
    for (unsigned i = 0; i < n; i++)
        fprintf(to, "%s%s()", i ? " called by " : "", names[i]);
    if (n)
        fputs(" (compile with -g for the line)", to);
}

/* Returns the location, in the run's strings; NULL if nothing is known. */
static const char *call_place_find(struct run *run, const struct debug_image *image,
                                   const char *from)
{
    const struct call_addresses addresses = call_place_read(from);
    char *text;
    size_t length;
    FILE *to = open_memstream(&text, &length);
    if (addresses.n)
        call_place_print(image, &addresses, to);
    fclose(to);
    const char *place = length ? string_set_add(&run->strings, text, length) : NULL;
    free(text);
    return place;
}

/* ---- main() ---------------------------------------------------------------------------------- */

/* Returns whether the unit has types; with -g1 no function has one. */
static bool call_place_has_types(Dwarf_Die *unit)
{
    Dwarf_Attribute attribute;
    const char *producer = dwarf_formstring(dwarf_attr(unit, DW_AT_producer, &attribute));
    return producer && !strstr(producer, " -g1");
}

/* Finds a function main() of the unit that returns nothing. */
static bool call_place_find_void_main(Dwarf_Die *unit, Dwarf_Die *function)
{
    if (!call_place_has_types(unit) || dwarf_child(unit, function))
        return false;
    do {
        const char *name = dwarf_diename(function);
        if (dwarf_tag(function) == DW_TAG_subprogram && name && !strcmp(name, "main"))
            return !dwarf_hasattr(function, DW_AT_type);
    } while (dwarf_siblingof(function, function) == 0);
    return false;
}

static const char *call_place_void_main(struct run *run, const struct debug_image *image)
{
    Dwarf_CU *unit = NULL;
    Dwarf_Die top, function;
    int line;
    while (image->dwarf && dwarf_get_units(image->dwarf, unit, &unit, NULL, NULL, &top, NULL) == 0)
        if (call_place_find_void_main(&top, &function)) {
            const char *file = dwarf_decl_file(&function);
            if (file && dwarf_decl_line(&function, &line) == 0)
                return string_set_print(&run->strings, "%s:%d", debug_image_file_name(&top, file),
                                        line);
        }
    return NULL;
}

/* ---- a run ----------------------------------------------------------------------------------- */

static void call_places_find_program(struct run *run, unsigned index,
                                     const struct debug_image *image)
{
    struct program_run *program = &run->programs[index];
    if (program->from && !program->place)
        program->place = call_place_find(run, image, program->from);
    if (!strcmp(program->end, "exit") && program->status && !program->void_main)
        program->void_main = call_place_void_main(run, image);
    for (unsigned i = 0; i < run->n_system_calls; i++) {
        struct system_call_count *call = &run->system_calls[i];
        if (call->program == index && call->from && !call->place)
            call->place = call_place_find(run, image, call->from);
    }
}

void call_places_find(struct run *run)
{
    for (unsigned i = 0; i < run->n_programs; i++) {
        struct debug_image *image = fault_places_open_program(run->programs[i].bench);
        if (!image)
            continue;
        call_places_find_program(run, i, image);
        debug_image_close(image);
    }
}
