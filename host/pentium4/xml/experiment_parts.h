/*
 * SPDX-License-Identifier: MIT
 * Programs, experiments and their events, as read from an experiment file.
 */
#pragma once

#include "host/pentium4/xml/event_sampling.h"
#include "pmc/netburst/netburst_assign.h"

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
