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

void loop_image_set_iterations(uint8_t *image, unsigned counter, uint32_t iterations)
{
    for (unsigned place = 0; place < sizeof loop_image_order; place++)
        if (loop_image_order[place] == counter)
            loop_image_set_register(image, place, iterations);
}

char *loop_image_path(const char *folder, const char *name)
{
    return allocate_text("%s/%s", folder, name);
}

int loop_image_write_file(const char *path, const void *bytes, size_t size)
{
    FILE *to = fopen(path, "wb");
    if (to && fwrite(bytes, 1, size, to) == size && fclose(to) == 0)
        return 0;
    message_print("%s: %s", path, strerror(errno));
    return -1;
}
