/*
 * SPDX-License-Identifier: MIT
 * A 16550A UART (National Semiconductor PC16550D data sheet). What it sends goes to a stdio stream.
 */
#pragma once

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

struct uart {
    FILE *output; /* NULL: nothing is connected, bytes are lost */
    uint8_t interrupt_enable, fifo_control, line_control, modem_control, scratch;
    uint8_t divisor_low, divisor_high;
    uint8_t received; /* looped back */
    bool receive_ready;
    bool transmit_empty_pending; /* THRE interrupt not yet read from IIR */
};

void uart_reset(struct uart *uart, FILE *output);
/* `reg` is the port less the base, 0 to 7. */
uint8_t uart_in(struct uart *uart, unsigned reg);
void uart_out(struct uart *uart, unsigned reg, uint8_t value);
/* The level of its interrupt line: OUT2 gates it on a PC. */
bool uart_interrupt(const struct uart *uart);
