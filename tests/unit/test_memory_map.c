/*
 * SPDX-License-Identifier: MIT
 * Tests the end of memory for maps as BIOSes report them and for invalid ones.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
/* cmocka.h needs the four headers above. */
#include <cmocka.h>

#include "kernel/machine/memory_map.h"

#define MB       0x100000ull
#define RESERVED 2
#define ENTRY(base, length, type)                                                                  \
    {                                                                                              \
        20, base, length, type                                                                     \
    }

static uint64_t end_of(const struct memory_map_entry *map, size_t bytes)
{
    return memory_map_end(map, (uint32_t)bytes, 0x160000);
}

static void map_of_a_pc(void **state)
{
    static const struct memory_map_entry map[] = {
        ENTRY(0, 0x9FC00, MEMORY_AVAILABLE),
        ENTRY(0xF0000, 0x10000, RESERVED),
        ENTRY(1 * MB, 15 * MB, MEMORY_AVAILABLE),
        ENTRY(0xFFFC0000, 0x40000, RESERVED),
    };

    (void)state;
    assert_int_equal(end_of(map, sizeof map), 16 * MB);
}

/* Of 24 MB, the megabyte below 16 MB belongs to a graphics card. */
static void hole_ends_it(void **state)
{
    static const struct memory_map_entry map[] = {
        ENTRY(16 * MB, 8 * MB, MEMORY_AVAILABLE),
        ENTRY(1 * MB, 14 * MB, MEMORY_AVAILABLE),
    };

    (void)state;
    assert_int_equal(end_of(map, sizeof map), 15 * MB);
}

/* Adjacent entries are merged regardless of their order; overlapping ones too. */
static void neighbours_are_joined(void **state)
{
    static const struct memory_map_entry map[] = {
        ENTRY(8 * MB, 8 * MB, MEMORY_AVAILABLE),
        ENTRY(4 * MB, 5 * MB, MEMORY_AVAILABLE),
        ENTRY(1 * MB, 3 * MB, MEMORY_AVAILABLE),
    };

    (void)state;
    assert_int_equal(end_of(map, sizeof map), 16 * MB);
}

static void beyond_four_gigabytes(void **state)
{
    static const struct memory_map_entry map[] = {
        ENTRY(1 * MB, 8192 * MB, MEMORY_AVAILABLE),
    };

    (void)state;
    assert_int_equal(end_of(map, sizeof map), 8193 * MB);
}

/* No map; a truncated map; an entry whose size is 0 or leads beyond the end; no memory at 1 MB. */
static void what_is_wrong_gives_none(void **state)
{
    struct memory_map_entry map[] = {
        ENTRY(0, 0x9FC00, MEMORY_AVAILABLE),
        ENTRY(1 * MB, 15 * MB, MEMORY_AVAILABLE),
    };

    (void)state;
    assert_int_equal(end_of(map, 0), 0);
    assert_int_equal(end_of(map, sizeof map[0]), 0);
    assert_int_equal(end_of(map, sizeof map - 1), 0);
    map[0].size = 0;
    assert_int_equal(end_of(map, sizeof map), 0);
    map[0].size = 0xFFFFFFFF;
    assert_int_equal(end_of(map, sizeof map), 0);
    map[0].size = 20;
    map[1].length = 0;
    assert_int_equal(end_of(map, sizeof map), 0);
    map[1].length = 15 * MB;
    map[1].type = RESERVED;
    assert_int_equal(end_of(map, sizeof map), 0);
}

/* Entries have any order and type. */
static void next_entry_is_the_lowest(void **state)
{
    static const struct memory_map_entry map[] = {
        ENTRY(0xFFFC0000, 0x40000, RESERVED),
        ENTRY(8 * MB, 8 * MB, MEMORY_AVAILABLE),
        ENTRY(5 * MB, 1 * MB, RESERVED),
        ENTRY(1 * MB, 3 * MB, MEMORY_AVAILABLE),
    };

    (void)state;
    assert_int_equal(memory_map_next(map, sizeof map, 4 * MB), 5 * MB);
    assert_int_equal(memory_map_next(map, sizeof map, 5 * MB), 5 * MB);
    assert_int_equal(memory_map_next(map, sizeof map, 5 * MB + 1), 8 * MB);
    assert_int_equal(memory_map_next(map, sizeof map, 64 * MB), 0xFFFC0000);
    assert_true(memory_map_next(map, sizeof map, 0xFFFC0001) == UINT64_MAX);
    assert_true(memory_map_next(map, sizeof map[0] - 1, 0) == UINT64_MAX);
    assert_true(memory_map_next(map, 0, 0) == UINT64_MAX);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(map_of_a_pc),
        cmocka_unit_test(hole_ends_it),
        cmocka_unit_test(neighbours_are_joined),
        cmocka_unit_test(beyond_four_gigabytes),
        cmocka_unit_test(what_is_wrong_gives_none),
        cmocka_unit_test(next_entry_is_the_lowest),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
