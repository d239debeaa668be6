/*
 * SPDX-License-Identifier: MIT
 * Reads a whole file of assembly; a file with a loop is small.
 */
#include "host/analysis/toolchain/source_file.h"

#include <elf.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "host/base/allocation.h"
#include "host/base/message.h"
#include "tools/plain_text.h"

#define MOST_BYTES (1 << 20)

/* Returns the reason why a file that is neither text nor ELF is refused; NULL for others. */
static const char *source_file_refusal(const unsigned char *first, size_t size)
{
    if (size >= 8 && !memcmp(first, "!<arch>\n", 8))
        return "a library; extract an object file with 'ar x', and explain that";
    if (size >= 2 && !memcmp(first, "MZ", 2) && memchr(first, 0, size))
        return "a program for DOS or Windows; disassemble it with 'objdump -d', and explain its "
               "text";
    if (size >= 2 && first[0] == 0x4c && first[1] == 0x01) /* IMAGE_FILE_MACHINE_I386 */
        return "an object file for Windows; 'objcopy -I pe-i386 -O elf32-i386' converts it";
    if (size >= 2 && first[0] == 0x80 && memchr(first, 0, size)) /* THEADR record */
        return "an object file in OMF; explain its source, or a listing of it";
    return NULL;
}

const char *source_file_object(const char *path, enum code_syntax *syntax)
{
    Elf32_Ehdr header = {0};
    FILE *from = strcmp(path, "-") ? fopen(path, "rb") : NULL;
    size_t size = from ? fread(&header, 1, sizeof header, from) : 0;
    if (from)
        fclose(from);
    if (size < sizeof header || memcmp(header.e_ident, ELFMAG, SELFMAG) != 0)
        return source_file_refusal((const unsigned char *)&header, size);
    if (header.e_ident[EI_CLASS] != ELFCLASS32 || header.e_machine != EM_386)
        return "not 32-bit x86 code; compile it with -m32";
    if (header.e_type != ET_REL)
        return "an executable, not an object file; 'bareprobe explain --program' explains it";
    *syntax = SYNTAX_OBJECT;
    return NULL;
}

static char *source_file_read_stream(FILE *from, const char *name)
{
    char *text = allocate_zeroed(MOST_BYTES + 2);
    size_t length = fread(text, 1, MOST_BYTES + 1, from);
    if (ferror(from))
        message_print("%s: %s", name, strerror(errno));
    else if (length > MOST_BYTES)
        message_print("%s: larger than 1 MB: not a loop", name);
    else {
        length = plain_text(text, length);
        text[length] = '\0';
        if (strlen(text) == length)
            return text;
        message_print("%s: contains zero bytes: not a text file", name);
    }
    free(text);
    return NULL;
}

char *source_file_read(const char *path)
{
    FILE *from = fopen(path, "r");
    if (!from) {
        message_print("%s: %s", path, strerror(errno));
        return NULL;
    }
    char *text = source_file_read_stream(from, path);
    fclose(from);
    return text;
}

char *source_file_read_input(void)
{
    return source_file_read_stream(stdin, "standard input");
}
