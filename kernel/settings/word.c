/*
 * SPDX-License-Identifier: MIT
 * Splits and parses words.
 */
#include "kernel/settings/word.h"

#include "kernel/lib/string.h"

struct word word_from_text(const char *text)
{
    return (struct word){text, strlen(text)};
}

bool word_is(struct word word, const char *text)
{
    return strlen(text) == word.length && !strncmp(word.text, text, word.length);
}

struct word word_split(struct word *rest, char separator)
{
    const char *found = memchr(rest->text, separator, rest->length);
    size_t length = found ? (size_t)(found - rest->text) : rest->length;
    struct word taken = {rest->text, length};
    size_t used = found ? length + 1 : length;
    rest->text += used;
    rest->length -= used;
    return taken;
}

static bool is_space(char c)
{
    return c == ' ' || c == '\t' || c == '\r' || c == '\n';
}

struct word word_trim(struct word word)
{
    while (word.length && is_space(word.text[0])) {
        word.text++;
        word.length--;
    }
    while (word.length && is_space(word.text[word.length - 1]))
        word.length--;
    return word;
}

static int word_digit(char c)
{
    if (c >= '0' && c <= '9')
        return c - '0';
    if (c >= 'a' && c <= 'f')
        return c - 'a' + 10;
    if (c >= 'A' && c <= 'F')
        return c - 'A' + 10;
    return 16;
}

bool word_hex_byte(const char *text, char *byte)
{
    const int high = word_digit(text[0]), low = high < 16 ? word_digit(text[1]) : 16;
    *byte = (char)(high << 4 | low);
    return low < 16;
}

int word_number(struct word word, uint32_t least, uint32_t most, uint32_t *number)
{
    uint32_t base = 10, value = 0;
    if (word.length > 2 && word.text[0] == '0' && (word.text[1] == 'x' || word.text[1] == 'X')) {
        base = 16;
        word.text += 2;
        word.length -= 2;
    }
    if (word.length == 0)
        return -1;
    for (size_t i = 0; i < word.length; i++) {
        uint32_t digit = (uint32_t)word_digit(word.text[i]);
        if (digit >= base || value > (UINT32_MAX - digit) / base)
            return -1;
        value = value * base + digit;
    }
    if (value < least || value > most)
        return -1;
    *number = value;
    return 0;
}
