/*
 * SPDX-License-Identifier: MIT
 * Interns strings: they are stored one after the other in large blocks, and a hash table finds
 * those that are already stored.
 */
#include "host/base/string_set.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "host/base/fnv_hash.h"
#include "host/base/allocation.h"

#define BLOCK_BYTES 65536

struct string_block {
    struct string_block *next;
    size_t used, size;
    char bytes[];
};

/* Returns the slot of the string, or the empty slot where it would be stored. */
static const char **string_set_slot(const struct string_set *strings, const char *text,
                                    size_t length)
{
    size_t mask = strings->room - 1, at = fnv_hash_bytes(text, length) & mask;
    while (strings->slots[at] &&
           (strncmp(strings->slots[at], text, length) || strings->slots[at][length]))
        at = (at + 1) & mask;
    return &strings->slots[at];
}

static void string_set_grow(struct string_set *strings)
{
    struct string_set old = *strings;
    strings->room = old.room ? 2 * old.room : 256;
    strings->slots = allocate_zeroed(strings->room * sizeof *strings->slots);
    for (size_t i = 0; i < old.room; i++)
        if (old.slots[i])
            *string_set_slot(strings, old.slots[i], strlen(old.slots[i])) = old.slots[i];
    free(old.slots);
}

static char *string_set_allocate(struct string_set *strings, size_t bytes)
{
    struct string_block *block = strings->blocks;
    if (!block || block->size - block->used < bytes) {
        size_t size = bytes > BLOCK_BYTES ? bytes : BLOCK_BYTES;
        block = allocate_zeroed(sizeof *block + size);
        block->size = size;
        block->next = strings->blocks;
        strings->blocks = block;
    }
    char *text = block->bytes + block->used;
    block->used += bytes;
    return text;
}

const char *string_set_add(struct string_set *strings, const char *text, size_t length)
{
    const void *zero = memchr(text, 0, length); /* a string ends at its first 0 */
    if (zero)
        length = (size_t)((const char *)zero - text);
    if (2 * strings->count >= strings->room)
        string_set_grow(strings);
    const char **slot = string_set_slot(strings, text, length);
    if (!*slot) {
        char *copy = string_set_allocate(strings, length + 1);
        memcpy(copy, text, length);
        copy[length] = 0;
        *slot = copy;
        strings->count++;
    }
    return *slot;
}

const char *string_set_find(const struct string_set *strings, const char *text)
{
    return strings->room ? *string_set_slot(strings, text, strlen(text)) : NULL;
}

const char *string_set_print(struct string_set *strings, const char *format, ...)
{
    char *text = NULL;
    va_list arguments;
    va_start(arguments, format);
    int length = vasprintf(&text, format, arguments);
    va_end(arguments);
    if (length < 0)
        return string_set_add(strings, "", 0);
    const char *stored = string_set_add(strings, text, (size_t)length);
    free(text);
    return stored;
}

void string_set_free(struct string_set *strings)
{
    while (strings->blocks) {
        struct string_block *next = strings->blocks->next;
        free(strings->blocks);
        strings->blocks = next;
    }
    free(strings->slots);
    *strings = (struct string_set){0};
}
