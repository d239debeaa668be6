/*
 * SPDX-License-Identifier: MIT
 * The PC around the processor. All time is the modelled clock, given by devices_advance().
 * An unknown port reads as ones and swallows what is written.
 */
#pragma once

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

#include "sim/devices/apic.h"
#include "sim/devices/dealer.h"
#include "sim/devices/rtc.h"
#include "sim/devices/serial_port.h"

struct devices;

#define UART_COUNT 4 /* COM1 to COM4 */

struct devices_config {
    uint32_t hz; /* processor clocks a second */
    uint32_t memory_bytes;
    enum uart_kind uart;         /* COM1 */
    enum receiver_kind receiver; /* and who listens there */
    uint8_t key;                 /* that is pressed each so many clocks; 0: none is */
    uint64_t key_period;
    bool key_timed_out; /* bit 5 of the controller's status, which is an AT's */
    struct rtc_config rtc;
    bool a20_gate;            /* it closes line 20, and is closed at first; else it does nothing */
    bool serial_timed;        /* a byte takes its time on the line; else none */
    FILE *serial[UART_COUNT]; /* what each port sends to; NULL for nowhere */
    struct serial_input *input; /* what COM1 hears; NULL: nothing */
    uint32_t line_loss;         /* COM1's line loses one byte in so many; 0 for none */
    uint64_t seed;              /* which ones */
    bool post;                  /* show what is written to port 80h on stderr */
    uint16_t post_port;         /* and to this one; 0 for none */
    struct dealer dealer;
    bool has_apic; /* the processor's own; without one `apic` says nothing */
    struct apic_config apic;
};

/* NULL where memory is short. */
struct devices *devices_create(const struct devices_config *config);
void devices_destroy(struct devices *devices);

/* `bytes` is 1, 2 or 4. */
uint32_t devices_in(struct devices *devices, uint16_t port, unsigned bytes);
void devices_out(struct devices *devices, uint16_t port, unsigned bytes, uint32_t value);

/* It is `clock` now. Must be called before devices are asked about interrupts. */
void devices_advance(struct devices *devices, uint64_t clock);

/* Where devices_in() and devices_out() read the time between two advances. */
void devices_set_clock_source(struct devices *devices, uint64_t (*clock)(void *context),
                              void *context);

/* The clock at which a device next has something to do; UINT64_MAX for never. */
uint64_t devices_deadline(const struct devices *devices);

/*
 * The clock at which a timer next interrupts: of those that say so beforehand, and whose line is
 * let through; UINT64_MAX for never.
 */
uint64_t devices_next_timer(const struct devices *devices);

/* Whether a halted processor has anything to wait for. */
bool devices_can_wake(const struct devices *devices, bool interrupts_enabled);

/* FERR# of the x87 unit, which a PC wires to interrupt 13. A write to port F0h answers it. */
void devices_ferr(struct devices *devices, bool asserted);
/* IGNNE#: from that write on, until FERR# goes away. */
bool devices_ignne(const struct devices *devices);

bool devices_interrupt(const struct devices *devices); /* INTR */
uint8_t devices_acknowledge(struct devices *devices);  /* its vector */
bool devices_nmi(const struct devices *devices);       /* one waits, ... */
void devices_acknowledge_nmi(struct devices *devices); /* ... and no longer */
void devices_raise_nmi(struct devices *devices);       /* one at most waits */

/* The processor's local APIC, or NULL. Its registers are not behind ports. */
struct apic *devices_apic(struct devices *devices);

/* Whether address line 20 follows the processor, or is held low. */
bool devices_a20_open(const struct devices *devices);

/* Whether something has pulsed the processor's RESET line. */
bool devices_reset_asked(const struct devices *devices);

/* The text screen to stderr; `memory` is the guest's, from address 0. */
void devices_print_screen(const struct devices *devices, const uint8_t *memory);

/* Whether the exit port was written, and with what; or COM1's input is over (status 0). */
bool devices_exit(const struct devices *devices, int *status);

/* Output that is still buffered goes out. */
void devices_flush(struct devices *devices);
