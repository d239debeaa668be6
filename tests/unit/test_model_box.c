/*
 * SPDX-License-Identifier: MIT
 * Tests machine profiles: parsing of lines into settings, and the message for each invalid line.
 */
#include "test_model.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "sim/machine_profiles/machine_profile.h"
#include "sim/model/parameter_table.h"

static struct machine_profile *profile;
static char error[PROFILE_ERROR_BYTES];

static int empty(void **state)
{
    (void)state;
    profile = calloc(1, sizeof *profile);
    error[0] = 0;
    return profile ? 0 : -1;
}

static int emptied(void **state)
{
    (void)state;
    free(profile);
    return 0;
}

static int take(const char *text)
{
    return machine_profile_read_text(profile, "a.box", text, strlen(text), error);
}

static void test_lines(void **state)
{
    (void)state;
    assert_int_equal(take("# of a test\n\n  cpu = p55c # the MMX one\r\nmhz=200\nm=64\n"
                          "\tbus.l2 = 3-1\nerrata=off# no blank before\n#bus.io=9\ntlb.walk=7"),
                     0);
    assert_string_equal(profile->cpu, "p55c");
    assert_string_equal(profile->mhz, "200");
    assert_string_equal(profile->memory, "64");
    assert_int_equal(profile->setting_count, 3);
    assert_string_equal(profile->settings[0], "bus.l2=3-1");
    assert_string_equal(profile->settings[1], "errata=off");
    assert_string_equal(profile->settings[2], "tlb.walk=7");
    assert_string_equal(profile->last, "a.box");
}

static void test_nothing_said(void **state)
{
    (void)state;
    assert_int_equal(take(""), 0);
    assert_int_equal(take("# nothing\n\n"), 0);
    assert_null(profile->cpu);
    assert_null(profile->mhz);
    assert_null(profile->memory);
    assert_int_equal(profile->setting_count, 0);
}

static void test_the_later_wins(void **state)
{
    struct model_config config = model_config_default();
    char why[SETTING_ERROR_BYTES];

    (void)state;
    assert_int_equal(take("mhz=100\nbus.io=9\n"), 0);
    assert_int_equal(take("mhz=133\nbus.io=10\n"), 0);
    assert_string_equal(profile->mhz, "133");
    for (unsigned i = 0; i < profile->setting_count; i++)
        assert_int_equal(parameter_table_set(&config, profile->settings[i], why), 0);
    assert_int_equal(config.bus.io, 10);
}

static void test_wrong_lines(void **state)
{
    static const struct {
        const char *text, *words[4];
    } wrong[] = {
        {"\n# x\nbus.l2bytes=4\n", {"a.box:3", "bus.l2bytes=4", "did you mean 'bus.l2_bytes'?"}},
        {"cpus=p54c\n", {"a.box:1", "no such parameter", "did you mean 'cpu'?"}},
        {"cpu=p66\n", {"a.box:1", "cpu=p66", "p54c or p55c"}},
        {"cpu\n", {"a.box:1", "'cpu'", "p54c or p55c"}},
        {"mhz=59\n", {"a.box:1", "mhz=59", "60 to 233"}},
        {"mhz=234\n", {"mhz=234", "60 to 233"}},
        {"mhz=\n", {"'mhz='", "60 to 233"}},
        {"m=1\n", {"m=1", "2 to 3072"}},
        {"m=64K\n", {"m=64K", "2 to 3072"}},
        {"bus.io=0\n", {"a.box:1", "bus.io=0", "1 to 100000"}},
        {"bus.l2=3\n", {"bus.l2=3", "FIRST-NEXT"}},
        {"cache.data=100x2\n", {"cache.data=100x2", "powers of two"}},
        {"errata=yes\n", {"errata=yes", "on, off"}},
        {"bus.io\n", {"a.box:1", "'bus.io'", "NAME=VALUE"}},
        {"bus.io 9\n", {"a.box:1", "NAME=VALUE"}},
        {"=9\n", {"a.box:1", "'=9'", "no such parameter"}},
        {"mhz=100\n\n\nnonsense", {"a.box:4", "nonsense", "NAME=VALUE"}},
    };

    (void)state;
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
        assert_int_equal(take(wrong[i].text), -1);
        for (unsigned j = 0; wrong[i].words[j]; j++)
            if (!strstr(error, wrong[i].words[j]))
                fail_msg("'%s' is not in: %s", wrong[i].words[j], error);
    }
}

static void test_too_much(void **state)
{
    char *text = malloc(PROFILE_BYTES_MAX + 1);

    (void)state;
    memset(text, 'a', PROFILE_BYTES_MAX);
    text[PROFILE_BYTES_MAX] = 0;
    assert_int_equal(take(text), -1);
    assert_non_null(strstr(error, "more than 16384 bytes"));
    memset(text, '#', PROFILE_BYTES_MAX); /* comments are not stored */
    assert_int_equal(take(text), 0);
    free(text);
    for (unsigned i = 0; i < PROFILE_SETTINGS_MAX; i++)
        assert_int_equal(take("bus.io=9"), 0);
    assert_int_equal(take("bus.io=9"), -1);
    assert_non_null(strstr(error, "more than 200 parameters"));
}

static void test_no_text(void **state)
{
    (void)state;
    assert_int_equal(machine_profile_read_text(profile, "a.box", "mhz=100\0\n", 9, error), -1);
    assert_non_null(strstr(error, "byte 0"));
}

static void test_files(void **state)
{
    char path[] = "/tmp/test_model_box_XXXXXX";
    const int file = mkstemp(path);

    (void)state;
    assert_true(file >= 0);
    assert_int_equal(write(file, "mhz=75\n", 7), 7);
    assert_int_equal(close(file), 0);
    assert_int_equal(machine_profile_read(profile, path, error), 0);
    assert_string_equal(profile->mhz, "75");
    assert_int_equal(unlink(path), 0);
    assert_int_equal(machine_profile_read(profile, path, error), -1);
    assert_non_null(strstr(error, "No such file"));
    assert_int_equal(machine_profile_read(profile, "/", error), -1);
    assert_non_null(strstr(error, "cannot be read"));
    assert_int_equal(machine_profile_read(profile, "p54c-10", error), -1);
    assert_non_null(strstr(error, "did you mean 'p54c-100'?"));
}

/* Each name that machine_profiles_list() prints is a profile that names its processor and gives a
 * valid model. */
static void test_our_own(void **state)
{
    char *text = NULL;
    size_t size;
    FILE *list = open_memstream(&text, &size);
    unsigned profiles = 0;

    (void)state;
    assert_non_null(list);
    machine_profiles_list(list);
    assert_int_equal(fclose(list), 0);
    for (char *rest = text, *line; (line = strsep(&rest, "\n")) && *line; profiles++) {
        struct model_config config;
        char why[SETTING_ERROR_BYTES];

        memset(profile, 0, sizeof *profile);
        line[strcspn(line, " ")] = 0;
        assert_int_equal(machine_profile_read(profile, line, error), 0);
        assert_non_null(profile->cpu);
        assert_int_equal(model_config_named(profile->cpu, &config), 0);
        for (unsigned i = 0; i < profile->setting_count; i++)
            assert_int_equal(parameter_table_set(&config, profile->settings[i], why), 0);
        assert_null(model_config_error(&config));
    }
    assert_true(profiles >= 2);
    free(text);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(test_lines, empty, emptied),
        cmocka_unit_test_setup_teardown(test_nothing_said, empty, emptied),
        cmocka_unit_test_setup_teardown(test_the_later_wins, empty, emptied),
        cmocka_unit_test_setup_teardown(test_wrong_lines, empty, emptied),
        cmocka_unit_test_setup_teardown(test_too_much, empty, emptied),
        cmocka_unit_test_setup_teardown(test_no_text, empty, emptied),
        cmocka_unit_test_setup_teardown(test_files, empty, emptied),
        cmocka_unit_test_setup_teardown(test_our_own, empty, emptied),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
