/*
 * SPDX-License-Identifier: MIT
 * <set>, <clr> and <NAME val="0110"/>: named bits of an event's two registers.
 */
#pragma once

#include "host/experiments/xml/emon_config.h"

/* What is being set. */
struct bits {
    uint64_t escr, cccr;
};

/* What names mean. */
struct names {
    const struct config *config;
    struct slips *slips;                /* of the file that the settings stand in */
    const struct config_event *event;   /* its parts; NULL: of no event */
    const struct config_tagged *tagged; /* the event counts for it; or NULL */
};

/* Whether the element is one of the three forms, or <val>, which holds the third. */
bool bits_are_settings(struct slips *slips, const xmlNode *node);

/* All settings among the children of `node` are done; other children are left alone. */
void bits_apply(const struct names *names, const xmlNode *node, struct bits *bits);

/* <set> and <clr> of one register's fields alone, for the two PEBS registers. */
void bits_of_register(struct slips *slips, const struct config_fields *fields, const xmlNode *node,
                      uint64_t *value);

/* A binary number of so many digits at most; 0, or -1. */
int binary_read(const char *text, unsigned digits, uint64_t *value);
