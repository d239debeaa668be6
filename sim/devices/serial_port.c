/*
 * SPDX-License-Identifier: MIT
 * UART registers and transmitter: a holding register or FIFO in front of a shift register.
 */
#include <string.h>

#include "sim/devices/serial_port.h"

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

#define INPUT_HZ 1843200u

#define IER_RECEIVED 0x01u
#define IER_EMPTY    0x02u
#define IER_LINE     0x04u
#define IER_MODEM    0x08u

#define IIR_MODEM    0x00u
#define IIR_NONE     0x01u
#define IIR_EMPTY    0x02u
#define IIR_RECEIVED 0x04u
#define IIR_LINE     0x06u
#define IIR_TIMEOUT  0x0cu

#define FCR_ENABLE         0x01u
#define FCR_CLEAR_RECEIVED 0x02u
#define FCR_CLEAR_SENDING  0x04u

#define LCR_DATA_BITS 0x03u /* number of data bits minus 5 */
#define LCR_STOP      0x04u /* 2 stop bits; 1.5 with 5 data bits */
#define LCR_PARITY    0x08u
#define LCR_DLAB      0x80u

#define MCR_RTS  0x02u
#define MCR_OUT2 0x08u
#define MCR_LOOP 0x10u

#define LSR_READY   0x01u
#define LSR_OVERRUN 0x02u
#define LSR_THRE    0x20u
#define LSR_TEMT    0x40u

#define IDLE_FLUSH 64 /* polls for input after which output is flushed */

#define MSR_CTS_CHANGED 0x01u
#define MSR_CTS         0x10u
#define MSR_PRESENT     0xa0u /* DSR and DCD from a connected terminal */
#define MSR_RING        0x40u

void serial_port_reset(struct serial_port *uart, enum serial_port_kind kind, uint32_t hz,
                       FILE *output)
{
    *uart = (struct serial_port){.kind = kind, .hz = hz, .output = output, .divisor_low = 12};
}

void serial_port_connect(struct serial_port *uart, enum receiver_kind receiver)
{
    receiver_reset(&uart->receiver, receiver);
}

void serial_port_set_input(struct serial_port *uart, struct serial_input *input, bool at_once)
{
    uart->input = input;
    uart->input_at_once = at_once;
}

void serial_port_set_loss(struct serial_port *uart, uint32_t one_in, uint64_t seed)
{
    uart->chance = chance_from(seed, CHANCE_LINE);
    uart->loss = one_in;
    if (one_in)
        uart->to_lose = chance_interval(&uart->chance, one_in);
}

static bool fifos_enabled(const struct serial_port *uart)
{
    return uart->fifo_control & FCR_ENABLE;
}

/* Capacity of the FIFO, or of the register that replaces it, in bytes. */
static unsigned depth(const struct serial_port *uart)
{
    return fifos_enabled(uart) && uart->kind != UART_16550 ? UART_FIFO : 1;
}

/* Clocks that a byte takes on the line. */
static uint64_t serial_port_byte_clocks(const struct serial_port *uart)
{
    const unsigned lcr = uart->line_control;
    const unsigned divisor = uart->divisor_low | uart->divisor_high << 8;
    const unsigned data = 5 + (lcr & LCR_DATA_BITS);
    const unsigned stop_halves = !(lcr & LCR_STOP) ? 2 : data == 5 ? 3 : 4;
    const uint64_t halves = 2 * (1 + data + ((lcr & LCR_PARITY) != 0)) + stop_halves;

    return (halves * 8 * (divisor ? divisor : 65536) * uart->hz + INPUT_HZ - 1) / INPUT_HZ;
}

/* ---- sending and receiving ------------------------------------------------------------------- */

static uint8_t serial_port_fifo_read(struct serial_port_fifo *fifo)
{
    const uint8_t byte = fifo->bytes[0];

    fifo->count--;
    memmove(fifo->bytes, fifo->bytes + 1, fifo->count);
    return byte;
}

static void serial_port_receive(struct serial_port *uart, uint8_t byte)
{
    struct serial_port_fifo *fifo = &uart->received;

    if (fifo->count < depth(uart)) {
        fifo->bytes[fifo->count++] = byte;
    } else {
        uart->overrun = true;
        if (depth(uart) == 1)
            fifo->bytes[0] = byte;
    }
    uart->touched = uart->shift_until;
}

static void serial_port_shift_next(struct serial_port *uart, uint64_t start)
{
    uart->shift = serial_port_fifo_read(&uart->sending);
    uart->shifting = true;
    uart->shift_until = start + serial_port_byte_clocks(uart);
    if (uart->sending.count == 0)
        uart->transmit_empty_pending = true;
}

static bool serial_port_loses_byte(struct serial_port *uart)
{
    if (!uart->loss || --uart->to_lose)
        return false;
    uart->to_lose = chance_interval(&uart->chance, (uint32_t)uart->loss);
    return true;
}

/* Output is flushed after each line, so that a reader of a pipe sees it at once. */
static void serial_port_output(struct serial_port *uart)
{
    if (serial_port_loses_byte(uart))
        return;

    const bool accepted =
        receiver_accept(&uart->receiver, uart->shift_until, serial_port_byte_clocks(uart));

    if (!accepted || !uart->output)
        return;
    uart->kept_back = putc(uart->shift, uart->output) != '\n';
    if (!uart->kept_back)
        fflush(uart->output);
}

static void serial_port_poll_receiver(struct serial_port *uart, uint64_t now)
{
    const bool before = receiver_clear_to_send(&uart->receiver);
    const uint8_t flow_byte = receiver_advance(&uart->receiver, now, serial_port_byte_clocks(uart));

    if (uart->modem_control & MCR_LOOP)
        return;
    if (flow_byte)
        serial_port_receive(uart, flow_byte);
    if (receiver_clear_to_send(&uart->receiver) != before)
        uart->modem_changes |= MSR_CTS_CHANGED;
}

static bool serial_port_input_is_due(const struct serial_port *uart, uint64_t now)
{
    if (uart->input_at_once)
        return true;
    return uart->hz ? now >= uart->input_until : uart->received.count == 0;
}

/* Receives input bytes while RTS is set: on a timed line one byte after the other, on an untimed
 * line whenever there is room. */
static void serial_port_poll_input(struct serial_port *uart, uint64_t now)
{
    if (!uart->input || (uart->modem_control & (MCR_RTS | MCR_LOOP)) != MCR_RTS ||
        uart->kind == UART_STUCK)
        return;
    while (serial_port_input_is_due(uart, now)) {
        const int byte = serial_input_next(uart->input);

        if (byte < 0) {
            uart->input_until = now;
            if (uart->shifting) /* the machine waits for the transmitter, not for input */
                uart->input->idle = 0;
            if (uart->kept_back && uart->input->idle >= IDLE_FLUSH) {
                fflush(uart->output);
                uart->kept_back = false;
            }
            return;
        }
        uart->input_until += serial_port_byte_clocks(uart);
        if (!serial_port_loses_byte(uart))
            serial_port_receive(uart, (uint8_t)byte);
    }
}

void serial_port_advance(struct serial_port *uart, uint64_t now)
{
    while (uart->shifting && now >= uart->shift_until) {
        uart->shifting = false;
        if (uart->modem_control & MCR_LOOP)
            serial_port_receive(uart, uart->shift);
        else
            serial_port_output(uart);
        serial_port_poll_receiver(uart, uart->shift_until);
        if (uart->sending.count)
            serial_port_shift_next(uart, uart->shift_until);
    }
    if (uart->receiver.kind != RECEIVER_FAST && now != UINT64_MAX)
        serial_port_poll_receiver(uart, now);
}

/* A new byte replaces the one in a full holding register; a full FIFO drops it. */
static void serial_port_transmit(struct serial_port *uart, uint8_t byte, uint64_t now)
{
    struct serial_port_fifo *fifo = &uart->sending;

    if (uart->kind == UART_STUCK)
        return;
    uart->transmit_empty_pending = false;
    if (fifo->count < depth(uart))
        fifo->bytes[fifo->count++] = byte;
    else if (depth(uart) == 1)
        fifo->bytes[0] = byte;
    if (!uart->shifting)
        serial_port_shift_next(uart, now);
    serial_port_advance(uart, now);
}

void serial_port_drain(struct serial_port *uart)
{
    serial_port_advance(uart, UINT64_MAX);
    if (uart->output)
        fflush(uart->output);
}

/* ---- status -------------------------------------------------------------------------------- */

static uint8_t serial_port_line_status(const struct serial_port *uart)
{
    unsigned status = (uart->received.count ? LSR_READY : 0) | (uart->overrun ? LSR_OVERRUN : 0);

    if (uart->kind == UART_STUCK)
        return (uint8_t)status;
    if (uart->sending.count == 0)
        status |= LSR_THRE | (uart->shifting ? 0 : LSR_TEMT);
    return (uint8_t)status;
}

/* In loopback mode RTS, DTR, OUT1 and OUT2 are connected to CTS, DSR, RI and DCD. */
static uint8_t serial_port_modem_lines(const struct serial_port *uart)
{
    const unsigned mcr = uart->modem_control;

    if (!(mcr & MCR_LOOP))
        return MSR_PRESENT | (receiver_clear_to_send(&uart->receiver) ? MSR_CTS : 0);
    return (uint8_t)((mcr & 2) << 3 | (mcr & 1) << 5 | (mcr & 4) << 4 | (mcr & 8) << 4);
}

static void serial_port_set_modem(struct serial_port *uart, uint8_t value)
{
    const uint8_t before = serial_port_modem_lines(uart);

    uart->modem_control = value & 0x1f;

    const uint8_t after = serial_port_modem_lines(uart);

    /* For the ring indicator only the trailing edge counts. */
    uart->modem_changes |= ((before ^ after) & ~MSR_RING) >> 4;
    uart->modem_changes |= (before & ~after & MSR_RING) >> 4;
}

static unsigned trigger(const struct serial_port *uart)
{
    static const uint8_t levels[] = {1, 4, 8, 14};

    return depth(uart) == UART_FIFO ? levels[uart->fifo_control >> 6] : 1;
}

/* Returns IIR without the FIFO bits: the pending interrupt with the highest priority. */
static uint8_t serial_port_identify(const struct serial_port *uart, uint64_t now)
{
    const unsigned enabled = uart->interrupt_enable;

    if ((enabled & IER_LINE) && uart->overrun)
        return IIR_LINE;
    if ((enabled & IER_RECEIVED) && uart->received.count >= trigger(uart))
        return IIR_RECEIVED;
    if ((enabled & IER_RECEIVED) && uart->received.count &&
        now >= uart->touched + 4 * serial_port_byte_clocks(uart))
        return IIR_TIMEOUT;
    if ((enabled & IER_EMPTY) && uart->transmit_empty_pending)
        return IIR_EMPTY;
    if ((enabled & IER_MODEM) && uart->modem_changes)
        return IIR_MODEM;
    return IIR_NONE;
}

bool serial_port_interrupt(const struct serial_port *uart)
{
    return (uart->modem_control & (MCR_OUT2 | MCR_LOOP)) == MCR_OUT2 &&
           serial_port_identify(uart, UINT64_MAX) != IIR_NONE;
}

uint64_t serial_port_deadline(const struct serial_port *uart)
{
    if (!(uart->interrupt_enable & IER_EMPTY) || !uart->sending.count)
        return UINT64_MAX;
    return uart->shift_until + (uart->sending.count - 1) * serial_port_byte_clocks(uart);
}

/* ---- registers ----------------------------------------------------------------------------- */

static uint8_t serial_port_read_data(struct serial_port *uart, uint64_t now)
{
    uart->touched = now;
    return uart->received.count ? serial_port_fifo_read(&uart->received) : uart->received.bytes[0];
}

static uint8_t serial_port_read_iir(struct serial_port *uart, uint64_t now)
{
    const uint8_t iir = serial_port_identify(uart, now);

    if (iir == IIR_EMPTY)
        uart->transmit_empty_pending = false;
    if (!fifos_enabled(uart))
        return iir;
    return iir | (uart->kind == UART_16550 ? 0x80 : 0xc0);
}

static uint8_t serial_port_read_line_status(struct serial_port *uart, uint64_t now)
{
    serial_port_poll_input(uart, now);

    const uint8_t status = serial_port_line_status(uart);

    uart->overrun = false;
    return status;
}

static uint8_t serial_port_read_modem_status(struct serial_port *uart)
{
    const uint8_t status = serial_port_modem_lines(uart) | uart->modem_changes;

    uart->modem_changes = 0;
    return status;
}

uint8_t serial_port_in(struct serial_port *uart, unsigned reg, uint64_t now)
{
    const bool divisor = uart->line_control & LCR_DLAB;

    if (uart->kind == UART_NONE)
        return 0xff;
    serial_port_advance(uart, now);
    switch (reg) {
    case REG_DATA:
        return divisor ? uart->divisor_low : serial_port_read_data(uart, now);
    case REG_IER:
        return divisor ? uart->divisor_high : uart->interrupt_enable;
    case REG_IIR_FCR:
        return serial_port_read_iir(uart, now);
    case REG_LCR:
        return uart->line_control;
    case REG_MCR:
        return uart->modem_control;
    case REG_LSR:
        return serial_port_read_line_status(uart, now);
    case REG_MSR:
        return serial_port_read_modem_status(uart);
    default:
        return uart->kind == UART_8250 ? 0xff : uart->scratch;
    }
}

static void serial_port_write_ier(struct serial_port *uart, uint8_t value)
{
    if ((value & ~uart->interrupt_enable & IER_EMPTY) && (serial_port_line_status(uart) & LSR_THRE))
        uart->transmit_empty_pending = true;
    uart->interrupt_enable = value & 0x0f;
}

/* Enabling or disabling the FIFOs empties them. Without the enable bit the other bits are
 * ignored. */
static void serial_port_write_fcr(struct serial_port *uart, uint8_t value)
{
    const bool turned = (value ^ uart->fifo_control) & FCR_ENABLE;

    if (uart->kind == UART_8250 || uart->kind == UART_16450)
        return;
    if (turned || (value & FCR_CLEAR_RECEIVED))
        uart->received.count = 0;
    if (turned || (value & FCR_CLEAR_SENDING))
        uart->sending.count = 0;
    uart->fifo_control = value & FCR_ENABLE ? value & 0xc9 : 0;
}

void serial_port_out(struct serial_port *uart, unsigned reg, uint8_t value, uint64_t now)
{
    const bool divisor = uart->line_control & LCR_DLAB;

    if (uart->kind == UART_NONE)
        return;
    serial_port_advance(uart, now);
    switch (reg) {
    case REG_DATA:
        if (divisor)
            uart->divisor_low = value;
        else
            serial_port_transmit(uart, value, now);
        break;
    case REG_IER:
        if (divisor)
            uart->divisor_high = value;
        else
            serial_port_write_ier(uart, value);
        break;
    case REG_IIR_FCR:
        serial_port_write_fcr(uart, value);
        break;
    case REG_LCR:
        uart->line_control = value;
        break;
    case REG_MCR:
        serial_port_set_modem(uart, value);
        break;
    case REG_SCRATCH:
        uart->scratch = value;
        break;
    default:
        break; /* LSR and MSR are read-only */
    }
}
