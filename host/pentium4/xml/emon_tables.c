/*
 * SPDX-License-Identifier: MIT
 * Looks up fields, events and tagged events.
 */
#include "host/pentium4/xml/emon_tables.h"

#include <stdlib.h>

#include "host/base/allocation.h"

const char *const config_register_names[] = {"escr_config", "cccr_config", "counter_config",
                                             "pebs_enable", "pebs_matrix_vert"};

/* ---- fields --------------------------------------------------------------------------------- */

uint64_t emon_tables_bits(const struct config_field *field)
{
    unsigned width = field->high - field->low + 1;
    return (width < CONFIG_REGISTER_BITS ? (UINT64_C(1) << width) - 1 : UINT64_MAX) << field->low;
}

uint64_t emon_tables_usual(const struct config_fields *fields)
{
    uint64_t usual = 0;
    for (unsigned i = 0; i < fields->n; i++)
        usual |= fields->field[i].usual;
    return usual;
}

const struct config_field *emon_tables_find_field(const struct config_fields *fields,
                                                  const char *name)
{
    for (unsigned i = 0; i < fields->n; i++)
        if (xml_same(fields->field[i].name, name))
            return &fields->field[i];
    return NULL;
}

char *emon_tables_names(const struct config_fields *fields)
{
    char *names = allocate_copy("");
    for (unsigned i = 0; i < fields->n; i++) {
        char *longer = allocate_text("%s%s%s", names, i ? ", " : "", fields->field[i].name);
        free(names);
        names = longer;
    }
    return names;
}

/* ---- lookup --------------------------------------------------------------------------------- */

const struct config_event *emon_tables_find_event(const struct config *config, const char *name)
{
    for (unsigned i = 0; i < config->n_events; i++)
        if (xml_same(config->events[i].name, name))
            return &config->events[i];
    return NULL;
}

const struct config_tagged *emon_tables_find_tagged(const struct config *config, const char *name)
{
    for (unsigned i = 0; i < config->n_tagged; i++)
        if (xml_same(config->tagged[i].name, name))
            return &config->tagged[i];
    return NULL;
}
