/*
 * SPDX-License-Identifier: MIT
 * Reads an event of an experiment: its base event, the settings of the file, and from these the
 * count that is requested.
 */
#include "host/pentium4/xml/event_instance.h"

#include <stdlib.h>
#include <string.h>

#include "host/base/allocation.h"
#include "host/pentium4/xml/bit_settings.h"
#include "kernel/settings/suggestions.h"

#define TAG_SHIFT  4
#define TAG_VALUES 0xFu
#define FILTER_BITS                                                                                \
    (CCCR_ACTIVE | CCCR_COMPARE | CCCR_COMPLEMENT | CCCR_THRESHOLD | CCCR_EDGE | CCCR_FORCE_OVF)
#define COMPARED (CCCR_COMPLEMENT | CCCR_THRESHOLD | CCCR_EDGE)

/* An event while it is read. */
struct instance_reading {
    struct experiments *experiments;
    const xmlNode *node;
    const char *name;
    const struct config_event *event; /* the event that counts */
    const struct config_tagged *tagged;
    struct emon_bits bits;
};

#define REFUSE(reading, ...)                                                                       \
    xml_error_refuse(&(reading)->experiments->errors, xml_line((reading)->node), __VA_ARGS__)
#define CORRECT(reading, ...)                                                                      \
    xml_error_correct(&(reading)->experiments->errors, xml_line((reading)->node), __VA_ARGS__)

/* ---- the base ------------------------------------------------------------------------------- */

static int instance_refuse_base(const struct instance_reading *reading, const char *base)
{
    const struct config *config = reading->experiments->config;
    struct suggestion suggestion = {0};
    if (!strncasecmp(base, "pcl:", 4) || !strncasecmp(base, "papi:", 5)) {
        REFUSE(reading,
               "<%s base=\"%s\">: a formula is not allowed as a base, which is one event; "
               "'bareprobe list events %s --cpu p4' lists the events of the formula",
               reading->name, base, base);
        return -1;
    }
    for (unsigned i = 0; i < config->n_tagged; i++)
        suggestions_offer(&suggestion, base, strlen(base), config->tagged[i].name);
    for (unsigned i = 0; i < config->n_events; i++)
        suggestions_offer(&suggestion, base, strlen(base), config->events[i].name);
    REFUSE(reading, "<%s base=\"%s\">: %s has no event of that name%s%s%s", reading->name, base,
           config->errors.file, suggestion.best ? "; did you mean " : "",
           suggestion.best ? suggestion.best : "", suggestion.best ? "?" : "");
    return -1;
}

static int instance_find_base(struct instance_reading *reading, const char *base)
{
    const struct config *config = reading->experiments->config;
    reading->tagged = emon_tables_find_tagged(config, base);
    reading->event =
        reading->tagged ? reading->tagged->counting : emon_tables_find_event(config, base);
    if (!reading->event)
        return instance_refuse_base(reading, base);
    const char *name = reading->tagged ? reading->tagged->name : reading->event->name;
    if (strcmp(base[0] == '_' ? base + 1 : base, name[0] == '_' ? name + 1 : name))
        CORRECT(reading, "base=\"%s\": corrected to %s", base, name);
    return 0;
}

/* ---- content of the element ----------------------------------------------------------------- */

static void instance_check_children(const struct instance_reading *reading)
{
    struct xml_errors *errors = &reading->experiments->errors;
    XML_FOR(child, reading->node)
    if (!bit_settings_are_given(errors, child) && !xml_is(errors, child, "ebs"))
        xml_error_refuse(errors, xml_line(child),
                         "<%s> in <%s>: allowed: <set>, <clr>, a field with val=\"...\", <ebs/>",
                         xml_name(child), reading->name);
}

/*
 * Computes the registers: the defaults, then <default>, then the base event's settings, then those
 * of the file.
 */
static void instance_read_bits(struct instance_reading *reading)
{
    struct experiments *experiments = reading->experiments;
    const struct config *config = experiments->config;
    struct bit_names names = {.config = config,
                              .errors = &experiments->errors,
                              .event = reading->event,
                              .tagged = reading->tagged};
    reading->bits =
        (struct emon_bits){.escr = emon_tables_usual(&config->registers[CONFIG_ESCR]),
                           .cccr = emon_tables_usual(&config->registers[CONFIG_CCCR]),
                           .counter = emon_tables_usual(&config->registers[CONFIG_COUNTER])};
    if (experiments->usual) {
        struct bit_names usual = names;
        usual.event = NULL;
        bit_settings_apply(&usual, experiments->usual, &reading->bits);
    }
    if (reading->tagged) {
        reading->bits.escr |= reading->tagged->counting_escr;
        reading->bits.cccr |= reading->tagged->counting_cccr;
    }
    bit_settings_apply(&names, reading->node, &reading->bits);
}

/* ---- the event mask ------------------------------------------------------------------------- */

static unsigned instance_mask(uint64_t escr)
{
    return escr >> ESCR_MASK_SHIFT & 0xFFFF;
}

/*
 * Nothing is counted if no part is set. If the event has only one part, or is tagged, its first
 * part is set.
 */
static void instance_check_mask(struct instance_reading *reading)
{
    const struct config_fields *parts = &reading->event->parts;
    if (instance_mask(reading->bits.escr))
        return;
    if (reading->tagged || parts->n == 1) {
        CORRECT(reading,
                "<%s>: no part of %s is set, so nothing would be counted; corrected by setting %s",
                reading->name, reading->event->name, parts->n ? parts->field[0].name : "");
        reading->bits.escr |= parts->n ? emon_tables_bits(&parts->field[0]) : 0;
        return;
    }
    char *allowed = emon_tables_names(parts);
    REFUSE(reading,
           "<%s>: no part of %s is set, so nothing would be counted; set one or more of %s",
           reading->name, reading->event->name, allowed);
    free(allowed);
}

/*
 * Converts an event mask for an event whose tags pmc/netburst assigns: bit 0 is the right path, bit
 * 1 the wrong paths.
 */
static uint16_t instance_outcomes(const struct config_tagged *tagged, unsigned mask)
{
    if (tagged->way != NETBURST_EXECUTION)
        return mask & 3;
    return (uint16_t)((mask & 0xF ? 1 : 0) | (mask & 0xF0 ? 2 : 0));
}

/* ---- the filter ----------------------------------------------------------------------------- */

/* Returns whether the event itself has <set> <enable/> </set>. */
static bool instance_sets_enable(const struct instance_reading *reading)
{
    XML_FOR(child, reading->node)
    if (xml_same(xml_name(child), "set"))
        XML_FOR(inner, child)
    if (xml_same(xml_name(inner), "enable"))
        return true;
    return false;
}

/* A cascaded counter is started by another one, so the register's default of enable is cleared. */
static void instance_clear_enable(struct instance_reading *reading)
{
    if (instance_sets_enable(reading))
        CORRECT(
            reading,
            "<%s>: a cascaded counter is started by another counter; corrected by clearing enable",
            reading->name);
    reading->bits.cccr &= ~(uint64_t)CCCR_ENABLE;
}

static void instance_check_filter(struct instance_reading *reading)
{
    uint64_t *cccr = &reading->bits.cccr;
    if (*cccr & COMPARED && !(*cccr & CCCR_COMPARE)) {
        CORRECT(reading,
                "<%s>: complement, threshold and edge have no effect without compare; corrected by "
                "setting compare",
                reading->name);
        *cccr |= CCCR_COMPARE;
    }
    if (*cccr & (CCCR_OVF_PMI | CCCR_OVF_PMI_T1))
        REFUSE(reading, "<%s>: ovf_pmi must not be set here; use <ebs/> to sample by interrupts",
               reading->name);
    if (*cccr & (CCCR_CASCADE | CCCR_EXTENDED) && *cccr & CCCR_ENABLE)
        instance_clear_enable(reading);
    if (!(*cccr & (CCCR_CASCADE | CCCR_EXTENDED | CCCR_ENABLE)))
        REFUSE(reading, "<%s>: enable is cleared, and nothing else starts the counter",
               reading->name);
}

/* ---- the start value ------------------------------------------------------------------------ */

#define COUNTER_END (UINT64_C(1) << 40)

/* The events until the counter overflows; 0 if it starts from 0. */
static uint64_t instance_after(uint64_t counter)
{
    return counter ? COUNTER_END - counter : 0;
}

static void instance_check_start(struct instance_reading *reading)
{
    uint64_t after = instance_after(reading->bits.counter);
    const struct config_tagged *tagged = reading->tagged;
    bool known = tagged ? tagged->table != NULL : reading->event->table != NULL;
    if (after > UINT32_MAX)
        REFUSE(reading,
               "<%s>: a counter that starts at 0x%010llx overflows with event %llu; the last one "
               "possible is %u",
               reading->name, (unsigned long long)reading->bits.counter, (unsigned long long)after,
               UINT32_MAX);
    else if (after && !known)
        REFUSE(reading,
               "<%s>: a start value is possible only for events of bareprobe's own tables; base is "
               "an event that only the configuration has",
               reading->name);
}

static uint8_t instance_start(uint64_t cccr)
{
    return cccr & CCCR_CASCADE    ? NETBURST_BY_BIT_30
           : cccr & CCCR_EXTENDED ? NETBURST_BY_BIT_11
                                  : NETBURST_ENABLED;
}

/* ---- the count ------------------------------------------------------------------------------ */

static struct netburst_count instance_count(const struct config_event *event,
                                            const struct emon_bits *bits)
{
    const struct netburst_event *known = emon_tables_event_of(event);
    return (struct netburst_count){
        .event = known,
        .mask = (uint16_t)instance_mask(bits->escr),
        .cpl = (uint8_t)(bits->escr & (ESCR_T1_USR | ESCR_T1_OS | ESCR_T0_USR | ESCR_T0_OS)),
        .tag = (uint8_t)(bits->escr >> TAG_SHIFT & 0x1F),
        .select = known->select,
        .routing = known->routing,
        .start = instance_start(bits->cccr),
        .counter = NETBURST_NONE,
        .filter = (uint32_t)((bits->cccr & FILTER_BITS) | CCCR_ACTIVE),
        .after = (uint32_t)instance_after(bits->counter),
    };
}

static int instance_add_count(struct experiment *experiment, const struct instance *instance,
                              const struct netburst_count *count)
{
    if (experiment->n == NETBURST_COUNTERS)
        return -1;
    experiment->instances[experiment->n] = *instance;
    experiment->counts[experiment->n++] = *count;
    return 0;
}

/*
 * Returns a tag that no other count uses, beginning with the highest: pmc/netburst assigns tags
 * from the lowest up.
 */
static unsigned instance_free_tag(const struct experiment *experiment)
{
    unsigned used = 0;
    for (unsigned i = 0; i < experiment->n; i++)
        used |= (unsigned)experiment->counts[i].tag >> 1;
    for (unsigned tag = 8; tag; tag >>= 1)
        if (!(used & tag))
            return tag;
    return 0;
}

/*
 * Adds a tagged event that is not in the tables of pmc/netburst. The event that tags becomes a
 * second count. If no tag is given, a free one is assigned to both.
 */
static int instance_add_upstream(struct instance_reading *reading, struct experiment *experiment,
                                 struct netburst_count *count, struct instance *instance)
{
    const struct config_tagged *tagged = reading->tagged;
    struct emon_bits bits = {
        .escr = tagged->upstream_escr | (count->cpl),
        .cccr = emon_tables_usual(&reading->experiments->config->registers[CONFIG_CCCR])};
    struct netburst_count upstream = instance_count(tagged->upstream, &bits);
    if (tagged->way == NETBURST_EXECUTION && !(upstream.tag >> 1 & TAG_VALUES)) {
        unsigned tag = instance_free_tag(experiment);
        upstream.tag = (uint8_t)netburst_tag(tag);
        count->mask = (uint16_t)((instance_outcomes(tagged, count->mask) & 1 ? tag : 0) |
                                 (instance_outcomes(tagged, count->mask) & 2 ? tag << 4 : 0));
        if (!tag)
            REFUSE(reading, "<%s> needs an execution tag, and all four are in use", reading->name);
    }
    if (instance_add_count(experiment, instance, count))
        return -1;
    struct instance hidden = {.name = instance->name,
                              .base = tagged->upstream->name,
                              .line = instance->line,
                              .upstream = true,
                              .of = experiment->n - 1};
    return instance_add_count(experiment, &hidden, &upstream);
}

static int instance_add_all(struct instance_reading *reading, struct experiment *experiment,
                            struct instance *instance)
{
    const struct config_tagged *tagged = reading->tagged;
    struct netburst_count count = instance_count(reading->event, &reading->bits);
    if (instance->sampling.kind == SAMPLING_PRECISE)
        count.counter = 16; /* the only one with PEBS */
    if (tagged && tagged->table) {
        count.tagged = tagged->table;
        count.mask = instance_outcomes(tagged, count.mask);
    } else if (tagged) {
        count.tagged = tagged->way == NETBURST_REPLAY ? &tagged->own : NULL;
        if (tagged->upstream)
            return instance_add_upstream(reading, experiment, &count, instance);
    }
    return instance_add_count(experiment, instance, &count);
}

void event_instance_read(struct experiments *experiments, struct experiment *experiment,
                         const xmlNode *node)
{
    struct instance_reading reading = {
        .experiments = experiments, .node = node, .name = xml_name(node)};
    char *base = xml_attribute(node, "base");
    unsigned refused = experiments->errors.refused;
    if (!base) {
        REFUSE(&reading, "<%s> of %s needs an attribute base=\"EVENT\"", reading.name,
               experiment->name);
        return;
    }
    struct instance instance = {.line = xml_line(node)};
    instance.name = string_set_add(&experiments->strings, reading.name, strlen(reading.name));
    instance.base = string_set_add(&experiments->strings, base, strlen(base));
    free(base);
    if (instance_find_base(&reading, instance.base))
        return;
    instance_check_children(&reading);
    instance_read_bits(&reading);
    instance_check_filter(&reading);
    instance_check_start(&reading);
    XML_FOR(child, node)
    if (xml_same(xml_name(child), "ebs"))
        event_sampling_read(&experiments->errors, child, reading.event, &instance.sampling);
    if (instance.sampling.kind != SAMPLING_NONE && reading.bits.counter)
        REFUSE(&reading, "<%s>: <ebs/> sets the start value by its interval; remove <counter>",
               reading.name);
    if (experiments->errors.refused > refused)
        return;
    instance_check_mask(&reading);
    if (!(reading.bits.escr & (ESCR_T0_USR | ESCR_T0_OS)))
        REFUSE(&reading,
               "<%s> counts in no ring: it or <default> needs <set> <usr/> </set>, <os/> or both",
               reading.name);
    if (instance_add_all(&reading, experiment, &instance))
        REFUSE(&reading, "%s: <%s> is one event too many for the 18 counters", experiment->name,
               reading.name);
}
