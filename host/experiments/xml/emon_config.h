/*
 * SPDX-License-Identifier: MIT
 * A configuration file: which bits registers have, and what can be counted. Its events are those of
 * pmc/netburst where they are the same, and else made here, so that assignment knows them.
 */
#pragma once

#include "host/base/string_set.h"
#include "host/experiments/xml/xml_file.h"
#include "pmc/netburst/netburst_count.h"

/* Named bits of a register. */
struct config_field {
    const char *name;
    unsigned low, high;
    uint64_t usual; /* the default, at its place */
    long line;
};

struct config_fields {
    struct config_field *field;
    unsigned n;
};

/* The registers, named as their elements are. */
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
    const struct netburst_event *table; /* the same of pmc/netburst; NULL: there is none */
    struct netburst_event own;
    struct netburst_mask *own_parts;
    struct config_fields parts; /* bits of the ESCR */
    bool for_pebs;
};

/* What is counted by tags: both ends. */
struct config_tagged {
    const char *name;
    long line;
    enum netburst_tagging way;
    const struct config_event *counting, *upstream; /* upstream: NULL of most replays */
    uint64_t counting_escr, counting_cccr;
    uint64_t upstream_escr;
    uint8_t upstream_at;                 /* the ESCR that it has to be; NETBURST_NONE: any */
    uint32_t enable, vertical;           /* PEBS_ENABLE, PEBS_MATRIX_VERT */
    const struct netburst_tagged *table; /* the same of pmc/netburst; NULL: there is none */
    struct netburst_tagged own;          /* of a replay without one, with its two registers */
};

/* A name for an ESCR besides its own. */
struct config_escr {
    const char *name;
    uint8_t escr;
};

struct config {
    struct xml_file xml;
    struct slips slips;
    struct strings strings;
    struct config_fields registers[CONFIG_REGISTERS];
    struct config_escr *escrs;
    struct config_event *events;
    struct config_tagged *tagged;
    unsigned n_escrs, n_events, n_tagged;
};

/*
 * Reads the file, NULL for the one that is made of our own tables; `strict` refuses all slips. 0,
 * or -1 after messages that name lines. config_close() in either case.
 */
int config_open(struct config *config, const char *path, bool strict);
void config_close(struct config *config);

/* As assignment knows it. */
static inline const struct netburst_event *config_event_of(const struct config_event *event)
{
    return event->table ? event->table : &event->own;
}

/* By name, letter case ignored; NULL for none. */
const struct config_event *config_find_event(const struct config *config, const char *name);
const struct config_tagged *config_find_tagged(const struct config *config, const char *name);
const struct config_field *config_find_field(const struct config_fields *fields, const char *name);

/* What a register is where nothing sets a bit. */
uint64_t config_usual(const struct config_fields *fields);

/* Bits of a field, at their place. */
uint64_t config_bits(const struct config_field *field);

/* "nbogus, bogus": to be freed. */
char *config_names(const struct config_fields *fields);

/* The parts of reading: events and tagged events from the element that holds them. */
void config_read_fields(struct config *config, const xmlNode *node, struct config_fields *fields,
                        unsigned bits);
void config_read_events(struct config *config, const xmlNode *node);
void config_read_tagged(struct config *config, const xmlNode *node);

/* The configuration of our own tables, as a file: to be freed. */
char *config_write(size_t *length);
