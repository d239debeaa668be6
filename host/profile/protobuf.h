/*
 * SPDX-License-Identifier: MIT
 * What is needed of the encoding of Protocol Buffers (protobuf.dev, "Encoding"): varints and what
 * has a length. Fields whose value is 0 or empty are left out, as readers take them so.
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

/* Several numbers in one field ("packed"). */
void message_numbers(struct message *message, unsigned field, const uint64_t *values, unsigned n);

/* One message in another; the inner one is given up. */
void message_within(struct message *message, unsigned field, struct message *inner);

void message_free(struct message *message);
