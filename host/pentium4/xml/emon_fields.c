/*
 * SPDX-License-Identifier: MIT
 * Parses ranges of bits, and the defaults of fields.
 */
#include "host/pentium4/xml/emon_fields.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "host/base/allocation.h"
#include "host/pentium4/xml/bit_settings.h"

/* Parses "9-24" or "9". Returns 0, or -1. */
static int emon_fields_range(const char *text, unsigned bits, unsigned *low, unsigned *high)
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

static void emon_fields_default(struct config *config, const xmlNode *node,
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

void emon_fields_read(struct config *config, const xmlNode *node, struct config_fields *fields,
                      unsigned bits)
{
    XML_FOR(child, node)
    {
        struct config_field field = {.line = xml_line(child)};
        char *range = xml_attribute(child, "bits");
        field.name = string_set_add(&config->strings, xml_name(child), strlen(xml_name(child)));
        if (!range || emon_fields_range(range, bits, &field.low, &field.high)) {
            xml_error_refuse(&config->errors, field.line,
                             "<%s%s%s%s>: expected bits=\"LOW-HIGH\" or bits=\"BIT\", from 0 to %u",
                             field.name, range ? " bits=\"" : "", range ? range : "",
                             range ? "\"" : "", bits - 1);
        } else {
            emon_fields_default(config, child, &field);
            *(struct config_field *)allocate_element(&fields->field, &fields->n, sizeof field) =
                field;
        }
        free(range);
    }
}
