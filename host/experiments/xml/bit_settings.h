/*
 * SPDX-License-Identifier: MIT
 * Handles <set>, <clr> and <NAME val="0110"/>: named bits of an event's two registers.
 */
#pragma once

#include "host/experiments/xml/emon_config.h"

/* The registers that are being set. */
struct bits {
    uint64_t escr, cccr;
};

/* The tables in which names are looked up. */
struct names {
    const struct config *config;
    struct slips *slips;                /* of the file that contains the settings */
    const struct config_event *event;   /* provides the parts; NULL: no event */
    const struct config_tagged *tagged; /* the tagged event that the event counts; or NULL */
};

/*
 * Returns whether the element is one of the three forms, or <val>, which contains the third form.
 */
bool bits_are_settings(struct slips *slips, const xmlNode *node);

/* Applies all settings among the children of `node` and ignores other children. */
void bits_apply(const struct names *names, const xmlNode *node, struct bits *bits);

/* Applies <set> and <clr> for the fields of a single register: one of the two PEBS registers. */
void bits_of_register(struct slips *slips, const struct config_fields *fields, const xmlNode *node,
                      uint64_t *value);

/* Parses a binary number of at most `digits` digits. Returns 0, or -1. */
int binary_read(const char *text, unsigned digits, uint64_t *value);
