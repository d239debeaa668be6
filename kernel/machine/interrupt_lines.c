/*
 * SPDX-License-Identifier: MIT
 * Initialises the interrupt controllers again, because the BIOS directs the lines to vectors 8 to
 * 15, which are the processor's exceptions.
 */
#include "kernel/machine/interrupt_lines.h"

#include "boot/descriptors.h"
#include "kernel/lib/x86.h"

#define PORT_MASTER  0x20 /* the mask is at the next port */
#define PORT_SLAVE   0xA0
#define SLAVE_LINES  8 /* the slave's first line */
#define CASCADE_LINE 2 /* line of the master to which the slave is connected */

#define ICW1_INIT_ICW4 0x11 /* edge-triggered, cascaded, ICW4 follows */
#define ICW4_8086      0x01
#define OCW2_EOI       0x20
#define OCW3_READ_IRR  0x0A /* the next read returns the requests */
#define OCW3_POLL      0x0C /* the next read acknowledges a request */

/* An 8259A needs a delay after each command word; Linux waits after each of them too. */
static void write_slowly(uint16_t port, uint8_t value)
{
    port_write8(port, value);
    port_pause();
}

static void initialise(uint16_t port, uint8_t vector, uint8_t cascade)
{
    write_slowly(port, ICW1_INIT_ICW4);
    write_slowly(port + 1, vector);
    write_slowly(port + 1, cascade);
    write_slowly(port + 1, ICW4_8086);
}

uint16_t pic_pending(void)
{
    write_slowly(PORT_MASTER, OCW3_READ_IRR);
    write_slowly(PORT_SLAVE, OCW3_READ_IRR);
    uint8_t slave = port_read8(PORT_SLAVE);
    return (uint16_t)(slave << SLAVE_LINES | port_read8(PORT_MASTER));
}

void pic_install(void)
{
    initialise(PORT_MASTER, VECTOR_LINES, 1 << CASCADE_LINE);
    initialise(PORT_SLAVE, VECTOR_LINES + SLAVE_LINES, CASCADE_LINE);
    pic_mask();
}

static uint8_t masked = (uint8_t) ~(1u << CASCADE_LINE); /* mask of the master's lines */

void pic_let_through(unsigned line, bool yes)
{
    masked = (uint8_t)((masked | 1u << line) & ~((unsigned)yes << line));
    pic_mask();
}

void pic_mask(void)
{
    port_write8(PORT_MASTER + 1, masked);
    port_write8(PORT_SLAVE + 1, (uint8_t) ~(1u << (VECTOR_WATCHDOG - VECTOR_LINES - SLAVE_LINES)));
}

void pic_end_interrupt(void)
{
    port_write8(PORT_SLAVE, OCW2_EOI);
    pic_end_master();
}

static void pic_poll(uint16_t port)
{
    write_slowly(port, OCW3_POLL);
    port_read8(port);
}

void pic_end_unread_interrupt(void)
{
    pic_poll(PORT_MASTER);
    pic_poll(PORT_SLAVE);
    pic_end_interrupt();
}

void pic_end_master(void)
{
    port_write8(PORT_MASTER, OCW2_EOI);
}
