/*
 * SPDX-License-Identifier: MIT
 * The local APIC of a P6 (SDM volume 3, chapter 10, as far as P6): registers in the page that
 * APIC_BASE names, interrupts by priority, the timer, LINT0 for the PC's own controllers, and the
 * entry of the performance counters. One processor: of messages to others nothing is kept.
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

/* What a BIOS may leave. */
enum apic_left {
    APIC_LEFT_UNUSED, /* on in APIC_BASE, not in SVR; the PC's interrupts by LINT0 all the same */
    APIC_LEFT_OFF,    /* off in APIC_BASE, so LINT0 and LINT1 are INTR and NMI */
    APIC_LEFT_VIRTUAL_WIRE, /* on in SVR too, LINT0 ExtINT, LINT1 NMI: MultiProcessor Spec. 1.4, A.3
                             */
};

struct apic_config {
    enum apic_left left;
    unsigned ratio_core, ratio_bus; /* so many processor clocks take so many of the timer's */
    bool masks_performance; /* a delivery masks the counters' entry, as later processors do */
};

struct apic {
    struct apic_config config;
    uint64_t base; /* MSR 1Bh */
    uint32_t id, task_priority, logical, format, spurious, command[2], error, error_seen;
    uint32_t entry[APIC_ENTRIES];
    uint32_t request[8], service[8]; /* a bit for each vector */
    uint32_t initial, divide;
    uint64_t started; /* timer clocks */
    uint64_t expired; /* times it has since */
    bool nmi;         /* waits for whoever takes it away */
};

/* As a BIOS has left it. */
void apic_reset(struct apic *apic, const struct apic_config *config);

/* MSR 1Bh. A write returns 0, or -1 for #GP. Once disabled it stays so. */
int apic_write_base(struct apic *apic, uint64_t value);

bool apic_is_enabled(const struct apic *apic); /* in APIC_BASE */

/* Is the byte one of its registers'? */
bool apic_holds(const struct apic *apic, uint32_t physical);

/* A register, by its offset in the page; `clock` is the processor's. */
uint32_t apic_read(struct apic *apic, unsigned offset, uint64_t clock);
void apic_write(struct apic *apic, unsigned offset, uint32_t value, uint64_t clock);

/* A performance counter has overflowed. */
void apic_overflow(struct apic *apic);

void apic_advance(struct apic *apic, uint64_t clock);
/* When the timer next has something to say; UINT64_MAX for never. */
uint64_t apic_deadline(const struct apic *apic);

bool apic_passes_pic(const struct apic *apic); /* INTR of the PC's controllers gets through */
bool apic_interrupt(const struct apic *apic);  /* one of its own waits */
uint8_t apic_acknowledge(struct apic *apic);   /* its vector, in service from then on */
