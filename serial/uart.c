/*
 * SPDX-License-Identifier: MIT
 * UART driver. Registers and bits are as in National's PC16550D data sheet, table II.
 */
#include "serial/uart.h"

#include "kernel/lib/x86.h"

#define UART_THR 0 /* transmitter holding register, with DLAB clear */
#define UART_RBR 0 /* receiver buffer, on reading */
#define UART_DLL 0 /* divisor low, with DLAB set */
#define UART_IER 1
#define UART_DLM 1 /* divisor high, with DLAB set */
#define UART_FCR 2
#define UART_IIR 2 /* on reading */
#define UART_LCR 3
#define UART_MCR 4
#define UART_LSR 5
#define UART_MSR 6
#define UART_SCR 7

#define FCR_ENABLE_AND_CLEAR 0x07
#define IIR_FIFO_ON          0x80
#define IIR_FIFO_WORKS       0x40
#define LCR_8N1              0x03
#define LCR_DLAB             0x80
#define MCR_DTR_RTS          0x03
#define LSR_RECEIVED         0x01
#define LSR_OVERRUN          0x02 /* cleared by reading */
#define LSR_HOLDING_EMPTY    0x20
#define LSR_ALL_SENT         0x40
#define LSR_NO_PORT          0xFF /* read value of an unused address */
#define MSR_CTS              0x10

#define FIFO_BYTES 16
#define XON        0x11
#define XOFF       0x13

#define UART_CLOCK 115200u /* 1.8432 MHz / 16 */

/*
 * Limit of status reads in each wait. A read takes about a microsecond on ISA, a fifth of that on
 * later buses, so the limit is 0.8 s or more; 17 bytes at 300 baud, the longest wait, take 0.57 s.
 * Flow control needs a second read, so the receiver may stop transmission for 1.6 to 8 s.
 */
#define MOST_POLLS 4000000u

static uint8_t uart_status(struct uart *uart)
{
    uint8_t status = port_read8(uart->port + UART_LSR);
    uart->overruns += status & LSR_OVERRUN && status != LSR_NO_PORT;
    return status;
}

/* Reads bytes from the receiver, at most a FIFO's worth, so that the loop ends. */
static void uart_read_flow_bytes(struct uart *uart)
{
    for (unsigned n = 0; n < FIFO_BYTES && uart_status(uart) & LSR_RECEIVED; n++) {
        uint8_t byte = port_read8(uart->port + UART_RBR);
        if (byte == XOFF || byte == XON)
            uart->held = byte == XOFF;
    }
}

static bool uart_receiver_ready(struct uart *uart)
{
    if (uart->flow == UART_FLOW_RTS_CTS)
        return port_read8(uart->port + UART_MSR) & MSR_CTS;
    if (uart->flow == UART_FLOW_XON_XOFF)
        uart_read_flow_bytes(uart);
    return !uart->held;
}

static bool uart_wait_for(struct uart *uart, uint8_t bits)
{
    bool sending = bits == LSR_HOLDING_EMPTY;
    for (uint32_t polls = 0; polls < MOST_POLLS && uart->works; polls++)
        if (uart_status(uart) & bits && (!sending || uart_receiver_ready(uart)))
            return true;
    uart->works = false;
    return false;
}

static bool uart_keeps_divisor(const struct uart *uart, uint16_t divisor)
{
    port_write8(uart->port + UART_LCR, LCR_8N1 | LCR_DLAB);
    port_write8(uart->port + UART_DLL, divisor & 0xFF);
    port_write8(uart->port + UART_DLM, (uint8_t)(divisor >> 8));
    bool stored = port_read8(uart->port + UART_DLL) == (divisor & 0xFF);
    port_write8(uart->port + UART_LCR, LCR_8N1);
    return stored;
}

static bool has_scratch(struct uart *uart)
{
    port_write8(uart->port + UART_SCR, 0x5A);
    uart_status(uart); /* another bus access: a floating bus would retain 5Ah for a while */
    return port_read8(uart->port + UART_SCR) == 0x5A;
}

/* Identifies the chip; enables a working FIFO, disables a defective one. */
static enum uart_chip uart_identify(struct uart *uart)
{
    port_write8(uart->port + UART_FCR, FCR_ENABLE_AND_CLEAR);
    uint8_t fifo = port_read8(uart->port + UART_IIR) & (IIR_FIFO_ON | IIR_FIFO_WORKS);
    if (fifo == (IIR_FIFO_ON | IIR_FIFO_WORKS))
        return UART_16550A;
    port_write8(uart->port + UART_FCR, 0);
    if (fifo)
        return UART_16550;
    return has_scratch(uart) ? UART_16450 : UART_8250;
}

int uart_open(struct uart *uart, uint16_t port, uint32_t baud, enum uart_flow flow)
{
    *uart = (struct uart){.port = port, .flow = flow, .works = true};
    if (uart_status(uart) == LSR_NO_PORT || port_read8(port + UART_IIR) == LSR_NO_PORT) {
        uart->works = false;
        return -1;
    }
    port_write8(port + UART_LCR, LCR_8N1);
    port_write8(port + UART_IER, 0);
    uart_wait_for(uart, LSR_ALL_SENT);
    if (uart_keeps_divisor(uart, (uint16_t)(UART_CLOCK / baud)))
        uart->chip = uart_identify(uart);
    else
        uart->works = false;
    port_write8(port + UART_MCR, MCR_DTR_RTS);
    return uart->works ? 0 : -1;
}

/*
 * Sends a byte. A FIFO that reports empty accepts 16 bytes. If flow control is on, it gets one at a
 * time, so that at most two more bytes are sent after the receiver's stop.
 */
void uart_put(struct uart *uart, char byte)
{
    if (!uart->works || (!uart->room && !uart_wait_for(uart, LSR_HOLDING_EMPTY)))
        return;
    if (!uart->room)
        uart->room = uart->chip == UART_16550A && !uart->flow ? FIFO_BYTES : 1;
    uart->room--;
    port_write8(uart->port + UART_THR, (uint8_t)byte);
}

int uart_get(struct uart *uart)
{
    uint8_t status = uart->chip ? uart_status(uart) : 0;
    if (status == LSR_NO_PORT || !(status & LSR_RECEIVED))
        return -1;
    uint8_t byte = port_read8(uart->port + UART_RBR);
    if (uart->flow != UART_FLOW_XON_XOFF || (byte != XON && byte != XOFF))
        return byte;
    uart->held = byte == XOFF;
    return -1;
}

void uart_drain(struct uart *uart)
{
    if (uart->works)
        uart_wait_for(uart, LSR_ALL_SENT);
}

const char *uart_chip_name(enum uart_chip chip)
{
    static const char names[][8] = {"none", "8250", "16450", "16550", "16550A"};
    return names[chip];
}
