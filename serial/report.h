/*
 * SPDX-License-Identifier: MIT
 * What a run has to say, and the two ways of saying it: records for a program, text for a person.
 * The kernel fills these structures; neither form looks anything up.
 */
#pragma once

#include <stdbool.h>
#include <stdint.h>

#include "serial/record.h"
#include "stats/fixed.h"

struct report_date {
    uint16_t year;                /* 0: not known */
    uint8_t month, day, weekday;  /* from 1, from 1, Sunday is 0 */
    uint8_t hour, minute, second; /* from 0 */
};

struct report_start {
    const char *build, *platform, *command_line;
    unsigned benches;
    struct report_date date;
    const char *uart; /* the chip that sends this; NULL where none does */
};

struct report_cpu {
    const char *vendor, *name;
    const char *stepping; /* NULL where not known */
    const char *counters; /* what it has to count with, in words; NULL where not known */
    uint32_t signature, features;
    uint64_t hz;         /* 0 where it could not be measured */
    uint64_t hz_spread;  /* between the slowest and the fastest of the measurements */
    const char *no_hz;   /* why it could not; NULL where it was, or was not tried */
    const char *fdiv;    /* ok, flawed, or NULL where there is no x87 */
    const char *missing; /* what it lacks to be measured fully; NULL for nothing */
    const char *read_by; /* what its probes can read counters with */
};

/* What else is found out about the machine. */
struct report_machine {
    uint32_t memory_kb;        /* up to its end, or to the first gap above 1 MB */
    const char *memory_source; /* map, mem_upper, cmos, assumed */
    uint16_t pending;          /* interrupts that the BIOS has left waiting, a bit for each line */
    const char *nmi;           /* none, parity, channel_check: what had raised one */
    unsigned bus_masters;      /* PCI functions that are kept from taking the bus meanwhile */
    const char *caches;        /* on, off, ineffective, none: kernel/machine/cache_control.h */
    const char *l2;            /* flushed, displaced, kept, none, unknown, for state=cold: */
    uint32_t l2_kb;            /* kernel/machine/board_cache.h; 0 where none is known of */
    uint32_t l2_reach_mb;      /* memory beyond is not cached there; 0: all of it may be */
};

/* Time that passed while nothing was executed. */
struct report_noise {
    uint64_t watched; /* clocks, in all */
    uint32_t jumps;   /* of the time-stamp counter, and the largest in clocks */
    uint64_t largest;
    uint32_t turn;                      /* clocks of the shortest turn of the loop that watched */
    uint64_t least;                     /* as `largest`, the shortest */
    uint32_t memory_turn, memory_jumps; /* of the loop that read beyond the first cache */
};

struct report_selftest {
    const char *name, *status;
    uint64_t expect, got;
    const char *seen; /* what was read, as text; NULL where `got` is all */
};

/* The page of a first boot: its lines, and the same facts by name. */
#define REPORT_PAGE_LINES 16
#define REPORT_PAGE_FACTS 28
struct report_page {
    char lines[REPORT_PAGE_LINES][81];
    unsigned n_lines;
    struct report_fact {
        const char *name;
        char value[72];
    } facts[REPORT_PAGE_FACTS];
    unsigned n_facts;
};

struct report_plan {
    const char *experiment;  /* the file it comes from, or "command line" */
    const char *command;     /* the glob */
    struct report_date date; /* when the experiment started */
    const char *directory;   /* that the loader took the kernel from */
    const char *arguments;   /* of the kernel's command line, which all experiments share */
    const char *ring;        /* in which benchmarks run, and which are counted, */
    const char *count_rings; /* as the wire has them */
    const char *paging;      /* mixed, off, 4k, 4m: serial/README.md */
    bool unguarded;          /* no page is kept from a benchmark */
    const char *output_file; /* empty: none */
    unsigned benches, events, passes, passes_lower_bound, variants, repetitions, batches;
    unsigned level;    /* of the intervals: 95 or 99 */
    bool all_results;  /* every repetition's sample is reported too */
    bool whole_runs;   /* results are of runs as a whole, not of regions */
    unsigned watchdog; /* seconds a repetition may take; 0: as long as it likes */
};

struct report_result;

/* What an empty region costs in an event, as found in so many tries. */
struct report_calibration {
    const struct report_result *empty; /* the last try */
    fixed_t overhead;                  /* its median */
    unsigned tries;
    bool settled; /* half of the samples and more lie by the median */
};

/* Why there is, or is not, a number. */
enum result_status {
    RESULT_OK,
    RESULT_BROKEN, /* the region was not entered and left as it should be */
    RESULT_STUCK,
    RESULT_UNSUPPORTED,
    RESULT_REPROGRAMMED, /* the benchmark has set the counters itself */
    RESULT_FAULT,        /* the benchmark was ended before it was measured */
    RESULT_OFF,          /* the counter failed its self-test, and is not trusted */
    RESULT_NOT_HEARD,    /* never sent: it was, and did not come whole */
};

/* A set of samples in short, what an empty region costs taken off. */
struct report_values {
    uint32_t n;
    fixed_t mean, deviation, half_width;
    fixed_t minimum, median, maximum, mode;
};

/* Where samples fall into two groups, their sizes and middles; sizes of 0 where they do not. */
struct report_levels {
    unsigned low_n, high_n;
    fixed_t low, high; /* what an empty region costs taken off */
};

#define REPORT_WHOLE_RUN 256

/* One event over one region of one benchmark. All values are of one repetition. */
struct report_result {
    const char *bench;
    const char *ring, *state, *ablate; /* as the wire has them: serial/README.md */
    unsigned region;                   /* REPORT_WHOLE_RUN where no region was asked for */
    const char *region_name;           /* NULL where it has none */
    bool rings_asked;    /* the event asked for its own, so that its name alone does not tell */
    const char *read_by; /* what read the counter */
    const char *event, *event_text;
    unsigned index; /* of the event in the experiment's list */
    uint16_t code;
    unsigned counter;
    int64_t counter_off; /* what that one counted too much or little of 100 in its self-test */
    enum result_status status;
    uint32_t entries, exits; /* in one repetition */
    bool by_stub;            /* entered and left through libp5mon's stubs */
    fixed_t overhead;        /* of an empty region of that kind, for one entry */
    fixed_t raw;             /* mean as counted */
    struct report_values corrected;
    unsigned outliers, culled; /* beyond 5 MADs, and taken out because `cull` asked for it */
    fixed_t mad;               /* median absolute deviation */
    struct report_levels levels;
    uint32_t inner_begins, inner_ends; /* other regions' probes in it, in one repetition; of a
                                          whole run, regions' beyond one of each */
    bool inner_priced;                 /* what they make of the mean is known: */
    fixed_t inner_cost;                /* about, beside what stands in front of their begins */
    const int64_t *samples; /* as counted, in order; NULL unless all are to be reported */
    unsigned n_samples;
};

/* All that was found out about one benchmark: a result for each region and, within it, each event.
 */
struct report_bench {
    const char *name;
    const char *state, *ablate;
    unsigned n_regions, n_events, repetitions;
    const struct report_result *results; /* [n_regions][n_events] */
    struct report_values clocks;         /* time-stamp counter over whole runs, probes included */
};

/* A benchmark, or one case of it, about to be measured. */
struct report_subject {
    const char *name, *text;
    unsigned memory_kb; /* that it asks for */
};

/* One that this machine has too little memory for. */
struct report_skipped {
    const char *bench;
    unsigned needs_kb, has_kb;
};

/* What a benchmark has inferred from its results. */
struct report_finding {
    const char *bench, *state, *ablate;
    const char *name;
    bool unsettled;   /* the samples bear out no number and no text: there is none */
    const char *text; /* NULL where it is a number: */
    fixed_t value;
    const char *unit;
    const char *documented; /* what manuals say; NULL where that is not known */
};

/* What stands in place of the number or text of an unsettled one. */
#define REPORT_UNSETTLED "not settled"

/* What a benchmark printed in one run, kept while it ran. */
struct report_output {
    const char *bench, *state, *ablate;
    const char *text;
    size_t length;
    bool lost; /* there was more before it than the stream holds */
};

/* A line of output, or a piece of one that is too long for a record. */
#define OUTPUT_PIECE_BYTES 256
struct output_piece {
    char text[OUTPUT_PIECE_BYTES];
    bool ended; /* a newline follows it */
};

/* Takes the piece that begins at *position; false where none is left. */
bool output_next(const struct report_output *output, size_t *position, struct output_piece *piece);

/* Columns of the table of overheads: in which rings, for the first time (cold) or other times. */
enum {
    OVERHEAD_KERNEL_FIRST,
    OVERHEAD_KERNEL_OTHER,
    OVERHEAD_USER_FIRST,
    OVERHEAD_BOTH_FIRST,
    OVERHEAD_USER_OTHER,
    OVERHEAD_BOTH_OTHER,
    OVERHEAD_USER_RUN, /* of a run as a whole */
    OVERHEAD_BOTH_RUN,
    REPORT_OVERHEADS,
};

/* A row of it. */
struct report_overhead {
    const char *event, *event_text;
    uint16_t code;
    bool counted; /* by a counter; else there is no number */
    fixed_t overhead[REPORT_OVERHEADS];
};

/* The whole. */
struct report_overheads {
    const char *kernel_read_by, *user_read_by; /* what read the counters, in ring 0 and ring 3 */
    const struct report_overhead *rows;
    unsigned n;
};

/* What verbose_level announces. */
struct report_repetition {
    const char *bench, *state, *ablate;
    unsigned number, of; /* from 1; adaptive repetition may go on behind `of` */
};

struct report_execution {
    const char *bench;
    unsigned number; /* executions of benchmarks since the start, this one included */
    bool counted;
    const char *events[18];
    unsigned n_events;
};

#define REPORT_STACK 32 /* dwords that are sent with a fault */

struct report_fault {
    const char *bench;       /* NULL outside any */
    int region;              /* the one entered last and not left; -1 for none */
    const char *region_name; /* NULL where it has none */
    const char *name;
    char what[160]; /* what more there is to say in words; may be empty */
    uint32_t vector, error, eip, eflags;
    uint32_t eax, ecx, edx, ebx, esp, ebp, esi, edi;
    uint32_t cr0, cr2, cr3, cr4;
    uint8_t code[16];
    uint32_t stack[REPORT_STACK];
    const char *place; /* in the source, in lines; NULL where not known, as in the kernel */
};

/* A region that was not entered and left as it should be. */
struct report_broken {
    const char *bench;
    unsigned region;
    const char *region_name;      /* NULL where it has none */
    const char *name;             /* how, in a few words */
    uint32_t eip;                 /* of the probe that tells */
    uint32_t entries, exits;      /* in one repetition */
    uint32_t entered_at, left_at; /* address of the probe seen last; 0 where none was */
    const char *place;            /* as a fault's */
};

struct report_done {
    unsigned results, errors;
    uint32_t milliseconds; /* 0 where the clock's speed is not known */
    unsigned runs;         /* executions of benchmarks, uncounted ones included */
    unsigned repetitions;  /* counted ones */
    unsigned disturbed;    /* those of them that took longer than the others of their pass */
    uint64_t excess;       /* clocks beyond its pass's median that the longest of them took */
};

/*
 * Where several machines share the cases of a boot (kernel/measure/deal.c): what follows is common
 * to all of them, or was up to here, where cases begin; a case that this one measures, and its end.
 */
struct report_dealt {
    const char *part;          /* common, cases, case, end */
    unsigned number;           /* of the next case, or of this one, from 0 over all experiments */
    struct report_done so_far; /* its milliseconds are not used */
    uint64_t microseconds;     /* since start; 0 where the clock's speed is not known */
    uint64_t up;               /* the same since the machine's reset */
};

struct report;

/* One form of report. A NULL has nothing to say of its subject; REPORT() minds that. */
struct report_form {
    void (*start)(struct report *report, const struct report_start *start);
    void (*cpu)(struct report *report, const struct report_cpu *cpu);
    void (*machine)(struct report *report, const struct report_machine *machine);
    void (*noise)(struct report *report, const struct report_noise *noise);
    void (*selftest)(struct report *report, const struct report_selftest *selftest);
    void (*first_boot)(struct report *report, const struct report_page *page);
    void (*calibration)(struct report *report, const struct report_calibration *calibration);
    void (*overheads)(struct report *report, const struct report_overheads *overheads);
    void (*plan)(struct report *report, const struct report_plan *plan);
    void (*bench)(struct report *report, const struct report_subject *bench);
    void (*skipped)(struct report *report, const struct report_skipped *skipped);
    void (*output)(struct report *report, const struct report_output *output);
    void (*tick)(struct report *report, unsigned done, unsigned total, uint32_t milliseconds);
    void (*result)(struct report *report, const struct report_result *result); /* once measured */
    void (*bench_end)(struct report *report, const struct report_bench *bench);
    void (*finding)(struct report *report, const struct report_finding *finding);
    void (*no_watchdog)(struct report *report, const char *why);
    void (*repetition)(struct report *report, const struct report_repetition *repetition);
    void (*execution)(struct report *report, const struct report_execution *execution);
    void (*warning)(struct report *report, const char *file, const char *what);
    void (*file_line)(struct report *report, const char *file, const char *text);
    void (*error)(struct report *report, const char *what);
    void (*fault)(struct report *report, const struct report_fault *fault);
    void (*broken)(struct report *report, const struct report_broken *broken);
    void (*dealt)(struct report *report, const struct report_dealt *dealt);
    void (*done)(struct report *report, const struct report_done *done);
};

struct report {
    const struct report_form *form;
    struct wire wire;
    struct report_plan plan; /* as announced: the text form's headings repeat it */
    bool modelled;           /* the platform is the virtual one */
    bool errata;             /* those of pmc/errata.h are the processor's */
    struct report *beside;   /* another that hears the same; NULL for none */
};

#define REPORT(to, subject, ...)                                                                   \
    do {                                                                                           \
        for (struct report *heard = (to); heard; heard = heard->beside)                            \
            if (heard->form->subject)                                                              \
                heard->form->subject(heard, __VA_ARGS__);                                          \
    } while (0)

/* Tells an experiment's plan; each that hears it has it as its own from then on. */
static inline void report_tell_plan(struct report *to, const struct report_plan *plan)
{
    for (struct report *heard = to; heard; heard = heard->beside)
        heard->plan = *plan;
    REPORT(to, plan, plan);
}

extern const struct report_form report_records, report_text, report_p5mon_file;

/* The mean of one entry. */
fixed_t result_per_entry(const struct report_result *result);

const char *result_status_name(enum result_status status);

/* Whether a region counted less than an empty one: what an empty one costs is not right for it. */
bool result_is_negative(const struct report_result *result);

/* "209 x 14, 213 x 6", held as long as the expression it is made in. */
struct levels_text {
    char text[96];
};

struct levels_text levels_text(const struct report_levels *levels);
