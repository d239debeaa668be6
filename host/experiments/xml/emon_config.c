/*
 * SPDX-License-Identifier: MIT
 * Reads a configuration file: the registers, and the lookup of names.
 */
#include "host/experiments/xml/emon_config.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "host/base/allocate.h"
#include "host/experiments/xml/bit_settings.h"

#define ROOT     "emon_config"
#define REGISTER 64u /* bits */

const char *const config_register_names[] = {"escr_config", "cccr_config", "counter_config",
                                             "pebs_enable", "pebs_matrix_vert"};

/* ---- fields --------------------------------------------------------------------------------- */

uint64_t config_bits(const struct config_field *field)
{
    unsigned width = field->high - field->low + 1;
    return (width < REGISTER ? (UINT64_C(1) << width) - 1 : UINT64_MAX) << field->low;
}

uint64_t config_usual(const struct config_fields *fields)
{
    uint64_t usual = 0;
    for (unsigned i = 0; i < fields->n; i++)
        usual |= fields->field[i].usual;
    return usual;
}

const struct config_field *config_find_field(const struct config_fields *fields, const char *name)
{
    for (unsigned i = 0; i < fields->n; i++)
        if (xml_same(fields->field[i].name, name))
            return &fields->field[i];
    return NULL;
}

char *config_names(const struct config_fields *fields)
{
    char *names = memory_text("");
    for (unsigned i = 0; i < fields->n; i++) {
        char *longer = memory_print("%s%s%s", names, i ? ", " : "", fields->field[i].name);
        free(names);
        names = longer;
    }
    return names;
}

/* Parses "9-24" or "9". Returns 0, or -1. */
static int read_range(const char *text, unsigned bits, unsigned *low, unsigned *high)
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

static void read_default(struct config *config, const xmlNode *node, struct config_field *field)
{
    char *text = xml_attribute(node, "default");
    unsigned width = field->high - field->low + 1;
    uint64_t value = 0;
    if (text && binary_read(text, width, &value))
        slip_refuse(&config->slips, field->line,
                    "<%s default=\"%s\">: expected a binary number of %u digits", field->name, text,
                    width);
    else
        field->usual = value << field->low;
    free(text);
}

void config_read_fields(struct config *config, const xmlNode *node, struct config_fields *fields,
                        unsigned bits)
{
    XML_FOR(child, node)
    {
        struct config_field field = {.line = xml_line(child)};
        char *range = xml_attribute(child, "bits");
        field.name = strings_keep(&config->strings, xml_name(child), strlen(xml_name(child)));
        if (!range || read_range(range, bits, &field.low, &field.high)) {
            slip_refuse(&config->slips, field.line,
                        "<%s%s%s%s>: expected bits=\"LOW-HIGH\" or bits=\"BIT\", from 0 to %u",
                        field.name, range ? " bits=\"" : "", range ? range : "", range ? "\"" : "",
                        bits - 1);
        } else {
            read_default(config, child, &field);
            *(struct config_field *)memory_add(&fields->field, &fields->n, sizeof field) = field;
        }
        free(range);
    }
}

/* ---- lookup --------------------------------------------------------------------------------- */

const struct config_event *config_find_event(const struct config *config, const char *name)
{
    for (unsigned i = 0; i < config->n_events; i++)
        if (xml_same(config->events[i].name, name))
            return &config->events[i];
    return NULL;
}

const struct config_tagged *config_find_tagged(const struct config *config, const char *name)
{
    for (unsigned i = 0; i < config->n_tagged; i++)
        if (xml_same(config->tagged[i].name, name))
            return &config->tagged[i];
    return NULL;
}

/* ---- configuration file --------------------------------------------------------------------- */

static uint8_t escr_at_address(unsigned long address)
{
    for (unsigned i = 0; i < NETBURST_ESCRS; i++)
        if (netburst_escrs[i].address == address)
            return (uint8_t)i;
    return NETBURST_NONE;
}

/* <escrs>: user-defined names for the addresses of ESCRs. */
static void read_escrs(struct config *config, const xmlNode *node)
{
    XML_FOR(child, node)
    {
        char *address = xml_attribute(child, "address");
        uint8_t escr = address ? escr_at_address(strtoul(address, NULL, 0)) : NETBURST_NONE;
        if (escr == NETBURST_NONE) {
            slip_refuse(&config->slips, xml_line(child),
                        "<%s>: address=\"%s\" is not the address of an ESCR (0x3a0 to 0x3e1)",
                        xml_name(child), address ? address : "");
        } else {
            struct config_escr *named = memory_add(&config->escrs, &config->n_escrs, sizeof *named);
            named->name = strings_keep(&config->strings, xml_name(child), strlen(xml_name(child)));
            named->escr = escr;
        }
        free(address);
    }
}

static void read_part(struct config *config, const xmlNode *node)
{
    for (unsigned i = 0; i < CONFIG_REGISTERS; i++) {
        if (!xml_same(xml_name(node), config_register_names[i]))
            continue;
        config_read_fields(config, node, &config->registers[i], REGISTER);
        return;
    }
    if (xml_same(xml_name(node), "escrs"))
        read_escrs(config, node);
    else if (xml_same(xml_name(node), "normal_events"))
        config_read_events(config, node);
    else if (!xml_same(xml_name(node), "tag_events") && !xml_same(xml_name(node), "counters"))
        slip_tell(&config->slips, xml_line(node), "<%s> is not known here and was ignored",
                  xml_name(node));
}

/* Checks that the fields exist which settings depend on. */
static void check_whole(struct config *config)
{
    static const char *const wanted[][3] = {{"usr", "os", "event_mask"},
                                            {"compare", "threshold", "enable"}};
    for (unsigned i = 0; i <= CONFIG_CCCR; i++)
        for (unsigned f = 0; f < 3; f++)
            if (!config_find_field(&config->registers[i], wanted[i][f]))
                slip_refuse(&config->slips, 0, "<%s> has no field <%s>", config_register_names[i],
                            wanted[i][f]);
    if (!config->n_events)
        slip_refuse(&config->slips, 0,
                    "the file defines no event; events are defined in <normal_events>");
}

int config_open(struct config *config, const char *path, bool strict)
{
    *config = (struct config){
        .slips = {.file = path ? path : "the built-in configuration", .strict = strict}};
    size_t length = 0;
    char *own = path ? NULL : config_write(&length);
    int status = path ? xml_open(&config->xml, &config->slips, path, NULL)
                      : xml_open_text(&config->xml, &config->slips, own, length, ROOT);
    free(own);
    if (status)
        return -1;
    XML_FOR(child, config->xml.root)
    read_part(config, child);
    XML_FOR(child, config->xml.root) /* after all events, since tagged events name them */
    if (xml_same(xml_name(child), "tag_events"))
        config_read_tagged(config, child);
    if (config->xml.behind)
        slip_refuse(&config->slips, xml_line(xml_element(config->xml.behind->children)),
                    "<%s> is after the end of the configuration, </%s>",
                    xml_name(xml_element(config->xml.behind->children)),
                    xml_name(config->xml.root));
    if (!config->slips.refused)
        check_whole(config);
    return config->slips.refused ? -1 : 0;
}

void config_close(struct config *config)
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
    strings_free(&config->strings);
    xml_close(&config->xml);
}
