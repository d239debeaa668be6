/*
 * SPDX-License-Identifier: MIT
 * Where samples fell: a benchmark in one machine state, all its passes together.
 */
#pragma once

#include <stdio.h>

#include "host/fault/code_spot.h"
#include "host/run/run.h"
#include "host/show/show.h"

#define PROFILE_MOST_EVENTS 16

/* An address, or what several are put together to. */
struct profile_row {
    uint32_t address; /* the first of them */
    bool user;        /* ring 3 */
    bool known;       /* it is code of the image: */
    struct code_spot spot;
    double n;                          /* samples */
    double elsewhere;                  /* ... which may belong to another row */
    double here;                       /* other rows' that may belong to this one */
    double gains[PROFILE_MOST_EVENTS]; /* counted in the intervals that ended there */
};

/* Samples of an address that may be of another: of `other`, or where that is 0 of any. */
struct profile_doubt {
    uint32_t address, other;
    bool user;
    double n;
};

struct profile {
    const struct run *run;
    const struct debug_image *image; /* NULL: addresses alone */
    bool next; /* rows are of the instructions that were next; else of those that were under way */
    const struct sampling *first;    /* its first pass: benchmark, state, source */
    const struct sampling *ended;    /* its pass that a fault ended; NULL */
    double samples, announced, lost; /* that arrived; that there were; that did not fit */
    double repetitions;              /* of all passes */
    double stepped; /* of those that arrived: of these the instruction itself is known, ... */
    double untold;  /* ... and of these none but the one that was next */
    double clocks, hidden;                /* of all repetitions; those that the handler took */
    char events[PROFILE_MOST_EVENTS][64]; /* of all passes, those that are selected */
    double totals[PROFILE_MOST_EVENTS];
    double event_repetitions[PROFILE_MOST_EVENTS]; /* of the passes that counted it */
    unsigned n_events;
    struct profile_row *rows; /* by address */
    unsigned n;
    struct profile_doubt *doubts;
    unsigned n_doubts;
};

/* How rows are put together. */
enum profile_by { BY_FUNCTION, BY_LINE, BY_INSTRUCTION };

/* The profiles of a run that are selected, in its order; to be given up by profiles_free. `next`:
   as they were sampled; else, with an image, as host/profile/blame.h says. */
struct profiles {
    struct profile *all;
    unsigned n;
};
void profiles_find(struct profiles *profiles, const struct run *run,
                   const struct selection *selection, const struct debug_image *image, bool next);
void profiles_free(struct profiles *profiles);

/* A profile's rows put together, the most samples first; *n of them, to be freed. */
struct profile_row *profile_group(const struct profile *profile, enum profile_by by, unsigned *n);

/* Of n of all samples the share, and its 95 % interval (Wilson, 1927). NAN where there are none. */
struct profile_share {
    double share, low, high;
};
struct profile_share profile_share_of(double n, double all);

/* Of a row, or a function: the interval holds what may be elsewhere, or here, too. */
struct profile_share profile_row_share(const struct profile *profile,
                                       const struct profile_row *row);
struct profile_share profile_function_share(const struct profile *profile, const char *function);

/* "next_word", "[kernel] delay", "0x00101234". */
#define PROFILE_NAME 200
const char *profile_function_name(const struct profile_row *row, char name[PROFILE_NAME]);

/* "words.c:31", or with its folders; "" where there is no line. */
const char *profile_line_name(const struct profile_row *row, bool whole, char name[PROFILE_NAME]);

/*
 * The image that ran: that of `kernel`, or one beside this program of the run's build. NULL after a
 * message where there is none.
 */
struct debug_image *profile_image_find(const struct run *run, const char *kernel);

/* The head of a profile: benchmark, samples, source, what the handler took, what is missing. */
void profile_heading(const struct profile *profile, FILE *to);

/* A table of at most `most` rows and events; 0: all. */
void profile_table(const struct profile *profile, enum profile_by by, unsigned most,
                   unsigned most_events, bool colour, FILE *to);

/* The source lines and instructions of a function, each with its share. Whether it has samples. */
bool profile_annotate(const struct profile *profile, const char *function, bool colour, FILE *to);

/* ---- other tools' formats -------------------------------------------------------------------- */

struct profile_format {
    const char *name, *summary;
    int (*write)(const struct profiles *profiles, FILE *to); /* 0, or -1 after a message */
};
extern const struct profile_format profile_csv, profile_callgrind, profile_pprof,
    profile_speedscope, profile_folded, profile_gbench;
