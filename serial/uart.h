/*
 * SPDX-License-Identifier: MIT
 * A PC serial port: 8250 to 16550A at a given I/O address, polled, 8 data bits, no parity, 1 stop
 * bit.
 */
#pragma once

#include <stdbool.h>
#include <stdint.h>

struct uart {
    uint16_t port;
    bool works; /* false from the first wait that took too long: nothing more is sent */
};

/*
 * Sets the port up, with the FIFO on where there is one. 0, or -1 where no UART answers at `port`.
 * baud divides 115200.
 */
int uart_open(struct uart *uart, uint16_t port, uint32_t baud);

/* Sends a byte, waiting a bounded time for room. Does nothing once the port has stopped taking any.
 */
void uart_put(struct uart *uart, char byte);

/* Waits, as long again at most, until the last byte has left the wire. */
void uart_drain(struct uart *uart);
