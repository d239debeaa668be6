/*
 * SPDX-License-Identifier: MIT
 * A family of performance counters, whichever processor they are in: how many, what they count, how
 * they are set. Each family has a folder below pmc/ and fills a struct pmc.
 */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "pmc/ablate.h"
#include "pmc/event.h"

#define PMC_MAX_COUNTERS 18 /* of any family supported here */

/* Rings in which events count, as a mask. */
#define PMC_RING_KERNEL 1u /* 0; of a P5 1 and 2 too */
#define PMC_RING_USER   2u /* 3; of P6 and K7 1 and 2 too */

/* An event that is to be counted, and how. All behind the event may be 0. */
struct counted {
    const struct event *event; /* NULL: nothing */
    uint8_t rings;             /* PMC_RING_ mask */
    uint8_t unit_mask;         /* where `masked`, in place of the event's own */
    uint8_t threshold; /* clocks in which it happened so often, not how often; 0: how often */
    uint8_t raw;       /* code, where the event's is EVENT_CODE_RAW */
    bool masked;
    bool invert;      /* clocks in which it happened less often than the threshold */
    bool edge;        /* how often such clocks begin */
    uint8_t netburst; /* of a Pentium 4 all else that is asked for, by its number in
                         pmc/netburst/netburst_counted.c; 0: nothing */
};

static inline uint8_t counted_unit_mask(const struct counted *counted)
{
    const struct event_units *units = counted->event->units;
    return counted->masked ? counted->unit_mask : units ? units->by_default : 0;
}

/* Whether both count the same, in the same rings. */
bool counted_alike(const struct counted *a, const struct counted *b);

/* As settings and wire have them: none, kernel, user, both. */
const char *pmc_rings_name(unsigned rings);

/* What a self-test found. */
enum pmc_status {
    PMC_OK,
    PMC_STUCK,       /* the register is there, and stands still */
    PMC_OFF,         /* it moves, otherwise than expected */
    PMC_UNSUPPORTED, /* no such register, or it does not keep what was written */
};

struct pmc_selftest {
    const char *name; /* "cesr", "ctr0", ... */
    enum pmc_status status;
    uint64_t expect, got; /* equal when status is PMC_OK */
    char seen[48];        /* what was read, as text, where that is more than `got`; else empty */
};

struct pass;
struct pmc;

/*
 * A family whose events are asked for in a notation of its own, and which has the counters of a set
 * assigned together: counted[] of a pass lists events, one behind another, and which counter each
 * is on comes of all of them.
 */
struct pmc_notation {
    unsigned most_sets; /* whose counters are known at a time: handlers cannot find them out */
    /*
     * Reads text[length], whose name `event` is, or with NULL registers as numbers. 0, or -1 and
     * what is wrong in error[size].
     */
    int (*read)(const struct event *event, const char *text, size_t length, struct counted *counted,
                char *error, size_t size);
    /* What read() would take; `rings`: with those. Its length. */
    int (*write)(const struct counted *counted, bool rings, char *text, size_t size);
    /* Whether a group of events has it: one with usual parts that counts by itself. */
    bool (*is_member)(const struct event *event);
    /* What was read is nothing from now on: others are about to be. */
    void (*forget)(void);
    /* The event that stands first in each pass that is scheduled from now on; NULL: none does. */
    void (*keep_first)(const struct counted *counted);
    /*
     * PEBS_ENABLE and PEBS_MATRIX_VERT where no event of a pass wants them set, 0 for none: checks
     * them, -1 and what is wrong; and sets them.
     */
    int (*check_pebs)(uint32_t enable, uint32_t vertical, char *error, size_t size);
    void (*set_pebs)(uint32_t enable, uint32_t vertical);
    /* As schedule(), with passes of at most `most` events; what is wrong goes to error[size]. */
    int (*schedule)(uint32_t usable, const struct counted events[], unsigned n, struct pass *passes,
                    unsigned max_passes, unsigned most, char *error, size_t size);
    unsigned (*bound)(uint32_t usable, const struct counted events[], unsigned n, unsigned most);
    /* The counter of an event of a pass. */
    unsigned (*counter)(const struct counted counted[], unsigned place);
    /* Those that could count it, as a mask. */
    uint32_t (*counters)(const struct counted *counted);
};

/*
 * Samples that the processor stores by itself, with the address of the instruction that was next
 * when the event happened: one after `first` of it from start() on, and then each `every`.
 */
struct pmc_precise {
    /*
     * Makes the pass that stores them: the event on the counter that does, and behind it once more
     * on another. NULL, or why there is none.
     */
    const char *(*prepare)(const struct counted *event, struct counted pass[]);
    size_t (*bytes)(unsigned samples); /* that they take */
    /* To that memory, `most` of them. */
    void (*start)(const struct counted pass[], uint32_t first, uint32_t every, void *memory,
                  unsigned most);
    unsigned (*stop)(void); /* how many were stored since; counters keep their values */
    uint32_t (*address)(const void *memory, unsigned n);
};

struct pmc {
    const char *name;
    unsigned counters;
    uint32_t unused;    /* mask of those that are there, and are left alone */
    uint32_t first_msr; /* counter 0's register, as RDMSR takes it; the others follow */
    const struct pmc_switches *switches; /* NULL where the family documents none */
    const struct event *events; /* the family's: n_events, of which pmc_has() says what counts */
    unsigned n_events;
    uint8_t processor;  /* its bit in struct event, processors; 0: all events are its own */
    bool has_selectors; /* unit masks, thresholds, invert and edge: pmc/evntsel/ */
    bool calls;         /* its probes call what reads the counters: pmc/reading.h */
    bool has_rdpmc;     /* the last self-test is that of RDPMC, which also lets ring 3 use it */
    unsigned n_selftests;
    /* Runs self-test number `test` below n_selftests; changes the counters' setting. */
    void (*selftest)(unsigned test, struct pmc_selftest *result);
    /*
     * Clears all counters and starts them: counter i counts counted[i]. stop() ends counting and
     * leaves the values.
     */
    void (*start)(const struct counted counted[]);
    void (*stop)(void);
    /*
     * Starts as start() does, but that counter 0 has `count` to go until it overflows, below 2^31,
     * which interrupts: on P6 and K7 through the local APIC's entry, on a P5 by pin PM0, if it is
     * wired.
     */
    void (*start_armed)(const struct counted counted[], uint32_t count);
    /* Whether the event is counted where this runs; NULL: where it is in the table. */
    bool (*counts)(const struct counted *counted);
    const struct pmc_precise *precise;   /* NULL: it stores none */
    const struct pmc_notation *notation; /* NULL: pmc/modifiers.h's, and counter i counts [i] */
};

/* The counters that could count it, as a mask. */
static inline uint32_t pmc_counters_of(const struct pmc *pmc, const struct counted *counted)
{
    return pmc->notation ? pmc->notation->counters(counted) : counted->event->counters;
}

/* The counter of an event of a pass, by its place in counted[]. */
static inline unsigned pmc_counter_at(const struct pmc *pmc, const struct counted counted[],
                                      unsigned place)
{
    return pmc->notation ? pmc->notation->counter(counted, place) : place;
}

/* A processor whose only counter is the time-stamp counter: no event counts. */
extern const struct pmc tsc_pmc;

/* Whether the event, of that table, is one of that processor. */
static inline bool pmc_has(const struct pmc *pmc, const struct event *event)
{
    return !pmc->processor || event->processors & pmc->processor;
}

/*
 * The event with that name or mnemonic, letter case ignored, time_stamp among them; or what this
 * processor has for a word that means the same on all: same_words.def. NULL where there is none.
 */
const struct event *pmc_find_event(const struct pmc *pmc, const char *name, size_t length);

/* Likewise, but any event of any processor in the tables: for a message. */
const struct event *pmc_find_event_anywhere(const char *name, size_t length);
