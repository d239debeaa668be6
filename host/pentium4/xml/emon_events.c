/*
 * SPDX-License-Identifier: MIT
 * Reads <normal_events>. Each becomes an event for pmc/netburst.
 */
#include "host/pentium4/xml/emon_events.h"

#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "host/base/allocation.h"
#include "host/pentium4/xml/emon_fields.h"

#define ESCR_BITS   64u
#define OWN_EVENT   0xFEu /* in own_parts: not a part of the table */
#define MASK_HIGH   24u   /* the last bit of the event mask in the ESCR */
#define MOST_SELECT 0x3Fu

/*
 * Finds an ESCR by its name, with or without "msr_" before it, or by a name from <escrs>. Returns
 * NETBURST_NONE if none exists.
 */
static uint8_t emon_events_find_escr(const struct config *config, const char *name)
{
    for (unsigned i = 0; i < config->n_escrs; i++)
        if (xml_same(config->escrs[i].name, name))
            return config->escrs[i].escr;
    if (!strncasecmp(name, "msr_", 4))
        name += 4;
    for (unsigned i = 0; i < NETBURST_ESCRS; i++)
        if (xml_same(netburst_escrs[i].name, name))
            return (uint8_t)i;
    return NETBURST_NONE;
}

static void emon_events_read_select(struct config *config, const xmlNode *node,
                                    struct netburst_event *event)
{
    char *text = xml_file_text_of(node), *end = NULL;
    unsigned long select = text ? strtoul(text, &end, 0) : 0;
    if (!text || *end || select > MOST_SELECT)
        xml_error_refuse(
            &config->errors, xml_line(node),
            "<event_select>%s: expected a number of six bits (0x00 to 0x3f), such as 0x06",
            text ? text : "");
    event->select = (uint8_t)select;
    free(text);
}

static void emon_events_read_escr(struct config *config, const xmlNode *node,
                                  struct netburst_event *event)
{
    char *name = xml_file_text_of(node);
    uint8_t escr = emon_events_find_escr(config, name ? name : "");
    if (escr == NETBURST_NONE)
        xml_error_refuse(
            &config->errors, xml_line(node),
            "'%s' is not an ESCR; allowed: bsu_escr0 to cru_escr5 and the names defined in <escrs>",
            name ? name : "");
    else if (event->escr[0] == NETBURST_NONE)
        event->escr[0] = escr;
    else if (event->escr[1] == NETBURST_NONE)
        event->escr[1] = escr;
    else
        xml_error_refuse(&config->errors, xml_line(node),
                         "a third <escr>: an event has one ESCR, or two that form a pair");
    free(name);
}

static void emon_events_check_parts(struct config *config, const struct config_event *event)
{
    for (unsigned i = 0; i < event->parts.n; i++) {
        const struct config_field *part = &event->parts.field[i];
        if (part->low < ESCR_MASK_SHIFT || part->high > MASK_HIGH)
            xml_error_refuse(&config->errors, part->line,
                             "<%s bits=\"%u\">: the event mask is bits 9 to 24 of the ESCR",
                             part->name, part->low);
    }
}

/* Checks that counters of the same block read both ESCRs, over the same routing. */
static void emon_events_check_escrs(struct config *config, const struct config_event *event)
{
    const uint8_t *at = event->own.escr;
    if (at[0] == NETBURST_NONE) {
        xml_error_refuse(&config->errors, event->line,
                         "<%s> has no <escr>: name the ESCR that selects the event", event->name);
        return;
    }
    if (at[1] == NETBURST_NONE)
        return;
    const struct netburst_escr *a = &netburst_escrs[at[0]], *b = &netburst_escrs[at[1]];
    if (a->block != b->block || a->routing != b->routing || a->side == b->side)
        xml_error_refuse(
            &config->errors, event->line,
            "<%s>: %s and %s are not a pair: counters of one block must be able to read both",
            event->name, a->name, b->name);
}

static bool emon_events_same_escrs(const struct netburst_event *a, const struct netburst_event *b)
{
    return (a->escr[0] == b->escr[0] && a->escr[1] == b->escr[1]) ||
           (a->escr[0] == b->escr[1] && a->escr[1] == b->escr[0]);
}

static uint16_t emon_events_mask(const struct config_fields *parts)
{
    uint64_t bits = 0;
    for (unsigned i = 0; i < parts->n; i++)
        bits |= emon_tables_bits(&parts->field[i]);
    return (uint16_t)(bits >> ESCR_MASK_SHIFT);
}

/* Finds the event in the table with the same select and ESCRs that has all parts of this one. */
static const struct netburst_event *emon_events_in_table(const struct config_event *event)
{
    for (unsigned i = 0; i < NETBURST_EVENTS; i++) {
        const struct netburst_event *candidate = &netburst_events[i];
        if (candidate->select == event->own.select &&
            emon_events_same_escrs(candidate, &event->own) &&
            !(emon_events_mask(&event->parts) & ~netburst_all_masks(candidate)))
            return candidate;
    }
    return NULL;
}

/* Fills in the fields that the counter assignment and its messages need. */
static void emon_events_complete(struct config *config, struct config_event *event)
{
    struct netburst_event *own = &event->own;
    event->own_parts = allocate_zeroed((event->parts.n + 1) * sizeof *event->own_parts);
    for (unsigned i = 0; i < event->parts.n; i++)
        event->own_parts[i] = (struct netburst_mask){
            event->parts.field[i].name, (uint8_t)(event->parts.field[i].low - ESCR_MASK_SHIFT),
            EVENT_OCCURRENCE, OWN_EVENT};
    event->own_parts[event->parts.n].event = NETBURST_NONE;
    own->name = event->name;
    own->masks = event->own_parts;
    own->models = NETBURST_MODELS_ALL;
    if (own->escr[0] != NETBURST_NONE)
        own->routing = netburst_escrs[own->escr[0]].routing;
    emon_events_check_parts(config, event);
    emon_events_check_escrs(config, event);
    event->table = emon_events_in_table(event);
}

static void emon_events_read_event(struct config *config, const xmlNode *node)
{
    struct config_event event = {
        .name = string_set_add(&config->strings, xml_name(node), strlen(xml_name(node))),
        .line = xml_line(node),
        .own.escr = {NETBURST_NONE, NETBURST_NONE},
    };
    bool select = false;
    XML_FOR(child, node)
    {
        if (xml_is(&config->errors, child, "event_select")) {
            emon_events_read_select(config, child, &event.own);
            select = true;
        } else if (xml_is(&config->errors, child, "event_mask")) {
            emon_fields_read(config, child, &event.parts, ESCR_BITS);
        } else if (xml_is(&config->errors, child, "escr")) {
            emon_events_read_escr(config, child, &event.own);
        } else if (xml_is(&config->errors, child, "available_for_pebs")) {
            event.for_pebs = true;
        } else {
            xml_error_note(&config->errors, xml_line(child), "<%s> of <%s> is ignored",
                           xml_name(child), event.name);
        }
    }
    if (!select)
        xml_error_refuse(&config->errors, event.line, "<%s> has no <event_select>", event.name);
    if (emon_tables_find_event(config, event.name))
        xml_error_refuse(&config->errors, event.line, "<%s> is defined twice, also in line %ld",
                         event.name, emon_tables_find_event(config, event.name)->line);
    emon_events_complete(config, &event);
    *(struct config_event *)allocate_element(&config->events, &config->n_events, sizeof event) =
        event;
}

void emon_events_read(struct config *config, const xmlNode *node)
{
    XML_FOR(child, node)
    emon_events_read_event(config, child);
}
