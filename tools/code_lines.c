/*
 * SPDX-License-Identifier: MIT
 * Searches the lines of all compilation units: nasm and GNU as write no ranges for some of them.
 */
#include "tools/code_lines.h"

#include <elfutils/libdw.h>
#include <fcntl.h>
#include <gelf.h>
#include <glob.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

/* ---- lines ----------------------------------------------------------------------------------- */

/* A path below the current directory without that directory's name. */
static const char *code_lines_below(const char *path)
{
    char folder[4096];
    size_t length = getcwd(folder, sizeof folder) ? strlen(folder) : 0;

    if (length && strncmp(path, folder, length) == 0 && path[length] == '/')
        path += length + 1;
    /* nasm's lines have the directory of the source twice, as in "bench/mine//bench/mine/x.asm". */
    const char *again = strstr(path, "//");
    if (again)
        path = again + 2;
    while (strncmp(path, "./", 2) == 0)
        path += 2;
    return path;
}

/* Returns the row that covers the address: from its own address to that of the next row. */
static Dwarf_Line *code_lines_row(Dwarf_Die *unit, Dwarf_Addr address)
{
    Dwarf_Lines *rows;
    size_t count;

    if (dwarf_getsrclines(unit, &rows, &count))
        return NULL;
    for (size_t i = 0; i + 1 < count; i++) {
        Dwarf_Line *row = dwarf_onesrcline(rows, i), *next = dwarf_onesrcline(rows, i + 1);
        Dwarf_Addr from, to;
        bool ends;

        if (!dwarf_lineaddr(row, &from) && !dwarf_lineaddr(next, &to) &&
            !dwarf_lineendsequence(row, &ends) && !ends && from <= address && address < to)
            return row;
    }
    return NULL;
}

static void code_lines_search(Dwarf *dwarf, Dwarf_Addr address, char *place, size_t size)
{
    Dwarf_Off at = 0, next;
    size_t header;

    for (; !dwarf_nextcu(dwarf, at, &next, &header, NULL, NULL, NULL); at = next) {
        Dwarf_Die unit;
        Dwarf_Line *row =
            dwarf_offdie(dwarf, at + header, &unit) ? code_lines_row(&unit, address) : NULL;
        const char *path = row ? dwarf_linesrc(row, NULL, NULL) : NULL;
        int line;

        if (path && !dwarf_lineno(row, &line) && line > 0) {
            snprintf(place, size, "%s:%d", code_lines_below(path), line);
            return;
        }
    }
}

/* ---- parts without debug information --------------------------------------------------------- */

/* Returns whether an object file defines the symbol. */
static bool code_lines_defines(const char *path, const char *name)
{
    int file = open(path, O_RDONLY);
    Elf *elf = file < 0 ? NULL : elf_begin(file, ELF_C_READ, NULL);
    bool found = false;

    for (Elf_Scn *section = NULL; elf && !found && (section = elf_nextscn(elf, section));) {
        GElf_Shdr header;
        GElf_Sym symbol;
        if (!gelf_getshdr(section, &header) || header.sh_type != SHT_SYMTAB)
            continue;
        for (int i = 0; !found && gelf_getsym(elf_getdata(section, NULL), i, &symbol); i++) {
            const char *its = elf_strptr(elf, header.sh_link, symbol.st_name);
            found = its && symbol.st_shndx != SHN_UNDEF && strcmp(its, name) == 0;
        }
    }
    if (elf)
        elf_end(elf);
    if (file >= 0)
        close(file);
    return found;
}

/* Writes the path below bench/ of an object's source: without ".o". */
static void code_lines_source(const char *object, char *place, size_t size)
{
    const char *path = strstr(object, "/bench/");

    if (path)
        snprintf(place, size, "%.*s", (int)strlen(path) - 3, path + 1);
}

static void code_lines_part(const char *object, const char *routine, char *place, size_t size)
{
    char pattern[600];
    glob_t parts;

    code_lines_source(object, place, size);
    snprintf(pattern, sizeof pattern, "%.*s/*.o", (int)strlen(object) - 2, object);
    if (glob(pattern, 0, NULL, &parts))
        return;
    for (size_t i = 0; i < parts.gl_pathc; i++)
        if (code_lines_defines(parts.gl_pathv[i], routine)) {
            code_lines_source(parts.gl_pathv[i], place, size);
            break;
        }
    globfree(&parts);
}

void code_lines_find(const char *image, uint32_t address, const char *object, const char *routine,
                     char *place, size_t size)
{
    int file = open(image, O_RDONLY);

    place[0] = '\0';
    elf_version(EV_CURRENT);
    Dwarf *dwarf = file < 0 ? NULL : dwarf_begin(file, DWARF_C_READ);
    if (dwarf) {
        code_lines_search(dwarf, address, place, size);
        dwarf_end(dwarf);
    }
    if (file >= 0)
        close(file);
    if (!place[0] && strlen(object) > 2)
        code_lines_part(object, routine, place, size);
}
