/*
 * SPDX-License-Identifier: MIT
 * Reads <ebs type="imprecise|precise" interval= buffer= sample="A|E" max=/>, which makes an event a
 * sampled one.
 */
#include "host/pentium4/xml/event_sampling.h"

#include <stdlib.h>
#include <string.h>

#define MOST_INTERVAL 2147483647.0
#define MOST_SAMPLES  1e6

/* Reads an integer attribute from 1 to `most`; 0 if the attribute is missing. */
static double event_sampling_read_number(struct xml_errors *errors, const xmlNode *node,
                                         const char *name, double most)
{
    char *text = xml_attribute(node, name), *end = NULL;
    double value = text ? strtod(text, &end) : 0;
    if (text && (end == text || *end || value < 1 || value > most || value != (double)(long)value))
        xml_error_refuse(errors, xml_line(node),
                         "<ebs %s=\"%s\">: expected a whole number from 1 to %.0f", name, text,
                         most);
    free(text);
    return value;
}

static void event_sampling_read_kind(struct xml_errors *errors, const xmlNode *node,
                                     struct event_sampling *sampling)
{
    char *text = xml_attribute(node, "type");
    if (text && xml_same(text, "imprecise"))
        sampling->kind = SAMPLING_IMPRECISE;
    else if (text && xml_same(text, "precise"))
        sampling->kind = SAMPLING_PRECISE;
    else
        xml_error_refuse(errors, xml_line(node), "<ebs type=\"%s\">: allowed: imprecise, precise",
                         text ? text : "");
    free(text);
}

static void event_sampling_read_content(struct xml_errors *errors, const xmlNode *node,
                                        struct event_sampling *sampling)
{
    char *text = xml_attribute(node, "sample");
    sampling->all = text && xml_same(text, "A");
    if (text && !xml_same(text, "A") && !xml_same(text, "E"))
        xml_error_refuse(errors, xml_line(node),
                         "<ebs sample=\"%s\">: allowed: A (all registers), E (only the address)",
                         text);
    free(text);
}

void event_sampling_read(struct xml_errors *errors, const xmlNode *node,
                         const struct config_event *counting, struct event_sampling *sampling)
{
    if (sampling->line)
        xml_error_refuse(errors, xml_line(node), "a second <ebs/>; the first is in line %ld",
                         sampling->line);
    *sampling = (struct event_sampling){.line = xml_line(node)};
    event_sampling_read_kind(errors, node, sampling);
    event_sampling_read_content(errors, node, sampling);
    sampling->interval = event_sampling_read_number(errors, node, "interval", MOST_INTERVAL);
    sampling->buffer = event_sampling_read_number(errors, node, "buffer", MOST_SAMPLES);
    sampling->most = event_sampling_read_number(errors, node, "max", MOST_SAMPLES);
    if (!xmlHasProp(node, (const xmlChar *)"interval"))
        xml_error_refuse(errors, xml_line(node),
                         "<ebs/> has no interval=\"EVENTS\", the number of events between samples");
    if (sampling->kind == SAMPLING_PRECISE && !counting->for_pebs)
        xml_error_refuse(
            errors, xml_line(node),
            "<ebs type=\"precise\">: precise sampling is possible for front_end_event, "
            "execution_event and replay_event, not for %s",
            counting->name);
}
