/*
 * SPDX-License-Identifier: MIT
 * The module of trial_guest.asm: pieces of code, and the states in which they begin.
 */
#pragma once

#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#define TRIAL_BUFFER 2048u /* size of the data segments, which begin at 0 */

struct trial_state {
    uint32_t registers[8]; /* EDI, ESI, EBP, -, EBX, EDX, ECX, EAX */
    uint32_t flags;
    uint32_t seed; /* of the buffer's contents */
    uint8_t x87[108];
};

struct trial {
    uint32_t code, state; /* places in `bytes` */
};

struct trial_file {
    uint8_t *bytes;
    size_t size;
    struct trial *trials;
    uint32_t n;
};

/* Appends bytes and returns their place. */
uint32_t trial_file_append(struct trial_file *file, const void *bytes, size_t size);

void trial_file_add(struct trial_file *file, uint32_t code, uint32_t state);

/* Returns 0, or -1 if the file cannot be written. */
int trial_file_write(const struct trial_file *file, FILE *to);
void trial_file_free(struct trial_file *file);
