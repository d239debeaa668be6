/*
 * SPDX-License-Identifier: MIT
 * An argument gets a value that fits its use, which a variable in memory does not.
 */
#include "host/analysis/masm/masm_c_variables.h"

#include <ctype.h>
#include <stdbool.h>
#include <string.h>

#include "host/analysis/masm/masm_letters.h"
#include "host/base/allocation.h"

#define MOST_ARGUMENTS  16
#define FIRST_PARAMETER 8 /* bytes from EBP, after EBP's old value and the return address */

/* Returns whether the word is part of the language: a register, a type, an operator. */
static bool is_known(const char *word, size_t n)
{
    static const char *const known[] = {
        "eax",   "ebx",   "ecx",   "edx",   "esi",   "edi",    "ebp",     "esp",   "ax",
        "bx",    "cx",    "dx",    "si",    "di",    "bp",     "sp",      "al",    "ah",
        "bl",    "bh",    "cl",    "ch",    "dl",    "dh",     "st",      "cs",    "ds",
        "es",    "fs",    "gs",    "ss",    "byte",  "word",   "ptr",     "far",   "near",
        "short", "dword", "qword", "tbyte", "fword", "mmword", "xmmword", "dup",   "and",
        "or",    "not",   "xor",   "shl",   "shr",   "mod",    "real4",   "real8", NULL};
    return masm_word_is_among(word, n, known) || strchr(".@$", *word) ||
           (n == 3 && !strncmp(word, "mm", 2)) || (n == 4 && !strncmp(word, "xmm", 3)) ||
           (n == 3 && !strncmp(word, "st", 2) && isdigit((unsigned char)word[2]));
}

static bool is_label(char *const *lines, unsigned n, const char *word, size_t length)
{
    for (unsigned i = 0; i < n; i++)
        for (const char *at = lines[i]; (at = strchr(at, ':')); at++) {
            size_t before = (size_t)(at - lines[i]);
            if (before >= length && !strncmp(at - length, word, length) &&
                (before == length || !masm_is_word(at[-(long)length - 1])))
                return true;
        }
    return false;
}

static void line_read(char *const *lines, unsigned n, unsigned line, struct masm_names *names,
                      unsigned *arguments)
{
    static const char *const words[] = {"__asm", "_asm", "asm", NULL};
    const char *at = lines[line] + strspn(lines[line], " \t{");
    size_t length = masm_word_length(at);
    while (length && (at[length] == ':' || masm_word_is_among(at, length, words))) {
        at += length + strspn(at + length, ": \t{");
        length = masm_word_length(at);
    }
    if (*at == 'j' || !strncmp(at, "call", 4) || !strncmp(at, "loop", 4))
        return;
    for (at += length; *at; at += length ? length : 1) {
        length = masm_word_length(at);
        if (*at == '"' || *at == '\'')
            return;
        if (!length || isdigit((unsigned char)*at) || is_known(at, length) ||
            is_label(lines, n, at, length) || masm_names_find(names, at, length, line))
            continue;
        if (!strncmp(at, "offset", length) || *arguments == MOST_ARGUMENTS)
            return;
        masm_names_add(names, at, length, allocate_text("ebp+%u", FIRST_PARAMETER + 4 * *arguments),
                       "dword");
        ++*arguments;
    }
}

void masm_c_variables_read(char *const *lines, unsigned n, struct masm_names *names)
{
    unsigned arguments = 0;
    for (unsigned i = 0; i < n; i++)
        line_read(lines, n, i, names, &arguments);
}
