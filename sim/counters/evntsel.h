/*
 * SPDX-License-Identifier: MIT
 * Simulated event selectors and counters of P6 and K7: one layout, in which number, width, sign
 * extension of writes and enable bits differ (SDM volume 3, 18.22; AMD 22007, appendix D). A
 * counter is read as the increase of its event's total; only a counter with a condition (CMASK,
 * INV, E) needs events clock by clock.
 */
#pragma once

#include <stdbool.h>
#include <stdint.h>

#include "sim/counters/count_condition.h"
#include "sim/counters/counters.h"

#define EVNTSEL_EVENT(select)     ((select)&0xffu)
#define EVNTSEL_UNIT_MASK(select) ((select) >> 8 & 0xffu)
#define EVNTSEL_USR               0x00010000u /* CPL 1 to 3 */
#define EVNTSEL_OS                0x00020000u /* CPL 0 */
#define EVNTSEL_EDGE              0x00040000u
#define EVNTSEL_PIN               0x00080000u /* sources differ on its meaning; no effect */
#define EVNTSEL_INT               0x00100000u /* an overflow raises the performance interrupt */
#define EVNTSEL_RESERVED          0x00200000u
#define EVNTSEL_ENABLE            0x00400000u
#define EVNTSEL_INVERT            0x00800000u
#define EVNTSEL_CMASK(select)     ((select) >> 24)

#define EVNTSEL_MOST 4

struct evntsel_family {
    unsigned counters;   /* up to EVNTSEL_MOST */
    unsigned bits;       /* bits of a counter */
    unsigned write_bits; /* bits of a write; its last bit is copied upward */
    bool one_enable;     /* selector 0's EN enables all; reserved in the others */
};

extern const struct evntsel_family evntsel_p6, evntsel_k7;

/* The model as these counters see it. */
struct evntsel_source {
    /* Total of an event with a unit mask, as this counter interprets it. */
    uint64_t (*total)(void *model, unsigned event, unsigned mask, unsigned counter);
    uint64_t (*clock)(void *model);
    /*
     * Stores the total of an event under a condition, if the model evaluates the condition itself;
     * otherwise returns false.
     */
    bool (*condition)(void *model, unsigned event, unsigned mask, unsigned counter,
                      struct count_condition_rule rule, uint64_t *total);
    /* From now on the model calls count_condition_report() when `total` increases; NULL: stop. */
    void (*report)(void *model, unsigned counter, unsigned event, unsigned mask,
                   struct count_condition *condition);
    void *model;
};

struct evntsel_counter {
    uint32_t select;
    uint64_t base, mark; /* the value is base plus the increase of the total since mark */
    int64_t overflows;   /* carries out of base */
    int64_t noticed;     /* overflows already returned by evntsel_overflowed() */
    bool counting;       /* enabled, and the current ring is counted */
    struct count_condition *condition; /* NULL without a condition, or if the model evaluates it */
    struct count_condition store;
};

struct evntsel_counters {
    const struct evntsel_family *family;
    struct evntsel_source source;
    bool reserved_faults; /* setting a reserved bit raises #GP; false: it stays 0 */
    unsigned ring;
    bool armed; /* a counter that counts has INT set */
    struct evntsel_counter counter[EVNTSEL_MOST];
};

void evntsel_reset(struct evntsel_counters *counters, const struct evntsel_family *family,
                   const struct evntsel_source *source);

/* Writes selector n. Returns 0, or -1 for #GP. */
int evntsel_select(struct evntsel_counters *counters, unsigned n, uint64_t value);
uint64_t evntsel_selected(const struct evntsel_counters *counters, unsigned n);

/* From now on events happen at this CPL. */
void evntsel_set_ring(struct evntsel_counters *counters, unsigned cpl);

uint64_t evntsel_read(struct evntsel_counters *counters, unsigned n);
void evntsel_write(struct evntsel_counters *counters, unsigned n, uint64_t value);

/* Returns a mask of the counters with INT set that have overflowed since the last call. */
unsigned evntsel_overflowed(struct evntsel_counters *counters);

/* `clocks` is the code of the event that counts clocks. */
struct counter_look evntsel_look(struct evntsel_counters *counters, unsigned n, unsigned clocks);
