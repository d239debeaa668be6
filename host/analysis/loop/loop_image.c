/*
 * SPDX-License-Identifier: MIT
 * Accesses the facts and the initial registers in an assembled image; their places are those in
 * loop_wrapper.asm.
 */
#include "host/analysis/loop/loop_image.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>

#include "host/base/allocation.h"
#include "host/base/message.h"

#define FACTS 32u /* offset of the facts in loop_wrapper.asm */

const uint8_t loop_image_order[LOOP_REGISTERS] = {0, 1, 2, 3, 5, 6, 7};

uint32_t loop_image_fact(const uint8_t *image, unsigned number)
{
    uint32_t value;
    memcpy(&value, image + FACTS + 4 * number, sizeof value);
    return value;
}

void loop_image_set_fact(uint8_t *image, unsigned number, uint32_t value)
{
    memcpy(image + FACTS + 4 * number, &value, sizeof value);
}

/* Returns the offset of a register's initial value, the immediate of a MOV. */
static uint32_t loop_image_register(const uint8_t *image, unsigned place)
{
    return loop_image_fact(image, REGISTERS) - ORIGIN + 5 * place + 1;
}

uint32_t loop_image_register_value(const uint8_t *image, unsigned place)
{
    uint32_t value;
    memcpy(&value, image + loop_image_register(image, place), sizeof value);
    return value;
}

void loop_image_set_register(uint8_t *image, unsigned place, uint32_t value)
{
    memcpy(image + loop_image_register(image, place), &value, sizeof value);
}

static void loop_image_set_dword(uint8_t *image, uint32_t address, uint32_t value)
{
    memcpy(image + (address - ORIGIN), &value, sizeof value);
}

/* The last argument is pushed first; each PUSH has 5 bytes. */
void loop_image_set_input(uint8_t *image, unsigned input, uint32_t value)
{
    if (input >= 8)
        loop_image_set_dword(
            image, loop_image_fact(image, ARGUMENTS) + 5 * (16 - 1 - (input - 8)) + 1, value);
    for (unsigned place = 0; place < sizeof loop_image_order; place++)
        if (loop_image_order[place] == input)
            loop_image_set_register(image, place, value);
}

/* Sets the target of a CALL or JMP, an opcode byte before the distance. */
static void loop_image_set_target(uint8_t *image, uint32_t jump, uint32_t target)
{
    loop_image_set_dword(image, jump + 1, target - (jump + 5));
}

void loop_image_set_entry(uint8_t *image, uint32_t entry)
{
    loop_image_set_target(image, loop_image_fact(image, ENTRY), entry);
}

void loop_image_set_called(uint8_t *image, uint32_t function, unsigned counter)
{
    uint32_t calls = loop_image_fact(image, CALLS);
    loop_image_set_target(image, calls, function);
    image[calls + 5 - ORIGIN] = (uint8_t)(0x48 + counter); /* DEC */
}

void loop_image_set_size(uint8_t *image, uint32_t image_end, uint32_t memory_end)
{
    loop_image_set_dword(image, ORIGIN + 20, image_end); /* of the multiboot header */
    loop_image_set_dword(image, ORIGIN + 24, memory_end);
}

const uint8_t *loop_image_wrapper(bool low_buffer, size_t *size)
{
    extern const uint8_t loop_wrapper_start[], loop_wrapper_end[], loop_wrapper_low_start[],
        loop_wrapper_low_end[];
    *size = (size_t)(low_buffer ? loop_wrapper_low_end - loop_wrapper_low_start
                                : loop_wrapper_end - loop_wrapper_start);
    return low_buffer ? loop_wrapper_low_start : loop_wrapper_start;
}
