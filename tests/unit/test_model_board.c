/*
 * SPDX-License-Identifier: MIT
 * Tests properties that depend on the board: open DRAM rows, pipelined lines, reads of a line that
 * is being filled, page tables in L2. As in test_model_bus.c, memory is 10-3-3-3, and edge n of the
 * bus is clock 1.5 n, rounded up.
 */
#include "test_model.h"

#define A DATA_ADDRESS

_Static_assert(A % 0x10000 == 0 && A >= 0x10000, "rows and banks are counted from there");

/* Without L2, so that each line comes from memory. Clock 3000 is exactly bus edge 2000. */
static struct model *board(struct model_config config)
{
    struct model *model = model_create(&config);

    assert_non_null(model);
    model_set_cache(model, true);
    model_idle(model, 3000 - model_clock(model));
    return model;
}

static struct model_config without_l2(void)
{
    struct model_config config = model_config_default();

    config.bus.l2_bytes = 0;
    return config;
}

/* Returns the clocks of a read. */
static uint64_t read_at(struct model *model, uint32_t address)
{
    const uint64_t from = model_clock(model);

    model_data(model, NULL, address, address + 3, 4, ACCESS_READ);
    return model_clock(model) - from;
}

/* Returns the clocks of a read that starts at an edge while the bus is idle. */
static uint64_t idle_read_at(struct model *model, uint32_t address)
{
    model_idle(model, 3000 - model_clock(model) % 3000);
    return read_at(model, address);
}

/* An open row takes 10 bus clocks, 15 processor clocks; another row 4 bus clocks more, 21. */
static void rows(void **state)
{
    struct model_config config = without_l2();

    (void)state;
    config.bus.row_bytes = 2048;
    config.bus.row_miss = 4;
    struct model *model = board(config);
    assert_int_equal(idle_read_at(model, A), 21);
    assert_int_equal(idle_read_at(model, A + 2016), 15);
    assert_int_equal(idle_read_at(model, A + 2048), 21);
    assert_int_equal(idle_read_at(model, A + 32), 21);
    assert_int_equal(idle_read_at(model, A + 64), 15);
    model_destroy(model);
}

/* Two banks that alternate every 4 KB keep one row open each: A and A + 4096 are in different
 * banks, A and A + 8192 in the same one. */
static void banks(void **state)
{
    struct model_config config = without_l2();

    (void)state;
    config.bus.row_bytes = 2048;
    config.bus.row_miss = 4;
    config.bus.banks = 2;
    config.bus.bank_bytes = 4096;
    struct model *model = board(config);
    assert_int_equal(idle_read_at(model, A), 21);
    assert_int_equal(idle_read_at(model, A + 4096), 21);
    assert_int_equal(idle_read_at(model, A + 32), 15);
    assert_int_equal(idle_read_at(model, A + 4096 + 32), 15);
    assert_int_equal(idle_read_at(model, A + 8192), 21);
    assert_int_equal(idle_read_at(model, A + 64), 21);
    assert_int_equal(idle_read_at(model, A + 4096 + 64), 15);
    model_destroy(model);
}

/*
 * A line requested at edge 2000 has its first bytes at 2010, clock 3015, and ends at 2019. The
 * next, requested at 3015, is 9 edges early: it saves all 4, and has its first bytes at 2019 + 6 =
 * 2025, clock 3038 (3037.5). One requested at clock 3027, edge 2018, is 1 early: at 2019 + 9 =
 * 2028, clock 3042. After the end nothing is saved: 15.
 */
static void pipelined(void **state)
{
    struct model_config config = without_l2();

    (void)state;
    config.bus.dram_pipelined = 4;
    struct model *model = board(config);
    assert_int_equal(read_at(model, A), 15);
    assert_int_equal(read_at(model, A + 32), 23);
    model_destroy(model);

    model = board(config);
    assert_int_equal(read_at(model, A), 15);
    model_idle(model, 12);
    assert_int_equal(read_at(model, A + 32), 15);
    assert_int_equal(model_clock(model), 3042);
    assert_int_equal(idle_read_at(model, A + 64), 15);
    model_destroy(model);
}

/* L2 is 3-1-1-1: a line requested at edge 4000, clock 6000, arrives at 4003, clock 6005, and ends
 * at 4006. The next is requested at 6005, so at edge 4004 (6006), 2 early: it saves 2 and arrives
 * at 4006 + 1, clock 6011 (6010.5). */
static void pipelined_l2(void **state)
{
    struct model_config config = model_config_default();

    (void)state;
    config.bus.l2_pipelined = 2;
    struct model *model = board(config);
    for (unsigned i = 0; i < 4; i++) /* puts two lines in L2 and evicts them from L1 */
        read_at(model, A + i % 2 * 32 + i / 2 * 0x1000);
    for (unsigned i = 0; i < 2; i++)
        read_at(model, A + i * 32 + 0x2000);
    model_idle(model, 6000 - model_clock(model));
    assert_int_equal(read_at(model, A), 5);
    assert_int_equal(read_at(model, A + 32), 6);
    model_destroy(model);
}

/* Another word of a line that is being filled, even of the 8 bytes that have arrived, is available
 * when the whole line has arrived: edge 2019, clock 3029 (3028.5). */
static void fill_wait(void **state)
{
    struct model_config config = without_l2();

    (void)state;
    config.cache.fill_wait = true;
    struct model *model = board(config);
    assert_int_equal(read_at(model, A), 15);
    assert_int_equal(read_at(model, A + 4), 14);
    assert_int_equal(read_at(model, A + 24), 0);
    model_destroy(model);
}

/* The V half of the pair that requested the line gets its 8 bytes when they arrive: edge 2013,
 * clock 3020 (3019.5). A later V half waits for the whole line. */
static void fill_wait_beside(void **state)
{
    struct model_config config = without_l2();
    const struct insn pair[2] = {{.timing.pipe = PIPE_U_PAIRED}, {.timing.pipe = PIPE_V}};

    (void)state;
    config.cache.fill_wait = true;
    struct model *model = board(config);
    model_data(model, &pair[0], A, A + 3, 4, ACCESS_READ);
    assert_int_equal(model_clock(model), 3015);
    model_data(model, &pair[1], A + 8, A + 11, 4, ACCESS_READ);
    assert_int_equal(model_clock(model), 3020);
    model_idle(model, 1);
    model_data(model, &pair[1], A + 4, A + 7, 4, ACCESS_READ);
    assert_int_equal(model_clock(model), 3029);
    model_destroy(model);
}

/*
 * Two lines that are 4 KB apart share a set. The second, requested at clock 3015, waits until the
 * first has arrived, clock 3029; its cycle begins at the next edge, 2020, and its data comes 10
 * later, at clock 3045. A line of another set begins at 2019: clock 3044 (3043.5).
 */
static void fill_set_wait(void **state)
{
    struct model_config config = without_l2();

    (void)state;
    config.cache.fill_set_wait = true;
    struct model *model = board(config);
    assert_int_equal(read_at(model, A), 15);
    assert_int_equal(read_at(model, A + 0x1000), 30);
    model_destroy(model);

    model = board(config);
    assert_int_equal(read_at(model, A), 15);
    assert_int_equal(read_at(model, A + 32), 29);
    model_destroy(model);
}

/* The first access to each of the other three 8 bytes of a line costs 2 clocks, until another line
 * is filled. */
static void fill_hit(void **state)
{
    struct model_config config = without_l2();

    (void)state;
    config.cache.fill_hit = 2;
    struct model *model = board(config);
    assert_int_equal(read_at(model, A + 8), 15);
    model_idle(model, 1000);
    assert_int_equal(read_at(model, A + 12), 0);
    assert_int_equal(read_at(model, A), 2);
    assert_int_equal(read_at(model, A + 4), 0);
    assert_int_equal(read_at(model, A + 28), 2);
    assert_int_equal(idle_read_at(model, A + 0x40), 15);
    model_idle(model, 1000);
    assert_int_equal(read_at(model, A + 16), 0);
    model_destroy(model);
}

static uint64_t idle_walk(struct model *model, uint32_t entry)
{
    model_idle(model, 3000 - model_clock(model) % 3000);
    const uint64_t from = model_clock(model);

    model_page_walk(model, entry, false);
    return model_clock(model) - from;
}

/* A table's entry takes 15 from memory plus the walk's own 2; from L2 it takes 3 bus clocks, 5
 * (4.5), plus 2. */
static void walk_fills_l2(void **state)
{
    struct model_config config = model_config_default();

    (void)state;
    struct model *model = board(config);
    assert_int_equal(idle_walk(model, A), 17);
    assert_int_equal(idle_walk(model, A + 4), 17);
    model_destroy(model);

    config.tlb.walk_fills_l2 = true;
    model = board(config);
    assert_int_equal(idle_walk(model, A), 17);
    assert_int_equal(idle_walk(model, A + 4), 7);
    assert_int_equal(idle_walk(model, A + 32), 17);
    model_destroy(model);
}

static void what_does_not_fit(void **state)
{
    struct model_config config = model_config_default();

    (void)state;
    config.bus.row_bytes = 3000;
    assert_non_null(model_config_error(&config));
    config = model_config_default();
    config.bus.banks = 3;
    assert_non_null(model_config_error(&config));
    config = model_config_default();
    config.bus.l2_pipelined = config.bus.l2.first;
    assert_non_null(model_config_error(&config));
    config.bus.l2_pipelined--;
    assert_null(model_config_error(&config));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(rows),          cmocka_unit_test(banks),
        cmocka_unit_test(pipelined),     cmocka_unit_test(pipelined_l2),
        cmocka_unit_test(fill_wait),     cmocka_unit_test(fill_wait_beside),
        cmocka_unit_test(fill_set_wait), cmocka_unit_test(fill_hit),
        cmocka_unit_test(walk_fills_l2), cmocka_unit_test(what_does_not_fit),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
