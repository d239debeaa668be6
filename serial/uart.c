/*
 * SPDX-License-Identifier: MIT
 * Registers and bits as in National's PC16550D data sheet, table II.
 */
#include "serial/uart.h"

#include "kernel/x86.h"

#define UART_THR 0 /* transmitter holding, with DLAB clear */
#define UART_DLL 0 /* divisor low, with DLAB set */
#define UART_IER 1
#define UART_DLM 1 /* divisor high, with DLAB set */
#define UART_FCR 2
#define UART_LCR 3
#define UART_MCR 4
#define UART_LSR 5

#define FCR_ENABLE_AND_CLEAR 0x07
#define LCR_8N1              0x03
#define LCR_DLAB             0x80
#define MCR_DTR_RTS          0x03
#define LSR_HOLDING_EMPTY    0x20
#define LSR_ALL_SENT         0x40
#define LSR_NO_PORT          0xFF /* what an address with nothing behind it reads as */

#define UART_CLOCK 115200u /* 1.8432 MHz / 16 */

/*
 * Status reads to wait for one byte. An ISA port read takes about a microsecond, and at 300 baud a
 * byte takes 33 ms: this is over half a minute's worth of microseconds at no speed, and ample at
 * all.
 */
#define MOST_POLLS 1000000u

static uint8_t status(const struct uart *uart)
{
    return port_read8(uart->port + UART_LSR);
}

static bool wait_for(struct uart *uart, uint8_t bits)
{
    for (uint32_t polls = 0; polls < MOST_POLLS; polls++)
        if (status(uart) & bits)
            return true;
    uart->works = false;
    return false;
}

int uart_open(struct uart *uart, uint16_t port, uint32_t baud)
{
    uint16_t divisor = (uint16_t)(UART_CLOCK / baud);
    *uart = (struct uart){.port = port};
    if (status(uart) == LSR_NO_PORT)
        return -1;

    port_write8(port + UART_IER, 0);
    port_write8(port + UART_LCR, LCR_8N1 | LCR_DLAB);
    port_write8(port + UART_DLL, divisor & 0xFF);
    port_write8(port + UART_DLM, (uint8_t)(divisor >> 8));
    bool keeps_divisor = port_read8(port + UART_DLL) == (divisor & 0xFF);
    port_write8(port + UART_LCR, LCR_8N1);
    port_write8(port + UART_FCR, FCR_ENABLE_AND_CLEAR);
    port_write8(port + UART_MCR, MCR_DTR_RTS);
    uart->works = keeps_divisor;
    return keeps_divisor ? 0 : -1;
}

void uart_put(struct uart *uart, char byte)
{
    if (uart->works && wait_for(uart, LSR_HOLDING_EMPTY))
        port_write8(uart->port + UART_THR, (uint8_t)byte);
}

void uart_drain(struct uart *uart)
{
    if (uart->works)
        wait_for(uart, LSR_ALL_SENT);
}
