/*
 * SPDX-License-Identifier: MIT
 * The PC around the processor. All time is the modelled clock, set by devices_advance(). Reads of
 * an unknown port return ones, and writes to it have no effect.
 */
#pragma once

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

#include "sim/devices/apic.h"
#include "sim/devices/queue_port.h"
#include "sim/devices/rtc.h"
#include "sim/devices/serial_port.h"
#include "sim/devices/unit_tester.h"

struct devices;

#define UART_COUNT 4 /* COM1 to COM4 */

struct devices_config {
    uint32_t hz;                 /* processor clocks per second */
    uint32_t extended_kb;        /* above 1 MB, as the CMOS reports */
    enum serial_port_kind uart;  /* COM1 */
    enum receiver_kind receiver; /* the machine connected to COM1 */
    uint8_t key;                 /* scan code of a key pressed every key_period clocks; 0: none */
    uint64_t key_period;
    bool key_timed_out; /* bit 5 of the controller's status is set, as on an AT */
    struct rtc_config rtc;
    bool a20_gate;            /* the gate masks line 20 and is initially closed; false: no effect */
    bool serial_timed;        /* a byte takes its line time to send; false: no time */
    FILE *serial[UART_COUNT]; /* output of each port; NULL: none */
    struct serial_input *input; /* input of COM1; NULL: none */
    bool input_at_once;         /* COM1's input does not wait for room in the FIFO */
    uint32_t line_loss;         /* COM1's line loses one byte in N; 0: none */
    uint64_t seed;              /* random seed of the losses */
    bool post;                  /* print writes to port 80h on stderr */
    uint16_t post_port;         /* also print writes to this port; 0: none */
    enum unit_tester_kind unit_tester;
    struct queue_port queue;
    bool has_apic; /* the processor has a local APIC; otherwise `apic` is unused */
    struct apic_config apic;
};

/* Returns NULL if memory is exhausted. */
struct devices *devices_create(const struct devices_config *config);
void devices_destroy(struct devices *devices);

/* `bytes` is 1, 2 or 4. */
uint32_t devices_in(struct devices *devices, uint16_t port, unsigned bytes);
void devices_out(struct devices *devices, uint16_t port, unsigned bytes, uint32_t value);

/* Advances all devices to `clock`. Call it before querying interrupts. */
void devices_advance(struct devices *devices, uint64_t clock);

/* Sets the function from which devices_in() and devices_out() read the time between two
 * advances. */
void devices_set_clock_source(struct devices *devices, uint64_t (*clock)(void *context),
                              void *context);

/* The clock of the next device event; UINT64_MAX: never. */
uint64_t devices_deadline(const struct devices *devices);

/*
 * The clock of the next timer interrupt among unmasked timers whose interrupts are predictable;
 * UINT64_MAX: never.
 */
uint64_t devices_next_timer(const struct devices *devices);

/* True if an event can wake a halted processor. */
bool devices_can_wake(const struct devices *devices, bool interrupts_enabled);

/* Sets FERR# of the x87 unit, which a PC connects to interrupt 13. A write to port F0h acknowledges
 * it. */
void devices_ferr(struct devices *devices, bool asserted);
/* IGNNE#: asserted from that write until FERR# is deasserted. */
bool devices_ignne(const struct devices *devices);

bool devices_interrupt(const struct devices *devices); /* INTR */
uint8_t devices_acknowledge(struct devices *devices);  /* returns its vector */
bool devices_nmi(const struct devices *devices);       /* one is pending */
void devices_acknowledge_nmi(struct devices *devices); /* clears the pending NMI */
void devices_raise_nmi(struct devices *devices);       /* at most one is pending */

/* Returns the processor's local APIC, or NULL. Its registers are not accessed through ports. */
struct apic *devices_apic(struct devices *devices);

/* True if address line 20 follows the processor, false if it is held low. */
bool devices_a20_open(const struct devices *devices);

/* True if the processor's RESET line has been pulsed. */
bool devices_reset_asked(const struct devices *devices);

/* Prints the text screen to stderr; `memory` is the guest's, from address 0. */
void devices_print_screen(const struct devices *devices, const uint8_t *memory);

/* True if the exit port was written, with the value in *status; or if COM1's input has ended
 * (status 0). */
bool devices_exit(const struct devices *devices, int *status);

/* Flushes buffered output. */
void devices_flush(struct devices *devices);
