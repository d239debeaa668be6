/*
 * SPDX-License-Identifier: MIT
 * Common interface of all performance counter families: number of counters, events, setup.
 * Each family has a directory below pmc/ and fills a struct pmc.
 */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "pmc/ablation.h"
#include "pmc/event.h"

#define PMC_MAX_COUNTERS 18 /* maximum of all supported families */

/* Rings in which events are counted, as a mask. */
#define PMC_RING_KERNEL 1u /* ring 0; on a P5 also 1 and 2 */
#define PMC_RING_USER   2u /* ring 3; on P6 and K7 also 1 and 2 */

/* An event to count, and how. All members after `event` may be 0. */
struct pmc_counted {
    const struct event *event; /* NULL: count nothing */
    uint8_t rings;             /* mask of PMC_RING_... */
    uint8_t unit_mask;         /* if `masked`, replaces the event's default */
    uint8_t threshold; /* N: count clocks with at least N occurrences; 0: count occurrences */
    uint8_t raw;       /* code, if the event's is EVENT_CODE_RAW */
    bool masked;
    bool invert;      /* count clocks with fewer occurrences than the threshold */
    bool edge;        /* count how many times such clocks begin */
    uint8_t netburst; /* Pentium 4: all other settings, as an index into the table in
                         pmc/netburst/netburst_notation.c; 0: none */
};

static inline uint8_t counted_unit_mask(const struct pmc_counted *counted)
{
    const struct event_units *units = counted->event->units;
    return counted->masked ? counted->unit_mask : units ? units->by_default : 0;
}

/* Returns whether both count the same in the same rings. */
bool counted_alike(const struct pmc_counted *a, const struct pmc_counted *b);

/* The name in settings and records: none, kernel, user, both. */
const char *pmc_rings_name(unsigned rings);

/* Result of a self-test. */
enum pmc_status {
    PMC_OK,
    PMC_STUCK,       /* the register exists but does not advance */
    PMC_OFF,         /* it advances, but not as expected */
    PMC_UNSUPPORTED, /* no such register, or it does not retain what is written */
};

struct pmc_selftest {
    const char *name; /* "cesr", "ctr0", ... */
    enum pmc_status status;
    int64_t expect, got; /* equal when status is PMC_OK; a difference may be negative */
    char seen[48];       /* the value read as text if `got` cannot hold it; else empty */
};

struct schedule_pass;
struct pmc;

/*
 * For a family with its own event syntax that assigns the counters of a whole set of events
 * together. counted[] of a pass then lists the events one after another, and the counter of each
 * depends on all of them.
 */
struct pmc_notation {
    unsigned most_sets; /* number of sets whose assignment is stored at a time, since interrupt
                           handlers cannot compute it */
    /*
     * Parses text[length], whose event name is `event`; event NULL: raw registers as numbers.
     * Returns 0, or -1 with a message in error[size].
     */
    int (*read)(const struct event *event, const char *text, size_t length,
                struct pmc_counted *counted, char *error, size_t size);
    /* Formats in the syntax of read(), with the rings if `rings`. Returns the length. */
    int (*write)(const struct pmc_counted *counted, bool rings, char *text, size_t size);
    /*
     * Returns whether event groups include it: events whose default units count without other
     * settings.
     */
    bool (*is_member)(const struct event *event);
    /* Discards all events read so far. */
    void (*discard)(void);
    /* Sets the event that comes first in each pass scheduled from now on; NULL: none. */
    void (*set_first)(const struct pmc_counted *counted);
    /*
     * PEBS_ENABLE and PEBS_MATRIX_VERT for passes in which no event sets them; 0 for none.
     * check_pebs() returns -1 with a message in error[size] if they are invalid; set_pebs() sets
     * them.
     */
    int (*check_pebs)(uint32_t enable, uint32_t vertical, char *error, size_t size);
    void (*set_pebs)(uint32_t enable, uint32_t vertical);
    /* As schedule_passes(), with at most `most` events in a pass. Messages go to error[size]. */
    int (*schedule)(uint32_t usable, const struct pmc_counted events[], unsigned n,
                    struct schedule_pass *passes, unsigned max_passes, unsigned most, char *error,
                    size_t size);
    unsigned (*bound)(uint32_t usable, const struct pmc_counted events[], unsigned n,
                      unsigned most);
    /* The counter of an event of a pass. */
    unsigned (*counter)(const struct pmc_counted counted[], unsigned place);
    /* The counters that can count it, as a mask. */
    uint32_t (*counters)(const struct pmc_counted *counted);
};

/* The registers of a sample, in the order in which a Pentium 4 stores them (SDM 17.4.9). */
struct pmc_registers {
    uint32_t eflags, eip, eax, ebx, ecx, edx, esi, edi, ebp, esp;
};

/*
 * Samples that the processor stores itself (PEBS), with the address of the instruction after the
 * one that caused the event. After start() the first sample is stored after `first` events, and
 * each further one after `every` events.
 */
struct pmc_precise {
    /*
     * Builds the pass: the event on the counter that stores samples, and then once more on another
     * counter. Returns NULL, or the reason why it cannot.
     */
    const char *(*prepare)(const struct pmc_counted *event, struct pmc_counted pass[]);
    size_t (*bytes)(unsigned samples); /* size of this many samples */
    /* Stores at most `most` samples in `memory`. */
    void (*start)(const struct pmc_counted pass[], uint32_t first, uint32_t every, void *memory,
                  unsigned most);
    unsigned (*stop)(void); /* returns the number of samples stored; counters keep their values */
    const struct pmc_registers *(*sample)(const void *memory, unsigned n);
};

/* A range of hundredths of a clock. */
struct clock_range {
    uint16_t least, most;
};

/* Properties of every real chip of a family, by which an emulator can be recognised. */
struct chip_facts {
    uint32_t features;       /* CPUID 1, EDX: bits that all of them report */
    uint16_t most_mhz;       /* above the fastest that was sold */
    uint8_t counter_bits;    /* width of an event counter (SDM; K7: AMD publication 22007) */
    struct clock_range nop;  /* clocks of a NOP in a long row of them */
    struct clock_range imul; /* latency of IMUL r32, r32 */
    const uint32_t *msrs;    /* registers that can be read, apart from the counters */
    unsigned n_msrs;
    /* Returns whether a selector retains bits that do not exist; NULL: not known. */
    bool (*retains_undefined_bits)(void);
};

/* The registers that select what is counted, and the bits of them that exist. */
struct pmc_selectors {
    uint32_t first, last, defined;
};

struct pmc {
    const char *name;
    unsigned counters;
    uint32_t unused;    /* mask of existing counters that are not used */
    uint32_t first_msr; /* register number of counter 0 for RDMSR; the others follow */
    const struct pmc_selectors *selectors;
    const struct pmc_switches *switches; /* NULL where the family documents none */
    const struct event *events;          /* the family's events: n_events; pmc_has() selects the
                                            processor's */
    unsigned n_events;
    uint8_t processor;  /* its bit in `processors` of struct event; 0: it has all events */
    bool has_selectors; /* unit masks, thresholds, invert and edge: pmc/evntsel/ */
    bool calls;         /* its probes call a routine that reads the counters: pmc/probe_reads.h */
    bool has_rdpmc;     /* the last self-test is that of RDPMC, which also lets ring 3 use it */
    unsigned n_selftests;
    /* Runs self-test number `test`, 0 to n_selftests - 1. It changes the counters' setting. */
    void (*selftest)(unsigned test, struct pmc_selftest *result);
    /*
     * start() clears all counters and starts them; counter i counts counted[i]. stop() stops them
     * and leaves their values.
     */
    void (*start)(const struct pmc_counted counted[]);
    void (*stop)(void);
    /*
     * As start(), but counter 0 overflows after `count` events (below 2^31) and then interrupts: on
     * P6 and K7 through the local APIC, on a P5 by pin PM0, if it is wired.
     */
    void (*start_armed)(const struct pmc_counted counted[], uint32_t count);
    /* Returns whether the event is counted on this machine; NULL: every event of the table is. */
    bool (*counts)(const struct pmc_counted *counted);
    const struct chip_facts *chip;       /* of every real one; NULL: not known */
    const struct pmc_precise *precise;   /* NULL: cannot store samples */
    const struct pmc_notation *notation; /* NULL: syntax of pmc/modifiers.h; counter i counts
                                            counted[i] */
};

/* The counters that can count it, as a mask. */
static inline uint32_t pmc_counters_of(const struct pmc *pmc, const struct pmc_counted *counted)
{
    return pmc->notation ? pmc->notation->counters(counted) : counted->event->counters;
}

/* The counter of an event of a pass, by its index in counted[]. */
static inline unsigned pmc_counter_at(const struct pmc *pmc, const struct pmc_counted counted[],
                                      unsigned place)
{
    return pmc->notation ? pmc->notation->counter(counted, place) : place;
}

/* A processor whose only counter is the time-stamp counter; it counts no event. */
extern const struct pmc tsc_pmc;

/* Returns whether the processor has this event of its family's table. */
static inline bool pmc_has(const struct pmc *pmc, const struct event *event)
{
    return !pmc->processor || event->processors & pmc->processor;
}

/*
 * Returns the event with this name or mnemonic, ignoring letter case; time_stamp is included. For a
 * word of aliases.def, which means the same on all processors, returns this processor's event.
 * NULL: no such event.
 */
const struct event *pmc_event_find(const struct pmc *pmc, const char *name, size_t length);

/* As pmc_event_find(), for any event of any processor in the tables; used in messages. */
const struct event *pmc_event_find_anywhere(const char *name, size_t length);
