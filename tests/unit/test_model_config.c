/*
 * SPDX-License-Identifier: MIT
 * Tests named models, and configurations from which no model can be built.
 */
#include "test_model.h"

static void names(void **unused)
{
    struct model_config config;

    (void)unused;
    assert_int_equal(model_config_named("p54c", &config), 0);
    assert_false(config.p55c);
    assert_int_equal(model_config_named("p55c", &config), 0);
    assert_true(config.p55c);
    assert_int_equal(model_config_named("p6", &config), -1);
    assert_int_equal(model_config_named("", &config), -1);
}

static void defaults_are_valid(void **unused)
{
    static const char *const named[] = {"p54c", "p55c"};

    (void)unused;
    for (size_t i = 0; i < 2; i++) {
        struct model_config config;
        struct model *model;

        assert_int_equal(model_config_named(named[i], &config), 0);
        assert_null(model_config_error(&config));
        model = model_create(&config);
        assert_non_null(model);
        model_destroy(model);
    }
    model_destroy(NULL);
}

/* Each of these changes one property of the default. */
static void refused(void **unused)
{
    const struct model_config good = model_config_default();
    struct model_config bad[10];

    (void)unused;
    for (size_t i = 0; i < 10; i++)
        bad[i] = good;
    bad[0].cache.data.sets = 100;
    bad[1].cache.code.ways = 0;
    bad[2].branch.btb.ways = 3;
    bad[3].tlb.data.ways = 128;
    bad[4].bus.l2_bytes = 300 * 1024;
    bad[5].bus.ratio_bus = 0;
    bad[6].bus.ratio_core = 1;
    bad[7].bus.write_buffers = 0;
    bad[8].counter_write_bits = 48;
    bad[9].clocks.rdmsr_counter = 1;
    for (size_t i = 0; i < 10; i++) {
        assert_non_null(model_config_error(&bad[i]));
        assert_null(model_create(&bad[i]));
    }
}

/* Without a second level every line comes from memory: 10 bus clocks = 15, twice. */
static void no_second_level(void **unused)
{
    struct model_config config = model_config_default();
    struct model *model;

    (void)unused;
    config.bus.l2_bytes = 0;
    model = model_create(&config);
    assert_non_null(model);
    model_set_cache(model, true);
    model_data(model, NULL, DATA_ADDRESS, DATA_ADDRESS + 3, 4, ACCESS_READ);
    assert_int_equal(model_clock(model), 15);
    model_invalidate_caches(model, true);
    model_idle(model, 3000 - model_clock(model));
    model_data(model, NULL, DATA_ADDRESS, DATA_ADDRESS + 3, 4, ACCESS_READ);
    assert_int_equal(model_clock(model), 3015);
    model_destroy(model);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(names),
        cmocka_unit_test(defaults_are_valid),
        cmocka_unit_test(refused),
        cmocka_unit_test(no_second_level),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
