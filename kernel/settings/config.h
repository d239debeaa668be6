/*
 * SPDX-License-Identifier: MIT
 * What is to be measured and how: the settings given as key=value on the kernel's command line.
 */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "boot/pages.h"
#include "pmc/ablate.h"
#include "pmc/pmc.h"
#include "serial/uart.h"
#include "stats/fixed.h"

#define CONFIG_MOST_EVENTS      221 /* all of the P6 family in both rings, and time_stamp */
#define CONFIG_MOST_REPETITIONS 10000
#define CONFIG_MOST_BATCHES     100
#define CONFIG_MOST_WATCHDOG    3600 /* far from the alarm's day */
#define CONFIG_MOST_PAGE        3600
#define CONFIG_MOST_NOISE       60
#define CONFIG_MOST_RUNS        10000
#define CONFIG_MOST_REGIONS     256
#define CONFIG_MOST_SAMPLES     1000000
#define CONFIG_MOST_SHARES      32 /* groups whose slices of a round are given */
#define CONFIG_MOST_SHARE       16
#define CONFIG_LEAST_COUNT      100 /* of an event, between two samples: the handler has some */
#define CONFIG_COUNT_AUTO       0   /* in its place: found out by counting */
#define CONFIG_TRUST_NEAR       2
#define CONFIG_FILE_BYTES       32
#define CONFIG_ERROR_BYTES      768

enum ring { RING_KERNEL, RING_USER }; /* 0 and 3 */

enum state { STATE_WARM, STATE_COLD };

enum exit_way {
    EXIT_HALT,     /* stop the processor */
    EXIT_REBOOT,   /* reset it: by the keyboard controller, or by a triple fault */
    EXIT_POWEROFF, /* ask the BIOS to, by APM; where it cannot, halt */
    EXIT_QEMU,     /* write 0 (ok) or 1 (failed) to the debug-exit port */
    EXIT_LOOP,     /* begin anew, for ever */
    EXIT_MONITOR,  /* a prompt: kernel/monitor/ */
};

enum report_choice { REPORT_RECORDS, REPORT_TEXT, REPORT_P5MON_FILE };

enum experiment {
    EXPERIMENT_MEASURE,
    EXPERIMENT_OVERHEAD,
    EXPERIMENT_FIRST_BOOT,
    EXPERIMENT_PROFILE, /* from here on benchmarks are interrupted */
    EXPERIMENT_RATES,
    EXPERIMENT_MULTIPLEX,
    EXPERIMENT_CHANNELS, /* stamps, of the benchmark's own channels and of hooks */
};

/* What stamps without the benchmark's doing. */
#define HOOK_EXCEPTIONS (1u << 0)
#define HOOK_INTERRUPTS (1u << 1)
#define HOOK_PORTS      (1u << 2)

#define CONFIG_MOST_WATCHES 4 /* DR0 to DR3 */
struct watch {
    uint32_t address;
    char name[28]; /* what is there, as the setting has it */
};

/* What interrupts them. */
enum sample_by {
    SOURCE_TIMER,
    SOURCE_PIT,
    SOURCE_RTC,
    SOURCE_APIC,
    SOURCE_EVENT,
    SOURCE_WATCH,
    SOURCE_PRECISE
};

enum spread { SPREAD_USUAL, SPREAD_RANDOM, SPREAD_FIXED };
enum group_order { ORDER_RANDOM, ORDER_FIXED };

enum ring_choice { COUNT_BY_PRIVILEGE, COUNT_NO, COUNT_YES };

enum probes_choice { PROBES_BEST, PROBES_RDMSR, PROBES_RDPMC };

/* How far off in its self-test a counter may be and still be used. */
enum trust_choice { TRUST_OFF, TRUST_NEAR, TRUST_ALL };

enum state_choice { STATES_WARM, STATES_COLD, STATES_BOTH };

/* What becomes of a setting given twice, or not known. */
enum warn { WARN_ERROR, WARN_YES, WARN_NO };

struct config {
    enum experiment experiment;
    const char *name;  /* the file's, or "command line" */
    char command[256]; /* globs over benchmark names, with commas between */
    /* In the order asked for; rings of 0: those of user_events and kernel_events. */
    struct counted events[CONFIG_MOST_EVENTS];
    unsigned n_events;
    unsigned repetitions;     /* 1 to CONFIG_MOST_REPETITIONS */
    unsigned max_repetitions; /* bound of adaptive repetition */
    /* Repeat until an interval is that many percent wide, or that many counts; 0: no matter. */
    fixed_t ci_target, ci_counts;
    unsigned batches; /* 1 to CONFIG_MOST_BATCHES; several: the interval is over batches */
    unsigned cull;    /* outliers beyond that many MADs go; 0: none go */
    unsigned confidence_level_99, output_all_results, skip_initialization_run; /* 0 or 1 */
    unsigned use_assembly_regions;               /* 0: count each run as a whole, not its regions */
    enum ring privilege;                         /* in which benchmarks run */
    enum pages paging;                           /* while they run */
    enum ring_choice user_events, kernel_events; /* by default those of that ring count */
    enum probes_choice probes;                   /* by default RDPMC where there is one */
    unsigned watchdog;                           /* seconds a repetition may take; 0: no end */
    enum trust_choice trust;                     /* by default those within CONFIG_TRUST_NEAR */
    enum state_choice state;
    uint32_t pebs_enable, pebs_matrix_vert; /* of a Pentium 4, for raw events; 0: not set */
    bool ablate[ABLATIONS];                 /* measure again with that feature off */

    unsigned repeat_first_run; /* 1: a pass's first repetition is made again, its samples dropped */
    unsigned max_regions;      /* that a benchmark may use, 1 to CONFIG_MOST_REGIONS */

    enum sample_by source;
    struct counted
        sample_event; /* of SOURCE_EVENT and SOURCE_PRECISE: a sample after so many, in the mean: */
    char sample_name[64];      /* of SOURCE_PRECISE, as the setting has it */
    unsigned sample_count;     /* or CONFIG_COUNT_AUTO; */
    struct watch sample_watch; /* of SOURCE_WATCH: a sample after so many writes there */
    unsigned sample_hz;        /* how often; 0: as `sample_ns` says */
    unsigned sample_ns;        /* or how far apart; 0: as suits the benchmark */
    unsigned samples;          /* that are wanted of a benchmark, 1 to CONFIG_MOST_SAMPLES */
    enum spread spread;        /* of intervals */
    enum group_order order;    /* in which groups take turns */
    /* Slices of a round, by group; further groups have one. */
    uint8_t shares[CONFIG_MOST_SHARES];
    unsigned n_shares;
    unsigned seed;

    unsigned hooks; /* HOOK_..., beside those that watch: */
    unsigned n_watches;
    struct watch watches[CONFIG_MOST_WATCHES];

    enum report_choice report;
    char output_file[CONFIG_FILE_BYTES];   /* the name of run_p5mon's file; empty: none is sent */
    unsigned verbose_level;                /* 1: each repetition is announced; 2: each execution */
    unsigned dump_parms, warn_not_defined; /* 0 or 1 */
    enum warn warn_defined_twice, warn_not_used;
    char warn_file[CONFIG_FILE_BYTES], dump_file[CONFIG_FILE_BYTES];
    uint16_t console_port; /* I/O address of the UART; 0: none, the report is for the screen */
    uint32_t console_baud;
    enum uart_flow flow;
    unsigned noise; /* seconds that the machine is watched for before; or one of these: */
#define CONFIG_NOISE_SHORT   0          /* a fiftieth of a second */
#define CONFIG_NOISE_DEFAULT UINT32_MAX /* by platform: a second on silicon, else that */
    unsigned page; /* seconds that a full screen waits for a key; 0: it does not */
    unsigned runs; /* 1 to CONFIG_MOST_RUNS: how often everything is measured */
    enum exit_way exit;
};

/* As settings and wire have them. */
const char *state_name(enum state state);
const char *ablate_name(enum ablate ablate);
const char *paging_name(enum pages pages);

/* The rings in which events count that ask for none of their own, as a mask of PMC_RING_. */
unsigned config_count_rings(const struct config *config);

/* Whether repetitions go on until intervals are as narrow as asked for. */
static inline bool config_has_target(const struct config *config)
{
    return config->ci_target || config->ci_counts;
}

/* The defaults: every benchmark, all of pmc's events, 20 repetitions, records on COM1 at 115200.
   (Where experiment=profile names no event, it counts time alone.) */
void config_default(struct config *config, const struct pmc *pmc);

/* Who hears warnings, each a sentence that names source, line and key, for a file of that name. */
struct config_listener {
    void (*warning)(void *to, const char *file, const char *what);
    void *to;
};

/*
 * Whether the experiment wants this benchmark, or case of one: a glob matches its name or, of a
 * case, the benchmark's, or is the last part of either.
 */
bool config_wants(const struct config *config, const char *benchmark);

/* Whether a glob may match a case of that benchmark: cheap, and false for most that it does not. */
bool config_glob_may_match(const char *glob, const char *base);

/* Whether it may want a case of that benchmark. */
bool config_may_want(const struct config *config, const char *base);

/* One of the globs, from 0; false where there are no more. */
bool config_glob(const struct config *config, unsigned i, char *glob, size_t size);
bool config_glob_matches(const char *glob, const char *benchmark);

/*
 * Reads a command line as multiboot loaders pass it: the kernel's own path first (a word without
 * '='), then name=value words, with run_p5mon's -F before them or not. Returns 0, or -1 with a
 * sentence in error[CONFIG_ERROR_BYTES] that names the key, the value it had and what is allowed.
 * The other settings are read all the same, so that the error goes to the console, and ends the run
 * in the way, that was asked for.
 */
int config_parse(struct config *config, const struct pmc *pmc, const char *line, char *error,
                 const struct config_listener *listener);

/*
 * Applies more of such words to settings that are there, as a source of their own: `source` stands
 * before what is wrong. 0, or -1 with that in error[CONFIG_ERROR_BYTES], and *config is as it was
 * or half changed.
 */
int config_change(struct config *config, const struct pmc *pmc, const char *source,
                  const char *words, char *error);

/*
 * The same with the settings of an experiment file (kernel/settings/parms.h) first; the command
 * line wins. `name` is the file's, for messages, and is kept. `listener` may be NULL.
 */
int config_parse_file(struct config *config, const struct pmc *pmc, const char *name,
                      const char *text, size_t length, const char *line, char *error,
                      const struct config_listener *listener);
