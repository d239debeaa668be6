/*
 * SPDX-License-Identifier: MIT
 * Event selectors and counters of the P6 and K7 families: one layout, of which number, width, how a
 * value is written and who enables differ (SDM volume 3, 18.22; AMD 22007, appendix D).
 * Counters are read for what their events' totals gained; only one with a condition (CMASK, INV, E)
 * asks the model to tell events clock by clock.
 */
#pragma once

#include <stdbool.h>
#include <stdint.h>

#include "sim/counters/condition.h"
#include "sim/counters/counters.h"

#define EVNTSEL_EVENT(select)     ((select)&0xffu)
#define EVNTSEL_UNIT_MASK(select) ((select) >> 8 & 0xffu)
#define EVNTSEL_USR               0x00010000u /* CPL 1 to 3 */
#define EVNTSEL_OS                0x00020000u /* CPL 0 */
#define EVNTSEL_EDGE              0x00040000u
#define EVNTSEL_PIN               0x00080000u /* sources differ on its sense; kept, does nothing */
#define EVNTSEL_INT               0x00100000u /* an overflow raises the performance interrupt */
#define EVNTSEL_RESERVED          0x00200000u
#define EVNTSEL_ENABLE            0x00400000u
#define EVNTSEL_INVERT            0x00800000u
#define EVNTSEL_CMASK(select)     ((select) >> 24)

#define EVNTSEL_MOST 4

struct evntsel_family {
    unsigned counters;   /* up to EVNTSEL_MOST */
    unsigned bits;       /* of a counter */
    unsigned write_bits; /* of a value written, its last one copied upwards */
    bool one_enable;     /* of selector 0, for all; reserved in the others */
};

extern const struct evntsel_family evntsel_p6, evntsel_k7;

/* The model as such counters see it. */
struct evntsel_source {
    /* What an event with a unit mask has added up, as that counter understands it. */
    uint64_t (*total)(void *model, unsigned event, unsigned mask, unsigned counter);
    uint64_t (*clock)(void *model);
    /* The same under a condition, where the model keeps that by itself; else false. */
    bool (*condition)(void *model, unsigned event, unsigned mask, unsigned counter,
                      struct condition_rule rule, uint64_t *total);
    /* From now on condition_tell() is to hear of what `total` adds, or of nothing with NULL. */
    void (*tell)(void *model, unsigned counter, unsigned event, unsigned mask,
                 struct condition *condition);
    void *model;
};

struct evntsel_counter {
    uint32_t select;
    uint64_t base, mark;         /* the value is base plus what the total gained since the mark */
    int64_t overflows;           /* of base */
    int64_t noticed;             /* of them, by evntsel_overflowed() */
    bool counting;               /* enabled, in a ring that it counts in */
    struct condition *condition; /* NULL while it has none, or the model keeps it */
    struct condition store;
};

struct evntsel_counters {
    const struct evntsel_family *family;
    struct evntsel_source source;
    bool reserved_faults; /* setting a reserved bit raises #GP; else it stays 0 */
    unsigned ring;
    bool armed; /* some counter that counts has INT set */
    struct evntsel_counter counter[EVNTSEL_MOST];
};

void evntsel_reset(struct evntsel_counters *counters, const struct evntsel_family *family,
                   const struct evntsel_source *source);

/* Selector n. 0, or -1 for #GP. */
int evntsel_select(struct evntsel_counters *counters, unsigned n, uint64_t value);
uint64_t evntsel_selected(const struct evntsel_counters *counters, unsigned n);

/* From here on events are those of that CPL. */
void evntsel_set_ring(struct evntsel_counters *counters, unsigned cpl);

uint64_t evntsel_read(struct evntsel_counters *counters, unsigned n);
void evntsel_write(struct evntsel_counters *counters, unsigned n, uint64_t value);

/* The counters with INT set that have overflowed since this was last asked, a bit each. */
unsigned evntsel_overflowed(struct evntsel_counters *counters);

struct counter_look evntsel_look(struct evntsel_counters *counters, unsigned n);
