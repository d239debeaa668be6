/*
 * SPDX-License-Identifier: MIT
 * Tests printf's memory stream. The library is compiled into this file under other names, since the
 * host has its own.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <string.h>

#include "kernel/lib/format.h"

#include "lib_names.h"
#include "kernel/lib/sprintf.c"
#include "kernel/lib/stdio.c"

static unsigned exit_resets;

void exit_reset(void)
{
    exit_resets++;
}

static void assert_content(const char *expected)
{
    size_t length;
    const char *content = stdio_content(&length);

    assert_string_equal(content, expected);
    assert_int_equal(length, strlen(expected));
}

static int reset(void **unused)
{
    (void)unused;
    stdio_reset();
    return 0;
}

static void collects_output(void **unused)
{
    (void)unused;
    assert_content("");
    assert_int_equal(printf("hello %d\n", 1000000), 14);
    assert_int_equal(puts("world"), 6);
    assert_int_equal(putchar('!'), '!');
    assert_int_equal(putchar(0x1e4), 0xe4);
    assert_content("hello 1000000\nworld\n!\xe4");
    stdio_reset();
    assert_content("");
}

/* Fills the stream except for `room` characters. */
static void leave_room(int room)
{
    assert_int_equal(printf("%*s", STDIO_SIZE - 1 - room, ""), STDIO_SIZE - 1 - room);
}

static void fills_to_the_last_byte(void **unused)
{
    size_t length;

    (void)unused;
    leave_room(3);
    printf("abc");
    assert_string_equal(stdio_content(&length) + STDIO_SIZE - 4, "abc");
    assert_int_equal(length, STDIO_SIZE - 1);
    assert_false(stdio_lost());
    putchar('d');
    assert_content("d");
    assert_true(stdio_lost());
    stdio_reset();
    assert_false(stdio_lost());
}

static void starts_over_when_full(void **unused)
{
    (void)unused;
    leave_room(3);
    assert_int_equal(printf("%s", "abcd"), 4);
    assert_content("abcd");
    leave_room(5); /* in addition to the 4 characters of "abcd", so 1 is left */
    puts("xyz");
    assert_content("xyz\n");
}

static void cuts_what_never_fits(void **unused)
{
    size_t length;
    const char *content;

    (void)unused;
    printf("before");
    assert_int_equal(printf("a%1000db%1000d", 1, 2), 2002);
    content = stdio_content(&length);
    assert_int_equal(length, STDIO_SIZE - 1);
    assert_int_equal(strlen(content), STDIO_SIZE - 1);
    assert_int_equal(content[0], 'a');
    assert_int_equal(content[1000], '1');
    assert_int_equal(content[1001], 'b');
    printf("after");
    assert_content("after");
}

static void stream_has_what_is_written(void **unused)
{
    (void)unused;
    assert_int_equal(printf("%d,", 1), 2);
    assert_int_equal(fputs("two,", stdout), 1);
    assert_int_equal(fwrite("4\0"
                            "5",
                            1, 3, stdout),
                     3);
    size_t length;
    assert_memory_equal(stdio_content(&length),
                        "1,two,4\0"
                        "5",
                        10);
    assert_int_equal(length, 9);
    assert_int_equal(fwrite("", 0, 3, stdout), 0);
}

static void writes_start_over_when_full(void **unused)
{
    static char text[2 * STDIO_SIZE];
    size_t length;

    (void)unused;
    memset(text, 'x', sizeof text - 1);
    leave_room(3);
    fwrite(text, 1, 3, stdout);
    assert_false(stdio_lost());
    stdio_content(&length);
    assert_int_equal(length, STDIO_SIZE - 1);
    fputs("y", stdout);
    assert_content("y");
    assert_true(stdio_lost());
    stdio_reset();
    fputs(text, stdout);
    stdio_content(&length);
    assert_int_equal(length, STDIO_SIZE - 1);
    assert_true(stdio_lost());
}

static void another_buffer(void **unused)
{
    static char large[3 * STDIO_SIZE];

    (void)unused;
    printf("gone");
    assert_int_equal(setvbuf(stdout, large, _IOFBF, sizeof large), 0);
    assert_content("");
    assert_int_equal(printf("%2000d", 1), 2000);
    assert_false(stdio_lost());
    fputs("behind", stdout);
    assert_string_equal(large + 2000, "behind");
    stdio_reset();
    assert_content("");
    printf("in its own again");
    assert_string_equal(large + 2000, "behind");
}

static void prints_into_memory(void **unused)
{
    char text[16];

    (void)unused;
    assert_int_equal(sprintf(text, "%s-%d", "abc", 12), 6);
    assert_string_equal(text, "abc-12");
    assert_int_equal(snprintf(text, 4, "%s-%d", "abc", 12), 6);
    assert_string_equal(text, "abc");
}

static void each_reset_is_one_of_exit_too(void **unused)
{
    unsigned before = exit_resets;

    (void)unused;
    stdio_reset();
    assert_int_equal(exit_resets, before + 1);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup(collects_output, reset),
        cmocka_unit_test_setup(fills_to_the_last_byte, reset),
        cmocka_unit_test_setup(starts_over_when_full, reset),
        cmocka_unit_test_setup(cuts_what_never_fits, reset),
        cmocka_unit_test_setup(stream_has_what_is_written, reset),
        cmocka_unit_test_setup(writes_start_over_when_full, reset),
        cmocka_unit_test_setup(another_buffer, reset),
        cmocka_unit_test_setup(prints_into_memory, reset),
        cmocka_unit_test_setup(each_reset_is_one_of_exit_too, reset),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
