/*
 * SPDX-License-Identifier: MIT
 * The image of a loop: facts and initial registers, which loop_wrapper.asm reads, and its files.
 */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define ORIGIN         0x100000u
#define LOOP_REGISTERS 7

enum fact {
    BUFFER,
    REGISTERS,
    SELECT_MSR,
    SELECT,
    COUNT,
    PASSES,
    STACK_TOUCHED,
    TRIALS,
    ARGUMENTS,
    ENTRY, /* address of the jump to the code */
    AFTER, /* where the code returns to */
    CALLS, /* the loop that calls a function */
    CALLS_END,
    DATA,
    DATA_LINES,
    STACK,
    LIMIT,
};

/* Numbers of the registers in the order in which the wrapper sets them, the places. */
extern const uint8_t loop_image_order[LOOP_REGISTERS];

uint32_t loop_image_fact(const uint8_t *image, unsigned number);
void loop_image_set_fact(uint8_t *image, unsigned number, uint32_t value);
uint32_t loop_image_register_value(const uint8_t *image, unsigned place);
void loop_image_set_register(uint8_t *image, unsigned place, uint32_t value);

/* Sets an initial value: of a register, or of argument `input` - 8. */
void loop_image_set_input(uint8_t *image, unsigned input, uint32_t value);

/* Sets the address of the code. */
void loop_image_set_entry(uint8_t *image, uint32_t entry);

/* Sets the function that is called in a loop, and the register that counts. */
void loop_image_set_called(uint8_t *image, uint32_t function, unsigned counter);

/* Sets the ends of the image and of the memory that it needs. */
void loop_image_set_size(uint8_t *image, uint32_t image_end, uint32_t memory_end);

/* Returns the wrapper's image, loop_wrapper.asm, and its size. */
const uint8_t *loop_image_wrapper(bool low_buffer, size_t *size);
