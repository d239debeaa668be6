/*
 * SPDX-License-Identifier: MIT
 * Names may contain @, $ and ?; fields of structures are joined to them by a dot.
 */
#include "host/analysis/masm/masm_letters.h"

#include <ctype.h>
#include <string.h>

bool masm_is_word(char letter)
{
    return isalnum((unsigned char)letter) || (letter && strchr("_@$?.", letter));
}

size_t masm_word_length(const char *text)
{
    size_t n = 0;
    while (masm_is_word(text[n]))
        n++;
    return n;
}

bool masm_word_is_among(const char *word, size_t n, const char *const *names)
{
    for (; *names; names++)
        if (strlen(*names) == n && !strncmp(word, *names, n))
            return true;
    return false;
}
