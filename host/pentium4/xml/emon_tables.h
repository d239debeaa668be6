/*
 * SPDX-License-Identifier: MIT
 * The tables of a configuration, and the lookup of names in them.
 */
#pragma once

#include "host/base/string_set.h"
#include "host/pentium4/xml/xml_file.h"
#include "pmc/netburst/netburst_count.h"

#define CONFIG_REGISTER_BITS 64u

/* Named bits of a register. */
struct config_field {
    const char *name;
    unsigned low, high;
    uint64_t usual; /* the default, shifted to the field */
    long line;
};

struct config_fields {
    struct config_field *field;
    unsigned n;
};

/* The registers; their elements have the same names. */
enum config_register {
    CONFIG_ESCR,
    CONFIG_CCCR,
    CONFIG_COUNTER,
    CONFIG_ENABLE,
    CONFIG_VERTICAL,
    CONFIG_REGISTERS,
};
extern const char *const config_register_names[CONFIG_REGISTERS];

struct config_event {
    const char *name;
    long line;
    const struct netburst_event *table; /* the same event in pmc/netburst; NULL if none exists */
    struct netburst_event own;
    struct netburst_mask *own_parts;
    struct config_fields parts; /* bits of the ESCR */
    bool for_pebs;
};

/* A tagged event: the event that tags and the event that counts the tags. */
struct config_tagged {
    const char *name;
    long line;
    enum netburst_tagging way;
    const struct config_event *counting, *upstream; /* upstream: NULL for most replay tags */
    uint64_t counting_escr, counting_cccr;
    uint64_t upstream_escr;
    uint8_t upstream_at;                 /* the ESCR that upstream requires; NETBURST_NONE: any */
    uint32_t enable, vertical;           /* PEBS_ENABLE, PEBS_MATRIX_VERT */
    const struct netburst_tagged *table; /* the same in pmc/netburst; NULL if none exists */
    struct netburst_tagged own;          /* a replay tag that is not in the table */
};

/* An additional name for an ESCR. */
struct config_escr {
    const char *name;
    uint8_t escr;
};

struct config {
    struct xml_file xml;
    struct xml_errors errors;
    struct string_set strings;
    struct config_fields registers[CONFIG_REGISTERS];
    struct config_escr *escrs;
    struct config_event *events;
    struct config_tagged *tagged;
    unsigned n_escrs, n_events, n_tagged;
};

/* Returns the event that the counter assignment uses. */
static inline const struct netburst_event *emon_tables_event_of(const struct config_event *event)
{
    return event->table ? event->table : &event->own;
}

/* Find by name, without regard to case; NULL if none exists. */
const struct config_event *emon_tables_find_event(const struct config *config, const char *name);
const struct config_tagged *emon_tables_find_tagged(const struct config *config, const char *name);
const struct config_field *emon_tables_find_field(const struct config_fields *fields,
                                                  const char *name);

/* Returns a register's default value. */
uint64_t emon_tables_usual(const struct config_fields *fields);

/* Returns the mask of a field's bits in its register. */
uint64_t emon_tables_bits(const struct config_field *field);

/* Returns "nbogus, bogus". The caller frees it. */
char *emon_tables_names(const struct config_fields *fields);
