/*
 * SPDX-License-Identifier: MIT
 * Parses -silicon: a list of names. Each name can be removed again, and three of them can have a
 * value.
 */
#include "sim/silicon_options.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "sim/model/near_name.h"
#include "sim/model/parameter_table.h"
#include "sim/vpentium_options.h"

static const struct silicon_option_part {
    const char *name;
    bool rough;
    const char *value, *text;
} parts[SILICON_PARTS] = {
#define PART(id, name, rough, value, text) {name, rough, value, text},
#include "sim/silicon.def"
#undef PART
};

/* ---- names ----------------------------------------------------------------------------------- */

static bool silicon_option_name_is(const char *name, const char *text, size_t length)
{
    return strlen(name) == length && memcmp(name, text, length) == 0;
}

static size_t silicon_option_find(const char *text, size_t length)
{
    size_t i = 0;

    while (i < SILICON_PARTS && !silicon_option_name_is(parts[i].name, text, length))
        i++;
    return i;
}

/* ---- values ---------------------------------------------------------------------------------- */

/* Parses a number from `low` to `high` that ends with `end`. Returns the text after it, or NULL. */
static const char *silicon_option_number(const char *text, char end, unsigned low, unsigned high,
                                         unsigned *value)
{
    char *stop;
    unsigned long n;

    if (text[0] < '0' || text[0] > '9')
        return NULL;
    errno = 0;
    n = strtoul(text, &stop, 10);
    if (errno || n < low || n > high || (*stop != end && !(end == ',' && !*stop)))
        return NULL;
    *value = (unsigned)n;
    return stop + 1;
}

#define SMI_HZ_MAX    10000u
#define SMI_US_MAX    100000u
#define MEMORY_KB_MAX 4194303u /* up to 4 GB, with the first MB */
#define CMOS_KB_MAX   65535u
#define TSC_STEP_MAX  1000000u

/* A part with one number as its value. */
struct silicon_option_count {
    unsigned *value, low, high;
    const char *allowed;
};

static struct silicon_option_count silicon_option_count(struct silicon *silicon, size_t part)
{
    const char *const kb = "takes 0 to 4194303 KB, as in e820=14336";

    switch (part) {
    case SILICON_UART_DROPS:
        return (struct silicon_option_count){&silicon->line_loss, 1, UINT32_MAX,
                                             "takes 1 to 4294967295 bytes, as in uart-drops=5000"};
    case SILICON_TSC_STEPS:
        return (struct silicon_option_count){&silicon->tsc_step, 1, TSC_STEP_MAX,
                                             "takes 1 to 1000000 clocks, as in tsc-steps=64"};
    case SILICON_E820:
        return (struct silicon_option_count){&silicon->e820_kb, 0, MEMORY_KB_MAX, kb};
    case SILICON_MEM_UPPER:
        return (struct silicon_option_count){&silicon->mem_upper_kb, 0, MEMORY_KB_MAX, kb};
    case SILICON_CMOS:
        return (struct silicon_option_count){&silicon->cmos_kb, 0, CMOS_KB_MAX,
                                             "takes 0 to 65535 KB, as in cmos=14336"};
    default:
        return (struct silicon_option_count){
            .allowed = "takes no value; -set changes parameters of the model"};
    }
}

/* Parses the value of a part outside the model; the text ends at a comma. */
static bool silicon_option_parse_value(struct silicon *silicon, size_t part, const char *value)
{
    const struct silicon_option_count count = silicon_option_count(silicon, part);

    if (part == SILICON_SMI) {
        value = silicon_option_number(value, 'x', 1, SMI_HZ_MAX, &silicon->smi_hz);
        return value && silicon_option_number(value, ',', 1, SMI_US_MAX, &silicon->smi_us);
    }
    return count.value && silicon_option_number(value, ',', count.low, count.high, count.value);
}

static void silicon_option_switch(struct silicon *silicon, size_t part, bool on)
{
    silicon->on[part] = on;
    silicon_option_parse_value(silicon, part, parts[part].value);
}

/* ---- the list -------------------------------------------------------------------------------- */

static bool silicon_option_unknown(const char *item, size_t length)
{
    struct near_name near = {0};
    char words[NEAR_NAME_WORDS];

    near_name_offer(&near, item, length, "rough");
    for (size_t i = 0; i < SILICON_PARTS; i++)
        near_name_offer(&near, item, length, parts[i].name);
    fprintf(stderr, "vpentium: -silicon '%.*s': no such part%s; '-silicon help' lists the parts\n",
            (int)length, item, near_name_words(&near, words));
    return false;
}

static bool silicon_option_wrong_value(const char *item, size_t length, size_t part)
{
    struct silicon unused;
    const char *allowed = silicon_option_count(&unused, part).allowed;

    if (part == SILICON_SMI)
        allowed =
            "takes 1 to 10000 SMIs per second and 1 to 100000 microseconds, as in smi=125x200";
    fprintf(stderr, "vpentium: -silicon '%.*s': %s %s\n", (int)length, item, parts[part].name,
            allowed);
    return false;
}

/* Parses one name: removed if preceded by a minus, and with a value if the part has one. */
static bool silicon_option_parse_item(struct silicon *silicon, const char *item, size_t length)
{
    const bool off = item[0] == '-';
    const char *name = item + off;
    const size_t name_length = strcspn(name, ",=");
    const bool has_value = name[name_length] == '=';
    const size_t i = silicon_option_find(name, name_length);

    if (silicon_option_name_is("help", item, length))
        return silicon->help = true;
    if (silicon_option_name_is("rough", name, name_length) && !has_value) {
        for (size_t each = 0; each < SILICON_PARTS; each++)
            if (parts[each].rough)
                silicon_option_switch(silicon, each, !off);
        return true;
    }
    if (i == SILICON_PARTS)
        return silicon_option_unknown(item, length);
    silicon_option_switch(silicon, i, !off);
    if (has_value && (off || !silicon_option_parse_value(silicon, i, name + name_length + 1)))
        return silicon_option_wrong_value(item, length, i);
    return true;
}

bool silicon_option_parse(struct options *options, const char *value)
{
    for (;;) {
        const size_t length = strcspn(value, ",");

        if (!silicon_option_parse_item(&options->silicon, value, length))
            return false;
        if (!value[length])
            return true;
        value += length + 1;
    }
}

void silicon_options_list(void)
{
    printf("rough: all parts that are marked with a star\n");
    for (size_t i = 0; i < SILICON_PARTS; i++)
        printf("%c %-14s %s%s%s%s\n", parts[i].rough ? '*' : ' ', parts[i].name, parts[i].text,
               parts[i].value[0] ? " [" : "", parts[i].value, parts[i].value[0] ? "]" : "");
}

/* ---- applying the parts ---------------------------------------------------------------------- */

/* Applies settings that are separated by blanks. A parameter that the model does not have is
 * ignored, because the model does not have the property either. */
static void silicon_options_set_model(struct model_config *model, const char *settings)
{
    char copy[80], error[SETTING_ERROR_BYTES], *rest = copy;

    snprintf(copy, sizeof copy, "%s", settings);
    for (char *one; (one = strsep(&rest, " "));)
        parameter_table_set(model, one, error);
}

void silicon_options_apply(const struct silicon *silicon, struct model_config *model)
{
    for (size_t i = 0; i < SILICON_PARTS; i++)
        if (silicon->on[i] && strchr(parts[i].value, '='))
            silicon_options_set_model(model, parts[i].value);
}
