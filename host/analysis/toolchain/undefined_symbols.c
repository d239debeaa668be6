/*
 * SPDX-License-Identifier: MIT
 * Reads the symbol table and the relocations with libelf.
 */
#include "host/analysis/toolchain/undefined_symbols.h"

#include <errno.h>
#include <fcntl.h>
#include <gelf.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "host/base/allocation.h"
#include "host/base/message.h"

enum { CALLED = 1, NEAR = 2 };

/* Returns the kinds of uses of each symbol. */
static uint8_t *undefined_symbols_find_uses(Elf *elf, size_t n)
{
    uint8_t *uses = allocate_zeroed(n + 1);
    for (Elf_Scn *section = NULL; (section = elf_nextscn(elf, section));) {
        GElf_Shdr header;
        Elf_Data *data = elf_getdata(section, NULL);
        GElf_Rel entry;
        if (!gelf_getshdr(section, &header) || header.sh_type != SHT_REL || !data)
            continue;
        for (int i = 0; gelf_getrel(data, i, &entry); i++) {
            uint64_t type = GELF_R_TYPE(entry.r_info), symbol = GELF_R_SYM(entry.r_info);
            if (symbol >= n)
                continue;
            if (type == R_386_PC32 || type == R_386_PLT32)
                uses[symbol] |= CALLED;
            if (type == R_386_PC8 || type == R_386_PC16)
                uses[symbol] |= NEAR;
        }
    }
    return uses;
}

static void undefined_symbols_read_table(struct undefined_symbols *symbols, Elf *elf,
                                         Elf_Scn *section, const GElf_Shdr *header)
{
    Elf_Data *data = elf_getdata(section, NULL);
    const size_t n = header->sh_entsize ? header->sh_size / header->sh_entsize : 0;
    uint8_t *uses = undefined_symbols_find_uses(elf, n);
    GElf_Sym entry;
    for (size_t i = 1; data && i < n && gelf_getsym(data, (int)i, &entry); i++) {
        const char *name = elf_strptr(elf, header->sh_link, entry.st_name);
        if (entry.st_shndx != SHN_UNDEF || !name || !*name ||
            !strcmp(name, "_GLOBAL_OFFSET_TABLE_"))
            continue;
        struct undefined_symbol *one =
            allocate_element(&symbols->all, &symbols->n, sizeof *symbols->all);
        one->name = allocate_copy(name);
        one->called = uses[i] & CALLED;
        one->near = uses[i] & NEAR;
    }
    free(uses);
}

int undefined_symbols_read(struct undefined_symbols *symbols, const char *path)
{
    int file = open(path, O_RDONLY | O_CLOEXEC);
    *symbols = (struct undefined_symbols){0};
    elf_version(EV_CURRENT);
    Elf *elf = file < 0 ? NULL : elf_begin(file, ELF_C_READ, NULL);
    if (!elf) {
        message_print("%s: %s", path, file < 0 ? strerror(errno) : elf_errmsg(-1));
        if (file >= 0)
            close(file);
        return -1;
    }
    for (Elf_Scn *section = NULL; (section = elf_nextscn(elf, section));) {
        GElf_Shdr header;
        if (gelf_getshdr(section, &header) && header.sh_type == SHT_SYMTAB)
            undefined_symbols_read_table(symbols, elf, section, &header);
    }
    elf_end(elf);
    close(file);
    return 0;
}

void undefined_symbols_free(struct undefined_symbols *symbols)
{
    for (unsigned i = 0; i < symbols->n; i++)
        free(symbols->all[i].name);
    free(symbols->all);
    *symbols = (struct undefined_symbols){0};
}
