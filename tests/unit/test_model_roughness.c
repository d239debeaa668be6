/*
 * SPDX-License-Identifier: MIT
 * Tests the model's optional rough properties, and the random numbers that they use. The bus has 2
 * clocks to 3 of the processor: its edge n is clock 1.5 n, rounded up. A read from memory takes 10
 * bus clocks, from L2 3.
 */
#include "test_model.h"

#include <stdlib.h>

#include "sim/model/parameter_table.h"

enum { TR12 = 0x0e, CESR = 0x11, CTR0 = 0x12, CTR1 = 0x13 };
enum { EVERY_RING = 3 << 6 };

#define SEGMENTS (P5_segment_register_loaded | EVERY_RING)
#define UPPER    (~0ull << 40)

/* Creates a model with these settings, separated by blanks, and its caches on. */
static struct model *rough(const char *settings, uint64_t seed)
{
    struct model_config config = model_config_default();
    char copy[200], error[SETTING_ERROR_BYTES], *rest = copy;
    struct model *model;

    snprintf(copy, sizeof copy, "%s", settings);
    for (char *one; (one = strsep(&rest, " "));)
        if (parameter_table_set(&config, one, error) != 0)
            fail_msg("%s: %s", one, error);
    config.seed = seed;
    model = model_create(&config);
    assert_non_null(model);
    model_set_cache(model, true);
    return model;
}

static uint64_t read_msr(struct model *model, uint32_t msr)
{
    uint64_t value = 0;

    assert_int_equal(model_read_msr(model, msr, &value), 0);
    return value;
}

static void to_edge(struct model *model, uint64_t edge)
{
    model_idle(model, (edge * 3 + 1) / 2 - model_clock(model));
}

/* Returns the clocks of a read. */
static uint64_t read_at(struct model *model, uint32_t address)
{
    const uint64_t before = model_clock(model);

    model_data(model, NULL, address, address + 3, 4, ACCESS_READ);
    return model_clock(model) - before;
}

/* ---- chance --------------------------------------------------------------------------------- */

/*
 * Half of the exponentially distributed times are below ln 2 = 0.6931 means. For 100,000 of them
 * the deviation of the mean is 0.32 %, that of the share 0.16 %; the limits allow five of each. The
 * function adds 1, the least interval.
 */
static void intervals(void **unused)
{
    struct chance chance = chance_from(7, CHANCE_SMI);
    const unsigned n = 100000, mean = 1000;
    unsigned below = 0;
    uint64_t sum = 0;

    (void)unused;
    for (unsigned i = 0; i < n; i++) {
        const uint64_t interval = chance_interval(&chance, mean);

        assert_true(interval >= 1);
        sum += interval - 1;
        below += interval - 1 < 693;
    }
    assert_in_range(sum / n, 984, 1016);
    assert_in_range(below, 49200, 50800);
}

/* Uniform from 500 to 1500: both ends occur; the mean's deviation is 289 / sqrt(100,000) = 0.9. */
static void around(void **unused)
{
    struct chance chance = chance_from(7, CHANCE_SMI);
    uint64_t sum = 0, low = UINT64_MAX, high = 0;

    (void)unused;
    for (unsigned i = 0; i < 100000; i++) {
        const uint64_t value = chance_around(&chance, 1000);

        sum += value;
        low = value < low ? value : low;
        high = value > high ? value : high;
    }
    assert_in_range(sum / 100000, 995, 1005);
    assert_int_equal(low, 500);
    assert_int_equal(high, 1500);
}

static void seeds_and_streams(void **unused)
{
    struct chance a = chance_from(1, CHANCE_BTB), again = a;
    struct chance other_seed = chance_from(2, CHANCE_BTB), other = chance_from(1, CHANCE_MASTER);

    (void)unused;
    for (unsigned i = 0; i < 100; i++) {
        const uint64_t bits = chance_bits(&a);

        assert_true(bits == chance_bits(&again));
        assert_true(bits != chance_bits(&other_seed));
        assert_true(bits != chance_bits(&other));
    }
}

/* ---- registers ------------------------------------------------------------------------------ */

/* A write works with every setting: bit 2 turns the V pipe off. */
static void tr12_reads(void **unused)
{
    static const char *const ways[] = {"written", "garbage", "zero", "fault"};

    (void)unused;
    for (unsigned way = 0; way < 4; way++) {
        uint64_t first = 1, second = 1;
        char setting[40];
        struct model *model;

        snprintf(setting, sizeof setting, "silicon.tr12=%s", ways[way]);
        model = rough(setting, 1);
        assert_int_equal(model_write_msr(model, TR12, 4), MODEL_REPAIR);
        assert_false(model->pairing);
        assert_int_equal(model_read_msr(model, TR12, &first), way == 3 ? -1 : 0);
        assert_int_equal(model_read_msr(model, TR12, &second), way == 3 ? -1 : 0);
        if (way == 1)
            assert_true(first != second && first != 4);
        else if (way != 3)
            assert_true(first == (way == 0 ? 4 : 0) && second == first);
        model_destroy(model);
    }
}

/* The implemented bits stay right. The others are 0 without the setting, and random with it. */
static void check_garbage(const char *setting, uint32_t msr, uint64_t garbage)
{
    struct model *kind = rough("errata=on", 1), *model = rough(setting, 1);
    uint64_t ones = 0, zeros = 0;

    assert_int_equal(model_write_msr(kind, CESR, SEGMENTS), 0);
    assert_int_equal(model_write_msr(model, CESR, SEGMENTS), 0);
    model_segment_load(kind, 5);
    model_segment_load(model, 5);
    for (unsigned i = 0; i < 100; i++) {
        const uint64_t right = read_msr(kind, msr), value = read_msr(model, msr);

        assert_int_equal(right & garbage, 0);
        assert_int_equal(value & ~garbage, right);
        ones |= value;
        zeros |= ~value;
    }
    assert_true((ones & garbage) == garbage && (zeros & garbage) == garbage);
    model_destroy(kind);
    model_destroy(model);
}

static void registers_of_garbage(void **unused)
{
    (void)unused;
    check_garbage("silicon.cesr_upper_garbage=on", CESR, 0xffffffff00000000);
    check_garbage("silicon.cesr_reserved_garbage=on", CESR, 0xfc00fc00);
    check_garbage("silicon.counter_upper_garbage=on", CTR0, UPPER);
    check_garbage("silicon.counter_upper_garbage=on", CTR1, UPPER);
}

/*
 * One in 100 events is lost or counted twice, with equal probability: of 100,000 about 1000, with a
 * deviation of 32; the difference of the two has a deviation of 32 too. Reading the counter does
 * not change which events slip.
 */
static void slips(void **unused)
{
    struct model *model = rough("silicon.counter_slip=100", 1);
    struct model *unseen = rough("silicon.counter_slip=100", 1);
    struct model *other = rough("silicon.counter_slip=100", 2);
    unsigned lost = 0, twice = 0;
    uint64_t last = 0;

    (void)unused;
    assert_int_equal(model_write_msr(model, CESR, SEGMENTS), 0);
    assert_int_equal(model_write_msr(unseen, CESR, SEGMENTS), 0);
    assert_int_equal(model_write_msr(other, CESR, SEGMENTS), 0);
    for (unsigned i = 0; i < 100000; i++) {
        model_segment_load(model, 1);
        const uint64_t now = read_msr(model, CTR0);

        assert_true(now - last <= 2);
        lost += now == last;
        twice += now == last + 2;
        last = now;
    }
    model_segment_load(unseen, 100000);
    model_segment_load(other, 100000);
    assert_in_range(lost + twice, 840, 1160);
    assert_in_range(lost, twice - 160, twice + 160);
    assert_int_equal(read_msr(unseen, CTR0), last);
    assert_int_not_equal(read_msr(other, CTR0), last);
    model_destroy(model);
    model_destroy(unseen);
    model_destroy(other);
}

/* A stopped counter does not slip either: it is stopped while the events occur. */
static void stopped_counters_do_not_slip(void **unused)
{
    struct model *model = rough("silicon.counter_slip=10", 1);

    (void)unused;
    assert_int_equal(model_write_msr(model, CESR, P5_segment_register_loaded), 0);
    model_segment_load(model, 100000);
    assert_int_equal(read_msr(model, CTR0), 0);
    model_destroy(model);
}

/* ---- the board ------------------------------------------------------------------------------ */

/*
 * Memory is refreshed from edge 1040 to 1050, and then every 1040 edges. It delivers data requested
 * at 1040 at 1060 instead of 1050, after 30 clocks; at 1050 it is available again. L2 is not
 * affected. Refreshes during which nothing accessed memory cause no later delay, even if L2 was
 * read in between.
 */
static void refresh(void **unused)
{
    struct model *model = rough("bus.refresh_interval=1040 bus.refresh=10", 1);

    (void)unused;
    to_edge(model, 1040);
    assert_int_equal(read_at(model, DATA_ADDRESS), 30);
    to_edge(model, 2 * 1040 + 10);
    assert_int_equal(read_at(model, DATA_ADDRESS + 0x1000), 15);
    to_edge(model, 3 * 1040 + 4);
    assert_int_equal(read_at(model, DATA_ADDRESS + 0x2000), 24);
    to_edge(model, 4 * 1040);
    assert_int_equal(read_at(model, DATA_ADDRESS), 5); /* evicted from L1 */
    to_edge(model, 1000 * 1040 + 500);
    assert_int_equal(read_at(model, DATA_ADDRESS + 0x3000), 15);
    to_edge(model, 2000 * 1040 + 400);
    assert_int_equal(read_at(model, DATA_ADDRESS + 0x1000), 5);
    to_edge(model, 2000 * 1040 + 500);
    assert_int_equal(read_at(model, DATA_ADDRESS + 0x4000), 15);
    model_destroy(model);
}

/*
 * Another bus master takes 100 bus clocks, at a mean interval of 1000: an 11th of the time. Some of
 * 10,000 reads at intervals of 60 clocks (40 edges; a line takes 19) find the bus busy, for 150
 * clocks at most. Event 18h never decreases, and counts at most 29 clocks for each read and all of
 * the master's clocks.
 */
static void master(void **unused)
{
    const char *settings = "bus.master_interval=1000 bus.master=100 bus.l2_bytes=0";
    struct model *model = rough(settings, 1), *again = rough(settings, 1);
    struct model *other = rough(settings, 2), *idle = rough(settings, 1);
    unsigned waited = 0;
    bool differs = false;
    uint64_t busy = 0;

    (void)unused;
    for (unsigned i = 0; i < 10000; i++) {
        const uint64_t clocks = read_at(model, 0x200000 + i * 32);

        assert_in_range(clocks, 15, 15 + 2 + 150);
        assert_int_equal(read_at(again, 0x200000 + i * 32), clocks);
        differs |= read_at(other, 0x200000 + i * 32) != clocks;
        waited += clocks > 17;
        for (unsigned part = 0; part < 3; part++) {
            assert_true(p5_bus_busy(model) >= busy);
            busy = p5_bus_busy(model);
            model_idle(model, 20);
            model_idle(again, 20);
            model_idle(other, 20);
        }
    }
    assert_true(differs);
    assert_in_range(waited, 400, 1500);
    model_idle(idle, 15000000);
    assert_in_range(p5_bus_busy(idle), 15000000 / 11 * 95 / 100, 15000000 / 11 * 105 / 100);
    model_destroy(model);
    model_destroy(again);
    model_destroy(other);
    model_destroy(idle);
}

/* A line that two lines of its set have evicted from L1 is in L2, unless its address is 64 MB or
 * above: the last line below and the first one above. */
static void reach_of_l2(void **unused)
{
    static const uint32_t places[] = {0x3ffffe0, 0x4000000};
    struct model *model = rough("bus.l2_reach=64", 1);

    (void)unused;
    for (unsigned i = 0; i < 2; i++) {
        for (unsigned way = 0; way < 3; way++)
            read_at(model, places[i] + way * 0x1000);
        to_edge(model, 2000 * (i + 1));
        assert_int_equal(read_at(model, places[i]), i ? 15 : 5);
    }
    model_destroy(model);
}

/* Bit i is set if the branch of iteration i hit in the BTB; `branches` branches that share a set of
 * four are executed in turn. */
static uint64_t known(const char *settings, uint64_t seed, unsigned branches)
{
    struct model *model = rough(settings, seed);
    const struct code code = code_at(model, 0x1000, /* jnz $+20 */ "\x75\x12", 2);
    uint64_t hits = 0;

    for (unsigned i = 0; i < 64; i++) {
        const uint64_t before = counted(model, P5_btb_hits);
        const uint32_t address = 0x1000 + i % branches * 64;

        model_branch(model, &code.insns[0], address, BRANCH_CONDITIONAL, true, address + 20);
        hits |= (counted(model, P5_btb_hits) - before) << i;
    }
    model_destroy(model);
    return hits;
}

/* Four branches always fit: all but their first executions hit. */
static void random_replacement(void **unused)
{
    static const char setting[] = "branch.random_replacement=on";

    (void)unused;
    assert_true(known(setting, 1, 4) == ~15ull);
    assert_true(known(setting, 1, 5) == known(setting, 1, 5));
    assert_true(known(setting, 1, 5) != known(setting, 2, 5));
    assert_true(known(setting, 1, 5) != known("branch.random_replacement=off", 1, 5));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(intervals),
        cmocka_unit_test(around),
        cmocka_unit_test(seeds_and_streams),
        cmocka_unit_test(tr12_reads),
        cmocka_unit_test(registers_of_garbage),
        cmocka_unit_test(slips),
        cmocka_unit_test(stopped_counters_do_not_slip),
        cmocka_unit_test(refresh),
        cmocka_unit_test(master),
        cmocka_unit_test(reach_of_l2),
        cmocka_unit_test(random_replacement),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
