/*
 * SPDX-License-Identifier: MIT
 * Which device answers at which port, and the lines between them.
 */
#include <stdio.h>
#include <stdlib.h>

#include "devices.h"
#include "keyboard.h"
#include "pic.h"
#include "pit.h"
#include "rtc.h"
#include "uart.h"

#define UART_COUNT      4
#define PORT_FERR       0xf0
#define PORT_FAST_RESET 0x92  /* bit 0 */
#define PORT_RESET      0xcf9 /* of PCI chip sets: bit 2 */
#define PORT_EXIT       0xf4  /* where QEMU's isa-debug-exit is put by convention */

#define IRQ_TIMER 0
#define IRQ_RTC   8
#define IRQ_FERR  13

struct devices {
    uint32_t hz;
    uint64_t (*clock)(void *context);
    void *context;
    struct uart uart[UART_COUNT];
    struct pic pic;
    struct pit pit;
    struct rtc rtc;
    struct keyboard keyboard;
    uint64_t next_timer_tick;
    bool ferr, ignne;
    bool reset;
    bool nmi;
    bool exited;
    int exit_status;
};

/* COM1 to COM4 of a PC. */
static const struct {
    uint16_t port;
    uint8_t irq;
} uarts[UART_COUNT] = {{0x3f8, 4}, {0x2f8, 3}, {0x3e8, 4}, {0x2e8, 3}};

struct devices *devices_create(const struct devices_config *config)
{
    struct devices *devices = calloc(1, sizeof *devices);

    if (!devices)
        return NULL;
    devices->hz = config->hz;
    for (unsigned i = 0; i < UART_COUNT; i++)
        uart_reset(&devices->uart[i], i == 0 ? stdout : NULL);
    pic_reset(&devices->pic);
    pit_reset(&devices->pit);
    rtc_reset(&devices->rtc, config->hz);
    keyboard_reset(&devices->keyboard);
    devices->next_timer_tick = pit_next_rise(&devices->pit, 0);
    return devices;
}

void devices_destroy(struct devices *devices)
{
    if (devices)
        devices_flush(devices);
    free(devices);
}

void devices_set_clock_source(struct devices *devices, uint64_t (*clock)(void *context),
                              void *context)
{
    devices->clock = clock;
    devices->context = context;
}

static uint64_t tick_of(const struct devices *devices, uint64_t clock)
{
    return (uint64_t)((unsigned __int128)clock * PIT_HZ / devices->hz);
}

/* The first clock at which that tick has come. */
static uint64_t clock_of(const struct devices *devices, uint64_t tick)
{
    return (uint64_t)(((unsigned __int128)tick * devices->hz + PIT_HZ - 1) / PIT_HZ);
}

static uint64_t clock_now(const struct devices *devices)
{
    return devices->clock(devices->context);
}

static uint64_t tick_now(const struct devices *devices)
{
    return tick_of(devices, clock_now(devices));
}

/* ---- ports --------------------------------------------------------------------------------- */

/* The UART whose eight ports hold this one, or NULL. */
static struct uart *uart_at(struct devices *devices, uint16_t port)
{
    for (unsigned i = 0; i < UART_COUNT; i++)
        if ((port & ~7u) == uarts[i].port)
            return &devices->uart[i];
    return NULL;
}

static uint8_t in8(struct devices *devices, uint16_t port)
{
    struct uart *uart;

    switch (port) {
    case 0x20:
    case 0x21:
    case 0xa0:
    case 0xa1:
        return pic_in(&devices->pic, port);
    case 0x40:
    case 0x41:
    case 0x42:
    case 0x43:
    case 0x61:
        return pit_in(&devices->pit, port, tick_now(devices));
    case 0x60:
    case 0x64:
        return keyboard_in(&devices->keyboard, port);
    case 0x70:
    case 0x71:
        return rtc_in(&devices->rtc, port, clock_now(devices));
    default:
        uart = uart_at(devices, port);
        return uart ? uart_in(uart, port & 7) : 0xff;
    }
}

static void out8(struct devices *devices, uint16_t port, uint8_t value)
{
    struct uart *uart;

    switch (port) {
    case 0x20:
    case 0x21:
    case 0xa0:
    case 0xa1:
        pic_out(&devices->pic, port, value);
        break;
    case 0x40:
    case 0x41:
    case 0x42:
    case 0x43:
    case 0x61:
        pit_out(&devices->pit, port, value, tick_now(devices));
        devices->next_timer_tick = pit_next_rise(&devices->pit, tick_now(devices));
        break;
    case PORT_FERR:
        devices->ignne = devices->ferr;
        pic_line(&devices->pic, IRQ_FERR, false);
        break;
    case 0x60:
    case 0x64:
        keyboard_out(&devices->keyboard, port, value);
        devices->reset |= devices->keyboard.reset;
        break;
    case 0x70:
    case 0x71:
        rtc_out(&devices->rtc, port, value, clock_now(devices));
        break;
    case PORT_FAST_RESET:
        devices->reset |= value & 1;
        break;
    case PORT_RESET:
        devices->reset |= (value & 4) != 0;
        break;
    default:
        uart = uart_at(devices, port);
        if (uart)
            uart_out(uart, port & 7, value);
        break;
    }
}

uint32_t devices_in(struct devices *devices, uint16_t port, unsigned bytes)
{
    uint32_t value = 0;

    for (unsigned i = 0; i < bytes; i++)
        value |= (uint32_t)in8(devices, (uint16_t)(port + i)) << (8 * i);
    return value;
}

void devices_out(struct devices *devices, uint16_t port, unsigned bytes, uint32_t value)
{
    if (port == PORT_EXIT) {
        devices->exited = true;
        devices->exit_status = value & 0xff;
        return;
    }
    for (unsigned i = 0; i < bytes; i++)
        out8(devices, (uint16_t)(port + i), (uint8_t)(value >> (8 * i)));
}

/* ---- time and interrupts ------------------------------------------------------------------- */

/* Two UARTs share a line. */
static bool uarts_interrupt(const struct devices *devices, unsigned irq)
{
    bool level = false;

    for (unsigned i = 0; i < UART_COUNT; i++)
        level |= uarts[i].irq == irq && uart_interrupt(&devices->uart[i]);
    return level;
}

void devices_advance(struct devices *devices, uint64_t clock)
{
    const uint64_t tick = tick_of(devices, clock);

    if (tick >= devices->next_timer_tick) {
        pic_line(&devices->pic, IRQ_TIMER, false);
        pic_line(&devices->pic, IRQ_TIMER, true);
        devices->next_timer_tick = pit_next_rise(&devices->pit, tick);
    }
    rtc_advance(&devices->rtc, clock);
    pic_line(&devices->pic, IRQ_RTC, rtc_interrupt(&devices->rtc));
    for (unsigned irq = 3; irq <= 4; irq++)
        pic_line(&devices->pic, irq, uarts_interrupt(devices, irq));
}

uint64_t devices_deadline(const struct devices *devices)
{
    uint64_t deadline = UINT64_MAX;

    if (devices->next_timer_tick != UINT64_MAX && pic_unmasked(&devices->pic, IRQ_TIMER))
        deadline = clock_of(devices, devices->next_timer_tick);
    if (pic_unmasked(&devices->pic, IRQ_RTC)) {
        const uint64_t rtc = rtc_deadline(&devices->rtc, clock_now(devices));
        deadline = rtc < deadline ? rtc : deadline;
    }
    return deadline;
}

bool devices_can_wake(const struct devices *devices, bool interrupts_enabled)
{
    return interrupts_enabled && devices_deadline(devices) != UINT64_MAX;
}

void devices_ferr(struct devices *devices, bool asserted)
{
    if (asserted != devices->ferr)
        pic_line(&devices->pic, IRQ_FERR, asserted);
    devices->ferr = asserted;
    devices->ignne &= asserted;
}

bool devices_ignne(const struct devices *devices)
{
    return devices->ignne;
}

bool devices_interrupt(const struct devices *devices)
{
    return pic_interrupt(&devices->pic);
}

uint8_t devices_acknowledge(struct devices *devices)
{
    return pic_acknowledge(&devices->pic);
}

bool devices_nmi(struct devices *devices)
{
    const bool nmi = devices->nmi;

    devices->nmi = false;
    return nmi;
}

void devices_raise_nmi(struct devices *devices)
{
    devices->nmi = true;
}

bool devices_reset_asked(const struct devices *devices)
{
    return devices->reset;
}

bool devices_exit(const struct devices *devices, int *status)
{
    if (devices->exited)
        *status = devices->exit_status;
    return devices->exited;
}

void devices_flush(struct devices *devices)
{
    for (unsigned i = 0; i < UART_COUNT; i++)
        if (devices->uart[i].output)
            fflush(devices->uart[i].output);
}
