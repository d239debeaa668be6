/*
 * SPDX-License-Identifier: MIT
 * Encodes Protocol Buffers: a varint has seven bits per byte, lowest first; a tag is the field's
 * number and wire type.
 */
#include "host/profile/protobuf.h"

#include <stdlib.h>

#include "host/base/allocate.h"

enum { VARINT = 0, LENGTH = 2 };

static void put_byte(struct message *message, unsigned char byte)
{
    *(unsigned char *)memory_add(&message->bytes, &message->n, 1) = byte;
}

static void put_varint(struct message *message, uint64_t value)
{
    for (; value >= 0x80; value >>= 7)
        put_byte(message, (unsigned char)(value | 0x80));
    put_byte(message, (unsigned char)value);
}

void message_number(struct message *message, unsigned field, uint64_t value)
{
    if (!value)
        return;
    put_varint(message, field << 3 | VARINT);
    put_varint(message, value);
}

void message_bytes(struct message *message, unsigned field, const void *bytes, size_t n)
{
    put_varint(message, field << 3 | LENGTH);
    put_varint(message, n);
    for (size_t i = 0; i < n; i++)
        put_byte(message, ((const unsigned char *)bytes)[i]);
}

void message_numbers(struct message *message, unsigned field, const uint64_t *values, unsigned n)
{
    struct message packed = {0};
    for (unsigned i = 0; i < n; i++)
        put_varint(&packed, values[i]);
    message_within(message, field, &packed);
}

void message_within(struct message *message, unsigned field, struct message *inner)
{
    message_bytes(message, field, inner->bytes, inner->n);
    message_free(inner);
}

void message_free(struct message *message)
{
    free(message->bytes);
    *message = (struct message){0};
}
