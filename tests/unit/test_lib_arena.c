/*
 * SPDX-License-Identifier: MIT
 * Tests malloc() and its arena, compiled into this file under other names since the host has its
 * own.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <string.h>

#include "kernel/lib/format.h"

#include "lib_names.h"
#include "kernel/lib/arena.c"
#include "host_names.h"

#define MEMORY (64 * 1024)

/* At any address that the host chooses, no later address in the arena is a multiple of this. */
#define TOO_ALIGNED ((size_t)128 * 1024)
static _Alignas(TOO_ALIGNED) char memory[4096 + MEMORY + ARENA_SLACK];
static jmp_buf aborted;
static char said[128];

int lib_printf(const char *fmt, ...)
{
    va_list arguments;

    va_start(arguments, fmt);
    int length = vformat(said, sizeof said, fmt, arguments);
    va_end(arguments);
    return length;
}

void lib_abort(void)
{
    longjmp(aborted, 1);
}

/* An arena whose first block begins on a page, like the kernel's. */
static char *const page = memory + 4096;

static int give(void **unused)
{
    (void)unused;
    arena_set_memory(page - ARENA_HEADER, ARENA_HEADER + MEMORY + ARENA_SLACK);
    return 0;
}

static void promised_memory_is_there(void **unused)
{
    (void)unused;
    assert_ptr_equal(lib_malloc(MEMORY), page);
    arena_release();
    for (unsigned i = 0; i < 16; i++)
        assert_non_null(lib_malloc(MEMORY / 16));
    assert_null(lib_malloc(MEMORY / 16));
    assert_non_null(lib_malloc(100));
    assert_null(lib_malloc(SIZE_MAX));
    assert_null(lib_malloc(SIZE_MAX / 2 + 1));
}

static void nothing_without_an_arena(void **unused)
{
    (void)unused;
    arena_set_memory(NULL, 0);
    assert_null(lib_malloc(0));
    assert_null(lib_malloc(1));
    lib_free(NULL);
}

static void freed_neighbours_grow_together(void **unused)
{
    (void)unused;
    char *block[5];
    /* Three adjacent blocks of five become room for one, in any order in which they are freed. */
    static const unsigned orders[][3] = {{1, 2, 3}, {1, 3, 2}, {2, 1, 3},
                                         {2, 3, 1}, {3, 1, 2}, {3, 2, 1}};
    for (unsigned i = 0; i < 6; i++) {
        arena_release();
        for (unsigned b = 0; b < 5; b++)
            block[b] = lib_malloc(96);
        for (unsigned b = 0; b < 3; b++)
            lib_free(block[orders[i][b]]);
        assert_ptr_equal(lib_malloc(3 * 96 + 2 * ARENA_HEADER - 32), block[1] + 24);
        assert_ptr_equal(lib_malloc(1), block[1]);
    }
}

static void all_freed_is_as_new(void **unused)
{
    (void)unused;
    char *block[64];
    for (unsigned b = 0; b < 64; b++)
        block[b] = lib_malloc(b * 7);
    for (unsigned b = 0; b < 64; b++)
        lib_free(block[b * 37 % 64]);
    assert_ptr_equal(lib_malloc(MEMORY), page);
}

static void what_is_kept_stays(void **unused)
{
    (void)unused;
    char *kept = lib_malloc(100), *gone = lib_malloc(100), *also_kept = lib_malloc(100);
    lib_free(gone);
    arena_mark();
    char *first = lib_malloc(24);
    assert_true(first > also_kept);
    lib_free(kept);
    lib_free(also_kept);
    assert_true((char *)lib_malloc(24) > first);
    strcpy(kept, "still here");
    char *longer = lib_realloc(kept, 1000);
    assert_true(longer > first);
    assert_string_equal(longer, "still here");
    arena_release();
    assert_ptr_equal(lib_malloc(24), first);
    assert_string_equal(kept, "still here");
}

static void alignment(void **unused)
{
    (void)unused;
    for (size_t bytes = 0; bytes < 1000; bytes += 13) {
        char *block = lib_malloc(bytes);
        assert_int_equal((uintptr_t)block % 8, 0);
        if (bytes >= 256)
            assert_int_equal((uintptr_t)block % 32, 0);
    }
    for (size_t aligned = 1; aligned <= 4096; aligned *= 2)
        assert_int_equal((uintptr_t)lib_aligned_alloc(aligned, 10) % aligned, 0);
    assert_null(lib_aligned_alloc((size_t)1 << 31, 1));
    assert_null(lib_aligned_alloc(TOO_ALIGNED, 1));
}

static void calloc_clears(void **unused)
{
    (void)unused;
    memset(page, 0x55, MEMORY);
    char *zeros = lib_calloc(10, 30);
    for (unsigned i = 0; i < 300; i++)
        assert_int_equal(zeros[i], 0);
    assert_null(lib_calloc(SIZE_MAX / 2, 3));
    assert_null(lib_calloc(3, SIZE_MAX / 2));
    assert_non_null(lib_calloc(0, 3));
}

static void realloc_keeps_content(void **unused)
{
    (void)unused;
    char *text = lib_realloc(NULL, 10);
    strcpy(text, "123456789");
    assert_ptr_equal(lib_realloc(text, 5), text);
    text = lib_realloc(text, 5000);
    assert_string_equal(text, "123456789");
    assert_null(lib_realloc(text, 1000000));
    assert_string_equal(text, "123456789");
    assert_null(lib_realloc(text, 0));
    assert_ptr_equal(lib_malloc(MEMORY), page);
}

static void assert_refused(void (*call)(void *), void *argument, const char *who)
{
    said[0] = '\0';
    if (setjmp(aborted) == 0) {
        call(argument);
        fail_msg("%s(%p) was not refused", who, argument);
    }
    char expected[sizeof said];
    format(expected, sizeof expected,
           "%s(%p): the address is not from malloc(), or was freed earlier\n", who, argument);
    assert_string_equal(said, expected);
}

static void grow(void *memory_of)
{
    lib_realloc(memory_of, 100);
}

static void misuse_is_refused(void **unused)
{
    (void)unused;
    static char foreign[64];
    char *a = lib_malloc(64), *b = lib_malloc(64), *c = lib_malloc(64);
    memset(a, 0, 64);
    memset(b, 0xFF, 64);
    assert_refused(lib_free, foreign + 32, "free");
    assert_refused(lib_free, a + 8, "free");
    assert_refused(lib_free, b + 4, "free");
    for (unsigned i = 8; i < 64; i += 8)
        assert_refused(lib_free, b + i, "free");
    assert_refused(lib_free, c + 128, "free");
    assert_refused(grow, foreign + 32, "realloc");
    lib_free(a);
    assert_refused(lib_free, a, "free");
    lib_free(b); /* merged into the block at a */
    assert_refused(lib_free, b, "free");
    assert_refused(grow, b, "realloc");
    lib_free(c); /* merged into untouched memory */
    assert_refused(lib_free, c, "free");
}

/* The blocks from 100,000 random calls are aligned, do not overlap, and keep their contents. */
static void random_calls(void **unused)
{
    (void)unused;
    struct {
        unsigned char *place;
        size_t bytes;
    } held[200] = {{NULL, 0}};
    uint32_t random = 1;
    unsigned refused = 0;

    for (unsigned turn = 0; turn < 100000; turn++) {
        random = random * 1664525u + 1013904223u;
        unsigned slot = (random >> 8) % 200, fill = slot + 1;
        size_t bytes = (random >> 16) % (turn % 8 ? 200 : 2000);
        for (size_t i = 0; i < held[slot].bytes; i++)
            assert_int_equal(held[slot].place[i], fill);
        if (held[slot].place && turn % 3) {
            lib_free(held[slot].place);
            held[slot].place = NULL;
        } else {
            unsigned char *place = lib_realloc(held[slot].place, bytes + 1);
            if (!place) {
                refused++;
                continue;
            }
            assert_int_equal((uintptr_t)place % 8, 0);
            for (size_t i = 0; i <= bytes && i < held[slot].bytes; i++)
                assert_int_equal(place[i], fill);
            held[slot].place = place;
        }
        held[slot].bytes = held[slot].place ? bytes + 1 : 0;
        if (held[slot].place)
            memset(held[slot].place, (int)fill, bytes + 1);
    }
    assert_in_range(refused, 1, 50000);
    for (unsigned slot = 0; slot < 200; slot++)
        lib_free(held[slot].place);
    assert_ptr_equal(lib_malloc(MEMORY), page);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup(promised_memory_is_there, give),
        cmocka_unit_test_setup(nothing_without_an_arena, give),
        cmocka_unit_test_setup(freed_neighbours_grow_together, give),
        cmocka_unit_test_setup(all_freed_is_as_new, give),
        cmocka_unit_test_setup(what_is_kept_stays, give),
        cmocka_unit_test_setup(alignment, give),
        cmocka_unit_test_setup(calloc_clears, give),
        cmocka_unit_test_setup(realloc_keeps_content, give),
        cmocka_unit_test_setup(misuse_is_refused, give),
        cmocka_unit_test_setup(random_calls, give),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
