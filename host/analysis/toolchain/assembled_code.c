/*
 * SPDX-License-Identifier: MIT
 * Reads the linked code and its line table.
 */
#include "host/analysis/toolchain/assembled_code.h"

#include <elfutils/libdw.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "host/analysis/toolchain/assembler.h"
#include "host/base/allocation.h"
#include "host/base/message.h"

static int assembled_code_read(struct assembled_code *code, const char *path)
{
    char error[200];
    if (elf32_load(&code->elf, path, error, sizeof error)) {
        message_print("the linked code: %s", error);
        return -1;
    }
    code->file = open(path, O_RDONLY | O_CLOEXEC);
    code->dwarf = code->file < 0 ? NULL : dwarf_begin(code->file, DWARF_C_READ);
    return 0;
}

int assembled_code_make(struct assembled_code *code, const struct code_origin *origin)
{
    char *linked = allocate_text("%s/code.elf", origin->folder);
    *code = (struct assembled_code){0};
    code->shift = origin->syntax == SYNTAX_NASM ? NASM_LINE_SHIFT : 0;
    if (origin->syntax == SYNTAX_C || origin->syntax == SYNTAX_OBJECT)
        code->source = origin->syntax == SYNTAX_C ? origin->name : NULL;
    int status = assembler_run(origin, linked, &code->notes) || assembled_code_read(code, linked);
    free(linked);
    return status ? -1 : 0;
}

void assembled_code_free(struct assembled_code *code)
{
    if (code->dwarf)
        dwarf_end(code->dwarf);
    if (code->file > 0)
        close(code->file);
    if (code->elf.file)
        elf32_free(&code->elf);
    free(code->notes.messages);
    free(code->notes.placed);
    free(code->notes.missing);
    *code = (struct assembled_code){0};
}

typedef bool line_visitor(void *context, Dwarf_Die *unit, Dwarf_Lines *lines, size_t n);

/* Calls the visitor for each compilation unit until it returns true. */
static void assembled_code_visit_lines(const struct assembled_code *code, line_visitor *visit,
                                       void *context)
{
    Dwarf_Off offset = 0, next;
    size_t header;
    bool over = !code->dwarf;
    while (!over && !dwarf_nextcu(code->dwarf, offset, &next, &header, NULL, NULL, NULL)) {
        Dwarf_Die unit;
        Dwarf_Lines *lines;
        size_t n;
        if (dwarf_offdie(code->dwarf, offset + header, &unit) &&
            !dwarf_getsrclines(&unit, &lines, &n))
            over = visit(context, &unit, lines, n);
        offset = next;
    }
}

struct line_query {
    const struct assembled_code *code;
    uint32_t address;
    unsigned line;
};

static bool line_visit_at(void *context, Dwarf_Die *unit, Dwarf_Lines *lines, size_t n)
{
    struct line_query *query = context;
    Dwarf_Line *line = dwarf_getsrc_die(unit, query->address);
    int number;
    bool end = true;
    (void)lines;
    (void)n;
    if (!line || dwarf_lineendsequence(line, &end) || end || dwarf_lineno(line, &number))
        return false;
    const char *source = dwarf_linesrc(line, NULL, NULL), *own = query->code->source;
    size_t length = source ? strlen(source) : 0, own_length = own ? strlen(own) : 0;
    if (length >= own_length && (!own || !strcmp(source + length - own_length, own)))
        query->line = number > 0 ? (unsigned)number : 0;
    return true;
}

unsigned assembled_code_line(const struct assembled_code *code, uint32_t address)
{
    struct line_query query = {code, address, 0};
    assembled_code_visit_lines(code, line_visit_at, &query);
    return query.line > code->shift ? query.line - code->shift : 0;
}

static bool line_visit_first(void *context, Dwarf_Die *unit, Dwarf_Lines *lines, size_t n)
{
    uint32_t *first = context;
    (void)unit;
    for (size_t i = 0; i < n; i++) {
        Dwarf_Addr address;
        bool end;
        Dwarf_Line *line = dwarf_onesrcline(lines, i);
        if (!dwarf_lineendsequence(line, &end) && !end && !dwarf_lineaddr(line, &address) &&
            (!*first || address < *first))
            *first = (uint32_t)address;
    }
    return false;
}

uint32_t assembled_code_first(const struct assembled_code *code)
{
    uint32_t first = 0;
    assembled_code_visit_lines(code, line_visit_first, &first);
    return first;
}
