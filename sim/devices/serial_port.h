/*
 * SPDX-License-Identifier: MIT
 * A UART of the 8250 family (National Semiconductor PC16550D data sheet). Its output goes to a
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

enum serial_port_kind {
    UART_16550A, /* FIFOs of 16 bytes */
    UART_16550,  /* broken FIFOs: IIR reads 10 in bits 7 and 6, and only one byte is stored */
    UART_16450,  /* no FIFOs */
    UART_8250,   /* no FIFOs and no scratch register */
    UART_NONE,   /* absent: reads return ones */
    UART_STUCK,  /* a 16550A whose transmitter never becomes empty */
};

#define UART_FIFO 16

struct serial_port_fifo {
    uint8_t bytes[UART_FIFO];
    uint8_t count;
};

struct serial_port {
    enum serial_port_kind kind;
    FILE *output;               /* NULL: not connected, bytes are lost */
    bool kept_back;             /* the last output was not flushed */
    struct serial_input *input; /* NULL: no input */
    uint64_t input_until;       /* clock until which the last input byte was on the line */
    bool input_at_once;         /* input takes no time and does not wait for room */
    struct receiver receiver;
    uint32_t hz; /* clocks per second; 0: sending takes no time */
    uint8_t interrupt_enable, fifo_control, line_control, modem_control, scratch;
    uint8_t divisor_low, divisor_high;
    struct serial_port_fifo sending, received; /* received: from loopback, receiver or input */
    bool overrun;
    uint8_t modem_changes;       /* the low half of MSR */
    bool transmit_empty_pending; /* THRE interrupt not yet read from IIR */
    bool shifting;               /* `shift` is being sent, until clock `shift_until` */
    uint8_t shift;
    uint64_t shift_until;
    uint64_t loss;    /* the line loses one byte in N; 0: none */
    uint64_t to_lose; /* bytes until the next loss */
    struct chance chance;
    uint64_t touched; /* clock of the last byte received or read: timeout after 4 bytes */
};

void serial_port_reset(struct serial_port *uart, enum serial_port_kind kind, uint32_t hz,
                       FILE *output);
/* Connects a receiver; the initial one accepts everything. */
void serial_port_connect(struct serial_port *uart, enum receiver_kind receiver);
/* Connects an input. On a timed line one byte arrives at a time, and a byte that is not read in
 * time is overrun. With `at_once`, everything that the host has sent arrives at the next poll. */
void serial_port_set_input(struct serial_port *uart, struct serial_input *input, bool at_once);
/* From now on the line loses one byte in `one_in` on average, in both directions; 0: none. */
void serial_port_set_loss(struct serial_port *uart, uint32_t one_in, uint64_t seed);
/* `reg` is the port minus the base, 0 to 7. */
uint8_t serial_port_in(struct serial_port *uart, unsigned reg, uint64_t now);
void serial_port_out(struct serial_port *uart, unsigned reg, uint8_t value, uint64_t now);
/* Sends the bytes that are due at `now`. */
void serial_port_advance(struct serial_port *uart, uint64_t now);
/* The level of the interrupt line: OUT2 gates it on a PC, and is inactive in loopback mode. */
bool serial_port_interrupt(const struct serial_port *uart);
/* The earliest clock at which the interrupt line can rise; UINT64_MAX: never. */
uint64_t serial_port_deadline(const struct serial_port *uart);
/* Sends everything that was written, and flushes the stream. */
void serial_port_drain(struct serial_port *uart);
