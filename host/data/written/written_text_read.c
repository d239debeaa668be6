/*
 * SPDX-License-Identifier: MIT
 * Decodes the two forms in which records carry bytes.
 */
#include "host/data/written/written_text_read.h"

#include <ctype.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

static const char digits[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";

static long percent_decode(const char *text, char *bytes)
{
    long n = 0;
    for (; *text; text++, n++) {
        char byte = *text;
        if (byte == '%') {
            if (!isxdigit((unsigned char)text[1]) || !isxdigit((unsigned char)text[2]))
                return -1;
            byte = (char)strtoul((const char[]){text[1], text[2], 0}, NULL, 16);
            text += 2;
        }
        if (bytes)
            bytes[n] = byte;
    }
    return n;
}

/* Four characters are three bytes, or fewer with padding at the end. */
static long base64_decode(const char *text, char *bytes)
{
    const size_t length = strlen(text), plain = strspn(text, digits);
    long n = 0;
    if (length % 4 || length - plain > 2 || strspn(text + plain, "=") != length - plain)
        return -1;
    for (size_t i = 0; i < length; i += 4) {
        uint32_t three = 0;
        for (size_t k = i; k < i + 4; k++)
            three = three << 6 | (k < plain ? (uint32_t)(strchr(digits, text[k]) - digits) : 0);
        for (size_t k = 0; k < 3 && i + k + 1 < plain; k++, n++)
            if (bytes)
                bytes[n] = (char)(three >> (16 - 8 * k));
    }
    return n;
}

long written_text_length(const char *text, const char *base64)
{
    return text ? percent_decode(text, NULL) : base64_decode(base64, NULL);
}

void written_text_decode(const char *text, const char *base64, char *bytes)
{
    if (text)
        percent_decode(text, bytes);
    else
        base64_decode(base64, bytes);
}
