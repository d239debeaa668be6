/*
 * SPDX-License-Identifier: MIT
 * Tests the TLBs: sets, ways and pseudo-LRU, 4 MB pages, invalidation, the erratum of event 02h.
 * Data: 16 sets of 4, pages 64 KB apart share one; code: 8 sets of 4; large pages: 2 sets of 4.
 */
#include "test_model.h"

static bool present(struct model *model, enum tlb_kind kind, uint32_t linear)
{
    return tlb_lookup(model, kind, linear) != NULL;
}

static void enter(struct model *model, enum tlb_kind kind, uint32_t linear, bool large)
{
    const uint32_t mask = large ? 0xffc00000 : 0xfffff000;
    const struct tlb_entry entry = {
        .linear = linear & mask, .physical = (linear & mask) + 0x10000000, .large = large};

    tlb_insert(model, kind, &entry);
}

static void finds_what_was_entered(void **state)
{
    struct model *model = *state;
    const struct tlb_entry *entry;

    assert_false(present(model, TLB_DATA, 0x12345678));
    enter(model, TLB_DATA, 0x12345000, false);
    entry = tlb_lookup(model, TLB_DATA, 0x12345fff);
    assert_non_null(entry);
    assert_int_equal(entry->physical, 0x22345000);
    assert_false(present(model, TLB_CODE, 0x12345000)); /* not in the code TLB */
    assert_int_equal(counted(model, P5_data_tlb_miss), 1);
    assert_int_equal(counted(model, P5_code_tlb_miss), 1);
}

/* After a flush the ways are filled from the lowest one, regardless of earlier lookups: pages 4 0 1
 * 2 of a set go to ways 0 to 3, so that 3 replaces 4, the oldest. */
static void fills_from_the_lowest_way(void **state)
{
    const uint32_t page[] = {0x00000, 0x10000, 0x20000, 0x30000, 0x40000};
    struct model *model = *state;

    for (unsigned i = 0; i < 4; i++)
        enter(model, TLB_DATA, page[i], false);
    assert_true(present(model, TLB_DATA, page[3]));
    tlb_flush(model);
    enter(model, TLB_DATA, page[4], false);
    enter(model, TLB_DATA, page[0], false);
    enter(model, TLB_DATA, page[1], false);
    enter(model, TLB_DATA, page[2], false);
    enter(model, TLB_DATA, page[3], false);
    assert_false(present(model, TLB_DATA, page[4]));
    for (unsigned i = 0; i < 4; i++)
        assert_true(present(model, TLB_DATA, page[i]));
}

/* 64 successive pages fit. After pages 0 1 2 3 of a set and 0 again, a fifth page replaces page 2,
 * to which the pseudo-LRU bits point. */
static void replacement(void **state)
{
    struct model *model = *state;

    for (uint32_t page = 0; page < 64; page++)
        enter(model, TLB_DATA, page << 12, false);
    for (uint32_t page = 0; page < 64; page++)
        assert_true(present(model, TLB_DATA, page << 12));
    assert_true(present(model, TLB_DATA, 0x00000));
    enter(model, TLB_DATA, 0x40000, false);
    assert_true(present(model, TLB_DATA, 0x00000));
    assert_true(present(model, TLB_DATA, 0x10000));
    assert_false(present(model, TLB_DATA, 0x20000));
    assert_true(present(model, TLB_DATA, 0x30000));
    assert_true(present(model, TLB_DATA, 0x40000));
}

/* The code TLB has 32 entries: 32 successive pages fit; the 33rd evicts a page of the set of the
 * first. */
static void code_size(void **state)
{
    struct model *model = *state;
    unsigned there = 0;

    for (uint32_t page = 0; page < 32; page++)
        enter(model, TLB_CODE, page << 12, false);
    for (uint32_t page = 0; page < 32; page++)
        assert_true(present(model, TLB_CODE, page << 12));
    enter(model, TLB_CODE, 32 << 12, false);
    for (uint32_t page = 0; page < 33; page++)
        there += present(model, TLB_CODE, page << 12);
    assert_int_equal(there, 32);
}

/* One entry of the large-page TLB covers 4 MB of data; 8 of them fit. */
static void large_pages(void **state)
{
    struct model *model = *state;

    for (uint32_t page = 0; page < 8; page++)
        enter(model, TLB_DATA, page << 22, true);
    for (uint32_t page = 0; page < 8; page++) {
        assert_true(present(model, TLB_DATA, page << 22));
        assert_true(present(model, TLB_DATA, (page << 22) + 0x3fffff));
    }
    assert_int_equal(counted(model, P5_data_tlb_miss), 0);
    assert_false(present(model, TLB_DATA, 8u << 22));
}

/* The code TLB holds a 4 MB page as the one of its 4 KB pages that was requested. */
static void large_code_pages(void **state)
{
    struct model *model = *state;
    const struct tlb_entry *entry;

    assert_false(present(model, TLB_CODE, 0x00412345));
    enter(model, TLB_CODE, 0x00400000, true);
    entry = tlb_lookup(model, TLB_CODE, 0x00412345);
    assert_non_null(entry);
    assert_false(entry->large);
    assert_int_equal(entry->linear, 0x00412000);
    assert_int_equal(entry->physical, 0x10412000);
    assert_false(present(model, TLB_CODE, 0x00413000));
}

static void invalidation(void **state)
{
    struct model *model = *state;

    enter(model, TLB_DATA, 0x1000, false);
    enter(model, TLB_DATA, 0x2000, false);
    enter(model, TLB_CODE, 0x1000, false);
    enter(model, TLB_DATA, 0x00800000, true);
    tlb_flush_page(model, 0x1234);
    assert_false(present(model, TLB_DATA, 0x1000));
    assert_false(present(model, TLB_CODE, 0x1000));
    assert_true(present(model, TLB_DATA, 0x2000));
    tlb_flush_page(model, 0x00812345);
    assert_false(present(model, TLB_DATA, 0x00800000));
    tlb_flush(model);
    assert_false(present(model, TLB_DATA, 0x2000));
}

/* Entering a page again changes its entry and does not use a second way. */
static void entered_again(void **state)
{
    struct model *model = *state;

    for (unsigned i = 0; i < 8; i++)
        enter(model, TLB_DATA, 0x1000, false);
    enter(model, TLB_DATA, 0x11000, false);
    enter(model, TLB_DATA, 0x21000, false);
    enter(model, TLB_DATA, 0x31000, false);
    assert_true(present(model, TLB_DATA, 0x1000));
}

/* Erratum: a miss whose access faults counts 2; a fault whose translation is present adds none. */
static void miss_and_fault(void **state)
{
    struct model *model = *state;

    assert_false(present(model, TLB_DATA, 0x1000));
    model_page_walk(model, DATA_ADDRESS, false);
    model_exception(model);
    assert_int_equal(counted(model, P5_data_tlb_miss), 2);
    model_idle(model, 1);
    enter(model, TLB_DATA, 0x1000, false);
    assert_true(present(model, TLB_DATA, 0x1000));
    model_exception(model);
    assert_int_equal(counted(model, P5_data_tlb_miss), 2);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        MODEL_TEST(finds_what_was_entered),
        MODEL_TEST(fills_from_the_lowest_way),
        MODEL_TEST(replacement),
        MODEL_TEST(code_size),
        MODEL_TEST(large_pages),
        MODEL_TEST(large_code_pages),
        MODEL_TEST(invalidation),
        MODEL_TEST(entered_again),
        MODEL_TEST(miss_and_fault),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
