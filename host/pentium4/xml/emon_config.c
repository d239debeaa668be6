/*
 * SPDX-License-Identifier: MIT
 * Reads a configuration file.
 */
#include "host/pentium4/xml/emon_config.h"

#include <stdlib.h>
#include <string.h>

#include "host/base/allocation.h"
#include "host/pentium4/xml/emon_events.h"
#include "host/pentium4/xml/emon_fields.h"
#include "host/pentium4/xml/emon_tagged.h"
#include "host/pentium4/xml/emon_writer.h"

#define ROOT "emon_config"

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
        emon_fields_read(config, node, &config->registers[i], CONFIG_REGISTER_BITS);
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
            if (!emon_tables_find_field(&config->registers[i], wanted[i][f]))
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
