/*
 * SPDX-License-Identifier: MIT
 * Normalizes text. kernel/settings/parms.c does the same for experiment files, with which the
 * kernel has to start.
 */
#include "tools/plain_text.h"

#include <stdbool.h>
#include <string.h>

static bool plain_text_is_letter(unsigned char c)
{
    return c >= '\t' && c < 0x7F;
}

/* Converts UTF-16 to ASCII; another text is unchanged. */
static size_t plain_text_decode(char *text, size_t length)
{
    unsigned char *bytes = (unsigned char *)text;
    size_t n = 0;
    if (length < 2)
        return length;
    const bool marked = !memcmp(text, "\xff\xfe", 2) || !memcmp(text, "\xfe\xff", 2);
    const bool big = marked ? bytes[0] == 0xFE : !bytes[0];
    if (!marked && (bytes[!big] || !plain_text_is_letter(bytes[big])))
        return length;
    for (size_t at = marked ? 2 : 0; at + 1 < length; at += 2)
        bytes[n++] = bytes[at + !big] || bytes[at + big] > 0x7F ? '?' : bytes[at + big];
    return n;
}

static size_t plain_text_end_lines(char *text, size_t length)
{
    size_t n = 0;
    for (size_t at = 0; at < length; at++) {
        const bool returns = text[at] == '\r';
        while (at + 1 < length && text[at] == '\r' && text[at + 1] == '\r')
            at++;
        if (returns && at + 1 < length && text[at + 1] == '\n')
            at++;
        text[n++] = returns ? '\n' : text[at];
    }
    return n;
}

size_t plain_text(char *text, size_t length)
{
    size_t n = plain_text_decode(text, length);
    if (n >= 3 && !memcmp(text, "\xef\xbb\xbf", 3)) {
        n -= 3;
        memmove(text, text + 3, n);
    }
    return plain_text_end_lines(text, n);
}
