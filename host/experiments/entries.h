/*
 * SPDX-License-Identifier: MIT
 * The counters of an experiment, one by one, as files and runs want them.
 */
#pragma once

#include <stdio.h>

#include "host/experiments/xml/experiment_file.h"

struct entry {
    unsigned counter;
    uint8_t escr; /* index in netburst_escrs */
    uint32_t cccr_value, escr_value;
    const char *name;  /* the event's in the file; of what tags the upstream event's */
    const char *event; /* its base; of what tags the name that it tags for */
    bool tags;
};

/* What is asked for comes first, in its order. Their number. */
unsigned entries_of(const struct experiment *experiment, struct entry entries[NETBURST_COUNTERS]);

/* ESCRs that are set without a counter, as a mask. */
uint64_t entries_alone(const struct experiment *experiment);

/*
 * "x87_fp_retired:u@12,...": those of the file and what tags for an event of one's own, in their
 * order, as `-e` takes them; to be freed.
 */
char *entries_words(const struct experiment *experiment);

/* The event that is sampled, for a source: its counter is the kernel's to choose. To be freed. */
char *entries_source(const struct experiment *experiment, const struct instance *sampled);

/* Whether PEBS_ENABLE has a value that no event of the words asks for. */
bool entries_set_pebs(const struct experiment *experiment);

/* The register file of libp4pm: to be freed. */
char *register_file(const struct experiment *experiment, const char *source, size_t *length);

/* The file of register values that abyss was given: likewise. */
char *abyss_input(const struct experiment *experiment, const char *program, const char *source,
                  size_t *length);
