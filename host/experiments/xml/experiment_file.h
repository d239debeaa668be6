/*
 * SPDX-License-Identifier: MIT
 * An experiment file: programs, and experiments, each a set of events that are counted together.
 */
#pragma once

#include "host/experiments/xml/emon_config.h"
#include "pmc/netburst/netburst_assign.h"

enum sampling_kind { SAMPLING_NONE, SAMPLING_IMPRECISE, SAMPLING_PRECISE };

/* <ebs/> */
struct event_sampling {
    enum sampling_kind kind;
    long line;
    double interval;     /* events from sample to sample */
    double buffer, most; /* samples; 0: not said */
    bool all;            /* all registers, not the address alone */
};

/* An event of an experiment. */
struct instance {
    const char *name, *base;
    long line;
    bool upstream; /* not asked for: it tags for counts[of] */
    unsigned of;
    struct event_sampling sampling;
};

struct experiment {
    const char *name;
    long line;
    struct instance instances[NETBURST_COUNTERS];
    struct netburst_count counts[NETBURST_COUNTERS]; /* of instances[i] */
    unsigned n;
    struct netburst_plan plan; /* experiments_assign() */
};

struct program {
    const char *name, *command;
    long line;
    const char *bench; /* that stands for it; NULL: not known yet */
};

struct experiments {
    struct xml_file xml;
    struct slips slips;
    struct strings strings;
    const struct config *config;
    const xmlNode *usual; /* <default>, or NULL */
    const char *processor;
    struct program *programs;
    struct experiment *experiments;
    unsigned n_programs, n_experiments;
};

/* 0, or -1 after messages that name lines. experiments_close() in either case. */
int experiments_open(struct experiments *experiments, const struct config *config, const char *path,
                     bool strict);
void experiments_close(struct experiments *experiments);

/* The registers of each experiment on that machine. 0, or -1 after a message for each that does not
 * fit, with the event and what is in its way. */
int experiments_assign(struct experiments *experiments, const struct netburst_machine *machine);

/* An event from its element, added to the experiment with what tags for it. */
void instance_read(struct experiments *experiments, struct experiment *experiment,
                   const xmlNode *node);

/* The event of an experiment that is sampled; NULL: none is. */
const struct instance *experiment_sampled(const struct experiment *experiment);

/* <ebs/> of an event that counts so. */
void sampling_read(struct experiments *experiments, const xmlNode *node,
                   const struct config_event *counting, struct event_sampling *sampling);
