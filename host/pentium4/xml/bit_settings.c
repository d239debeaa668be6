/*
 * SPDX-License-Identifier: MIT
 * Applies bit settings. A name is looked up in the event's parts, then the fields of ESCR, CCCR and
 * counter.
 */
#include "host/pentium4/xml/bit_settings.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "host/base/allocation.h"
#include "kernel/settings/suggestions.h"

static int bit_settings_read_negative(const char *text, unsigned digits, uint64_t *value)
{
    uint64_t most = UINT64_C(1) << (digits - 1), magnitude = 0;
    char *end;
    if (text[0] >= '0' && text[0] <= '9')
        magnitude = strtoull(text, &end, 10);
    *value = (most - 1) & -magnitude;
    *value |= most;
    return magnitude && !*end && magnitude <= most ? 0 : -1;
}

int bit_settings_read_binary(const char *text, unsigned digits, uint64_t *value)
{
    size_t length = strlen(text);
    *value = 0;
    if (text[0] == '-')
        return bit_settings_read_negative(text + 1, digits, value);
    for (size_t i = 0; i < length; i++) {
        if (text[i] != '0' && text[i] != '1')
            return -1;
        *value = *value << 1 | (uint64_t)(text[i] - '0');
    }
    return length && length <= digits ? 0 : -1;
}

bool bit_settings_are_given(struct xml_errors *errors, const xmlNode *node)
{
    bool has_value = xmlHasProp(node, (const xmlChar *)"val") != NULL;
    return has_value || xml_is(errors, node, "set") || xml_is(errors, node, "clr") ||
           xml_is(errors, node, "val");
}

/* ---- names ---------------------------------------------------------------------------------- */

enum place { PLACE_ESCR, PLACE_CCCR, PLACE_COUNTER };

static const struct config_field *bit_settings_find_in(const struct bit_names *names,
                                                       const xmlNode *node,
                                                       const struct config_fields *fields)
{
    const struct config_field *field = emon_tables_find_field(fields, xml_name(node));
    if (field)
        xml_is(names->errors, node, field->name);
    return field;
}

static const struct config_field *bit_settings_find(const struct bit_names *names,
                                                    const xmlNode *node, enum place *place)
{
    const struct config_field *field =
        names->event ? bit_settings_find_in(names, node, &names->event->parts) : NULL;
    *place = PLACE_ESCR;
    if (!field)
        field = bit_settings_find_in(names, node, &names->config->registers[CONFIG_ESCR]);
    if (field)
        return field;
    *place = PLACE_CCCR;
    field = bit_settings_find_in(names, node, &names->config->registers[CONFIG_CCCR]);
    if (field)
        return field;
    *place = PLACE_COUNTER;
    return bit_settings_find_in(names, node, &names->config->registers[CONFIG_COUNTER]);
}

/* Returns the event that has a part of this name; or NULL. */
static const struct config_event *bit_settings_owner(const struct bit_names *names,
                                                     const char *name)
{
    for (unsigned i = 0; i < names->config->n_events; i++)
        if (emon_tables_find_field(&names->config->events[i].parts, name))
            return &names->config->events[i];
    return NULL;
}

/*
 * Returns the part that a name of another event's part probably means: the longest part with which
 * the name begins, such as nbogus for nbogusntag; NULL if none exists.
 */
static const struct config_field *bit_settings_meant_part(const struct config_fields *parts,
                                                          const char *name)
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
static const struct config_field *bit_settings_own_tag(const struct bit_names *names,
                                                       const char *name)
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

static void bit_settings_refuse_name(const struct bit_names *names, const xmlNode *node)
{
    const char *name = xml_name(node);
    const struct config_event *other = bit_settings_owner(names, name);
    struct suggestion suggestion = {0};
    char *parts = names->event ? emon_tables_names(&names->event->parts) : allocate_copy("");
    for (unsigned i = 0; names->event && i < names->event->parts.n; i++)
        suggestions_offer(&suggestion, name, strlen(name), names->event->parts.field[i].name);
    for (unsigned r = CONFIG_ESCR; r <= CONFIG_COUNTER; r++)
        for (unsigned i = 0; i < names->config->registers[r].n; i++)
            suggestions_offer(&suggestion, name, strlen(name),
                              names->config->registers[r].field[i].name);
    if (suggestion.best)
        xml_error_refuse(names->errors, xml_line(node), "<%s>: no such bit; did you mean <%s/>?",
                         name, suggestion.best);
    else
        xml_error_refuse(
            names->errors, xml_line(node),
            "<%s>: no such bit%s%s; %s%s%s%sthe fields of <escr_config>, <cccr_config> "
            "and <counter_config> are allowed",
            name, other ? ", except in the event " : "", other ? other->name : "",
            names->event ? names->event->name : "", names->event ? " has " : "", parts,
            *parts ? "; and " : "");
    free(parts);
}

/*
 * Returns the part that a name means which is neither a part nor a field; NULL after an error
 * message.
 */
static const struct config_field *bit_settings_meant(const struct bit_names *names,
                                                     const xmlNode *node)
{
    const char *name = xml_name(node);
    const struct config_event *other = bit_settings_owner(names, name);
    const struct config_field *field = bit_settings_own_tag(names, name);
    if (field) {
        xml_error_correct(
            names->errors, xml_line(node),
            "<%s/> is not a part of %s, which counts %s by its tags; corrected to %s of the "
            "same tag",
            name, names->event->name, names->tagged->name, name);
        return field;
    }
    field = names->event && other ? bit_settings_meant_part(&names->event->parts, name) : NULL;
    if (field)
        xml_error_correct(names->errors, xml_line(node),
                          "<%s/> is a part of %s, not of %s; corrected to the latter's <%s/>", name,
                          other->name, names->event->name, field->name);
    else
        bit_settings_refuse_name(names, node);
    return field;
}

/* ---- settings ------------------------------------------------------------------------------- */

static void bit_settings_write_field(struct emon_bits *bits, enum place place,
                                     const struct config_field *field, uint64_t value)
{
    uint64_t *reg = place == PLACE_ESCR   ? &bits->escr
                    : place == PLACE_CCCR ? &bits->cccr
                                          : &bits->counter;
    *reg = (*reg & ~emon_tables_bits(field)) | (value & emon_tables_bits(field));
}

/* Refuses fields that are derived from other settings and cannot be set by hand. */
static bool bit_settings_is_fixed(const struct bit_names *names, const xmlNode *node,
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
        xml_error_refuse(names->errors, xml_line(node), "<%s> cannot be set: %s", field->name, why);
    return why;
}

static void bit_settings_apply_bit(const struct bit_names *names, const xmlNode *node, bool set,
                                   struct emon_bits *bits)
{
    enum place place = PLACE_ESCR;
    const struct config_field *field = bit_settings_find(names, node, &place);
    if (!field) {
        field = bit_settings_meant(names, node);
        place = PLACE_ESCR;
    }
    if (field && !bit_settings_is_fixed(names, node, field))
        bit_settings_write_field(bits, place, field, set ? UINT64_MAX : 0);
}

static void bit_settings_apply_value(const struct bit_names *names, const xmlNode *node,
                                     struct emon_bits *bits)
{
    enum place place;
    const struct config_field *field = bit_settings_find(names, node, &place);
    char *text = xml_attribute(node, "val");
    uint64_t value;
    if (!field)
        bit_settings_refuse_name(names, node);
    else if (!text || bit_settings_read_binary(text, field->high - field->low + 1, &value))
        xml_error_refuse(names->errors, xml_line(node),
                         "<%s val=\"%s\">: expected a binary number of at most %u digits%s",
                         field->name, text ? text : "", field->high - field->low + 1,
                         place == PLACE_COUNTER ? ", or -N to overflow with the N-th event" : "");
    else if (!bit_settings_is_fixed(names, node, field))
        bit_settings_write_field(bits, place, field, value << field->low);
    free(text);
}

void bit_settings_apply(const struct bit_names *names, const xmlNode *node, struct emon_bits *bits)
{
    XML_FOR(child, node)
    {
        if (xmlHasProp(child, (const xmlChar *)"val")) {
            bit_settings_apply_value(names, child, bits);
        } else if (xml_same(xml_name(child), "val")) {
            XML_FOR(inner, child)
            bit_settings_apply_value(names, inner, bits);
        } else if (xml_same(xml_name(child), "set") || xml_same(xml_name(child), "clr")) {
            bool set = xml_same(xml_name(child), "set");
            XML_FOR(inner, child)
            if (xmlHasProp(inner, (const xmlChar *)"val"))
                bit_settings_apply_value(names, inner, bits);
            else
                bit_settings_apply_bit(names, inner, set, bits);
        }
    }
}

void bit_settings_of_register(struct xml_errors *errors, const struct config_fields *fields,
                              const xmlNode *node, uint64_t *value)
{
    XML_FOR(child, node)
    {
        bool set = xml_is(errors, child, "set");
        if (!set && !xml_is(errors, child, "clr"))
            continue;
        XML_FOR(inner, child)
        {
            const struct config_field *field = emon_tables_find_field(fields, xml_name(inner));
            char *allowed = emon_tables_names(fields);
            if (!field)
                xml_error_refuse(errors, xml_line(inner), "<%s> has no bit <%s>; allowed: %s",
                                 xml_name(node), xml_name(inner), allowed);
            else
                *value = set ? *value | emon_tables_bits(field) : *value & ~emon_tables_bits(field);
            free(allowed);
        }
    }
}
