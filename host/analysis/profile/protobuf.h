/*
 * SPDX-License-Identifier: MIT
 * A minimal encoder for Protocol Buffers (protobuf.dev, "Encoding"): varints and length-delimited
 * fields. A field that is 0 or empty is omitted, because readers assume that default.
 */
#pragma once

#include <stddef.h>
#include <stdint.h>

struct protobuf_message {
    unsigned char *bytes;
    unsigned n;
};

void protobuf_number(struct protobuf_message *message, unsigned field, uint64_t value);
void protobuf_bytes(struct protobuf_message *message, unsigned field, const void *bytes, size_t n);

/* Writes several numbers into one field ("packed"). */
void protobuf_numbers(struct protobuf_message *message, unsigned field, const uint64_t *values,
                      unsigned n);

/* Embeds one message in another; frees the inner message. */
void protobuf_embed(struct protobuf_message *message, unsigned field,
                    struct protobuf_message *inner);

void protobuf_free(struct protobuf_message *message);
