/*
 * SPDX-License-Identifier: MIT
 * Reads a configuration file: the registers, and the lookup of names.
 */
#include "host/pentium4/xml/emon_config.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "host/base/allocation.h"
#include "host/pentium4/xml/bit_settings.h"

#define ROOT     "emon_config"
#define REGISTER 64u /* bits */

const char *const config_register_names[] = {"escr_config", "cccr_config", "counter_config",
                                             "pebs_enable", "pebs_matrix_vert"};

/* ---- fields --------------------------------------------------------------------------------- */

uint64_t emon_config_bits(const struct config_field *field)
{
    unsigned width = field->high - field->low + 1;
    return (width < REGISTER ? (UINT64_C(1) << width) - 1 : UINT64_MAX) << field->low;
}

uint64_t emon_config_usual(const struct config_fields *fields)
{
    uint64_t usual = 0;
    for (unsigned i = 0; i < fields->n; i++)
        usual |= fields->field[i].usual;
    return usual;
}

const struct config_field *emon_config_find_field(const struct config_fields *fields,
                                                  const char *name)
{
    for (unsigned i = 0; i < fields->n; i++)
        if (xml_same(fields->field[i].name, name))
            return &fields->field[i];
    return NULL;
}

char *emon_config_names(const struct config_fields *fields)
{
    char *names = allocate_copy("");
    for (unsigned i = 0; i < fields->n; i++) {
        char *longer = allocate_text("%s%s%s", names, i ? ", " : "", fields->field[i].name);
        free(names);
        names = longer;
    }
    return names;
}

/* Parses "9-24" or "9". Returns 0, or -1. */
static int emon_config_read_range(const char *text, unsigned bits, unsigned *low, unsigned *high)
{
    int used = 0;
    if (sscanf(text, " %u %n", low, &used) != 1)
        return -1;
    *high = *low;
    if (text[used] == '-' && sscanf(text + used, "- %u %n", high, &used) == 1)
        text = strchr(text, '-') + 1;
    else if (text[used])
        return -1;
    return *low <= *high && *high < bits ? 0 : -1;
}

static void emon_config_read_default(struct config *config, const xmlNode *node,
                                     struct config_field *field)
{
    char *text = xml_attribute(node, "default");
    unsigned width = field->high - field->low + 1;
    uint64_t value = 0;
    if (text && bit_settings_read_binary(text, width, &value))
        xml_error_refuse(&config->errors, field->line,
                         "<%s default=\"%s\">: expected a binary number of %u digits", field->name,
                         text, width);
    else
        field->usual = value << field->low;
    free(text);
}

void emon_config_read_fields(struct config *config, const xmlNode *node,
                             struct config_fields *fields, unsigned bits)
{
    XML_FOR(child, node)
    {
        struct config_field field = {.line = xml_line(child)};
        char *range = xml_attribute(child, "bits");
        field.name = string_set_add(&config->strings, xml_name(child), strlen(xml_name(child)));
        if (!range || emon_config_read_range(range, bits, &field.low, &field.high)) {
            xml_error_refuse(&config->errors, field.line,
                             "<%s%s%s%s>: expected bits=\"LOW-HIGH\" or bits=\"BIT\", from 0 to %u",
                             field.name, range ? " bits=\"" : "", range ? range : "",
                             range ? "\"" : "", bits - 1);
        } else {
            emon_config_read_default(config, child, &field);
            *(struct config_field *)allocate_element(&fields->field, &fields->n, sizeof field) =
                field;
        }
        free(range);
    }
}

/* ---- lookup --------------------------------------------------------------------------------- */

const struct config_event *emon_config_find_event(const struct config *config, const char *name)
{
    for (unsigned i = 0; i < config->n_events; i++)
        if (xml_same(config->events[i].name, name))
            return &config->events[i];
    return NULL;
}

const struct config_tagged *emon_config_find_tagged(const struct config *config, const char *name)
{
    for (unsigned i = 0; i < config->n_tagged; i++)
        if (xml_same(config->tagged[i].name, name))
            return &config->tagged[i];
    return NULL;
}

/* ---- configuration file --------------------------------------------------------------------- */

static uint8_t emon_config_escr_at(unsigned long address)
{
    for (unsigned i = 0; i < NETBURST_ESCRS; i++)
        if (netburst_escrs[i].address == address)
            return (uint8_t)i;
    return NETBURST_NONE;
}

/* <escrs>: user-defined names for the addresses of ESCRs. */
static void emon_config_read_escrs(struct config *config, const xmlNode *node)
{
    XML_FOR(child, node)
    {
        char *address = xml_attribute(child, "address");
        uint8_t escr = address ? emon_config_escr_at(strtoul(address, NULL, 0)) : NETBURST_NONE;
        if (escr == NETBURST_NONE) {
            xml_error_refuse(&config->errors, xml_line(child),
                             "<%s>: address=\"%s\" is not the address of an ESCR (0x3a0 to 0x3e1)",
                             xml_name(child), address ? address : "");
        } else {
            struct config_escr *named =
                allocate_element(&config->escrs, &config->n_escrs, sizeof *named);
            named->name =
                string_set_add(&config->strings, xml_name(child), strlen(xml_name(child)));
            named->escr = escr;
        }
        free(address);
    }
}

static void emon_config_read_part(struct config *config, const xmlNode *node)
{
    for (unsigned i = 0; i < CONFIG_REGISTERS; i++) {
        if (!xml_same(xml_name(node), config_register_names[i]))
            continue;
        emon_config_read_fields(config, node, &config->registers[i], REGISTER);
        return;
    }
    if (xml_same(xml_name(node), "escrs"))
        emon_config_read_escrs(config, node);
    else if (xml_same(xml_name(node), "normal_events"))
        emon_events_read(config, node);
    else if (!xml_same(xml_name(node), "tag_events") && !xml_same(xml_name(node), "counters"))
        xml_error_note(&config->errors, xml_line(node), "<%s> is not known here and was ignored",
                       xml_name(node));
}

/* Checks that the fields exist which settings depend on. */
static void emon_config_check(struct config *config)
{
    static const char *const wanted[][3] = {{"usr", "os", "event_mask"},
                                            {"compare", "threshold", "enable"}};
    for (unsigned i = 0; i <= CONFIG_CCCR; i++)
        for (unsigned f = 0; f < 3; f++)
            if (!emon_config_find_field(&config->registers[i], wanted[i][f]))
                xml_error_refuse(&config->errors, 0, "<%s> has no field <%s>",
                                 config_register_names[i], wanted[i][f]);
    if (!config->n_events)
        xml_error_refuse(&config->errors, 0,
                         "the file defines no event; events are defined in <normal_events>");
}

int emon_config_open(struct config *config, const char *path, bool strict)
{
    *config = (struct config){
        .errors = {.file = path ? path : "the built-in configuration", .strict = strict}};
    size_t length = 0;
    char *own = path ? NULL : emon_writer_text(&length);
    int status = path ? xml_file_open(&config->xml, &config->errors, path, NULL)
                      : xml_file_open_text(&config->xml, &config->errors, own, length, ROOT);
    free(own);
    if (status)
        return -1;
    XML_FOR(child, config->xml.root)
    emon_config_read_part(config, child);
    XML_FOR(child, config->xml.root) /* after all events, since tagged events name them */
    if (xml_same(xml_name(child), "tag_events"))
        emon_tagged_read(config, child);
    if (config->xml.after)
        xml_error_refuse(&config->errors, xml_line(xml_element(config->xml.after->children)),
                         "<%s> is after the end of the configuration, </%s>",
                         xml_name(xml_element(config->xml.after->children)),
                         xml_name(config->xml.root));
    if (!config->errors.refused)
        emon_config_check(config);
    return config->errors.refused ? -1 : 0;
}

void emon_config_close(struct config *config)
{
    for (unsigned i = 0; i < config->n_events; i++) {
        free(config->events[i].parts.field);
        free(config->events[i].own_parts);
    }
    for (unsigned i = 0; i < CONFIG_REGISTERS; i++)
        free(config->registers[i].field);
    free(config->events);
    free(config->tagged);
    free(config->escrs);
    string_set_free(&config->strings);
    xml_file_close(&config->xml);
}
