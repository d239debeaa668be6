/*
 * SPDX-License-Identifier: MIT
 * Tests parameters by name: each member of struct model_config has a name, and a name changes
 * nothing else.
 */
#include "test_model.h"

#include <stdio.h>
#include <stdlib.h>

#include "sim/model/parameter_table.h"

/* The listing's `name=value` strings, each ended by a zero byte, without the rest of the
 * listing. */
static char *list(const struct model_config *config)
{
    char *text = NULL, *to;
    size_t size;
    FILE *file = open_memstream(&text, &size);

    assert_non_null(file);
    parameter_table_list(config, file);
    assert_int_equal(fclose(file), 0);
    to = text;
    for (char *line = strtok(text, "\n"); line; line = strtok(NULL, "\n")) {
        if (line[0] == ' ')
            continue;
        memmove(to, line, strlen(line) + 1);
        to += strlen(to) + 1;
    }
    *to = 0;
    return text;
}

/* Writes the setting with a value other than the listed one. */
static void other_value(const char *setting, char *text, size_t size)
{
    const char *value = strchr(setting, '=') + 1;
    const int name = (int)(value - setting);
    unsigned a, b;

    if (strcmp(value, "on") == 0 || strcmp(value, "off") == 0)
        snprintf(text, size, "%.*s%s", name, setting, strcmp(value, "on") == 0 ? "off" : "on");
    else if (sscanf(value, "%ux%u", &a, &b) == 2 && a > 0)
        snprintf(text, size, "%.*s%ux%u", name, setting, 2 * a, b > 1 ? b / 2 : 2 * b);
    else if (sscanf(value, "%u-%u", &a, &b) == 2)
        snprintf(text, size, "%.*s%u-%u", name, setting, a + 1, b + 1);
    else if (strcmp(setting, "counter_write_bits=40") == 0)
        snprintf(text, size, "counter_write_bits=32");
    else if (strcmp(value, "unless-twice-not") == 0)
        snprintf(text, size, "%.*ssaturating", name, setting);
    else if (strcmp(value, "written") == 0)
        snprintf(text, size, "%.*szero", name, setting);
    else if (strcmp(setting, "bus.l2_reach=4096") == 0)
        snprintf(text, size, "bus.l2_reach=64");
    else if (strcmp(setting, "pairing.max_length=15") == 0)
        snprintf(text, size, "pairing.max_length=7");
    else if (strncmp(value, "0x", 2) == 0)
        snprintf(text, size, "%.*s0x%lx", name, setting, strtoul(value, NULL, 16) + 0x10001);
    else
        snprintf(text, size, "%.*s%lu", name, setting, strtoul(value, NULL, 10) + 1);
}

/* Each setting changes bytes that no other one changes, and together they change every member. */
static void each_member_has_its_name(void **unused)
{
    const struct model_config config = model_config_default();
    static uint8_t touched[sizeof config];
    char error[SETTING_ERROR_BYTES], text[80];
    char *names = list(&config);
    unsigned count = 0;

    (void)unused;
    for (const char *name = names; *name; name += strlen(name) + 1, count++) {
        struct model_config changed = config;
        bool any = false;

        other_value(name, text, sizeof text);
        if (parameter_table_set(&changed, text, error) != 0)
            fail_msg("%s: %s", text, error);
        for (size_t i = 0; i < sizeof config; i++) {
            const bool differs = ((const uint8_t *)&changed)[i] != ((const uint8_t *)&config)[i];

            if (differs && touched[i])
                fail_msg("%s: byte %zu belongs to another parameter", text, i);
            touched[i] |= differs;
            any |= differs;
        }
        if (!any)
            fail_msg("%s changes nothing", text);
    }
    /* number of rows in p5_parameters.def */
    assert_int_equal(count, 6 + 8 + 4 + 11 + 11 + 6 + 21 + 20 + 13 + 5 + 12);
    free(names);
}

static void listed_values_are_those_set(void **unused)
{
    struct model_config config = model_config_default();
    char error[SETTING_ERROR_BYTES];

    (void)unused;
    assert_int_equal(parameter_table_set(&config, "cache.data=256x8", error), 0);
    assert_int_equal(config.cache.data.sets, 256);
    assert_int_equal(config.cache.data.ways, 8);
    assert_int_equal(parameter_table_set(&config, "bus.l2=4-2", error), 0);
    assert_int_equal(config.bus.l2.first, 4);
    assert_int_equal(config.bus.l2.next, 2);
    assert_int_equal(parameter_table_set(&config, "branch.rule=two-levels", error), 0);
    assert_int_equal(config.branch.rule, DIRECTION_TWO_LEVELS);
    assert_int_equal(parameter_table_set(&config, "cache.uncached_to=0x100000", error), 0);
    assert_int_equal(config.cache.uncached_to, 0x100000);
    assert_int_equal(parameter_table_set(&config, "cache.uncached_to=4294967295", error), 0);
    assert_int_equal(config.cache.uncached_to, 0xffffffff);
}

/* A rejected setting changes nothing, and its message reports the valid values. */
static void refused(void **unused)
{
    static const char *const wrong[] = {
        "",
        "=",
        "bus.io",
        "bus.io=",
        "bus.io=0",
        "bus.io=-1",
        "bus.io=+1",
        "bus.io= 1",
        "bus.io=1 ",
        "bus.io=100001",
        "bus.ios=1",
        "bus.i=1",
        "errata=1",
        "errata=ON",
        "cache.data=3x2",
        "cache.data=128x",
        "cache.data=x2",
        "cache.data=128x2x",
        "bus.l2=3-",
        "bus.l2=0-1",
        "branch.rule=",
        "clocks.rdmsr=0x",
        "clocks.rdmsr=99999999999999999999999",
    };
    const struct model_config config = model_config_default();

    (void)unused;
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
        struct model_config changed = config;
        char error[SETTING_ERROR_BYTES] = "";

        if (parameter_table_set(&changed, wrong[i], error) != -1 || !error[0] ||
            strchr(error, '\n'))
            fail_msg("'%s' was taken, or '%s' is no message", wrong[i], error);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(each_member_has_its_name),
        cmocka_unit_test(listed_values_are_those_set),
        cmocka_unit_test(refused),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
