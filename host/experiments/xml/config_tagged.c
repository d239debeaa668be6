/*
 * SPDX-License-Identifier: MIT
 * Reads <tag_events>: each defines an upstream event that tags and an event that counts the tags.
 */
#include <stdlib.h>
#include <string.h>

#include "host/base/allocate.h"
#include "host/experiments/xml/emon_config.h"
#include "host/experiments/xml/bit_settings.h"
#include "kernel/settings/suggest.h"

#define TAG_BITS 0x1E0u /* in the ESCR: four tags */

static void read_way(struct config *config, const xmlNode *node, struct config_tagged *tagged)
{
    static const char *const ways[] = {"", "front_end", "execution", "replay"};
    char *text = xml_text(node);
    for (unsigned i = NETBURST_FRONT_END; i <= NETBURST_REPLAY; i++)
        if (text && xml_same(text, ways[i]))
            tagged->way = (enum netburst_tagging)i;
    if (tagged->way == NETBURST_NOTHING)
        slip_refuse(&config->slips, xml_line(node),
                    "<type>%s: allowed: front_end, execution, replay", text ? text : "");
    free(text);
}

/*
 * Returns the event that an element names and applies its settings to `bits`; NULL after an error
 * message.
 */
static const struct config_event *read_end(struct config *config, const xmlNode *node,
                                           struct bits *bits)
{
    const struct config_event *event = config_find_event(config, xml_name(node));
    struct suggestion suggestion = {0};
    for (unsigned i = 0; i < config->n_events; i++)
        suggest_offer(&suggestion, xml_name(node), strlen(xml_name(node)), config->events[i].name);
    if (!event) {
        slip_refuse(&config->slips, xml_line(node), "<%s> is not a normal event%s%s%s",
                    xml_name(node), suggestion.best ? "; did you mean <" : "",
                    suggestion.best ? suggestion.best : "", suggestion.best ? ">?" : "");
        return NULL;
    }
    xml_is(&config->slips, node, event->name);
    struct names names = {.config = config, .slips = &config->slips, .event = event};
    bits_apply(&names, node, bits);
    return event;
}

static void read_place(struct config *config, const xmlNode *node, struct config_tagged *tagged)
{
    xmlNode *place = xml_child(&config->slips, node, "escr");
    char *name = place ? xml_text(place) : NULL;
    for (unsigned i = 0; name && i < NETBURST_ESCRS; i++)
        if (xml_same(netburst_escrs[i].name, name))
            tagged->upstream_at = (uint8_t)i;
    if (place && tagged->upstream_at == NETBURST_NONE)
        slip_refuse(&config->slips, xml_line(place), "<escr>%s is not an ESCR", name ? name : "");
    free(name);
}

static void read_setup(struct config *config, const xmlNode *node, struct config_tagged *tagged)
{
    struct bits bits = {0};
    XML_FOR(child, node)
    {
        uint64_t value = 0;
        bool enable = xml_same(xml_name(child), "pebs_enable");
        if (enable || xml_same(xml_name(child), "pebs_matrix_vert")) {
            unsigned reg = enable ? CONFIG_ENABLE : CONFIG_VERTICAL;
            bits_of_register(&config->slips, &config->registers[reg], child, &value);
            *(enable ? &tagged->enable : &tagged->vertical) = (uint32_t)value;
        } else {
            tagged->upstream = read_end(config, child, &bits);
            read_place(config, child, tagged);
        }
    }
    tagged->upstream_escr = bits.escr;
}

static void read_count(struct config *config, const xmlNode *node, struct config_tagged *tagged)
{
    struct bits bits = {0};
    xmlNode *end = xml_element(node->children);
    tagged->counting = end ? read_end(config, end, &bits) : NULL;
    tagged->counting_escr = bits.escr;
    tagged->counting_cccr = bits.cccr;
    if (!end)
        slip_refuse(&config->slips, xml_line(node), "<count_setup> of <%s> does not name an event",
                    tagged->name);
}

/* ---- consistency ---------------------------------------------------------------------------- */

/* Returns the event of pmc/netburst that counts this kind of tag. */
static unsigned counter_of(enum netburst_tagging way)
{
    return way == NETBURST_FRONT_END   ? NETBURST_EVENT_front_end_event
           : way == NETBURST_EXECUTION ? NETBURST_EVENT_execution_event
                                       : NETBURST_EVENT_replay_event;
}

static void check_ends(struct config *config, struct config_tagged *tagged)
{
    const struct netburst_event *wanted = &netburst_events[counter_of(tagged->way)];
    char error[200];
    if (tagged->counting && config_event_of(tagged->counting) != wanted)
        slip_refuse(&config->slips, tagged->line,
                    "<%s>: %s counts other tags; the tags of its <type> are counted by %s",
                    tagged->name, tagged->counting->name, wanted->name);
    if (tagged->way != NETBURST_REPLAY && !tagged->upstream)
        slip_refuse(&config->slips, tagged->line,
                    "<tag_setup> of <%s> does not name an event that sets tags", tagged->name);
    if (tagged->way != NETBURST_REPLAY && (tagged->enable || tagged->vertical))
        slip_refuse(
            &config->slips, tagged->line,
            "<%s>: <pebs_enable> and <pebs_matrix_vert> are valid only for <type>replay</type>",
            tagged->name);
    if (tagged->way == NETBURST_REPLAY && !tagged->enable)
        slip_refuse(
            &config->slips, tagged->line,
            "<tag_setup> of <%s> has no <pebs_enable>, which selects the replays that set tags",
            tagged->name);
    else if (netburst_check_pebs(tagged->enable, tagged->vertical, error, sizeof error))
        slip_refuse(&config->slips, tagged->line, "<%s>: %s", tagged->name, error);
    if (tagged->way == NETBURST_EXECUTION && !(tagged->upstream_escr & ESCR_TAG_ENABLE))
        slip_mend(&config->slips, tagged->line,
                  "<%s>: nothing is tagged without <tag_enable/>; corrected by adding it",
                  tagged->name);
    if (tagged->way == NETBURST_EXECUTION)
        tagged->upstream_escr |= ESCR_TAG_ENABLE;
}

static unsigned mask_of(uint64_t escr)
{
    return escr >> ESCR_MASK_SHIFT & 0xFFFF;
}

/* Finds the same tagged event in tagged.def, so that the counter assignment can choose its tags. */
static const struct netburst_tagged *in_table(const struct config_tagged *tagged)
{
    for (unsigned i = 0; i < NETBURST_TAGGED; i++) {
        const struct netburst_tagged *candidate = &netburst_tagged[i];
        const struct netburst_event *upstream =
            candidate->upstream == NETBURST_NONE ? NULL : &netburst_events[candidate->upstream];
        if (candidate->way == tagged->way && candidate->enable == tagged->enable &&
            candidate->vertical == tagged->vertical &&
            upstream == (tagged->upstream ? config_event_of(tagged->upstream) : NULL) &&
            (!upstream || candidate->mask == mask_of(tagged->upstream_escr)) &&
            (tagged->upstream_at == NETBURST_NONE || tagged->upstream_at == candidate->escr))
            return candidate;
    }
    return NULL;
}

static void read_tagged(struct config *config, const xmlNode *node)
{
    struct config_tagged tagged = {
        .name = strings_keep(&config->strings, xml_name(node), strlen(xml_name(node))),
        .line = xml_line(node),
        .upstream_at = NETBURST_NONE,
    };
    unsigned refused = config->slips.refused;
    xmlNode *type = xml_child(&config->slips, node, "type");
    xmlNode *setup = xml_child(&config->slips, node, "tag_setup");
    xmlNode *count = xml_child(&config->slips, node, "count_setup");
    if (!type || !setup || !count) {
        slip_refuse(&config->slips, tagged.line,
                    "<%s> has no <%s>; <type>, <tag_setup> and <count_setup> are required",
                    tagged.name,
                    !type    ? "type"
                    : !setup ? "tag_setup"
                             : "count_setup");
        return;
    }
    read_way(config, type, &tagged);
    read_setup(config, setup, &tagged);
    read_count(config, count, &tagged);
    if (config->slips.refused == refused)
        check_ends(config, &tagged);
    if (tagged.way == NETBURST_EXECUTION && tagged.upstream_escr & TAG_BITS)
        tagged.table = NULL; /* the user chose its tags */
    else
        tagged.table = in_table(&tagged);
    tagged.own = (struct netburst_tagged){.name = tagged.name,
                                          .way = NETBURST_REPLAY,
                                          .counting = NETBURST_EVENT_replay_event,
                                          .upstream = NETBURST_NONE,
                                          .escr = NETBURST_NONE,
                                          .vertical = (uint8_t)tagged.vertical,
                                          .enable = tagged.enable};
    *(struct config_tagged *)memory_add(&config->tagged, &config->n_tagged, sizeof tagged) = tagged;
}

void config_read_tagged(struct config *config, const xmlNode *node)
{
    XML_FOR(child, node)
    read_tagged(config, child);
}
