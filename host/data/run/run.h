/*
 * SPDX-License-Identifier: MIT
 * A run in memory: the machine, what was requested, and what was counted. It is filled from the
 * wire (host/data/wire/record_collector.h) or from the store (host/data/store/store.h); everything
 * else reads it. Numbers are those of the wire, in the units of the event: occurrences or clocks.
 */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "host/base/string_set.h"

#define RUN_WHOLE 256 /* region number of the whole run */

enum platform { PLATFORM_UNKNOWN, PLATFORM_SILICON, PLATFORM_VIRTUAL, PLATFORM_EMULATOR };

/* "silicon", "virtual", "emulator", "unknown", as on the wire. */
const char *platform_name(enum platform platform);
enum platform platform_named(const char *name);

/* Describes the origin of numbers for tables, such as "virtual Pentium: a model's counts". Never
 * empty, so that a model's numbers cannot be mistaken for a chip's. */
const char *run_platform_sentence(enum platform platform);

/* The label without which a run of a test machine is neither stored nor exported. */
#define RUN_TEST_LABEL "test"

/* Summary of a set of samples. n = 0: no numbers. level is 95 or 99 (percent). */
struct values {
    unsigned n, level;
    double mean, sd, ci, min, med, max, mode; /* med and mode: NAN if samples were only summed */
};

/* A member `at` is the number of the run's records up to and including its own. It preserves the
 * order of arrival for a report. */

/* One event over one region of one benchmark, in one machine state. */
struct result {
    unsigned plan; /* index in run.plans: the experiment */
    const char
        *bench; /* interned in the run's strings, as all texts here: equal texts have one address */
    unsigned region;         /* 0 to 255, or RUN_WHOLE */
    const char *region_name; /* NULL if it has no name */
    const char *event;
    unsigned index;  /* of the event in the experiment's list */
    bool ring_asked; /* the event was requested with its rings */
    unsigned code, counter;
    const char *position; /* near, far; NULL: all counters are read in one place, or unknown */
    const char *ring, *state, *ablate; /* kernel, user, both; warm, cold; none, branch, vpipe, l1 */
    const char *paging;                /* of its plan */
    struct values values;              /* corrected, for one repetition */
    unsigned entries, exits;           /* in one repetition */
    bool by_stub;                      /* a region marked by libp5mon's stubs instead of probes */
    double raw, overhead, per_entry;   /* overhead is for one entry: the average */
    double call_overhead;              /* the part of it that is a program's system calls' */
    unsigned outliers, culled;
    double counter_off;  /* percentage by which its counter was off in its self-test */
    const char *levels;  /* "209 x 14, 213 x 6" if samples fall into two groups, or NULL */
    const char *suspect; /* why it cannot be right (pmc/plausibility/plausibility.h), or NULL */
    unsigned inner_begins, inner_ends; /* probes of other regions in it, in one repetition */
    bool inner_priced;                 /* their effect on the mean is known, as inner_cost */
    double inner_cost;
    /* Range of the counts that are the probes' own and are not in the overhead: low <= 0 <= high.
     */
    double probe_low, probe_high;
    unsigned counters_written; /* counters that the region writes, as a mask; with reprogrammed */
    /* ok, broken, stuck, unsupported, off, fault, or for a rate undefined; numbers exist only with
     * ok */
    const char *status;
    bool rate;       /* a quotient of results (host/data/metrics/named_events.h), not a count */
    double *samples; /* corrected, in order of repetition; NULL unless all were sent */
    unsigned n_samples;
};

/* Time-stamp counter over whole runs of a benchmark, including probes. */
struct run_time {
    unsigned plan;
    unsigned at;
    const char *bench, *state, *ablate;
    struct values values;
};

struct plan_record {
    unsigned at;
    const char *experiment, *command;
    const char *date; /* by the machine's clock, as 1999-12-31T23:59:59; or "" */
    /* rings in which benchmarks run, and in which events count; or "" */
    const char *ring, *count_rings;
    const char *paging;      /* mixed, off, 4k, 4m; "" in old runs, which were mixed */
    const char *output_file; /* "" if none was requested */
    unsigned benches, events, passes, passes_lower_bound, variants, repetitions, batches;
    unsigned level, watchdog; /* percent; seconds, 0: no watchdog */
};

struct bench {
    unsigned plan, at;
    const char *name, *text; /* with arguments, name is "apps/sort:size=4K:order=up" */
    unsigned memory_kb;      /* requested by the benchmark */
};

/* A property that a benchmark inferred from its measurements: a number with a unit, or text. */
struct finding {
    unsigned plan, at;
    const char *bench, *state, *ablate;
    const char *name;       /* "l1_data_size" */
    const char *text;       /* NULL for a number */
    double value;           /* NAN for text */
    const char *unit;       /* NULL if it has no unit */
    const char *documented; /* value in the processor's documents; NULL if undocumented */
    bool unsettled; /* the repetitions differ too much: text describes it, without a value */
};

/* A row of experiment=score: a property of the machine, compared with a chip's (docs/score.md). */
struct score_line {
    unsigned plan, at;
    unsigned number; /* permanent */
    const char *group, *name, *unit;
    const char *measured, *real; /* NULL: not measured; no table has it for the chip */
    const char *verdict;         /* same, near, differs, not_settled, not_measurable */
    const char *what;            /* why there is no comparison; NULL: nothing to explain */
};

/* The totals of a score, and the chip with which its rows are compared. */
struct score_total {
    unsigned plan, at;
    unsigned suite, strict, near, settled, rows;
    const char *chip;
};

/* A benchmark that was not run because it needs more memory than the machine has. */
struct skip {
    unsigned plan, at;
    const char *bench;
    unsigned needs_kb, has_kb;
};

struct calibration {
    unsigned plan;
    const char *event, *ring, *state, *ablate, *of; /* of: region, stub, or run */
    const char *read_by;                            /* rdmsr, gate, rdpmc, rdtsc; or "" */
    unsigned index;
    bool ring_asked;
    unsigned code, counter;
    double overhead;
    double overhead_warm, overhead_cold; /* in each state; `overhead` if it has only one */
    struct values values; /* of the samples; n is 0 if not received, as in old runs */
};

/* The overhead of measuring one event, by ring: a row of experiment=overhead. */
#define RUN_OVERHEADS 8
struct overhead {
    unsigned plan, at;
    const char *event;
    unsigned code;
    const char *counter;  /* its number; NULL: none, or unknown */
    const char *position; /* as in struct result */
    const char *kernel_read_by, *user_read_by;
    const char *status;           /* ok, or unsupported: no numbers */
    double values[RUN_OVERHEADS]; /* in the order of OVERHEAD_ in serial/report.h */
};

struct selftest {
    const char *name, *status;
    double expect, got;
    const char *seen; /* the values read, as text; NULL if `got` suffices */
};

/* A fault or an error as sent on the wire, with the whole record, which contains the registers. */
struct fault_record {
    unsigned at;
    const char *kind;  /* "fault" or "error" */
    const char *bench; /* NULL outside a benchmark */
    const char *what;  /* a sentence */
    const char *line;
    const char
        *place; /* source location of a fault, as lines (host/analysis/fault/); NULL if unknown */
};

/* Other messages of the run. */
struct remark {
    unsigned at;
    const char *kind; /* warning, watchdog, file, repetition, execution */
    const char *what; /* a sentence, or a file's line; "" for repetition and execution */
    const char *line; /* the whole record */
};

/* A line of a benchmark's output. */
struct output_record {
    unsigned plan, at;
    const char *bench, *state, *ablate, *text;
    bool goes_on; /* the next element continues this line */
    bool lost;    /* output before it was lost because the buffer was full */
};

/* One pass of a sampled benchmark: its interrupt source, rate and cost. */
struct sampling {
    unsigned plan, at;
    const char *bench, *state, *ablate, *ring; /* ring: in which it ran; kernel, user */
    const char *experiment;                    /* profile, rates, multiplex, channels */
    unsigned pass;                             /* within this benchmark and state, from 0 */
    const char *events;                        /* counted in the pass, separated by commas; or "" */
    const char *count_ring; /* ring in which they count: kernel, user, both; or "" */
    const char *source;     /* pit, rtc, apic, overflow, pm0; stamps */
    const char *unit;       /* of `every`: clocks, or an event's name */
    double every;           /* mean interval between two samples */
    const char *spread;     /* random (half to three halves of the mean), fixed */
    double seed;            /* random seed of the intervals */
    unsigned repetitions;   /* that were sampled */
    unsigned samples, lost; /* lost: dropped for lack of space */
    bool faulted;           /* a fault ended the last repetition; samples are those before it */
    double clocks, hidden;  /* of all repetitions; spent in the handler */
    double handler, handler_min, handler_max; /* clocks of one sample */
};

/* An address with samples. */
struct hit {
    unsigned sampling;  /* index in run.samplings */
    unsigned address;   /* of the instruction that was next when the interrupt came */
    unsigned return_to; /* top of the stack, if it may be a CALL's return address; else 0 */
    unsigned executed;  /* the preceding instruction, if it was single-stepped; else 0 */
    const char *ring;   /* kernel, user */
    unsigned n;         /* samples */
    const char
        /* a number for each event of the pass, separated by commas: host/data/run/sampled_run.h */
        *gains;
};

/*
 * The registers of a sample: when it came, before the instruction at `address`. For a sample that
 * the processor stored, after the instruction that caused it.
 */
struct register_sample {
    unsigned sampling; /* index in run.samplings */
    unsigned sample;   /* from 0, in the order of time */
    unsigned address;  /* of the next instruction */
    const char *ring;  /* kernel, user */
    unsigned eflags, eax, ebx, ecx, edx, esi, edi, ebp, esp;
};

/* A part of a series, in order of time; host/data/run/sampled_run.h merges the parts. */
struct series_part {
    unsigned sampling;
    const char *event;
    const char *of; /* gain (in each tick), estimate or exact (of each round) */
    unsigned rep, first;
    const char *values; /* separated by commas */
};

/* How one event was multiplexed. */
struct multiplex {
    unsigned sampling;
    const char *event;
    unsigned group, groups;
    unsigned share, slices; /* in a round: the group's, and all; 0: unknown, one each */
    double slice;
    const char *unit;  /* clocks, instructions */
    const char *order; /* random or fixed order of groups in a round */
    double seed;
    unsigned rounds;
};

/* The count of an event in a region over all rounds of a multiplexed session. */
struct region_count {
    unsigned sampling;
    unsigned region;
    const char *region_name; /* NULL if it has no name */
    const char *event;
    const char *of; /* estimate or exact */
    unsigned group, rounds, entries;
    double count;
    double half_width; /* of the estimate's interval, from the spread of rounds; NAN: unknown */
    unsigned inner_begins, inner_ends; /* probes of other regions in a run, included in the count */
};

/* A source of stamps: a channel of the program, or a hooked event. */
struct channel {
    unsigned sampling;
    const char
        *key; /* c3, x3, i32, in132, out128, w0; described by host/data/run/channel_times.h */
    const char *name; /* given by the program, or of the watched variable; NULL */
    unsigned n;       /* stamps that were stored */
    double cost;      /* mean clocks of a stamp, already subtracted */
};

/* Some stamps of a repetition, in order of time. */
struct stamp_part {
    unsigned sampling;
    unsigned rep, first;
    const char *values; /* TIME:KEY or TIME:KEY:VALUE, separated by commas */
};

/* A program from an executable file, in its last repetition of a variant. */
struct program_run {
    unsigned plan, at;
    const char *bench, *state, *ablate;
    const char *command; /* the program and its arguments */
    unsigned file_bytes, entry, memory_kb;
    unsigned system_calls; /* of one run */
    const char *end;       /* exit, signal, stopped */
    unsigned status;       /* of the exit, or the signal's number */
    const char *signal;    /* its name; NULL without a signal */
    const char *what;      /* explanation of the end; NULL: none */
    const char *from;      /* addresses of the call that ended it, as in the record; or NULL */
    const char *place;     /* function, file and line of that call; NULL: unknown */
    const char *void_main; /* place of a main() that is void: the status has no meaning; or NULL */
};

/* Calls of one system call in a run of a program. */
struct system_call_count {
    unsigned program; /* index in run.programs */
    unsigned number;
    const char *name; /* NULL: unknown to the kernel, which returned ENOSYS */
    unsigned calls, errors;
    const char *from, *place; /* of the first call that returned ENOSYS, as above */
};

/* A file that a program opened and that does not exist. */
struct missing_file {
    unsigned program;
    const char *name;
};

/* Some bytes that a program wrote; host/data/written/written_streams.h joins the parts. */
struct written_part {
    unsigned program;
    const char *name;          /* stdout, stderr or a path, encoded as in the record */
    unsigned first;            /* offset of its first byte */
    const char *text, *base64; /* the bytes in one of the two forms; the other is NULL */
    bool last;                 /* the last part of its stream, with the following: */
    unsigned size, crc32, lost;
};

/* Records that are missing or damaged: the name of a wire_trouble, with the line of the log. */
struct loss {
    const char *kind, *what;
    unsigned long line;
    unsigned count;
};

/* A hash table of the run's results: open addressing, `room` is a power of 2. */
struct result_slots {
    unsigned *slots; /* a result's index + 1; 0 if free */
    unsigned room;
    unsigned indexed; /* number of the run's results in the table */
};

struct run {
    struct string_set strings;   /* owns all texts */
    struct result_slots *places; /* where host/data/run/result_index.h finds results */
    const char *source;        /* where it was read from: a file name, or "run 3 of bareprobe.db" */
    int64_t id;                /* in the store; 0 if it is not from a store */
    const char *label, *suite; /* the owner's label; the suite that ran; or "" */
    /* The owner's description in a contributed log (results/README.md); or "" */
    const char *machine, *board, *chip_set, *bios;
    const char *simulator; /* options of the virtual Pentium in the syntax of `run`; or "" */
    double when;           /* Unix time of the import or capture; 0 if unknown */
    uint64_t digest;       /* of all received records, in any order; 0 if there were no records */

    const char *build, *arguments; /* "" if the start record is missing */
    const char *date;              /* by the machine's clock, or "" */
    unsigned benches_there;        /* benchmarks in the image */
    enum platform platform;
    const char *platform_evidence;          /* NULL: not in the record */
    bool test_machine;                      /* vpentium-test, which may claim to be a chip */
    const char *vendor, *name, *missing;    /* of the processor; "" and NULL if not received */
    const char *stepping, *counters, *fdiv; /* as in the record, or NULL */
    const char *read_by;                    /* instructions that can read its counters, or "" */
    unsigned signature, features;
    double mhz;        /* 0 if it was not measured */
    double mhz_spread; /* between its measurements */
    const char *mhz_source, *mhz_missing;
    unsigned memory_kb;                                /* 0 if not received */
    const char *memory_source, *memory_wrong, *caches; /* each may be NULL */
    const char *l2;       /* the board's cache in cold runs, as in the record; or NULL */
    unsigned l2_kb;       /* 0 if unknown */
    unsigned l2_reach_mb; /* memory above it is not cached there; 0: all may be cached */
    /* Interruptions in which nothing was executed: clocks watched, number of gaps, longest gap in
     * clocks. */
    double noise_watched, noise_jumps, noise_largest; /* 0 if not received */

    bool done;                          /* the last record was received */
    bool ok;                            /* and has status=ok */
    unsigned done_results, done_errors; /* as in the last record */
    /* from the last record: counted repetitions, and those that took too long */
    unsigned repetitions, disturbed;
    double excess;                /* and their largest excess in clocks */
    unsigned records;             /* received intact */
    unsigned passes_done, passes; /* in the last tick */
    double seconds;               /* in the last tick or the last record */
    const char *pace;             /* host/data/run/pace_marks.h; or "" */
    unsigned executions;          /* of benchmarks, including uncounted ones; 0: not received */

    struct plan_record *plans;
    struct bench *benches;
    struct result *results;
    struct run_time *times;
    struct calibration *calibrations;
    struct overhead *overheads;
    struct selftest *selftests;
    struct fault_record *faults;
    struct remark *remarks;
    struct output_record *outputs;
    struct finding *findings;
    struct score_line *score_lines;
    struct score_total *scores;
    struct skip *skips;
    struct sampling *samplings;
    struct hit *hits;
    struct register_sample *register_samples;
    struct series_part *series;
    struct multiplex *multiplexes;
    struct region_count *region_counts;
    struct channel *channels;
    struct stamp_part *stamps;
    struct program_run *programs;
    struct system_call_count *system_calls;
    struct missing_file *missing_files;
    struct written_part *written;
    struct loss *losses;
    unsigned n_plans, n_benches, n_results, n_times, n_calibrations, n_overheads, n_selftests,
        n_faults, n_remarks, n_outputs, n_findings, n_score_lines, n_scores, n_skips, n_samplings,
        n_hits, n_series, n_multiplexes, n_channels, n_stamps, n_programs, n_system_calls,
        n_missing_files, n_written, n_losses, n_register_samples, n_region_counts;
};

/* Returns 0, or -1 after a message if the run is of a test machine and has another label. */
int run_check_label(const struct run *run, const char *label);

struct run *run_new(void); /* NULL without memory; in practice it exits with a message */
void run_free(struct run *run);

/* Each appends a zeroed element to an array of the run. */
struct plan_record *run_add_plan(struct run *run);
struct bench *run_add_bench(struct run *run);
struct result *run_add_result(struct run *run);
struct run_time *run_add_time(struct run *run);
struct calibration *run_add_calibration(struct run *run);
struct overhead *run_add_overhead(struct run *run);
struct selftest *run_add_selftest(struct run *run);
struct fault_record *run_add_fault(struct run *run);
struct remark *run_add_remark(struct run *run);
struct output_record *run_add_output(struct run *run);
struct finding *run_add_finding(struct run *run);
struct score_line *run_add_score_line(struct run *run);
struct score_total *run_add_score(struct run *run);
struct skip *run_add_skip(struct run *run);
struct sampling *run_add_sampling(struct run *run);
struct hit *run_add_hit(struct run *run);
struct register_sample *run_add_register_sample(struct run *run);
struct series_part *run_add_series_part(struct run *run);
struct multiplex *run_add_multiplex(struct run *run);
struct region_count *run_add_region_count(struct run *run);
struct channel *run_add_channel(struct run *run);
struct stamp_part *run_add_stamp_part(struct run *run);
struct program_run *run_add_program(struct run *run);
struct system_call_count *run_add_system_call(struct run *run);
struct missing_file *run_add_missing_file(struct run *run);
struct written_part *run_add_written_part(struct run *run);
struct loss *run_add_loss(struct run *run);

/* Returns whether the run is complete: the end record was received and no record was lost. */
bool run_complete(const struct run *run);

/* Returns whether the run contains a sampled pass of that experiment. */
bool run_sampled(const struct run *run, const char *experiment);

/* Returns whether a result has numbers. */
bool result_ok(const struct result *result);

/* Returns the processor's name as in pmc/families.h and WORK(), such as "p54c" or "ppro"; NULL if
 * its events cannot be counted. */
const char *run_processor_name(const struct run *run);

/* Returns "ring 0", "ring 3" or "rings 0 and 3" for a result's ring: kernel, user, both. */
const char *run_ring_words(const char *ring);

/* Returns the address translation of the result's benchmark: mixed, off, 4k, 4m. */
const char *result_paging(const struct result *result);

/* Returns whether both are the same event of the same region in the same ring and state. The texts
 * may belong to different runs. */
bool result_same_place(const struct result *a, const struct result *b);

/* Formats "region 3", `region 3 "inner loop"` or "whole run" in `buffer`. */
const char *run_region_text(const struct result *result, char *buffer, size_t size);
