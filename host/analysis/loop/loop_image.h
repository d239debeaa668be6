/*
 * SPDX-License-Identifier: MIT
 * The image of a loop: facts and initial registers, which loop_wrapper.asm reads, and its files.
 */
#pragma once

#include <stddef.h>
#include <stdint.h>

#define ORIGIN         0x100000u
#define LOOP_REGISTERS 7

enum fact {
    HEAD,
    END,
    BUFFER,
    REGISTERS,
    SELECT_MSR,
    SELECT,
    COUNT,
    PASSES,
    STACK_TOUCHED,
    TRIALS
};

/* Numbers of the registers in the order in which the wrapper sets them, the places. */
extern const uint8_t loop_image_order[LOOP_REGISTERS];

uint32_t loop_image_fact(const uint8_t *image, unsigned number);
void loop_image_set_fact(uint8_t *image, unsigned number, uint32_t value);
uint32_t loop_image_register_value(const uint8_t *image, unsigned place);
void loop_image_set_register(uint8_t *image, unsigned place, uint32_t value);

/* Sets the register that counts the loop's iterations; `counter` is its number. */
void loop_image_set_iterations(uint8_t *image, unsigned counter, uint32_t iterations);

/* Returns the path of a file in the loop's directory, which the caller frees. */
char *loop_image_path(const char *folder, const char *name);

/* Returns 0, or -1 after a message. */
int loop_image_write_file(const char *path, const void *bytes, size_t size);
