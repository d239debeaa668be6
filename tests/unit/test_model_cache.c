/*
 * SPDX-License-Identifier: MIT
 * Tests the first-level caches: geometry, LRU, no allocation on write, write-back, MESI between
 * code and data, caches off. 8 KB in 128 sets of 2 ways: addresses 4 KB apart share a set.
 */
#include "test_model.h"

#define A DATA_ADDRESS
#define B (DATA_ADDRESS + 0x1000) /* in the same set */
#define C (DATA_ADDRESS + 0x2000)

static void read_at(struct model *model, uint32_t address)
{
    model_data(model, NULL, address, address + 3, 4, ACCESS_READ);
}

static void write_at(struct model *model, uint32_t address)
{
    model_data(model, NULL, address, address + 3, 4, ACCESS_WRITE);
}

static void fetch_at(struct model *model, uint32_t address, unsigned bytes, bool jumped)
{
    model_fetch(model, address, address, bytes, jumped);
}

/* A line has 32 bytes: its first read misses, the other seven dwords hit. */
static void line_size(void **state)
{
    struct model *model = *state;

    for (unsigned i = 0; i < 16; i++)
        read_at(model, A + 4 * i);
    assert_int_equal(counted(model, P5_data_read), 16);
    assert_int_equal(counted(model, P5_data_read_miss), 2);
}

/* 8 KB fit, so all lines hit in the second round; with one more line its set has one too many. */
static void size(void **state)
{
    struct model *model = *state;

    for (unsigned round = 0; round < 2; round++)
        for (unsigned i = 0; i < 256; i++)
            read_at(model, A + 32 * i);
    assert_int_equal(counted(model, P5_data_read_miss), 256);
    /* Lines 0, 128 and 256 in turn in two ways with LRU replacement: each read misses. */
    for (unsigned i = 0; i < 3; i++)
        read_at(model, A + 32 * 256);
    assert_int_equal(counted(model, P5_data_read_miss), 257);
    read_at(model, A);
    read_at(model, A + 32 * 128);
    read_at(model, A + 32 * 256);
    assert_int_equal(counted(model, P5_data_read_miss), 260);
}

/* After A, B, A, reading C evicts B and not A. */
static void least_recently_used(void **state)
{
    struct model *model = *state;

    read_at(model, A);
    read_at(model, B);
    read_at(model, A);
    read_at(model, C);
    assert_int_equal(counted(model, P5_data_read_miss), 3);
    read_at(model, A);
    assert_int_equal(counted(model, P5_data_read_miss), 3);
    read_at(model, B);
    assert_int_equal(counted(model, P5_data_read_miss), 4);
}

/* Writes to an absent line miss each time. After a read has filled the line they hit: E, then M. */
static void no_write_allocation(void **state)
{
    struct model *model = *state;

    write_at(model, A);
    write_at(model, A);
    assert_int_equal(counted(model, P5_data_write_miss), 2);
    assert_int_equal(counted(model, P5_write_to_M_or_E_lines), 0);
    read_at(model, A);
    assert_int_equal(counted(model, P5_data_read_miss), 1);
    write_at(model, A);
    write_at(model, A);
    assert_int_equal(counted(model, P5_data_write), 4);
    assert_int_equal(counted(model, P5_data_write_miss), 2);
    assert_int_equal(counted(model, P5_write_to_M_or_E_lines), 2);
}

/* A line is written back on eviction only if it is modified. */
static void write_back(void **state)
{
    struct model *model = *state;

    read_at(model, A);
    write_at(model, A);
    read_at(model, B);
    read_at(model, C); /* evicts A, which is modified */
    assert_int_equal(counted(model, P5_data_cache_lines_written_back), 1);
    read_at(model, A); /* evicts B, which is clean */
    assert_int_equal(counted(model, P5_data_cache_lines_written_back), 1);
}

/* WBINVD writes each modified line back, INVD none; afterwards the cache is empty. */
static void invalidation(void **state)
{
    struct model *model = *state;

    for (unsigned i = 0; i < 10; i++) {
        read_at(model, A + 32 * i);
        write_at(model, A + 32 * i);
    }
    model_invalidate_caches(model, true);
    assert_int_equal(counted(model, P5_data_cache_lines_written_back), 10);
    read_at(model, A);
    assert_int_equal(counted(model, P5_data_read_miss), 11);
    write_at(model, A);
    model_invalidate_caches(model, false);
    assert_int_equal(counted(model, P5_data_cache_lines_written_back), 10);
    read_at(model, A);
    assert_int_equal(counted(model, P5_data_read_miss), 12);
}

/* The first write to a write-through line (WB/WT# low) goes to the bus; the line then is
 * exclusive. */
static void shared_lines(void **unused)
{
    struct model_config config = model_config_default();
    struct model *model;

    (void)unused;
    config.cache.fill_shared = true;
    model = model_create(&config);
    assert_non_null(model);
    model_set_cache(model, true);
    read_at(model, A);
    write_at(model, A);
    assert_int_equal(counted(model, P5_data_write_miss), 0);
    assert_int_equal(counted(model, P5_write_to_M_or_E_lines), 0);
    write_at(model, A);
    assert_int_equal(counted(model, P5_write_to_M_or_E_lines), 1);
    model_destroy(model);
}

/* Caches that are off use the lines they have but fill none; each such read is noncacheable. */
static void caches_off(void **state)
{
    struct model *model = *state;

    read_at(model, A);
    model_set_cache(model, false);
    read_at(model, A);
    assert_int_equal(counted(model, P5_data_read_miss), 1);
    read_at(model, B);
    read_at(model, B);
    assert_int_equal(counted(model, P5_data_read_miss), 3);
    assert_int_equal(counted(model, P5_non_cacheable_memory_reads), 2);
    model_set_cache(model, true);
    assert_int_equal(model_write_msr(model, 0x0e, 8), 0); /* TR12: L1 inhibited */
    read_at(model, B);
    assert_int_equal(counted(model, P5_data_read_miss), 4);
    assert_int_equal(model_write_msr(model, 0x0e, 0), 0);
    read_at(model, B);
    read_at(model, B);
    assert_int_equal(counted(model, P5_data_read_miss), 5);
}

/* Video memory (A0000h to BFFFFh) is never cached. */
static void uncached_range(void **state)
{
    struct model *model = *state;

    read_at(model, 0xb8000);
    read_at(model, 0xb8000);
    read_at(model, 0xc0000);
    read_at(model, 0xc0000);
    assert_int_equal(counted(model, P5_data_read_miss), 3);
    assert_int_equal(counted(model, P5_non_cacheable_memory_reads), 2);
}

/* One code read for each line entered in sequence and for each branch, even within a line. */
static void code_reads(void **state)
{
    struct model *model = *state;

    fetch_at(model, CODE_ADDRESS, 8, true);
    fetch_at(model, CODE_ADDRESS + 8, 8, false); /* the line read last */
    assert_int_equal(counted(model, P5_code_read), 1);
    fetch_at(model, CODE_ADDRESS + 16, 40, false); /* continues in the next line */
    assert_int_equal(counted(model, P5_code_read), 2);
    fetch_at(model, CODE_ADDRESS + 32, 8, true); /* the same line, reached by a branch */
    assert_int_equal(counted(model, P5_code_read), 3);
    fetch_at(model, CODE_ADDRESS, 96, true);
    assert_int_equal(counted(model, P5_code_read), 6);
    assert_int_equal(counted(model, P5_code_cache_miss), 3);
}

/* Code that was written as data: the fetch causes a write-back of the modified line. A later write
 * finds the line shared, goes to the bus, and invalidates the code line. */
static void code_and_data(void **state)
{
    struct model *model = *state;

    read_at(model, CODE_ADDRESS);
    write_at(model, CODE_ADDRESS);
    fetch_at(model, CODE_ADDRESS, 8, true);
    assert_int_equal(counted(model, P5_data_cache_lines_written_back), 1);
    assert_int_equal(counted(model, P5_code_cache_miss), 1);
    read_at(model, CODE_ADDRESS);
    assert_int_equal(counted(model, P5_data_read_miss), 1);
    fetch_at(model, CODE_ADDRESS, 8, true);
    assert_int_equal(counted(model, P5_code_cache_miss), 1);
    write_at(model, CODE_ADDRESS);
    fetch_at(model, CODE_ADDRESS, 8, true);
    assert_int_equal(counted(model, P5_code_cache_miss), 2);
}

/*
 * P55C: 16 KB in 128 sets of 4 ways, three-bit pseudo-LRU. After A B C D and A again the tree
 * points away from A, to the older half of the other pair, C. True LRU would evict B.
 */
static void pseudo_lru(void **unused)
{
    struct model_config config;
    struct model *model;

    (void)unused;
    assert_int_equal(model_config_named("p55c", &config), 0);
    model = model_create(&config);
    assert_non_null(model);
    model_set_cache(model, true);
    for (unsigned i = 0; i < 4; i++)
        read_at(model, A + 0x1000 * i);
    read_at(model, A);
    read_at(model, A + 0x4000);
    assert_int_equal(counted(model, P5_data_read_miss), 5);
    read_at(model, B);
    assert_int_equal(counted(model, P5_data_read_miss), 5);
    read_at(model, C);
    assert_int_equal(counted(model, P5_data_read_miss), 6);
    model_destroy(model);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        MODEL_TEST(line_size),           MODEL_TEST(size),          MODEL_TEST(least_recently_used),
        MODEL_TEST(no_write_allocation), MODEL_TEST(write_back),    MODEL_TEST(invalidation),
        cmocka_unit_test(shared_lines),  MODEL_TEST(caches_off),    MODEL_TEST(uncached_range),
        MODEL_TEST(code_reads),          MODEL_TEST(code_and_data), cmocka_unit_test(pseudo_lru),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
