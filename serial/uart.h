/*
 * SPDX-License-Identifier: MIT
 * A PC serial port: 8250 to 16550A at a given I/O address, polled, 8 data bits, no parity, 1 stop
 * bit.
 */
#pragma once

#include <stdbool.h>
#include <stdint.h>

/* By what their registers show: National's application note AN-493, PC16550D data sheet. */
enum uart_chip {
    UART_ABSENT,
    UART_8250,   /* no scratch register */
    UART_16450,  /* no FIFO */
    UART_16550,  /* a FIFO that loses bytes: bit 6 of IIR stays clear, and it is left off */
    UART_16550A, /* a FIFO of 16, which is used */
};

/* How the receiver says that it wants no more for now. */
enum uart_flow { UART_FLOW_NONE, UART_FLOW_RTS_CTS, UART_FLOW_XON_XOFF };

struct uart {
    uint16_t port;
    enum uart_chip chip;
    enum uart_flow flow;
    unsigned room; /* bytes that it takes before it has to be asked again */
    bool works;    /* false from the first wait that took too long: nothing more is sent */
    bool held;     /* XOFF came, and no XON behind it */
};

/*
 * Sets the port up once it has sent what a loader gave it, with the FIFO on where that works. 0, or
 * -1 where no UART answers at `port`, or one that is never done sending (uart->chip tells which).
 * baud divides 115200.
 */
int uart_open(struct uart *uart, uint16_t port, uint32_t baud, enum uart_flow flow);

/*
 * Sends a byte, waiting a bounded time for room and for the receiver. Does nothing once the port
 * has stopped taking any.
 */
void uart_put(struct uart *uart, char byte);

/* A byte that has come, -1: none has. Never waits. */
int uart_get(struct uart *uart);

/* Waits, a bounded time again, until the last byte has left the wire. */
void uart_drain(struct uart *uart);

/* "16550A". */
const char *uart_chip_name(enum uart_chip chip);
