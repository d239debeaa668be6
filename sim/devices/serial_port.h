/*
 * SPDX-License-Identifier: MIT
 * A UART of the 8250 family (National Semiconductor PC16550D data sheet); what it sends goes to a
 * stdio stream. `now` is the processor clock; a byte takes its start, data, parity and stop bits at
 * the programmed divisor of 1.8432 MHz / 16.
 */
#pragma once

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

#include "sim/devices/receiver.h"
#include "sim/devices/serial_input.h"
#include "sim/model/chance.h"

enum uart_kind {
    UART_16550A, /* FIFOs of 16 */
    UART_16550,  /* its FIFOs are broken: IIR reads 10 in bits 7 and 6, and one byte is held */
    UART_16450,  /* no FIFOs */
    UART_8250,   /* nor a scratch register */
    UART_NONE,   /* nothing at the address: reads give ones */
    UART_STUCK,  /* a 16550A whose transmitter never becomes empty */
};

#define UART_FIFO 16

struct uart_fifo {
    uint8_t bytes[UART_FIFO];
    uint8_t count;
};

struct uart {
    enum uart_kind kind;
    FILE *output;               /* NULL: nothing is connected, bytes are lost */
    bool kept_back;             /* what it got last was not flushed */
    struct serial_input *input; /* NULL: nobody types */
    uint64_t heard;             /* until when the byte that came last was on its way */
    struct receiver receiver;
    uint32_t hz; /* clocks a second; 0: sending takes no time */
    uint8_t interrupt_enable, fifo_control, line_control, modem_control, scratch;
    uint8_t divisor_low, divisor_high;
    struct uart_fifo sending, received; /* received: looped back */
    bool overrun;
    uint8_t modem_changes;       /* the low half of MSR */
    bool transmit_empty_pending; /* THRE interrupt not yet read from IIR */
    bool shifting;               /* `shift` is on its way out, until that clock */
    uint8_t shift;
    uint64_t shift_until;
    uint64_t loss;    /* the line loses one byte in so many; 0 for none, ... */
    uint64_t to_lose; /* ... the next behind so many more */
    struct chance chance;
    uint64_t touched; /* when a byte last came in or was read: time-out after 4 bytes' time */
};

void uart_reset(struct uart *uart, enum uart_kind kind, uint32_t hz, FILE *output);
/* Who listens; at first somebody who takes all there is. */
void uart_connect(struct uart *uart, enum receiver_kind receiver);
/* What it hears comes from there; on a timed line a byte at a time, and what is not fetched in time
   is overrun. */
void uart_hear(struct uart *uart, struct serial_input *input);
/* Its line loses one byte in so many, on average and in either direction, from now on. */
void uart_lose(struct uart *uart, uint32_t one_in, uint64_t seed);
/* `reg` is the port less the base, 0 to 7. */
uint8_t uart_in(struct uart *uart, unsigned reg, uint64_t now);
void uart_out(struct uart *uart, unsigned reg, uint8_t value, uint64_t now);
/* Sends what is due by then. */
void uart_advance(struct uart *uart, uint64_t now);
/* The level of its interrupt line: OUT2's pin gates it on a PC, and is inactive in loopback. */
bool uart_interrupt(const struct uart *uart);
/* The clock at which its interrupt line may next rise; UINT64_MAX for never. */
uint64_t uart_deadline(const struct uart *uart);
/* Everything written goes out, and the stream is flushed. */
void uart_drain(struct uart *uart);
