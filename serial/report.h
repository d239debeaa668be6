/*
 * SPDX-License-Identifier: MIT
 * The contents of a report, and its formats: records for a program, text for a person. The kernel
 * fills these structures; the formats look nothing up.
 */
#pragma once

#include <stdbool.h>
#include <stdint.h>

#include "serial/record.h"
#include "stats/fixed.h"

struct report_date {
    uint16_t year;                /* 0: unknown */
    uint8_t month, day, weekday;  /* month and day from 1; Sunday is 0 */
    uint8_t hour, minute, second; /* from 0 */
};

struct report_start {
    const char *build, *platform;
    const char *platform_evidence; /* what shows that it is this platform */
    const char *command_line;
    unsigned benches;
    struct report_date date;
    const char *uart; /* the chip that sends this; NULL: none */
};

struct report_cpu {
    const char *vendor, *name;
    const char *stepping; /* NULL: unknown */
    const char *counters; /* description of its counters; NULL: unknown */
    uint32_t signature, features;
    uint64_t hz;              /* 0: could not be measured */
    uint64_t hz_spread;       /* between the slowest and the fastest of the measurements */
    uint32_t time_stamp_step; /* clocks; 0: the time-stamp counter advances at every clock */
    const char *no_hz;   /* reason why hz is unknown; NULL if it is known or was not measured */
    const char *fdiv;    /* ok, flawed, or NULL without an x87 */
    const char *missing; /* what it lacks for full measurement; NULL: nothing */
    const char *read_by; /* methods by which its probes can read counters */
};

/* Further facts about the machine. */
struct report_machine {
    uint32_t memory_kb;        /* up to the end, or to the first gap above 1 MB */
    const char *memory_source; /* map, mem_upper, cmos, assumed */
    const char *memory_wrong; /* sources that are wrong: kernel/machine/memory_sources.h, or NULL */
    uint16_t pending;         /* interrupts that the BIOS has left pending, a bit for each line */
    const char *nmi;          /* none, parity, channel_check: the source that had raised one */
    unsigned bus_masters;     /* PCI functions whose bus mastering is disabled */
    const char *caches;       /* on, off, ineffective, none: kernel/machine/cache_control.h */
    const char *l2;           /* flushed, displaced, kept, none, unknown, for state=cold: */
    uint32_t l2_kb;           /* kernel/machine/board_cache.h; 0 if no cache is known */
    uint32_t l2_reach_mb;     /* memory above is not cached there; 0: all may be */
};

/* Interruptions: time that passed without execution. */
struct report_noise {
    uint64_t watched; /* total clocks */
    uint32_t jumps;   /* jumps of the time-stamp counter; `largest` in clocks */
    uint64_t largest;
    uint32_t turn;  /* clocks of the watching loop's shortest iteration */
    uint64_t least; /* clocks of the shortest jump */
    /* Clocks and jumps of the loop that reads memory beyond the first-level cache. */
    uint32_t memory_turn, memory_jumps;
};

struct report_selftest {
    const char *name, *status;
    int64_t expect, got;
    const char *seen; /* the value read, as text; NULL if `got` is sufficient */
};

/* The first-boot page: its lines, and the same facts by name. */
#define REPORT_PAGE_LINES 20
#define REPORT_PAGE_FACTS 32
struct report_page {
    char lines[REPORT_PAGE_LINES][81];
    unsigned n_lines;
    struct report_fact {
        const char *name;
        char value[72];
    } facts[REPORT_PAGE_FACTS];
    unsigned n_facts;
};

/* A row of the score (docs/score.md); texts are as on the wire. */
struct report_score_row {
    unsigned number;
    const char *group, *name, *label, *unit;
    const char *measured; /* NULL: no value */
    const char *real;     /* NULL: no table has the chip's value */
    const char *verdict;
    char mark;        /* the verdict on the screen */
    const char *what; /* why there is no verdict on a value; NULL: there is one */
};

/* The score: its rows, and how many of them are the same, near and settled. */
struct report_score {
    unsigned suite;
    const char *machine; /* one line about it */
    const char *chip, *chip_title;
    const struct report_score_row *rows;
    unsigned n_rows, strict, near, settled;
};

struct report_plan {
    const char *experiment;  /* its file, or "command line" */
    const char *command;     /* the glob */
    struct report_date date; /* when the experiment started */
    const char *directory;   /* from which the loader read the kernel */
    const char *arguments;   /* of the kernel's command line, common to all experiments */
    const char *ring;        /* ring of the benchmarks; rings that are counted: */
    const char *count_rings; /* as on the wire */
    const char *paging;      /* mixed, off, 4k, 4m: docs/records.md */
    bool unguarded;          /* no page is protected from a benchmark */
    const char *output_file; /* empty: none */
    unsigned benches, events, passes, passes_lower_bound, variants, repetitions, batches;
    unsigned level;         /* confidence level of the intervals: 95 or 99 */
    bool all_results;       /* reports every repetition's sample too */
    bool whole_runs;        /* results are for whole runs, not regions */
    unsigned watchdog;      /* time limit of a repetition in seconds; 0: none */
    bool watchdog_unproved; /* it was requested, but no alarm was seen to arrive */
    bool watchdog_nmi;      /* its alarm is an NMI, which a benchmark cannot disable */
};

struct report_result;

/* Overhead of an empty region in an event, as found after a number of attempts. */
struct report_calibration {
    const struct report_result *empty; /* the last attempt */
    const char *of;                    /* result_overhead_of(empty), or program */
    fixed_t overhead;                  /* its median */
    const char *other_key;             /* overhead_cold or overhead_warm; NULL: none */
    fixed_t other;                     /* the median in that other state, if it is needed too */
    unsigned tries;
    bool settled; /* at least half of the samples are near the median */
};

/* Status of a result: the reason why it has a number or none. */
enum result_status {
    RESULT_OK,
    RESULT_BROKEN, /* the region was not entered and left correctly */
    RESULT_STUCK,
    RESULT_UNSUPPORTED,
    RESULT_REPROGRAMMED, /* the benchmark set the counters itself */
    RESULT_FAULT,        /* the benchmark was ended before the measurement */
    RESULT_OFF,          /* the counter failed its self-test and is not trusted */
    RESULT_NOT_HEARD,    /* never sent: its record was lost or damaged */
};

/* Summary of a set of samples, with the overhead subtracted. */
struct report_values {
    uint32_t n;
    bool summed; /* the samples were not stored: the median and the mode are unknown */
    fixed_t mean, deviation, half_width;
    fixed_t minimum, median, maximum, mode;
};

/* Sizes and middles of two groups of samples; sizes of 0 if there are no two groups. */
struct report_levels {
    unsigned low_n, high_n;
    fixed_t low, high; /* with the overhead subtracted */
};

#define REPORT_WHOLE_RUN 256

/* One event over one region of one benchmark. All values are per repetition. */
struct report_result {
    const char *bench;
    const char *ring, *state, *ablate; /* as on the wire: docs/records.md */
    unsigned region;                   /* REPORT_WHOLE_RUN if no region was requested */
    const char *region_name;           /* NULL: unnamed */
    bool rings_asked;    /* the event has explicit rings, so its name alone is ambiguous */
    const char *read_by; /* the method that read the counter */
    const char *event, *event_text;
    unsigned index; /* of the event in the experiment's list */
    uint16_t code;
    unsigned counter;
    const char *position; /* at which probes read it: near, far; NULL: all in one place */
    int64_t counter_off;  /* error of that counter for 100 expected counts in its self-test */
    enum result_status status;
    uint32_t counters_written; /* counters that the region writes, as a mask; 0 unless seen */
    uint32_t entries, exits;   /* per repetition */
    bool by_stub;              /* entered and left through libp5mon's stubs */
    bool without_probes;       /* a whole run that has executed none */
    fixed_t overhead;      /* overhead of an empty region of that kind, per entry: the average */
    fixed_t call_overhead; /* the part of it that is a program's system calls' */
    fixed_t raw;           /* uncorrected mean */
    fixed_t off;           /* what is subtracted from each of `samples` */
    struct report_values corrected;
    unsigned outliers, culled; /* samples beyond 5 MADs; samples dropped because of `cull` */
    fixed_t mad;               /* median absolute deviation */
    struct report_levels levels;
    const char *suspect; /* why it cannot be right; NULL: nothing is known against it */
    /* Probes of other regions in it, per repetition; for a whole run those beyond one of each. */
    uint32_t inner_begins, inner_ends;
    bool inner_priced;  /* their contribution to the mean is known: */
    fixed_t inner_cost; /* approximate, without the code before their begins */
    /* Range of the counts that are its own probes' and were not subtracted: low <= 0 <= high. */
    fixed_t probe_low, probe_high;
    const int64_t *samples; /* before `off` is subtracted, in order; NULL unless all are reported */
    unsigned n_samples;
};

/* All results of one benchmark: one for each region and, within it, each event. */
struct report_bench {
    const char *name;
    const char *state, *ablate;
    unsigned n_regions, n_events, repetitions;
    const struct report_result *results; /* [n_regions][n_events] */
    struct report_values clocks;         /* time-stamp counter over whole runs, including probes */
};

/* A benchmark or case that is about to be measured. */
struct report_subject {
    const char *name, *text;
    unsigned memory_kb; /* the memory that it requests */
};

/* A benchmark that needs more memory than this machine has. */
struct report_skipped {
    const char *bench;
    unsigned needs_kb, has_kb;
};

/* A finding that a benchmark has inferred from its results. */
struct report_finding {
    const char *bench, *state, *ablate;
    const char *name;
    bool unsettled;      /* the samples support neither a number nor a text */
    const char *suspect; /* why the number cannot be right; NULL: it may be */
    const char *text;    /* NULL if the finding is a number: */
    fixed_t value;
    const char *unit;
    const char *documented; /* value in manuals; NULL: unknown */
};

/* Text of an unsettled finding, instead of its number or text. */
#define REPORT_UNSETTLED "not settled"

/* Beginning of the text of a finding that cannot be right; its number follows. */
#define REPORT_IMPOSSIBLE "impossible: "

/* Text that a benchmark printed in one run, stored during the run. */
struct report_output {
    const char *bench, *state, *ablate;
    const char *text;
    size_t length;
    bool lost; /* earlier text exceeded the stream's size and was lost */
};

/* A line of output, or a piece of a line that is too long for a record. */
#define OUTPUT_PIECE_BYTES 256
struct output_piece {
    char text[OUTPUT_PIECE_BYTES];
    bool ended; /* a newline follows it */
};

/* Returns the piece that begins at *position and advances it; false after the last. */
bool output_lines_next(const struct report_output *output, size_t *position,
                       struct output_piece *piece);

/* Columns of the tables of overheads: ring, first time (cold) or later times. */
enum {
    OVERHEAD_KERNEL_FIRST,
    OVERHEAD_KERNEL_OTHER,
    OVERHEAD_USER_FIRST,
    OVERHEAD_BOTH_FIRST,
    OVERHEAD_USER_OTHER,
    OVERHEAD_BOTH_OTHER,
    OVERHEAD_USER_RUN, /* for a whole run */
    OVERHEAD_BOTH_RUN,
    OVERHEAD_STUB_KERNEL_FIRST, /* a region by libp5mon's stubs */
    OVERHEAD_STUB_KERNEL_OTHER,
    OVERHEAD_STUB_USER_FIRST,
    OVERHEAD_STUB_BOTH_FIRST,
    OVERHEAD_STUB_USER_OTHER,
    OVERHEAD_STUB_BOTH_OTHER,
    OVERHEAD_PROGRAM_USER, /* an empty program, unmodified, as a whole */
    OVERHEAD_PROGRAM_BOTH,
    REPORT_OVERHEADS,
};

/* A number of the tables. */
struct report_overhead_cell {
    uint32_t n; /* samples; 0: not measured, 1: no interval */
    fixed_t median, mean, half_width;
};

/* A row of the table. */
struct report_overhead {
    const char *event, *event_text;
    uint16_t code;
    int counter;          /* -1: none, or unknown */
    const char *position; /* as in struct report_result */
    bool counted;         /* by a counter; otherwise it has no number */
    struct report_overhead_cell cells[REPORT_OVERHEADS];
};

/* The whole table. */
struct report_overheads {
    /* The methods that read the counters in ring 0 and ring 3. */
    const char *kernel_read_by, *user_read_by;
    const struct report_overhead *rows;
    unsigned n;
};

/* Announcements of verbose_level. */
struct report_repetition {
    const char *bench, *state, *ablate;
    unsigned number, of; /* from 1; adaptive repetition may exceed `of` */
};

struct report_execution {
    const char *bench;
    unsigned number; /* executions of benchmarks since the start, including this one */
    bool counted;
    const char *events[18];
    unsigned n_events;
};

#define REPORT_STACK 32 /* dwords of the stack in a fault record */

struct report_fault {
    const char *bench;       /* NULL outside benchmarks */
    int region;              /* the region entered last and not left; -1: none */
    const char *region_name; /* NULL: unnamed */
    const char *name;
    char what[160]; /* further explanation in words; may be empty */
    uint32_t vector, error, eip, eflags;
    uint32_t eax, ecx, edx, ebx, esp, ebp, esi, edi;
    uint32_t cr0, cr2, cr3, cr4;
    uint8_t code[16];
    uint32_t stack[REPORT_STACK];
    const char *place; /* location in the source, in lines; NULL if unknown, as in the kernel */
};

/* A region that was not entered and left correctly. */
struct report_broken {
    const char *bench;
    unsigned region;
    const char *region_name;      /* NULL: unnamed */
    const char *name;             /* the misuse, in a few words */
    uint32_t eip;                 /* of the probe that shows the misuse */
    uint32_t entries, exits;      /* per repetition */
    uint32_t entered_at, left_at; /* addresses of the last probes; 0: none */
    const char *place;            /* like a fault's */
};

struct report_done {
    unsigned results, errors;
    unsigned overheads;    /* measured by experiment=overhead; they are not among the results */
    unsigned suspects;     /* results that cannot be right */
    uint32_t milliseconds; /* 0 if the clock speed is unknown */
    unsigned runs;         /* executions of benchmarks, including uncounted ones */
    unsigned repetitions;  /* counted ones */
    unsigned disturbed;    /* those that took longer than others of their pass */
    uint64_t excess;       /* clocks by which the longest exceeded its pass's median */
};

/*
 * Position in a work queue shared by several machines (kernel/measure/work_queue.c): the following
 * records are common to all machines; the common part ends and cases begin; a case of this machine
 * begins; the case ends.
 */
struct report_queue_position {
    const char *part;          /* common, cases, case, end */
    unsigned number;           /* of the next case or this one, from 0 over all experiments */
    struct report_done so_far; /* without its milliseconds */
    uint64_t microseconds;     /* since start; 0 if the clock speed is unknown */
    uint64_t up;               /* since the machine's reset */
};

struct report_stream;

/* A report format. REPORT() skips functions that are NULL. */
struct report_form {
    void (*start)(struct report_stream *report, const struct report_start *start);
    void (*cpu)(struct report_stream *report, const struct report_cpu *cpu);
    void (*machine)(struct report_stream *report, const struct report_machine *machine);
    void (*noise)(struct report_stream *report, const struct report_noise *noise);
    void (*selftest)(struct report_stream *report, const struct report_selftest *selftest);
    void (*first_boot)(struct report_stream *report, const struct report_page *page);
    void (*score)(struct report_stream *report, const struct report_score *score);
    void (*calibration)(struct report_stream *report, const struct report_calibration *calibration);
    void (*overheads)(struct report_stream *report, const struct report_overheads *overheads);
    void (*plan)(struct report_stream *report, const struct report_plan *plan);
    void (*bench)(struct report_stream *report, const struct report_subject *bench);
    void (*skipped)(struct report_stream *report, const struct report_skipped *skipped);
    void (*output)(struct report_stream *report, const struct report_output *output);
    void (*tick)(struct report_stream *report, unsigned done, unsigned total,
                 uint32_t milliseconds);
    /* Called as soon as a result is measured. */
    void (*result)(struct report_stream *report, const struct report_result *result);
    void (*bench_end)(struct report_stream *report, const struct report_bench *bench);
    void (*finding)(struct report_stream *report, const struct report_finding *finding);
    void (*no_watchdog)(struct report_stream *report, const char *why);
    void (*repetition)(struct report_stream *report, const struct report_repetition *repetition);
    void (*execution)(struct report_stream *report, const struct report_execution *execution);
    void (*warning)(struct report_stream *report, const char *file, const char *what);
    void (*file_line)(struct report_stream *report, const char *file, const char *text);
    void (*error)(struct report_stream *report, const char *what);
    void (*fault)(struct report_stream *report, const struct report_fault *fault);
    void (*broken)(struct report_stream *report, const struct report_broken *broken);
    void (*dealt)(struct report_stream *report, const struct report_queue_position *position);
    void (*done)(struct report_stream *report, const struct report_done *done);
};

struct report_stream {
    const struct report_form *form;
    struct wire wire;
    struct report_plan plan;      /* as announced: the text format repeats it in headings */
    bool modelled;                /* the platform is vpentium */
    bool errata;                  /* the errata of pmc/errata.h apply to the processor */
    struct report_stream *beside; /* another report that receives the same calls; NULL: none */
};

#define REPORT(to, subject, ...)                                                                   \
    do {                                                                                           \
        for (struct report_stream *heard = (to); heard; heard = heard->beside)                     \
            if (heard->form->subject)                                                              \
                heard->form->subject(heard, __VA_ARGS__);                                          \
    } while (0)

/* Reports an experiment's plan to each report and stores it there. */
static inline void report_announce_plan(struct report_stream *to, const struct report_plan *plan)
{
    for (struct report_stream *heard = to; heard; heard = heard->beside)
        heard->plan = *plan;
    REPORT(to, plan, plan);
}

extern const struct report_form report_records, report_text, report_p5mon_file;

/* The score in the first two formats (serial/score_report.c). Not in the small image. */
void score_report_records(struct report_stream *report, const struct report_score *score)
    __attribute__((weak));
void score_report_text(struct report_stream *report, const struct report_score *score)
    __attribute__((weak));

/* Returns the mean per entry. */
fixed_t result_per_entry(const struct report_result *result);

const char *result_status_name(enum result_status status);

/*
 * Reports whether a region counted less than an empty one, so that the overhead does not apply to
 * it.
 */
bool result_is_negative(const struct report_result *result);

/* "209 x 14, 213 x 6", valid in the expression that creates it. */
struct levels_text {
    char text[96];
};

/* The name of the calibration that gave the overhead: region, stub, run, run_stub, run_bare. */
const char *result_overhead_of(const struct report_result *result);

/* ", 2 suspect", or nothing for 0; valid in the expression that creates it. */
/* Returns the ending of a noun after a number: "" for 1, else "s". */
static inline const char *report_plural(unsigned n)
{
    return n == 1 ? "" : "s";
}

struct suspects_text {
    char text[24];
};

struct suspects_text suspects_text(unsigned suspects);

struct levels_text record_report_levels(const struct report_levels *levels);
