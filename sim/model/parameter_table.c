/*
 * SPDX-License-Identifier: MIT
 * Sets and lists parameters by name, from the table of the linked model.
 */
#include "sim/model/parameter_table.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "sim/model/near_name.h"

static const char *const directions[] = {
    [DIRECTION_TAKEN_UNLESS_TWICE_NOT] = "unless-twice-not",
    [DIRECTION_SATURATING] = "saturating",
    [DIRECTION_TWO_LEVELS] = "two-levels",
};

static const char *const readings[] = {
    [READING_WRITTEN] = "written",
    [READING_GARBAGE] = "garbage",
    [READING_ZERO] = "zero",
    [READING_FAULT] = "fault",
};

/* The values of an enumerated parameter. */
struct parameter_table_names {
    const char *const *names;
    unsigned count;
};

static struct parameter_table_names parameter_table_names_of(const struct parameter_row *setting)
{
    if (setting->type == SETTING_direction)
        return (struct parameter_table_names){directions, sizeof directions / sizeof directions[0]};
    return (struct parameter_table_names){readings, sizeof readings / sizeof readings[0]};
}

/* ---- values as text --------------------------------------------------------------------------
 */

static void *parameter_table_member(const struct parameter_row *setting,
                                    struct model_config *config)
{
    return (char *)config + setting->offset;
}

/*
 * Parses a number that ends at the character `end`. Returns false if it is not a number or out of
 * bounds.
 */
static bool parameter_table_number(const char *text, char end, uint32_t low, uint32_t high,
                                   unsigned *value, const char **rest)
{
    char *stop;
    unsigned long long n;

    if (text[0] < '0' || text[0] > '9')
        return false;
    errno = 0;
    n = strtoull(text, &stop, text[1] == 'x' && text[0] == '0' ? 16 : 10);
    if (errno || *stop != end || n < low || n > high)
        return false;
    *value = (unsigned)n;
    *rest = stop + (end != 0);
    return true;
}

static bool parameter_table_parse_flag(bool *to, const char *value)
{
    *to = strcmp(value, "on") == 0;
    return *to || strcmp(value, "off") == 0;
}

/* Enumerations must have the width of unsigned. */
_Static_assert(sizeof(enum direction_rule) == sizeof(unsigned),
               "it is set and shown as an unsigned number");
_Static_assert(sizeof(enum register_reading) == sizeof(unsigned),
               "it is set and shown as an unsigned number");

static bool parameter_table_parse_name(struct parameter_table_names list, unsigned *to,
                                       const char *value)
{
    for (*to = 0; *to < list.count && strcmp(list.names[*to], value) != 0; ++*to)
        ;
    return *to < list.count;
}

static bool parameter_table_parse_value(const struct parameter_row *setting, void *to,
                                        const char *value)
{
    const uint32_t low = setting->low, high = setting->high;
    struct shape shape;
    struct burst burst;

    switch (setting->type) {
    case SETTING_flag:
        return parameter_table_parse_flag(to, value);
    case SETTING_unsigned:
    case SETTING_address:
        return parameter_table_number(value, 0, low, high, to, &value);
    case SETTING_shape:
        if (!parameter_table_number(value, 'x', 1, 4096, &shape.sets, &value) ||
            !parameter_table_number(value, 0, low, high, &shape.ways, &value))
            return false;
        *(struct shape *)to = shape;
        return is_power_of_two(shape.sets) && is_power_of_two(shape.ways);
    case SETTING_burst:
        if (!parameter_table_number(value, '-', low, high, &burst.first, &value) ||
            !parameter_table_number(value, 0, low, high, &burst.next, &value))
            return false;
        *(struct burst *)to = burst;
        return true;
    default:
        return parameter_table_parse_name(parameter_table_names_of(setting), to, value);
    }
}

static void parameter_table_show_value(const struct parameter_row *setting, const void *from,
                                       char *text, size_t size)
{
    const struct shape *shape = from;
    const struct burst *burst = from;

    switch (setting->type) {
    case SETTING_flag:
        snprintf(text, size, "%s", *(const bool *)from ? "on" : "off");
        break;
    case SETTING_unsigned:
        snprintf(text, size, "%u", *(const unsigned *)from);
        break;
    case SETTING_address:
        snprintf(text, size, "0x%x", (unsigned)*(const uint32_t *)from);
        break;
    case SETTING_shape:
        snprintf(text, size, "%ux%u", shape->sets, shape->ways);
        break;
    case SETTING_burst:
        snprintf(text, size, "%u-%u", burst->first, burst->next);
        break;
    default:
        snprintf(text, size, "%s",
                 parameter_table_names_of(setting).names[*(const unsigned *)from]);
    }
}

static void parameter_table_show_names(struct parameter_table_names list, char *text, size_t size)
{
    size_t used = 0;

    for (unsigned i = 0; i < list.count && used < size; i++)
        used += (size_t)snprintf(text + used, size - used, "%s%s", i ? ", " : "", list.names[i]);
}

static void parameter_table_show_range(const struct parameter_row *setting, char *text, size_t size)
{
    const unsigned low = setting->low, high = setting->high;

    switch (setting->type) {
    case SETTING_flag:
        snprintf(text, size, "on, off");
        break;
    case SETTING_unsigned:
        snprintf(text, size, "%u to %u", low, high);
        break;
    case SETTING_address:
        snprintf(text, size, "0x%x to 0x%x", low, high);
        break;
    case SETTING_shape:
        snprintf(text, size, "SETSxWAYS, 1 to 4096 and %u to %u, powers of two", low, high);
        break;
    case SETTING_burst:
        snprintf(text, size, "FIRST-NEXT, each %u to %u", low, high);
        break;
    default:
        parameter_table_show_names(parameter_table_names_of(setting), text, size);
    }
}

/* ---- by name ---------------------------------------------------------------------------------
 */

static const struct parameter_row *parameter_table_find(const char *name, size_t length)
{
    for (size_t i = 0; i < model_setting_count; i++)
        if (strlen(model_settings[i].name) == length &&
            memcmp(model_settings[i].name, name, length) == 0)
            return &model_settings[i];
    return NULL;
}

static const char *parameter_table_suggestion(const char *name, size_t length,
                                              char words[NEAR_NAME_WORDS])
{
    struct near_name near = {0};

    for (size_t i = 0; i < model_setting_count; i++)
        near_name_offer(&near, name, length, model_settings[i].name);
    return near_name_words(&near, words);
}

int parameter_table_set(struct model_config *config, const char *text,
                        char error[SETTING_ERROR_BYTES])
{
    const size_t length = strcspn(text, "=");
    const struct parameter_row *setting = parameter_table_find(text, length);
    char range[80];

    if (!setting) {
        char words[NEAR_NAME_WORDS];
        snprintf(error, SETTING_ERROR_BYTES, "no such parameter%s; '--set help' lists them",
                 parameter_table_suggestion(text, length, words));
        return -1;
    }
    parameter_table_show_range(setting, range, sizeof range);
    if (text[length] && parameter_table_parse_value(
                            setting, parameter_table_member(setting, config), text + length + 1))
        return 0;
    snprintf(error, SETTING_ERROR_BYTES, "expected %s=VALUE, %s", setting->name, range);
    return -1;
}

void parameter_table_list(const struct model_config *config, FILE *to)
{
    for (size_t i = 0; i < model_setting_count; i++) {
        char value[40], range[80];

        parameter_table_show_value(&model_settings[i],
                                   (const char *)config + model_settings[i].offset, value,
                                   sizeof value);
        parameter_table_show_range(&model_settings[i], range, sizeof range);
        fprintf(to, "%s=%s\n    %s (%s)\n", model_settings[i].name, value, model_settings[i].text,
                range);
    }
}
