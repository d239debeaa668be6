/*
 * SPDX-License-Identifier: MIT
 * A minimal encoder for Protocol Buffers (protobuf.dev, "Encoding"): varints and length-delimited
 * fields. A field that is 0 or empty is omitted, because readers assume that default.
 */
#pragma once

#include <stddef.h>
#include <stdint.h>

struct message {
    unsigned char *bytes;
    unsigned n;
};

void message_number(struct message *message, unsigned field, uint64_t value);
void message_bytes(struct message *message, unsigned field, const void *bytes, size_t n);

/* Writes several numbers into one field ("packed"). */
void message_numbers(struct message *message, unsigned field, const uint64_t *values, unsigned n);

/* Embeds one message in another; frees the inner message. */
void message_within(struct message *message, unsigned field, struct message *inner);

void message_free(struct message *message);
