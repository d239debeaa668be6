/*
 * SPDX-License-Identifier: MIT
 * The local APIC of a P6 (SDM volume 3, chapter 10, as it applies to the P6): registers in the page
 * that APIC_BASE names, interrupt priorities, the timer, LINT0 for the PC's interrupt controllers,
 * and the entry of the performance counters. There is one processor; messages to others are
 * dropped.
 */
#pragma once

#include <stdbool.h>
#include <stdint.h>

#define APIC_BASE_RESET  0xfee00000u
#define APIC_BASE_BSP    0x100u
#define APIC_BASE_ENABLE 0x800u
#define APIC_PAGE_BYTES  0x1000u

enum apic_entry {
    APIC_TIMER,       /* 320h */
    APIC_PERFORMANCE, /* 340h */
    APIC_LINT0,       /* 350h */
    APIC_LINT1,       /* 360h */
    APIC_ERROR,       /* 370h */
    APIC_ENTRIES,
};

/* The state in which a BIOS leaves the APIC. */
enum apic_left {
    APIC_LEFT_UNUSED,       /* enabled in APIC_BASE, not in SVR; PC interrupts pass through LINT0 */
    APIC_LEFT_OFF,          /* disabled in APIC_BASE; LINT0 and LINT1 are INTR and NMI */
    APIC_LEFT_VIRTUAL_WIRE, /* SVR too, LINT0 ExtINT, LINT1 NMI: MultiProcessor Spec. 1.4, A.3 */
};

struct apic_config {
    enum apic_left left;
    unsigned ratio_core, ratio_bus; /* ratio_core processor clocks are ratio_bus timer clocks */
    bool masks_performance; /* a delivery masks the counters' entry, as on later processors */
};

struct apic {
    struct apic_config config;
    uint64_t base; /* MSR 1Bh */
    uint32_t id, task_priority, logical, format, spurious, command[2], error, error_seen;
    uint32_t entry[APIC_ENTRIES];
    uint32_t request[8], service[8]; /* a bit for each vector */
    uint32_t initial, divide;
    uint64_t started; /* in timer clocks */
    uint64_t expired; /* number of expirations since `started` */
    bool nmi;         /* pending until acknowledged */
    bool lint0;       /* its level */
};

/* Sets the state that a BIOS leaves. */
void apic_reset(struct apic *apic, const struct apic_config *config);

/* Writes MSR 1Bh. Returns 0, or -1 for #GP. Once disabled, the APIC stays disabled. */
int apic_write_base(struct apic *apic, uint64_t value);

bool apic_is_enabled(const struct apic *apic); /* in APIC_BASE */

/* True if the byte belongs to one of its registers. */
bool apic_contains(const struct apic *apic, uint32_t physical);

/* Access a register by its offset in the page; `clock` is the processor clock. */
uint32_t apic_read(struct apic *apic, unsigned offset, uint64_t clock);
void apic_write(struct apic *apic, unsigned offset, uint32_t value, uint64_t clock);

/* Reports that a performance counter has overflowed. */
void apic_overflow(struct apic *apic);

/* Sets the level of LINT0. In NMI mode a rising edge raises NMI. */
void apic_lint0(struct apic *apic, bool level);
bool apic_lint0_is_nmi(const struct apic *apic);

void apic_advance(struct apic *apic, uint64_t clock);
/* The clock of the next timer event; UINT64_MAX: never. */
uint64_t apic_deadline(const struct apic *apic);

bool apic_passes_pic(const struct apic *apic); /* INTR of the PC's controllers is passed on */
bool apic_interrupt(const struct apic *apic);  /* a local interrupt is pending */
uint8_t apic_acknowledge(struct apic *apic);   /* returns its vector, which is then in service */
