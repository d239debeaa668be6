/*
 * SPDX-License-Identifier: MIT
 * An experiment file: programs, and experiments. An experiment is a set of events that are counted
 * together.
 */
#pragma once

#include "host/pentium4/xml/emon_config.h"
#include "pmc/netburst/netburst_assign.h"

enum sampling_kind { SAMPLING_NONE, SAMPLING_IMPRECISE, SAMPLING_PRECISE };

/* The content of <ebs/>. */
struct event_sampling {
    enum sampling_kind kind;
    long line;
    double interval;     /* events from one sample to the next */
    double buffer, most; /* samples; 0: not given */
    bool all;            /* all registers instead of only the address */
};

/* An event of an experiment. */
struct instance {
    const char *name, *base;
    long line;
    bool upstream; /* not requested: it tags for counts[of] */
    unsigned of;
    struct event_sampling sampling;
};

struct experiment {
    const char *name;
    long line;
    struct instance instances[NETBURST_COUNTERS];
    struct netburst_count counts[NETBURST_COUNTERS]; /* of instances[i] */
    unsigned n;
    struct netburst_plan plan; /* set by experiment_file_assign() */
};

struct experiment_program {
    const char *name, *command;
    long line;
    const char *bench; /* the benchmark that runs in its place; NULL: not known yet */
};

struct experiments {
    struct xml_file xml;
    struct xml_errors errors;
    struct string_set strings;
    const struct config *config;
    const xmlNode *usual; /* <default>, or NULL */
    const char *processor;
    struct experiment_program *programs;
    struct experiment *experiments;
    unsigned n_programs, n_experiments;
};

/* Returns 0, or -1 after messages that name lines. Call experiment_file_close() in either case. */
int experiment_file_open(struct experiments *experiments, const struct config *config,
                         const char *path, bool strict);
void experiment_file_close(struct experiments *experiments);

/*
 * Assigns the registers of each experiment for a machine. Returns 0, or -1 after a message for each
 * experiment that does not fit, which names the event and the conflict.
 */
int experiment_file_assign(struct experiments *experiments, const struct netburst_machine *machine);

/*
 * Reads an event from its element, and adds it to the experiment together with the event that tags
 * for it.
 */
void event_instance_read(struct experiments *experiments, struct experiment *experiment,
                         const xmlNode *node);

/* Returns the sampled event of an experiment; NULL if no event is sampled. */
const struct instance *event_sampling_of(const struct experiment *experiment);

/* Reads <ebs/> of an event that is counted by `counting`. */
void event_sampling_read(struct experiments *experiments, const xmlNode *node,
                         const struct config_event *counting, struct event_sampling *sampling);
