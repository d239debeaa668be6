/*
 * SPDX-License-Identifier: MIT
 * Two 8259A interrupt controllers in cascade, as in a PC/AT (Intel 8259A data sheet).
 */
#pragma once

#include <stdbool.h>
#include <stdint.h>

struct pic_chip {
    uint8_t request, service, mask, lines;
    uint8_t vector_base;
    uint8_t icw_next; /* initialisation word expected next at the odd port; 0: none */
    bool expect_icw4, single, read_service, auto_eoi, level_triggered;
    bool special_mask, fully_nested, rotate_on_auto_eoi, poll;
    uint8_t lowest; /* the input with the lowest priority; 7 after initialisation */
};

struct pic {
    struct pic_chip master, slave;
};

void pic_reset(struct pic *pic);
/* Access ports 20h, 21h, A0h, A1h. */
uint8_t pic_in(struct pic *pic, uint16_t port);
void pic_out(struct pic *pic, uint16_t port, uint8_t value);
/* Sets the level of input `irq`, 0 to 15; a rising edge is a request. */
void pic_line(struct pic *pic, unsigned irq, bool level);
bool pic_interrupt(const struct pic *pic);
uint8_t pic_acknowledge(struct pic *pic);
/* True if a request on `irq` is not masked. */
bool pic_unmasked(const struct pic *pic, unsigned irq);
