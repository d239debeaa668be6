/*
 * SPDX-License-Identifier: MIT
 * The UART's registers. Transmission takes no time: the line status always says ready.
 */
#include "uart.h"

enum {
    REG_DATA,
    REG_IER,
    REG_IIR_FCR,
    REG_LCR,
    REG_MCR,
    REG_LSR,
    REG_MSR,
    REG_SCRATCH,
};

#define IER_RECEIVED 0x01u
#define IER_EMPTY    0x02u
#define IIR_NONE     0x01u
#define IIR_EMPTY    0x02u
#define IIR_RECEIVED 0x04u
#define IIR_FIFOS    0xc0u
#define FCR_ENABLE   0x01u
#define LCR_DLAB     0x80u
#define MCR_OUT2     0x08u
#define MCR_LOOP     0x10u
#define LSR_READY    0x01u
#define LSR_EMPTY    0x60u /* holding register and shift register */
#define MSR_PRESENT  0xb0u /* CTS, DSR and DCD of a connected terminal */

void uart_reset(struct uart *uart, FILE *output)
{
    *uart = (struct uart){.output = output, .divisor_low = 12};
}

static uint8_t identify(struct uart *uart)
{
    const uint8_t fifos = uart->fifo_control & FCR_ENABLE ? IIR_FIFOS : 0;

    if ((uart->interrupt_enable & IER_RECEIVED) && uart->receive_ready)
        return IIR_RECEIVED | fifos;
    if ((uart->interrupt_enable & IER_EMPTY) && uart->transmit_empty_pending) {
        uart->transmit_empty_pending = false;
        return IIR_EMPTY | fifos;
    }
    return IIR_NONE | fifos;
}

/* In loopback RTS, DTR, OUT1 and OUT2 come back as CTS, DSR, RI and DCD. */
static uint8_t modem_status(const struct uart *uart)
{
    const unsigned mcr = uart->modem_control;

    if (!(mcr & MCR_LOOP))
        return uart->output ? MSR_PRESENT : 0;
    return (uint8_t)((mcr & 2) << 3 | (mcr & 1) << 5 | (mcr & 4) << 4 | (mcr & 8) << 4);
}

uint8_t uart_in(struct uart *uart, unsigned reg)
{
    const bool divisor = uart->line_control & LCR_DLAB;

    switch (reg) {
    case REG_DATA:
        if (divisor)
            return uart->divisor_low;
        uart->receive_ready = false;
        return uart->received;
    case REG_IER:
        return divisor ? uart->divisor_high : uart->interrupt_enable;
    case REG_IIR_FCR:
        return identify(uart);
    case REG_LCR:
        return uart->line_control;
    case REG_MCR:
        return uart->modem_control;
    case REG_LSR:
        return LSR_EMPTY | (uart->receive_ready ? LSR_READY : 0);
    case REG_MSR:
        return modem_status(uart);
    default:
        return uart->scratch;
    }
}

static void transmit(struct uart *uart, uint8_t value)
{
    if (uart->modem_control & MCR_LOOP) {
        uart->received = value;
        uart->receive_ready = true;
    } else if (uart->output) {
        putc(value, uart->output);
    }
    uart->transmit_empty_pending = true;
}

void uart_out(struct uart *uart, unsigned reg, uint8_t value)
{
    const bool divisor = uart->line_control & LCR_DLAB;

    switch (reg) {
    case REG_DATA:
        if (divisor)
            uart->divisor_low = value;
        else
            transmit(uart, value);
        break;
    case REG_IER:
        if (divisor) {
            uart->divisor_high = value;
        } else {
            uart->transmit_empty_pending |= (value & ~uart->interrupt_enable & IER_EMPTY) != 0;
            uart->interrupt_enable = value & 0x0f;
        }
        break;
    case REG_IIR_FCR:
        uart->fifo_control = value & 0xc9;
        break;
    case REG_LCR:
        uart->line_control = value;
        break;
    case REG_MCR:
        uart->modem_control = value & 0x1f;
        break;
    case REG_SCRATCH:
        uart->scratch = value;
        break;
    default:
        break; /* LSR and MSR are read-only */
    }
}

bool uart_interrupt(const struct uart *uart)
{
    return (uart->modem_control & MCR_OUT2) &&
           (((uart->interrupt_enable & IER_RECEIVED) && uart->receive_ready) ||
            ((uart->interrupt_enable & IER_EMPTY) && uart->transmit_empty_pending));
}
