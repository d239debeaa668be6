/*
 * SPDX-License-Identifier: MIT
 * Profiles: where the samples of a run fell. A profile covers a benchmark in one machine state,
 * over all its passes.
 */
#pragma once

#include <stdio.h>

#include "host/analysis/fault/code_spot.h"
#include "host/data/run/run.h"
#include "host/data/selection/result_selection.h"

#define PROFILE_MOST_EVENTS 16

/* An address, or a group of addresses. */
struct profile_row {
    uint32_t address; /* the lowest address of a group */
    bool user;        /* ring 3 */
    bool known;       /* the address is code of the image, at `spot` */
    struct code_spot spot;
    double n;                          /* samples */
    double elsewhere;                  /* samples of this row that may belong to another row */
    double here;                       /* samples of other rows that may belong to this one */
    double gains[PROFILE_MOST_EVENTS]; /* counted in the intervals that ended at these samples */
};

/* Samples at an address that may belong to `other`, or if that is 0, to any instruction. */
struct profile_doubt {
    uint32_t address, other;
    bool user;
    double n;
};

struct profile {
    const struct run *run;
    const struct debug_image *image; /* NULL: only addresses are known */
    /* rows are the instructions that were next when the sample came; else those that were
     * executing */
    bool next;
    const struct sampling *first;    /* the first pass: its benchmark, state, source */
    const struct sampling *ended;    /* the pass that a fault ended; NULL */
    double samples, announced, lost; /* received; taken; dropped for lack of space */
    double repetitions;              /* over all passes */
    double stepped;        /* received samples whose instruction was found by single-stepping */
    double unattributed;   /* received samples for which only the next instruction is known */
    double clocks, hidden; /* of all repetitions; spent in the handler */
    char events[PROFILE_MOST_EVENTS][64]; /* selected events of all passes */
    double totals[PROFILE_MOST_EVENTS];
    double event_repetitions[PROFILE_MOST_EVENTS]; /* of the passes that counted the event */
    unsigned n_events;
    struct profile_row *rows; /* sorted by address */
    unsigned n;
    struct profile_doubt *doubts;
    unsigned n_doubts;
};

/* How rows are grouped. */
enum profile_by { BY_FUNCTION, BY_LINE, BY_INSTRUCTION };

/*
 * Collects the selected profiles of a run, in its order; free them by profiles_free(). With `next`,
 * or without an image, samples stay at the reported address; otherwise they are attributed as
 * described in host/analysis/profile/skid_correction.h.
 */
struct profiles {
    struct profile *all;
    unsigned n;
};
void profiles_find(struct profiles *profiles, const struct run *run,
                   const struct result_selection *selection, struct debug_image *image, bool next);
void profiles_free(struct profiles *profiles);

/* Groups a profile's rows and sorts them by samples, most first. Stores their number in *n; the
 * caller frees the result. */
struct profile_row *profiles_group_rows(const struct profile *profile, enum profile_by by,
                                        unsigned *n);

/* The share n / all with its 95 % confidence interval (Wilson, 1927). NAN if `all` is 0. */
struct profile_share {
    double share, low, high;
};
struct profile_share profiles_share_of(double n, double all);

/* The share of a row or a function. The interval includes samples that may belong elsewhere, and
 * those of other rows that may belong here. */
struct profile_share profiles_row_share(const struct profile *profile,
                                        const struct profile_row *row);
struct profile_share profiles_function_share(const struct profile *profile, const char *function);

/* "next_word", "[kernel] delay", "0x00101234". */
#define PROFILE_NAME 200
const char *profiles_function_name(const struct profile_row *row, char name[PROFILE_NAME]);

/* Writes the benchmark and variant of profile `at`, such as "apps/sort (cold without l1)". In a
 * second experiment " #2" follows, so that names are unique. Returns `place`. */
#define PROFILE_PLACE 512
const char *profiles_place(const struct profiles *profiles, unsigned at, char place[PROFILE_PLACE]);

/* "words.c:31", or with `whole` including directories; "" if the line is unknown. */
const char *profiles_line_name(const struct profile_row *row, bool whole, char name[PROFILE_NAME]);

/* Opens the image that ran: `kernel`, or an image next to this program from the run's build.
 * Returns NULL after a message if it is not found. */
struct debug_image *profile_image_find(const struct run *run, const char *kernel);

/* The images of a run: of the kernel, and of the programs that its benchmarks ran. */
struct profile_images {
    struct debug_image *kernel; /* NULL: not found */
    struct profile_program {
        const char *bench;         /* interned in the run's strings */
        struct debug_image *image; /* of the program and the kernel */
    } * programs;
    unsigned n;
};

/*
 * Opens the kernel's image as profile_image_find() does, and the executables, whose paths end with
 * NULL. Prints a message for a file that did not run, and for a program without a file.
 */
void profile_images_open(struct profile_images *images, const struct run *run, const char *kernel,
                         const char *const *programs);
void profile_images_close(struct profile_images *images);

/* The same as profiles_find(), with an image for each benchmark. */
void profiles_find_programs(struct profiles *profiles, const struct run *run,
                            const struct result_selection *selection,
                            const struct profile_images *images, bool next);

/* Prints the heading of a profile: benchmark, samples, source, handler overhead, missing
 * samples. */
void profile_table_heading(const struct profile *profile, FILE *to);

/* Prints a table of at most `most` rows and `most_events` events; 0: no limit. */
void profile_table(const struct profile *profile, enum profile_by by, unsigned most,
                   unsigned most_events, bool colour, FILE *to);

/* Prints the source lines and instructions of a function with their shares. Returns whether the
 * function has samples. */
bool profile_annotate(const struct profile *profile, const char *function, bool colour, FILE *to);

/* ---- other tools' formats -------------------------------------------------------------------- */

struct profile_format {
    const char *name, *summary;
    int (*write)(const struct profiles *profiles, FILE *to); /* returns 0, or -1 after a message */
};
extern const struct profile_format profile_csv, profile_callgrind, profile_pprof,
    profile_speedscope, profile_folded, profile_gbench;
