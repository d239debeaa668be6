/*
 * SPDX-License-Identifier: MIT
 * Port map of the PC's devices, and the interrupt lines between them.
 */
#include <stdio.h>
#include <stdlib.h>

#include "sim/devices/devices.h"
#include "sim/devices/keyboard.h"
#include "sim/devices/pic.h"
#include "sim/devices/pit.h"
#include "sim/devices/post.h"
#include "sim/devices/rtc.h"
#include "sim/devices/serial_port.h"
#include "sim/devices/unit_tester.h"
#include "sim/devices/vga.h"

#define PORT_POST  0x80 /* checkpoint codes; an unused one of a PC's page registers */
#define PORT_FERR  0xf0
#define PORT_RESET 0xcf9 /* PCI chip sets: bit 2 */
#define PORT_EXIT  0xf4  /* conventional address of QEMU's isa-debug-exit */
#define PORT_QUEUE 0xf8  /* 32 bits: the next number of the work queue; all ones: no queue */

#define IRQ_TIMER    0
#define IRQ_KEYBOARD 1
#define IRQ_RTC      8
#define IRQ_FERR     13

struct devices {
    uint32_t hz;
    uint64_t (*clock)(void *context);
    void *context;
    struct serial_port uart[UART_COUNT];
    struct pic pic;
    struct pit pit;
    struct rtc rtc;
    struct keyboard keyboard;
    struct vga vga;
    struct post post;
    struct unit_tester unit_tester;
    struct queue_port queue;
    struct apic apic;
    bool has_apic;
    uint64_t next_timer_tick;
    bool ferr, ignne;
    bool a20_gate;
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
        serial_port_reset(&devices->uart[i], i == 0 ? config->uart : UART_16550A,
                          config->serial_timed ? config->hz : 0, config->serial[i]);
    serial_port_connect(&devices->uart[0], config->receiver);
    serial_port_set_input(&devices->uart[0], config->input, config->input_at_once);
    serial_port_set_loss(&devices->uart[0], config->line_loss, config->seed);
    pic_reset(&devices->pic);
    pit_reset(&devices->pit);
    rtc_reset(&devices->rtc, &config->rtc, config->extended_kb);
    keyboard_reset(&devices->keyboard);
    devices->a20_gate = config->a20_gate;
    if (config->a20_gate)
        keyboard_close_a20(&devices->keyboard);
    if (config->key)
        keyboard_type(&devices->keyboard, config->key, config->key_period);
    devices->keyboard.timed_out = config->key_timed_out;
    vga_reset(&devices->vga);
    post_reset(&devices->post, config->post, config->post_port);
    unit_tester_reset(&devices->unit_tester, config->unit_tester);
    devices->queue = config->queue;
    devices->has_apic = config->has_apic;
    if (config->has_apic)
        apic_reset(&devices->apic, &config->apic);
    devices->next_timer_tick = pit_next_rise(&devices->pit, 0);
    return devices;
}

void devices_destroy(struct devices *devices)
{
    for (unsigned i = 0; devices && i < UART_COUNT; i++)
        serial_port_drain(&devices->uart[i]);
    free(devices);
}

void devices_set_clock_source(struct devices *devices, uint64_t (*clock)(void *context),
                              void *context)
{
    devices->clock = clock;
    devices->context = context;
}

/* Ticks of an oscillator of `tick_hz`. In the first hours the product fits 64 bits. */
static uint64_t devices_ticks(const struct devices *devices, uint64_t clock, uint32_t tick_hz)
{
    uint64_t product;

    if (!__builtin_mul_overflow(clock, (uint64_t)tick_hz, &product))
        return product / devices->hz;
    return (uint64_t)((unsigned __int128)clock * tick_hz / devices->hz);
}

/* The first clock at which that tick has occurred; UINT64_MAX (never) stays unchanged. */
static uint64_t devices_clock_of(const struct devices *devices, uint64_t tick, uint32_t tick_hz)
{
    if (tick == UINT64_MAX)
        return UINT64_MAX;
    return (uint64_t)(((unsigned __int128)tick * devices->hz + tick_hz - 1) / tick_hz);
}

static uint64_t clock_now(const struct devices *devices)
{
    return devices->clock(devices->context);
}

static uint64_t pit_now(const struct devices *devices)
{
    return devices_ticks(devices, clock_now(devices), PIT_HZ);
}

static uint64_t rtc_now(const struct devices *devices)
{
    return devices_ticks(devices, clock_now(devices), RTC_HZ);
}

/* ---- ports --------------------------------------------------------------------------------- */

/* Returns the UART that has this port among its eight, or NULL. */
static struct serial_port *uart_at(struct devices *devices, uint16_t port)
{
    for (unsigned i = 0; i < UART_COUNT; i++)
        if ((port & ~7u) == uarts[i].port)
            return &devices->uart[i];
    return NULL;
}

static uint8_t devices_in_byte(struct devices *devices, uint16_t port)
{
    struct serial_port *uart;

    if (unit_tester_owns(&devices->unit_tester, port))
        return unit_tester_in(&devices->unit_tester, port);
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
        return pit_in(&devices->pit, port, pit_now(devices));
    case 0x60:
        pic_line(&devices->pic, IRQ_KEYBOARD, false); /* the next byte causes a rising edge */
        return keyboard_in(&devices->keyboard, port);
    case 0x64:
    case 0x92:
        keyboard_advance(&devices->keyboard, clock_now(devices));
        return keyboard_in(&devices->keyboard, port);
    case 0x70:
    case 0x71:
        return rtc_in(&devices->rtc, port, rtc_now(devices));
    case PORT_POST:
        return devices->post.code;
    default:
        uart = uart_at(devices, port);
        if (uart)
            return serial_port_in(uart, port & 7, clock_now(devices));
        return vga_owns(port) ? vga_in(&devices->vga, port, clock_now(devices), devices->hz) : 0xff;
    }
}

static void devices_out_byte(struct devices *devices, uint16_t port, uint8_t value)
{
    struct serial_port *uart;

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
        pit_out(&devices->pit, port, value, pit_now(devices));
        devices->next_timer_tick = pit_next_rise(&devices->pit, pit_now(devices));
        break;
    case PORT_FERR:
        devices->ignne = devices->ferr;
        pic_line(&devices->pic, IRQ_FERR, false);
        break;
    case 0x60:
    case 0x64:
    case 0x92:
        keyboard_out(&devices->keyboard, port, value);
        devices->reset |= devices->keyboard.reset;
        break;
    case 0x70:
    case 0x71:
        rtc_out(&devices->rtc, port, value, rtc_now(devices));
        break;
    case PORT_RESET:
        devices->reset |= (value & 4) != 0;
        break;
    default:
        uart = uart_at(devices, port);
        if (uart)
            serial_port_out(uart, port & 7, value, clock_now(devices));
        else if (vga_owns(port))
            vga_out(&devices->vga, port, value);
        break;
    }
}

/* Level of an interrupt line that two UARTs share. */
static bool uarts_interrupt(const struct devices *devices, unsigned irq)
{
    bool level = false;

    for (unsigned i = 0; i < UART_COUNT; i++)
        level |= uarts[i].irq == irq && serial_port_interrupt(&devices->uart[i]);
    return level;
}

/* Updates the interrupt lines from the devices' current outputs. */
static void devices_update_lines(struct devices *devices)
{
    pic_line(&devices->pic, IRQ_RTC, rtc_interrupt(&devices->rtc));
    pic_line(&devices->pic, IRQ_KEYBOARD, keyboard_interrupt(&devices->keyboard));
    for (unsigned irq = 3; irq <= 4; irq++)
        pic_line(&devices->pic, irq, uarts_interrupt(devices, irq));
    if (devices->has_apic)
        apic_lint0(&devices->apic, pic_interrupt(&devices->pic));
}

uint32_t devices_in(struct devices *devices, uint16_t port, unsigned bytes)
{
    uint32_t value = 0;

    if (port == PORT_QUEUE && bytes == 4)
        return queue_port_next(&devices->queue);
    for (unsigned i = 0; i < bytes; i++)
        value |= (uint32_t)devices_in_byte(devices, (uint16_t)(port + i)) << (8 * i);
    devices_update_lines(devices);
    return value;
}

void devices_out(struct devices *devices, uint16_t port, unsigned bytes, uint32_t value)
{
    if (port == PORT_EXIT) {
        devices->exited = true;
        devices->exit_status = value & 0xff;
        return;
    }
    for (unsigned i = 0; i < bytes; i++) {
        const uint8_t byte = (uint8_t)(value >> (8 * i));
        post_out(&devices->post, (uint16_t)(port + i), byte);
        if (unit_tester_out(&devices->unit_tester, (uint16_t)(port + i), byte)) {
            devices->exited = true;
            devices->exit_status = devices->unit_tester.exit_status;
            return;
        }
        devices_out_byte(devices, (uint16_t)(port + i), byte);
    }
    if (devices->has_apic)
        apic_lint0(&devices->apic, pic_interrupt(&devices->pic));
}

/* ---- time and interrupts ------------------------------------------------------------------- */

void devices_advance(struct devices *devices, uint64_t clock)
{
    const uint64_t tick = devices_ticks(devices, clock, PIT_HZ);

    if (tick >= devices->next_timer_tick) {
        pic_line(&devices->pic, IRQ_TIMER, false);
        pic_line(&devices->pic, IRQ_TIMER, true);
        devices->next_timer_tick = pit_next_rise(&devices->pit, tick);
    }
    keyboard_advance(&devices->keyboard, clock);
    rtc_advance(&devices->rtc, devices_ticks(devices, clock, RTC_HZ));
    for (unsigned i = 0; i < UART_COUNT; i++)
        serial_port_advance(&devices->uart[i], clock);
    if (devices->has_apic)
        apic_advance(&devices->apic, clock);
    devices_update_lines(devices);
}

/* Returns the earlier time, ignoring `other` if interrupts on that line are masked. */
static uint64_t devices_earlier(const struct devices *devices, unsigned irq, uint64_t deadline,
                                uint64_t other)
{
    return other < deadline && pic_unmasked(&devices->pic, irq) ? other : deadline;
}

uint64_t devices_deadline(const struct devices *devices)
{
    uint64_t deadline = devices->has_apic ? apic_deadline(&devices->apic) : UINT64_MAX;

    deadline = devices_earlier(devices, IRQ_TIMER, deadline,
                               devices_clock_of(devices, devices->next_timer_tick, PIT_HZ));
    deadline = devices_earlier(devices, IRQ_RTC, deadline,
                               devices_clock_of(devices, rtc_deadline(&devices->rtc), RTC_HZ));
    deadline =
        devices_earlier(devices, IRQ_KEYBOARD, deadline, keyboard_deadline(&devices->keyboard));
    for (unsigned i = 0; i < UART_COUNT; i++)
        deadline = devices_earlier(devices, uarts[i].irq, deadline,
                                   serial_port_deadline(&devices->uart[i]));
    return deadline;
}

uint64_t devices_next_timer(const struct devices *devices)
{
    uint64_t next = devices->has_apic ? apic_deadline(&devices->apic) : UINT64_MAX;

    next = devices_earlier(devices, IRQ_TIMER, next,
                           devices_clock_of(devices, devices->next_timer_tick, PIT_HZ));
    if (rtc_is_periodic(&devices->rtc))
        next = devices_earlier(devices, IRQ_RTC, next,
                               devices_clock_of(devices, rtc_deadline(&devices->rtc), RTC_HZ));
    return next;
}

bool devices_can_wake(const struct devices *devices, bool interrupts_enabled)
{
    const bool nmi = devices->has_apic && apic_lint0_is_nmi(&devices->apic);

    return (interrupts_enabled || nmi) && devices_deadline(devices) != UINT64_MAX;
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
    if (!devices->has_apic)
        return pic_interrupt(&devices->pic);
    return apic_interrupt(&devices->apic) ||
           (apic_passes_pic(&devices->apic) && pic_interrupt(&devices->pic));
}

uint8_t devices_acknowledge(struct devices *devices)
{
    if (devices->has_apic && apic_interrupt(&devices->apic))
        return apic_acknowledge(&devices->apic);
    return pic_acknowledge(&devices->pic);
}

bool devices_nmi(const struct devices *devices)
{
    return devices->nmi || (devices->has_apic && devices->apic.nmi);
}

void devices_acknowledge_nmi(struct devices *devices)
{
    devices->nmi = devices->apic.nmi = false;
}

void devices_raise_nmi(struct devices *devices)
{
    devices->nmi = true;
}

struct apic *devices_apic(struct devices *devices)
{
    return devices->has_apic ? &devices->apic : NULL;
}

bool devices_a20_open(const struct devices *devices)
{
    return !devices->a20_gate || keyboard_a20_open(&devices->keyboard);
}

bool devices_reset_asked(const struct devices *devices)
{
    return devices->reset;
}

void devices_print_screen(const struct devices *devices, const uint8_t *memory)
{
    vga_print(&devices->vga, memory, stderr);
}

bool devices_exit(const struct devices *devices, int *status)
{
    const struct serial_input *input = devices->uart[0].input;
    const bool over = input && serial_input_is_over(input);

    if (devices->exited || over)
        *status = devices->exit_status;
    return devices->exited || over;
}

void devices_flush(struct devices *devices)
{
    for (unsigned i = 0; i < UART_COUNT; i++)
        if (devices->uart[i].output)
            fflush(devices->uart[i].output);
}
