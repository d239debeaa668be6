/*
 * SPDX-License-Identifier: MIT
 * Which device answers at which port, and the lines between them.
 */
#include <stdio.h>
#include <stdlib.h>

#include "devices.h"
#include "pic.h"
#include "pit.h"
#include "uart.h"

#define PORT_COM1 0x3f8
#define PORT_EXIT 0xf4 /* where QEMU's isa-debug-exit is put by convention */

#define IRQ_TIMER 0
#define IRQ_COM1  4

struct devices {
    uint32_t hz;
    uint64_t (*clock)(void *context);
    void *context;
    struct uart com1;
    struct pic pic;
    struct pit pit;
    uint64_t next_timer_tick;
    bool exited;
    int exit_status;
};

struct devices *devices_create(const struct devices_config *config)
{
    struct devices *devices = calloc(1, sizeof *devices);

    if (!devices)
        return NULL;
    devices->hz = config->hz;
    uart_reset(&devices->com1, stdout);
    pic_reset(&devices->pic);
    pit_reset(&devices->pit);
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

static uint64_t tick_now(const struct devices *devices)
{
    return tick_of(devices, devices->clock(devices->context));
}

/* ---- ports ------------------------------------------------------------------------------------
 */

static uint8_t in8(struct devices *devices, uint16_t port)
{
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
    default:
        if (port >= PORT_COM1 && port < PORT_COM1 + 8)
            return uart_in(&devices->com1, port - PORT_COM1);
        return 0xff;
    }
}

static void out8(struct devices *devices, uint16_t port, uint8_t value)
{
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
    default:
        if (port >= PORT_COM1 && port < PORT_COM1 + 8)
            uart_out(&devices->com1, port - PORT_COM1, value);
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

/* ---- time and interrupts ----------------------------------------------------------------------
 */

void devices_advance(struct devices *devices, uint64_t clock)
{
    const uint64_t tick = tick_of(devices, clock);

    if (tick >= devices->next_timer_tick) {
        pic_line(&devices->pic, IRQ_TIMER, false);
        pic_line(&devices->pic, IRQ_TIMER, true);
        devices->next_timer_tick = pit_next_rise(&devices->pit, tick);
    }
    pic_line(&devices->pic, IRQ_COM1, uart_interrupt(&devices->com1));
}

uint64_t devices_deadline(const struct devices *devices)
{
    if (devices->next_timer_tick == UINT64_MAX || !pic_unmasked(&devices->pic, IRQ_TIMER))
        return UINT64_MAX;
    return clock_of(devices, devices->next_timer_tick);
}

bool devices_can_wake(const struct devices *devices, bool interrupts_enabled)
{
    return interrupts_enabled && devices_deadline(devices) != UINT64_MAX;
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
    (void)devices;
    return false;
}

bool devices_exit(const struct devices *devices, int *status)
{
    if (devices->exited)
        *status = devices->exit_status;
    return devices->exited;
}

void devices_flush(struct devices *devices)
{
    if (devices->com1.output)
        fflush(devices->com1.output);
}
