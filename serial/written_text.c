/*
 * SPDX-License-Identifier: MIT
 * Encodes bytes for records.
 */
#include "serial/written_text.h"

#include <stdint.h>

bool written_text_percent(const void *bytes, size_t count, char *text, size_t size)
{
    static const char digits[] = "0123456789ABCDEF";
    const uint8_t *byte = bytes;
    size_t length = 0;
    for (; count; count--, byte++) {
        bool plain = *byte >= ' ' && *byte < 0x7F && *byte != '"' && *byte != '%';
        if (length + (plain ? 1 : 3) >= size)
            return false;
        if (plain) {
            text[length++] = (char)*byte;
            continue;
        }
        text[length++] = '%';
        text[length++] = digits[*byte >> 4];
        text[length++] = digits[*byte & 15];
    }
    text[length] = '\0';
    return true;
}

void written_text_base64(const void *bytes, size_t count, char text[WRITTEN_TEXT])
{
    static const char digits[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    const uint8_t *byte = bytes;
    for (size_t i = 0; i < count; i += 3) {
        size_t left = count - i;
        uint32_t three = (uint32_t)byte[i] << 16 | (left > 1 ? (uint32_t)byte[i + 1] << 8 : 0) |
                         (left > 2 ? byte[i + 2] : 0);
        *text++ = digits[three >> 18];
        *text++ = digits[three >> 12 & 63];
        *text++ = '=';
        *text++ = '=';
        if (left > 1)
            text[-2] = digits[three >> 6 & 63];
        if (left > 2)
            text[-1] = digits[three & 63];
    }
    *text = '\0';
}
