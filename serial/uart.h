/*
 * SPDX-License-Identifier: MIT
 * Driver for a PC serial port, 8250 to 16550A at a given I/O address: polled, 8 data bits, no
 * parity, 1 stop bit.
 */
#pragma once

#include <stdbool.h>
#include <stdint.h>

/*
 * Chips, distinguished by their registers: National's application note AN-493, PC16550D data sheet.
 */
enum uart_chip {
    UART_ABSENT,
    UART_8250,   /* no scratch register */
    UART_16450,  /* no FIFO */
    UART_16550,  /* a defective FIFO that loses bytes: bit 6 of IIR stays clear; it is not used */
    UART_16550A, /* a FIFO of 16 bytes, which is used */
};

/* Flow control. */
enum uart_flow { UART_FLOW_NONE, UART_FLOW_RTS_CTS, UART_FLOW_XON_XOFF };

struct uart {
    uint16_t port;
    enum uart_chip chip;
    enum uart_flow flow;
    unsigned room;     /* bytes that the transmitter accepts before its status must be read again */
    bool works;        /* false after the first time-out: nothing more is sent */
    bool held;         /* XOFF was received, without a later XON */
    uint32_t overruns; /* times that the receiver reported the loss of at least one byte */
};

/*
 * Initialises the port after it has sent the loader's bytes, and enables a working FIFO. Returns 0,
 * or -1 if no UART responds at `port`, or if it never finishes sending (distinguished by
 * uart->chip). baud divides 115200.
 */
int uart_open(struct uart *uart, uint16_t port, uint32_t baud, enum uart_flow flow);

/*
 * Sends a byte, waiting a bounded time for room and for the receiver. Does nothing after a
 * time-out.
 */
void uart_put(struct uart *uart, char byte);

/* Returns a received byte, or -1. Never waits. */
int uart_get(struct uart *uart);

/* Waits, for a bounded time, until the last byte is sent. */
void uart_drain(struct uart *uart);

/* Returns a name such as "16550A". */
const char *uart_chip_name(enum uart_chip chip);
