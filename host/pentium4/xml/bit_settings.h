/*
 * SPDX-License-Identifier: MIT
 * Handles <set>, <clr> and <NAME val="0110"/>: named bits of an event's two registers and of its
 * counter's start value.
 */
#pragma once

#include "host/pentium4/xml/emon_tables.h"

/* The registers that are being set. */
struct emon_bits {
    uint64_t escr, cccr, counter;
};

/* The tables in which names are looked up. */
struct bit_names {
    const struct config *config;
    struct xml_errors *errors;          /* of the file that contains the settings */
    const struct config_event *event;   /* provides the parts; NULL: no event */
    const struct config_tagged *tagged; /* the tagged event that the event counts; or NULL */
};

/*
 * Returns whether the element is one of the three forms, or <val>, which contains the third form.
 */
bool bit_settings_are_given(struct xml_errors *errors, const xmlNode *node);

/* Applies all settings among the children of `node` and ignores other children. */
void bit_settings_apply(const struct bit_names *names, const xmlNode *node, struct emon_bits *bits);

/* Applies <set> and <clr> for the fields of a single register: one of the two PEBS registers. */
void bit_settings_of_register(struct xml_errors *errors, const struct config_fields *fields,
                              const xmlNode *node, uint64_t *value);

/*
 * Parses a binary number of at most `digits` digits, or with a minus sign a decimal one, as two's
 * complement: -200 lets a counter overflow with its 200th event. Returns 0, or -1.
 */
int bit_settings_read_binary(const char *text, unsigned digits, uint64_t *value);
