/*
 * SPDX-License-Identifier: MIT
 * Applies bit settings. A name is looked up in the event's parts, then the ESCR's fields, then the
 * CCCR's fields.
 */
#include "host/experiments/xml/bit_settings.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "host/base/allocate.h"
#include "kernel/settings/suggest.h"

int binary_read(const char *text, unsigned digits, uint64_t *value)
{
    size_t length = strlen(text);
    *value = 0;
    for (size_t i = 0; i < length; i++) {
        if (text[i] != '0' && text[i] != '1')
            return -1;
        *value = *value << 1 | (uint64_t)(text[i] - '0');
    }
    return length && length <= digits ? 0 : -1;
}

bool bits_are_settings(struct slips *slips, const xmlNode *node)
{
    bool has_value = xmlHasProp(node, (const xmlChar *)"val") != NULL;
    return has_value || xml_is(slips, node, "set") || xml_is(slips, node, "clr") ||
           xml_is(slips, node, "val");
}

/* ---- names ---------------------------------------------------------------------------------- */

enum place { PLACE_ESCR, PLACE_CCCR };

static const struct config_field *find_in(const struct names *names, const xmlNode *node,
                                          const struct config_fields *fields)
{
    const struct config_field *field = config_find_field(fields, xml_name(node));
    if (field)
        xml_is(names->slips, node, field->name);
    return field;
}

static const struct config_field *find(const struct names *names, const xmlNode *node,
                                       enum place *place)
{
    const struct config_field *field =
        names->event ? find_in(names, node, &names->event->parts) : NULL;
    *place = PLACE_ESCR;
    if (!field)
        field = find_in(names, node, &names->config->registers[CONFIG_ESCR]);
    if (field)
        return field;
    *place = PLACE_CCCR;
    return find_in(names, node, &names->config->registers[CONFIG_CCCR]);
}

/* Returns the event that has a part of this name; or NULL. */
static const struct config_event *owner(const struct names *names, const char *name)
{
    for (unsigned i = 0; i < names->config->n_events; i++)
        if (config_find_field(&names->config->events[i].parts, name))
            return &names->config->events[i];
    return NULL;
}

/*
 * Returns the part that a name of another event's part probably means: the longest part with which
 * the name begins, such as nbogus for nbogusntag; NULL if none exists.
 */
static const struct config_field *meant_part(const struct config_fields *parts, const char *name)
{
    const struct config_field *best = NULL;
    size_t length = 0;
    for (unsigned i = 0; i < parts->n; i++) {
        size_t n = strlen(parts->field[i].name);
        if (n > length && n > 2 && !strncasecmp(parts->field[i].name, name, n)) {
            best = &parts->field[i];
            length = n;
        }
    }
    return best;
}

/*
 * execution_event has parts nbogus0 to bogus3, one for each tag. For an event that is tagged by
 * execution, nbogus and bogus mean the part for its own tag. The part of tag 0 represents it here,
 * since the counter assignment chooses the tag.
 */
static const struct config_field *of_own_tag(const struct names *names, const char *name)
{
    bool right = xml_same(name, "nbogus"), wrong = xml_same(name, "bogus");
    if (!names->tagged || names->tagged->way != NETBURST_EXECUTION || !(right || wrong))
        return NULL;
    unsigned bit = ESCR_MASK_SHIFT + (right ? 0 : 4);
    const struct config_fields *parts = &names->event->parts;
    for (unsigned i = 0; i < parts->n; i++)
        if (parts->field[i].low == bit)
            return &parts->field[i];
    return NULL;
}

static void refuse_name(const struct names *names, const xmlNode *node)
{
    const char *name = xml_name(node);
    const struct config_event *other = owner(names, name);
    struct suggestion suggestion = {0};
    char *parts = names->event ? config_names(&names->event->parts) : memory_text("");
    for (unsigned i = 0; names->event && i < names->event->parts.n; i++)
        suggest_offer(&suggestion, name, strlen(name), names->event->parts.field[i].name);
    for (unsigned r = CONFIG_ESCR; r <= CONFIG_CCCR; r++)
        for (unsigned i = 0; i < names->config->registers[r].n; i++)
            suggest_offer(&suggestion, name, strlen(name),
                          names->config->registers[r].field[i].name);
    if (suggestion.best)
        slip_refuse(names->slips, xml_line(node), "<%s>: no such bit; did you mean <%s/>?", name,
                    suggestion.best);
    else
        slip_refuse(names->slips, xml_line(node),
                    "<%s>: no such bit%s%s; %s%s%s%sthe fields of <escr_config> and <cccr_config> "
                    "are allowed",
                    name, other ? ", except in the event " : "", other ? other->name : "",
                    names->event ? names->event->name : "", names->event ? " has " : "", parts,
                    *parts ? "; and " : "");
    free(parts);
}

/*
 * Returns the part that a name means which is neither a part nor a field; NULL after an error
 * message.
 */
static const struct config_field *meant(const struct names *names, const xmlNode *node)
{
    const char *name = xml_name(node);
    const struct config_event *other = owner(names, name);
    const struct config_field *field = of_own_tag(names, name);
    if (field) {
        slip_mend(names->slips, xml_line(node),
                  "<%s/> is not a part of %s, which counts %s by its tags; corrected to %s of the "
                  "same tag",
                  name, names->event->name, names->tagged->name, name);
        return field;
    }
    field = names->event && other ? meant_part(&names->event->parts, name) : NULL;
    if (field)
        slip_mend(names->slips, xml_line(node),
                  "<%s/> is a part of %s, not of %s; corrected to the latter's <%s/>", name,
                  other->name, names->event->name, field->name);
    else
        refuse_name(names, node);
    return field;
}

/* ---- settings ------------------------------------------------------------------------------- */

static void put(struct bits *bits, enum place place, const struct config_field *field,
                uint64_t value)
{
    uint64_t *reg = place == PLACE_ESCR ? &bits->escr : &bits->cccr;
    *reg = (*reg & ~config_bits(field)) | (value & config_bits(field));
}

/* Refuses fields that are derived from other settings and cannot be set by hand. */
static bool is_fixed(const struct names *names, const xmlNode *node,
                     const struct config_field *field)
{
    const char *why = xml_same(field->name, "escr_select")
                          ? "bareprobe chooses the ESCR and the counter so that all events fit"
                      : xml_same(field->name, "event_select")
                          ? "it belongs to the event; to select another event, add one to the "
                            "configuration (--config)"
                      : xml_same(field->name, "ovf")             ? "it is set by the processor"
                      : !strncasecmp(field->name, "reserved", 8) ? "it is reserved by Intel"
                                                                 : NULL;
    if (why)
        slip_refuse(names->slips, xml_line(node), "<%s> cannot be set: %s", field->name, why);
    return why;
}

static void apply_bit(const struct names *names, const xmlNode *node, bool set, struct bits *bits)
{
    enum place place = PLACE_ESCR;
    const struct config_field *field = find(names, node, &place);
    if (!field) {
        field = meant(names, node);
        place = PLACE_ESCR;
    }
    if (field && !is_fixed(names, node, field))
        put(bits, place, field, set ? UINT64_MAX : 0);
}

static void apply_value(const struct names *names, const xmlNode *node, struct bits *bits)
{
    enum place place;
    const struct config_field *field = find(names, node, &place);
    char *text = xml_attribute(node, "val");
    uint64_t value;
    if (!field)
        refuse_name(names, node);
    else if (!text || binary_read(text, field->high - field->low + 1, &value))
        slip_refuse(names->slips, xml_line(node),
                    "<%s val=\"%s\">: expected a binary number of at most %u digits", field->name,
                    text ? text : "", field->high - field->low + 1);
    else if (!is_fixed(names, node, field))
        put(bits, place, field, value << field->low);
    free(text);
}

void bits_apply(const struct names *names, const xmlNode *node, struct bits *bits)
{
    XML_FOR(child, node)
    {
        if (xmlHasProp(child, (const xmlChar *)"val")) {
            apply_value(names, child, bits);
        } else if (xml_same(xml_name(child), "val")) {
            XML_FOR(inner, child)
            apply_value(names, inner, bits);
        } else if (xml_same(xml_name(child), "set") || xml_same(xml_name(child), "clr")) {
            bool set = xml_same(xml_name(child), "set");
            XML_FOR(inner, child)
            if (xmlHasProp(inner, (const xmlChar *)"val"))
                apply_value(names, inner, bits);
            else
                apply_bit(names, inner, set, bits);
        }
    }
}

void bits_of_register(struct slips *slips, const struct config_fields *fields, const xmlNode *node,
                      uint64_t *value)
{
    XML_FOR(child, node)
    {
        bool set = xml_is(slips, child, "set");
        if (!set && !xml_is(slips, child, "clr"))
            continue;
        XML_FOR(inner, child)
        {
            const struct config_field *field = config_find_field(fields, xml_name(inner));
            char *allowed = config_names(fields);
            if (!field)
                slip_refuse(slips, xml_line(inner), "<%s> has no bit <%s>; allowed: %s",
                            xml_name(node), xml_name(inner), allowed);
            else
                *value = set ? *value | config_bits(field) : *value & ~config_bits(field);
            free(allowed);
        }
    }
}
