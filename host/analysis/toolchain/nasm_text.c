/*
 * SPDX-License-Identifier: MIT
 * ELF knows sections by names in lower case; other formats have names such as CODE and _TEXT.
 */
#include "host/analysis/toolchain/nasm_text.h"

#include <ctype.h>
#include <stdbool.h>
#include <stddef.h>
#include <string.h>
#include <strings.h>

#include "host/base/allocation.h"

/* Returns what follows the word at the beginning of a line; NULL if it has another one. */
static const char *after_word(const char *line, const char *word)
{
    size_t length = strlen(word);
    if (strncasecmp(line, word, length) != 0 || !line[length] ||
        !isspace((unsigned char)line[length]))
        return NULL;
    return line + length + strspn(line + length, " \t");
}

/* Returns the section of ELF for a section's name and attributes, or NULL for any other. */
static const char *section_for_elf(const char *words)
{
    static const char *const sections[][2] = {
        {"executable", ".text"}, {"bss", ".bss"},   {"data", ".data"}, {"const", ".data"},
        {"writeable", ".data"},  {"text", ".text"}, {"code", ".text"},
    };
    for (unsigned i = 0; i < sizeof sections / sizeof sections[0]; i++)
        if (strcasestr(words, sections[i][0]))
            return sections[i][1];
    return NULL;
}

/* Returns whether ELF has a section with the name at the beginning of the words. */
static bool is_section_of_elf(const char *words)
{
    static const char *const names[] = {".text", ".data", ".rodata", ".bss", ".text.", ".data."};
    size_t length = strcspn(words, " \t];");
    for (unsigned i = 0; i < sizeof names / sizeof names[0]; i++)
        if (!strncmp(words, names[i], strlen(names[i])) &&
            (strlen(names[i]) == length || names[i][strlen(names[i]) - 1] == '.'))
            return true;
    return false;
}

char *nasm_text_line(const char *line)
{
    const char *begin = line + (*line == '['), *words = after_word(begin, "section"), *section;
    if (!words)
        words = after_word(begin, "segment");
    if (words && !is_section_of_elf(words) && (section = section_for_elf(words)))
        return allocate_text("section %s", section);
    if (after_word(line, "format") || after_word(line, "entry"))
        return allocate_copy("");
    if ((words = after_word(line, "public")))
        return allocate_text("global %s", words);
    if (!strcasecmp(line, "use32"))
        return allocate_copy("bits 32");
    return allocate_copy(line);
}
