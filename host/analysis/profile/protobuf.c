/*
 * SPDX-License-Identifier: MIT
 * Encodes Protocol Buffers: a varint has seven bits per byte, lowest first; a tag is the field's
 * number and wire type.
 */
#include "host/analysis/profile/protobuf.h"

#include <stdlib.h>

#include "host/base/allocation.h"

enum { VARINT = 0, LENGTH = 2 };

static void protobuf_write_byte(struct protobuf_message *message, unsigned char byte)
{
    *(unsigned char *)allocate_element(&message->bytes, &message->n, 1) = byte;
}

static void protobuf_write_varint(struct protobuf_message *message, uint64_t value)
{
    for (; value >= 0x80; value >>= 7)
        protobuf_write_byte(message, (unsigned char)(value | 0x80));
    protobuf_write_byte(message, (unsigned char)value);
}

void protobuf_number(struct protobuf_message *message, unsigned field, uint64_t value)
{
    if (!value)
        return;
    protobuf_write_varint(message, field << 3 | VARINT);
    protobuf_write_varint(message, value);
}

void protobuf_bytes(struct protobuf_message *message, unsigned field, const void *bytes, size_t n)
{
    protobuf_write_varint(message, field << 3 | LENGTH);
    protobuf_write_varint(message, n);
    for (size_t i = 0; i < n; i++)
        protobuf_write_byte(message, ((const unsigned char *)bytes)[i]);
}

void protobuf_numbers(struct protobuf_message *message, unsigned field, const uint64_t *values,
                      unsigned n)
{
    struct protobuf_message packed = {0};
    for (unsigned i = 0; i < n; i++)
        protobuf_write_varint(&packed, values[i]);
    protobuf_embed(message, field, &packed);
}

void protobuf_embed(struct protobuf_message *message, unsigned field,
                    struct protobuf_message *inner)
{
    protobuf_bytes(message, field, inner->bytes, inner->n);
    protobuf_free(inner);
}

void protobuf_free(struct protobuf_message *message)
{
    free(message->bytes);
    *message = (struct protobuf_message){0};
}
