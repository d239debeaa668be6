/*
 * SPDX-License-Identifier: MIT
 * How an event is sampled: the element <ebs/>.
 */
#pragma once

#include "host/pentium4/xml/emon_tables.h"

enum sampling_kind { SAMPLING_NONE, SAMPLING_IMPRECISE, SAMPLING_PRECISE };

/* The content of <ebs/>. */
struct event_sampling {
    enum sampling_kind kind;
    long line;
    double interval;     /* events from one sample to the next */
    double buffer, most; /* samples; 0: not given */
    bool all;            /* all registers instead of only the address */
};

/* Reads <ebs/> of an event that is counted by `counting`. */
void event_sampling_read(struct xml_errors *errors, const xmlNode *node,
                         const struct config_event *counting, struct event_sampling *sampling);
