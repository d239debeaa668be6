/*
 * SPDX-License-Identifier: MIT
 * A run as the listening machine knows it: what machine it was, what was asked, what was counted.
 * Filled from the wire (host/wire/record_collector.h) or from the store (host/store/store.h);
 * everything else reads it. Numbers are those of the wire, in the units of the event: occurrences
 * or clocks.
 */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "host/base/string_set.h"

#define RUN_WHOLE 256 /* the region of a run as a whole */

enum platform { PLATFORM_UNKNOWN, PLATFORM_SILICON, PLATFORM_VIRTUAL, PLATFORM_EMULATOR };

/* "silicon", "virtual", "emulator", "unknown", as on the wire. */
const char *platform_name(enum platform platform);
enum platform platform_named(const char *name);

/*
 * How a table says where its numbers are from, such as "virtual Pentium, a model's counts": never
 * empty, so that a model's numbers cannot pass for silicon's.
 */
const char *platform_sentence(enum platform platform);

/* A set of samples in short. n = 0: there are no numbers. level is 95 or 99 (percent). */
struct values {
    unsigned n, level;
    double mean, sd, ci, min, med, max, mode;
};

/*
 * Where `at` stands: by how many records of the run a thing was heard, itself included, so that
 * what was said can be said again in that order.
 */

/* One event over one region of one benchmark, in one machine state. */
struct result {
    unsigned plan; /* index in run.plans: which experiment asked */
    const char
        *bench; /* as all texts here, interned in the run's strings: equal texts, one address */
    unsigned region;         /* 0 to 255, or RUN_WHOLE */
    const char *region_name; /* NULL where it has none */
    const char *event;
    unsigned index;  /* of the event in the experiment's list */
    bool ring_asked; /* the event named its rings */
    unsigned code, counter;
    const char *ring, *state, *ablate; /* kernel, user, both; warm, cold; none, branch, vpipe, l1 */
    const char *paging;                /* its plan's */
    struct values values;              /* corrected, of one repetition */
    unsigned entries, exits;           /* in one repetition */
    bool by_stub;                      /* a region by libp5mon's stubs, not by probes */
    double raw, overhead, per_entry;   /* overhead is for one entry */
    unsigned outliers, culled;
    double counter_off; /* what its counter counted too much or little of 100 in its self-test */
    const char *levels; /* "209 x 14, 213 x 6" where samples fall into two groups, or NULL */
    unsigned inner_begins, inner_ends; /* other regions' probes in it, in one repetition */
    bool inner_priced;                 /* what they make of the mean is known: */
    double inner_cost;
    const char *status; /* ok, broken, stuck, unsupported, off, fault, or of a rate undefined:
                         numbers stand with ok alone */
    bool rate;          /* a quotient of others (host/metrics/named_events.h), not a count */
    double *samples;    /* corrected, in order of repetition; NULL unless all were sent */
    unsigned n_samples;
};

/* Time-stamp counter over whole runs of a benchmark, probes included. */
struct run_time {
    unsigned plan;
    unsigned at;
    const char *bench, *state, *ablate;
    struct values values;
};

struct plan {
    unsigned at;
    const char *experiment, *command;
    const char *date;               /* by the machine's clock, as 1999-12-31T23:59:59; or "" */
    const char *ring, *count_rings; /* in which benchmarks run, and events count; or "" */
    const char *paging;             /* mixed, off, 4k, 4m; "" of old runs, which was mixed */
    const char *output_file;        /* "" where none was asked for */
    unsigned benches, events, passes, passes_lower_bound, variants, repetitions, batches;
    unsigned level, watchdog; /* percent; seconds, 0: none */
};

struct bench {
    unsigned plan, at;
    const char *name, *text; /* with arguments, name is "apps/sort:size=4K:order=up" */
    unsigned memory_kb;      /* that it asked for */
};

/* What a benchmark inferred from its measurements: a number with its unit, or words. */
struct finding {
    unsigned plan, at;
    const char *bench, *state, *ablate;
    const char *name;       /* "l1_data_size" */
    const char *text;       /* NULL where it is a number */
    double value;           /* NAN where it is words */
    const char *unit;       /* NULL where it has none */
    const char *documented; /* what the processor's documents say; NULL where they do not */
    bool unsettled;         /* the repetitions differ too much: the text says so, no value */
};

/* A benchmark that was not run: it needs more memory than there is. */
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
};

/* What measuring one event costs, by ring: a row of experiment=overhead. */
#define RUN_OVERHEADS 8
struct overhead {
    unsigned plan, at;
    const char *event;
    unsigned code;
    const char *kernel_read_by, *user_read_by;
    const char *status;           /* ok, or unsupported: there are no numbers */
    double values[RUN_OVERHEADS]; /* in the order of OVERHEAD_ in serial/report.h */
};

struct selftest {
    const char *name, *status;
    double expect, got;
    const char *seen; /* what was read, as text; NULL where `got` is all */
};

/* A fault or an error, as the wire said it, with the whole line for who wants its registers. */
struct mishap {
    unsigned at;
    const char *kind;  /* "fault" or "error" */
    const char *bench; /* NULL where it was no benchmark's */
    const char *what;  /* a sentence */
    const char *line;
    const char *place; /* of a fault, in the source: lines, host/fault/; NULL where not known */
};

/* What else the run had to say. */
struct remark {
    unsigned at;
    const char *kind; /* warning, watchdog, file, repetition, execution */
    const char *what; /* a sentence, or a file's line; "" of the last two */
    const char *line; /* all of the record */
};

/* A line of what a benchmark printed. */
struct output {
    unsigned plan, at;
    const char *bench, *state, *ablate, *text;
    bool goes_on; /* the next one is the same line's rest */
    bool lost;    /* what stood before it is lost: too much was printed to be kept */
};

/* One pass of a benchmark that was sampled: what interrupted it how often, and what that took. */
struct sampling {
    unsigned plan, at;
    const char *bench, *state, *ablate, *ring; /* ring: in which it ran; kernel, user */
    const char *experiment;                    /* profile, rates, multiplex, channels */
    unsigned pass;                             /* of this benchmark and state, from 0 */
    const char *events;                        /* that the pass counts, commas between; or "" */
    const char *count_ring;                    /* in which they count: kernel, user, both; or "" */
    const char *source;                        /* pit, rtc, apic, overflow, pm0; stamps */
    const char *unit;                          /* of `every`: clocks, or an event's name */
    double every;                              /* between two samples, in the mean */
    const char *spread;     /* random (half to three halves of the mean), fixed */
    double seed;            /* that it was drawn with */
    unsigned repetitions;   /* that were sampled */
    unsigned samples, lost; /* lost: they did not fit */
    bool faulted;           /* the last repetition was ended, and these are the samples up to it */
    double clocks, hidden;  /* of all repetitions; those of them that the handler took */
    double handler, handler_min, handler_max; /* clocks of one sample */
};

/* An address that samples fell on. */
struct hit {
    unsigned sampling;  /* index in run.samplings */
    unsigned address;   /* of the instruction that was next when the interrupt came */
    unsigned return_to; /* on top of the stack, where a CALL to there may have put it; else 0 */
    unsigned executed;  /* the instruction before, where it was stepped over; else 0 */
    const char *ring;   /* kernel, user */
    unsigned n;         /* samples */
    const char
        *gains; /* a number for each event of the pass, commas between: host/run/sampled_run.h */
};

/* Some values of a series, in the order of time: host/run/sampled_run.h puts them together. */
struct series_part {
    unsigned sampling;
    const char *event;
    const char *of; /* gain (in each tick), estimate or exact (of each round) */
    unsigned rep, first;
    const char *values; /* commas between */
};

/* How one event was counted by turns. */
struct multiplex {
    unsigned sampling;
    const char *event;
    unsigned group, groups;
    unsigned share, slices; /* of a round: the group's, and all; 0: not known, one each */
    double slice;
    const char *unit;  /* clocks, instructions */
    const char *order; /* random, fixed: of the groups in a round */
    double seed;
    unsigned rounds;
};

/* Whose stamps there are: a channel of the program, or something that was hooked. */
struct channel {
    unsigned sampling;
    const char *key; /* c3, x3, i32, in132, out128, w0: host/run/channel_times.h has words for it */
    const char *name; /* that the program gives it, or of what is watched; NULL */
    unsigned n;       /* stamps that were kept */
    double cost;      /* clocks of one, in the mean, that were taken off */
};

/* Some stamps of a repetition, in the order of time. */
struct stamp_part {
    unsigned sampling;
    unsigned rep, first;
    const char *values; /* TIME:KEY or TIME:KEY:VALUE, commas between */
};

/* What did not come, or not whole: wire_trouble by name, with the line of the log. */
struct loss {
    const char *kind, *what;
    unsigned long line;
    unsigned count;
};

struct run {
    struct strings strings;    /* owns every text */
    struct places *places;     /* finds results (host/run/result_index.h) */
    const char *source;        /* where it was read: a file's name, or "run 3 of bareprobe.db" */
    int64_t id;                /* in the store; 0 where it is not from there */
    const char *label, *suite; /* what its owner calls it; the suite that was run; or "" */
    const char *simulator;     /* how the virtual Pentium was set, as `run` takes it; or "" */
    double when;               /* Unix time of the import or capture; 0 where not known */
    uint64_t digest;           /* of all records that came, in any order; 0 where there were none */

    const char *build, *arguments; /* "" where the start was not heard */
    const char *date;              /* by the machine's clock, or "" */
    unsigned benches_there;        /* benchmarks in the image */
    enum platform platform;
    const char *vendor, *name, *missing;    /* of the processor; "" and NULL where not heard */
    const char *stepping, *counters, *fdiv; /* as the record has them, or NULL */
    const char *read_by;                    /* what its counters can be read with, or "" */
    unsigned signature, features;
    double mhz;        /* 0 where it was not measured */
    double mhz_spread; /* between its measurements */
    const char *mhz_source, *mhz_missing;
    unsigned memory_kb;                 /* 0 where not heard */
    const char *memory_source, *caches; /* or NULL */
    const char *l2;                     /* the board's cache in cold runs, as the record; or NULL */
    unsigned l2_kb;                     /* 0 where not known */
    unsigned l2_reach_mb;               /* memory beyond is not cached there; 0: it may be */
    /* Times in so many clocks in which nothing was executed: how often, the longest in clocks. */
    double noise_watched, noise_jumps, noise_largest; /* 0 where not heard */

    bool done;                          /* the last record came */
    bool ok;                            /* and said so: status=ok */
    unsigned done_results, done_errors; /* as it said */
    unsigned repetitions, disturbed;    /* likewise: counted ones, and those that took too long, */
    double excess;                      /* and by how many clocks at most */
    unsigned records;                   /* that came whole */
    unsigned passes_done, passes;       /* of the last tick */
    double seconds;                     /* of the last tick, or as the last record said */
    const char *pace;                   /* host/run/pace_marks.h; or "" */
    unsigned executions;                /* of benchmarks, uncounted ones included; 0: not heard */

    struct plan *plans;
    struct bench *benches;
    struct result *results;
    struct run_time *times;
    struct calibration *calibrations;
    struct overhead *overheads;
    struct selftest *selftests;
    struct mishap *mishaps;
    struct remark *remarks;
    struct output *outputs;
    struct finding *findings;
    struct skip *skips;
    struct sampling *samplings;
    struct hit *hits;
    struct series_part *series;
    struct multiplex *multiplexes;
    struct channel *channels;
    struct stamp_part *stamps;
    struct loss *losses;
    unsigned n_plans, n_benches, n_results, n_times, n_calibrations, n_overheads, n_selftests,
        n_mishaps, n_remarks, n_outputs, n_findings, n_skips, n_samplings, n_hits, n_series,
        n_multiplexes, n_channels, n_stamps, n_losses;
};

struct run *run_new(void); /* NULL where there is no memory; dies with a message in practice */
void run_free(struct run *run);

/* Room for one more at the end of a run's array, zeroed. */
struct plan *run_add_plan(struct run *run);
struct bench *run_add_bench(struct run *run);
struct result *run_add_result(struct run *run);
struct run_time *run_add_time(struct run *run);
struct calibration *run_add_calibration(struct run *run);
struct overhead *run_add_overhead(struct run *run);
struct selftest *run_add_selftest(struct run *run);
struct mishap *run_add_mishap(struct run *run);
struct remark *run_add_remark(struct run *run);
struct output *run_add_output(struct run *run);
struct finding *run_add_finding(struct run *run);
struct skip *run_add_skip(struct run *run);
struct sampling *run_add_sampling(struct run *run);
struct hit *run_add_hit(struct run *run);
struct series_part *run_add_series_part(struct run *run);
struct multiplex *run_add_multiplex(struct run *run);
struct channel *run_add_channel(struct run *run);
struct stamp_part *run_add_stamp_part(struct run *run);
struct loss *run_add_loss(struct run *run);

/* Whether nothing is missing: the end came, and nothing was lost on the way. */
bool run_complete(const struct run *run);

/* Whether a pass of that experiment is in it. */
bool run_sampled(const struct run *run, const char *experiment);

/* Whether a result has numbers. */
bool result_ok(const struct result *result);

/* "p54c", "ppro" or as pmc/families.h names the processor, and WORK() does; NULL where events do
 * not count. */
const char *run_cpu(const struct run *run);

/* How the result's benchmark had its addresses translated: mixed, off, 4k, 4m. */
const char *result_paging(const struct result *result);

/* Whether both are the same event of the same region in the same ring and state. Texts may be of
 * different runs. */
bool result_same_place(const struct result *a, const struct result *b);

/* "region 3", `region 3 "inner loop"` or "whole run", into buffer. */
const char *result_region_text(const struct result *result, char *buffer, size_t size);
