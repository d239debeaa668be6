/*
 * SPDX-License-Identifier: MIT
 * The configuration of an experiment: what to measure and how, from key=value settings on the
 * kernel's command line or in a file.
 */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "boot/pages.h"
#include "pmc/ablation.h"
#include "pmc/pmc.h"
#include "serial/uart.h"
#include "stats/fixed.h"

#define CONFIG_MOST_EVENTS      221 /* all events of the P6 family in both rings, and time_stamp */
#define CONFIG_MOST_REPETITIONS 10000000
#define CONFIG_MOST_BATCHES     100
#define CONFIG_MOST_WATCHDOG    3600 /* well below a day, the period of the alarm */
#define CONFIG_MOST_PAGE        3600
#define CONFIG_MOST_NOISE       60
#define CONFIG_MOST_RUNS        10000
#define CONFIG_MOST_REGIONS     256
#define CONFIG_MOST_SAMPLES     1000000
#define CONFIG_MOST_WEIGHTS     32 /* groups with specified weights */
#define CONFIG_MOST_WEIGHT      16
#define CONFIG_LEAST_COUNT      100 /* events between two samples: the handler has some itself */
#define CONFIG_COUNT_AUTO       0   /* instead of a count: chosen by counting */
#define CONFIG_TRUST_NEAR       2
#define CONFIG_FILE_BYTES       32
#define CONFIG_PROGRAM_HOME     "/home" /* the current directory of a program */
#define CONFIG_PROGRAM_BYTES    1001    /* a program's command, or its environment */
#define CONFIG_ERROR_BYTES      768

enum ring { RING_KERNEL, RING_USER }; /* rings 0 and 3 */

enum state { STATE_WARM, STATE_COLD };

enum exit_way {
    EXIT_HALT,     /* stop the processor */
    EXIT_REBOOT,   /* reset through the keyboard controller, or by a triple fault */
    EXIT_POWEROFF, /* power off through the BIOS's APM; else halt */
    EXIT_QEMU,     /* write 0 (ok) or 1 (failed) to the debug-exit port */
    EXIT_LOOP,     /* start again, endlessly */
    EXIT_MONITOR,  /* open the prompt: kernel/monitor/ */
    EXIT_86BOX,    /* end 86Box with status 0 (ok) or 1 (failed) */
};

enum report_choice { REPORT_RECORDS, REPORT_TEXT, REPORT_P5MON_FILE };

enum experiment {
    EXPERIMENT_MEASURE,
    EXPERIMENT_OVERHEAD,
    EXPERIMENT_FIRST_BOOT,
    EXPERIMENT_SCORE,
    EXPERIMENT_PROFILE, /* this and later ones interrupt benchmarks */
    EXPERIMENT_RATES,
    EXPERIMENT_MULTIPLEX,
    EXPERIMENT_CHANNELS, /* stamps of the benchmark's channels and of hooks */
};

/* Events that are stamped without code in the benchmark. */
#define HOOK_EXCEPTIONS (1u << 0)
#define HOOK_INTERRUPTS (1u << 1)
#define HOOK_PORTS      (1u << 2)

#define CONFIG_MOST_WATCHES 4 /* DR0 to DR3 */
struct address_watch {
    uint32_t address;
    char name[28]; /* name of the location, as in the setting */
};

/* Sources of interrupts. */
enum sample_by {
    SOURCE_TIMER,
    SOURCE_PIT,
    SOURCE_RTC,
    SOURCE_APIC,
    SOURCE_EVENT,
    SOURCE_WATCH,
    SOURCE_PRECISE
};

enum spread { SPREAD_AUTO, SPREAD_RANDOM, SPREAD_FIXED };
enum group_order { ORDER_RANDOM, ORDER_FIXED };

enum ring_choice { COUNT_BY_PRIVILEGE, COUNT_NO, COUNT_YES };

enum probes_choice { PROBES_BEST, PROBES_RDMSR, PROBES_RDPMC };

/* Limit for a counter's error in its self-test: counters within the limit are used. */
enum trust_choice { TRUST_OFF, TRUST_NEAR, TRUST_ALL };

enum state_choice { STATES_WARM, STATES_COLD, STATES_BOTH };

/* Reaction to a setting that is given twice or unknown. */
enum warn { WARN_ERROR, WARN_YES, WARN_NO };

struct config {
    enum experiment experiment;
    const char *name;  /* name of the file, or "command line" */
    char command[256]; /* globs over benchmark names, separated by commas, or programs/NAME */
    char program[CONFIG_PROGRAM_BYTES];     /* the program's command line; empty: benchmarks */
    char environment[CONFIG_PROGRAM_BYTES]; /* of the program: NAME=VALUE, separated by blanks */
    char standard_input[256]; /* name of the file that the program reads; empty: none */
    /* In the requested order. Rings of 0 stand for those of user_events and kernel_events. */
    struct pmc_counted events[CONFIG_MOST_EVENTS];
    unsigned n_events;
    unsigned repetitions;     /* 1 to CONFIG_MOST_REPETITIONS */
    unsigned max_repetitions; /* limit of adaptive repetition */
    /* Target width of the intervals, in percent or in counts; 0: no target. */
    fixed_t ci_target, ci_counts;
    unsigned batches; /* 1 to CONFIG_MOST_BATCHES; if several, intervals are over batches */
    unsigned cull;    /* MADs beyond which outliers are dropped; 0: none */
    unsigned confidence_level_99, output_all_results, skip_initialization_run; /* 0 or 1 */
    unsigned use_assembly_regions;               /* 0: count each whole run, not its regions */
    enum ring privilege;                         /* ring in which benchmarks run */
    enum pages paging;                           /* paging mode while they run */
    enum ring_choice user_events, kernel_events; /* default: count events in that ring */
    enum probes_choice probes;                   /* default: RDPMC if it exists */
    bool events_given;       /* the events were requested, not left at their default */
    unsigned watchdog;       /* time limit of a repetition in seconds; 0: none */
    enum trust_choice trust; /* default: counters within CONFIG_TRUST_NEAR */
    enum state_choice state;
    uint32_t pebs_enable, pebs_matrix_vert; /* a Pentium 4's, for raw events; 0: unset */
    bool ablate[ABLATIONS];                 /* measure again with the feature switched off */

    /* 1: the first repetition of a pass is repeated and its samples dropped */
    unsigned repeat_first_run;
    unsigned max_regions; /* limit for a benchmark, 1 to CONFIG_MOST_REGIONS */

    enum sample_by source;
    /* For SOURCE_EVENT, SOURCE_PRECISE: a sample after sample_count of this event, on average. */
    struct pmc_counted sample_event;
    char sample_name[64];  /* for SOURCE_PRECISE, as in the setting */
    unsigned sample_count; /* a number, or CONFIG_COUNT_AUTO */
    /* For SOURCE_WATCH: a sample after sample_count writes there. */
    struct address_watch sample_watch;
    unsigned sample_hz;        /* samples per second; 0: see `sample_ns` */
    unsigned sample_ns;        /* nanoseconds between samples; 0: chosen for the benchmark */
    unsigned sample_registers; /* 0 or 1: a profile stores the registers of each sample */
    unsigned samples;          /* samples requested of a benchmark, 1 to CONFIG_MOST_SAMPLES */
    enum spread spread;        /* distribution of intervals */
    enum group_order order;    /* order of the groups' slices */
    /* Weights: slices per round, by group; further groups have one. */
    uint8_t weights[CONFIG_MOST_WEIGHTS];
    unsigned n_weights;
    unsigned multiplex_regions; /* 0 or 1: the counts of each region too */
    unsigned seed;

    /*
     * The groups that `events` names, by the index of their first events; without `grouped` the
     * scheduler forms the groups. A group may have no events.
     */
    bool grouped;
    uint8_t group_begin[CONFIG_MOST_EVENTS];
    unsigned n_groups;

    unsigned hooks; /* HOOK_..., in addition to watches: */
    unsigned n_watches;
    struct address_watch watches[CONFIG_MOST_WATCHES];

    enum report_choice report;
    char output_file[CONFIG_FILE_BYTES];   /* name of run_p5mon's file; empty: none is sent */
    unsigned verbose_level;                /* 1: announces each repetition; 2: each execution too */
    unsigned dump_parms, warn_not_defined; /* 0 or 1 */
    enum warn warn_defined_twice, warn_not_used;
    char warn_file[CONFIG_FILE_BYTES], dump_file[CONFIG_FILE_BYTES];
    uint16_t console_port; /* I/O address of the UART; 0: none, the report goes to the screen */
    uint32_t console_baud;
    enum uart_flow flow;
    unsigned noise;          /* seconds of watching for interruptions, or one of these: */
#define CONFIG_NOISE_SHORT 0 /* 2,000,000 clocks */
#define CONFIG_NOISE_DEFAULT                                                                       \
    UINT32_MAX     /* a second on real hardware, else as CONFIG_NOISE_SHORT                        \
                    */
    unsigned page; /* seconds that a full screen waits for a key; 0: no wait */
    unsigned runs; /* number of runs of everything, 1 to CONFIG_MOST_RUNS */
    enum exit_way exit;
};

/* Names as in settings and on the wire. */
const char *config_state_name(enum state state);
const char *config_ablate_name(enum ablate ablate);
const char *config_paging_name(enum pages pages);

/* Returns the rings in which events without an explicit ring count, as a mask of PMC_RING_. */
unsigned config_count_rings(const struct config *config);

/*
 * Returns the group of an event, from 0, if the configuration is `grouped`. Not in the small image.
 */
unsigned config_event_group(const struct config *config, unsigned event);

/* Reports whether repetitions continue until intervals reach a target. */
static inline bool config_has_target(const struct config *config)
{
    return config->ci_target || config->ci_counts;
}

/*
 * Returns the ring of the code that reads the counters: the whole run of a program is counted from
 * outside, in ring 0.
 */
static inline enum ring config_probe_ring(const struct config *config)
{
    return config->program[0] && !config->use_assembly_regions ? RING_KERNEL : config->privilege;
}

/*
 * Sets the defaults: every benchmark, all of pmc's events, 20 repetitions, records on COM1 at
 * 115200. (experiment=profile without events counts only time.)
 */
void config_default(struct config *config, const struct pmc *pmc);

/*
 * Receives warnings: each is a sentence that names source, line and key; `file` is the file for it.
 */
struct config_listener {
    void (*warning)(void *to, const char *file, const char *what);
    void *to;
};

/*
 * Reports whether the experiment includes this benchmark or case: a glob matches its name or, for a
 * case, the benchmark's name, or equals the last part of either.
 */
bool config_wants(const struct config *config, const char *benchmark);

/*
 * Reports whether a glob may match a case of that benchmark: fast, and false for most non-matching
 * globs.
 */
bool config_glob_may_match(const char *glob, const char *base);

/* Reports whether the experiment may include a case of that benchmark. */
bool config_may_want(const struct config *config, const char *base);

/* Returns glob number i, from 0; false if it does not exist. */
bool config_glob(const struct config *config, unsigned i, char *glob, size_t size);
bool config_glob_matches(const char *glob, const char *benchmark);

/*
 * Parses a command line as multiboot loaders pass it: the kernel's path first (a word without '='),
 * then name=value words, each optionally after run_p5mon's -F. Returns 0, or -1 with a sentence in
 * error[CONFIG_ERROR_BYTES] that names the key, its value and the valid ones. The remaining
 * settings are applied nevertheless, so that the error goes to the requested console and ends the
 * run in the requested way.
 */
int config_parse(struct config *config, const struct pmc *pmc, const char *line, char *error,
                 const struct config_listener *listener);

/*
 * Applies further words to existing settings, as a separate source: `source` precedes error
 * messages. Returns 0, or -1 with a message in error[CONFIG_ERROR_BYTES]; *config is then unchanged
 * or partly changed.
 */
int config_change(struct config *config, const struct pmc *pmc, const char *source,
                  const char *words, char *error);

/*
 * Makes a profile without requested events count time alone: each event would be a pass with
 * separate samples, and a profile asks for their location.
 */
void config_choose_profile_events(struct config *config);

/*
 * The same with the settings of an experiment file (kernel/settings/parms.h) first; the command
 * line has precedence. `name` is the file's, for messages, and is stored. `listener` may be NULL.
 */
int config_parse_file(struct config *config, const struct pmc *pmc, const char *name,
                      const char *text, size_t length, const char *line, char *error,
                      const struct config_listener *listener);
