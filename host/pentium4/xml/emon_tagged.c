/*
 * SPDX-License-Identifier: MIT
 * Reads <tag_events>: each defines an upstream event that tags and an event that counts the tags.
 */
#include "host/pentium4/xml/emon_tagged.h"

#include <stdlib.h>
#include <string.h>

#include "host/base/allocation.h"
#include "host/pentium4/xml/bit_settings.h"
#include "kernel/settings/suggestions.h"

#define TAG_BITS 0x1E0u /* in the ESCR: four tags */

static void emon_tagged_read_way(struct config *config, const xmlNode *node,
                                 struct config_tagged *tagged)
{
    static const char *const ways[] = {"", "front_end", "execution", "replay"};
    char *text = xml_file_text_of(node);
    for (unsigned i = NETBURST_FRONT_END; i <= NETBURST_REPLAY; i++)
        if (text && xml_same(text, ways[i]))
            tagged->way = (enum netburst_tagging)i;
    if (tagged->way == NETBURST_NOTHING)
        xml_error_refuse(&config->errors, xml_line(node),
                         "<type>%s: allowed: front_end, execution, replay", text ? text : "");
    free(text);
}

/*
 * Returns the event that an element names and applies its settings to `bits`; NULL after an error
 * message.
 */
static const struct config_event *emon_tagged_read_end(struct config *config, const xmlNode *node,
                                                       struct emon_bits *bits)
{
    const struct config_event *event = emon_tables_find_event(config, xml_name(node));
    struct suggestion suggestion = {0};
    for (unsigned i = 0; i < config->n_events; i++)
        suggestions_offer(&suggestion, xml_name(node), strlen(xml_name(node)),
                          config->events[i].name);
    if (!event) {
        xml_error_refuse(&config->errors, xml_line(node), "<%s> is not a normal event%s%s%s",
                         xml_name(node), suggestion.best ? "; did you mean <" : "",
                         suggestion.best ? suggestion.best : "", suggestion.best ? ">?" : "");
        return NULL;
    }
    xml_is(&config->errors, node, event->name);
    struct bit_names names = {.config = config, .errors = &config->errors, .event = event};
    bit_settings_apply(&names, node, bits);
    return event;
}

static void emon_tagged_read_place(struct config *config, const xmlNode *node,
                                   struct config_tagged *tagged)
{
    xmlNode *place = xml_child(&config->errors, node, "escr");
    char *name = place ? xml_file_text_of(place) : NULL;
    for (unsigned i = 0; name && i < NETBURST_ESCRS; i++)
        if (xml_same(netburst_escrs[i].name, name))
            tagged->upstream_at = (uint8_t)i;
    if (place && tagged->upstream_at == NETBURST_NONE)
        xml_error_refuse(&config->errors, xml_line(place), "<escr>%s is not an ESCR",
                         name ? name : "");
    free(name);
}

static void emon_tagged_read_setup(struct config *config, const xmlNode *node,
                                   struct config_tagged *tagged)
{
    struct emon_bits bits = {0};
    XML_FOR(child, node)
    {
        uint64_t value = 0;
        bool enable = xml_same(xml_name(child), "pebs_enable");
        if (enable || xml_same(xml_name(child), "pebs_matrix_vert")) {
            unsigned reg = enable ? CONFIG_ENABLE : CONFIG_VERTICAL;
            bit_settings_of_register(&config->errors, &config->registers[reg], child, &value);
            *(enable ? &tagged->enable : &tagged->vertical) = (uint32_t)value;
        } else {
            tagged->upstream = emon_tagged_read_end(config, child, &bits);
            emon_tagged_read_place(config, child, tagged);
        }
    }
    tagged->upstream_escr = bits.escr;
}

static void emon_tagged_read_count(struct config *config, const xmlNode *node,
                                   struct config_tagged *tagged)
{
    struct emon_bits bits = {0};
    xmlNode *end = xml_element(node->children);
    tagged->counting = end ? emon_tagged_read_end(config, end, &bits) : NULL;
    tagged->counting_escr = bits.escr;
    tagged->counting_cccr = bits.cccr;
    if (!end)
        xml_error_refuse(&config->errors, xml_line(node),
                         "<count_setup> of <%s> does not name an event", tagged->name);
}

/* ---- consistency ---------------------------------------------------------------------------- */

/* Returns the event of pmc/netburst that counts this kind of tag. */
static unsigned emon_tagged_counter(enum netburst_tagging way)
{
    return way == NETBURST_FRONT_END   ? NETBURST_EVENT_front_end_event
           : way == NETBURST_EXECUTION ? NETBURST_EVENT_execution_event
                                       : NETBURST_EVENT_replay_event;
}

static void emon_tagged_check_ends(struct config *config, struct config_tagged *tagged)
{
    const struct netburst_event *wanted = &netburst_events[emon_tagged_counter(tagged->way)];
    char error[200];
    if (tagged->counting && emon_tables_event_of(tagged->counting) != wanted)
        xml_error_refuse(&config->errors, tagged->line,
                         "<%s>: %s counts other tags; the tags of its <type> are counted by %s",
                         tagged->name, tagged->counting->name, wanted->name);
    if (tagged->way != NETBURST_REPLAY && !tagged->upstream)
        xml_error_refuse(&config->errors, tagged->line,
                         "<tag_setup> of <%s> does not name an event that sets tags", tagged->name);
    if (tagged->way != NETBURST_REPLAY && (tagged->enable || tagged->vertical))
        xml_error_refuse(
            &config->errors, tagged->line,
            "<%s>: <pebs_enable> and <pebs_matrix_vert> are valid only for <type>replay</type>",
            tagged->name);
    if (tagged->way == NETBURST_REPLAY && !tagged->enable)
        xml_error_refuse(
            &config->errors, tagged->line,
            "<tag_setup> of <%s> has no <pebs_enable>, which selects the replays that set tags",
            tagged->name);
    else if (netburst_check_pebs(tagged->enable, tagged->vertical, error, sizeof error))
        xml_error_refuse(&config->errors, tagged->line, "<%s>: %s", tagged->name, error);
    if (tagged->way == NETBURST_EXECUTION && !(tagged->upstream_escr & ESCR_TAG_ENABLE))
        xml_error_correct(&config->errors, tagged->line,
                          "<%s>: nothing is tagged without <tag_enable/>; corrected by adding it",
                          tagged->name);
    if (tagged->way == NETBURST_EXECUTION)
        tagged->upstream_escr |= ESCR_TAG_ENABLE;
}

static unsigned emon_tagged_mask(uint64_t escr)
{
    return escr >> ESCR_MASK_SHIFT & 0xFFFF;
}

/* Finds the same tagged event in tagged.def, so that the counter assignment can choose its tags. */
static const struct netburst_tagged *emon_tagged_in_table(const struct config_tagged *tagged)
{
    for (unsigned i = 0; i < NETBURST_TAGGED; i++) {
        const struct netburst_tagged *candidate = &netburst_tagged[i];
        const struct netburst_event *upstream =
            candidate->upstream == NETBURST_NONE ? NULL : &netburst_events[candidate->upstream];
        if (candidate->way == tagged->way && candidate->enable == tagged->enable &&
            candidate->vertical == tagged->vertical &&
            upstream == (tagged->upstream ? emon_tables_event_of(tagged->upstream) : NULL) &&
            (!upstream || candidate->mask == emon_tagged_mask(tagged->upstream_escr)) &&
            (tagged->upstream_at == NETBURST_NONE || tagged->upstream_at == candidate->escr))
            return candidate;
    }
    return NULL;
}

static void emon_tagged_read_event(struct config *config, const xmlNode *node)
{
    struct config_tagged tagged = {
        .name = string_set_add(&config->strings, xml_name(node), strlen(xml_name(node))),
        .line = xml_line(node),
        .upstream_at = NETBURST_NONE,
    };
    unsigned refused = config->errors.refused;
    xmlNode *type = xml_child(&config->errors, node, "type");
    xmlNode *setup = xml_child(&config->errors, node, "tag_setup");
    xmlNode *count = xml_child(&config->errors, node, "count_setup");
    if (!type || !setup || !count) {
        xml_error_refuse(&config->errors, tagged.line,
                         "<%s> has no <%s>; <type>, <tag_setup> and <count_setup> are required",
                         tagged.name,
                         !type    ? "type"
                         : !setup ? "tag_setup"
                                  : "count_setup");
        return;
    }
    emon_tagged_read_way(config, type, &tagged);
    emon_tagged_read_setup(config, setup, &tagged);
    emon_tagged_read_count(config, count, &tagged);
    if (config->errors.refused == refused)
        emon_tagged_check_ends(config, &tagged);
    if (tagged.way == NETBURST_EXECUTION && tagged.upstream_escr & TAG_BITS)
        tagged.table = NULL; /* the user chose its tags */
    else
        tagged.table = emon_tagged_in_table(&tagged);
    tagged.own = (struct netburst_tagged){.name = tagged.name,
                                          .way = NETBURST_REPLAY,
                                          .counting = NETBURST_EVENT_replay_event,
                                          .upstream = NETBURST_NONE,
                                          .escr = NETBURST_NONE,
                                          .vertical = (uint8_t)tagged.vertical,
                                          .enable = tagged.enable};
    *(struct config_tagged *)allocate_element(&config->tagged, &config->n_tagged, sizeof tagged) =
        tagged;
}

void emon_tagged_read(struct config *config, const xmlNode *node)
{
    XML_FOR(child, node)
    emon_tagged_read_event(config, child);
}
