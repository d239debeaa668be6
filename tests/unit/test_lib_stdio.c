/*
 * SPDX-License-Identifier: MIT
 * The memory stream behind printf. It is compiled into this file under other names, as the host
 * has its own.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <string.h>

#include "kernel/lib/format.h"

#define printf  lib_printf
#define putchar lib_putchar
#define puts    lib_puts
#include "kernel/lib/stdio.c"
#undef printf
#undef putchar
#undef puts

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
    assert_int_equal(lib_printf("hello %d\n", 1000000), 14);
    assert_int_equal(lib_puts("world"), 6);
    assert_int_equal(lib_putchar('!'), '!');
    assert_int_equal(lib_putchar(0x1e4), 0xe4);
    assert_content("hello 1000000\nworld\n!\xe4");
    stdio_reset();
    assert_content("");
}

/* Fills the stream but for `room` characters. */
static void leave_room(int room)
{
    assert_int_equal(lib_printf("%*s", STDIO_SIZE - 1 - room, ""), STDIO_SIZE - 1 - room);
}

static void fills_to_the_last_byte(void **unused)
{
    size_t length;

    (void)unused;
    leave_room(3);
    lib_printf("abc");
    assert_string_equal(stdio_content(&length) + STDIO_SIZE - 4, "abc");
    assert_int_equal(length, STDIO_SIZE - 1);
    assert_false(stdio_lost());
    lib_putchar('d');
    assert_content("d");
    assert_true(stdio_lost());
    stdio_reset();
    assert_false(stdio_lost());
}

static void starts_over_when_full(void **unused)
{
    (void)unused;
    leave_room(3);
    assert_int_equal(lib_printf("%s", "abcd"), 4);
    assert_content("abcd");
    leave_room(5); /* behind the 4 characters of "abcd", so 1 is left */
    lib_puts("xyz");
    assert_content("xyz\n");
}

static void cuts_what_never_fits(void **unused)
{
    size_t length;
    const char *content;

    (void)unused;
    lib_printf("before");
    assert_int_equal(lib_printf("a%1000db%1000d", 1, 2), 2002);
    content = stdio_content(&length);
    assert_int_equal(length, STDIO_SIZE - 1);
    assert_int_equal(strlen(content), STDIO_SIZE - 1);
    assert_int_equal(content[0], 'a');
    assert_int_equal(content[1000], '1');
    assert_int_equal(content[1001], 'b');
    lib_printf("after");
    assert_content("after");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup(collects_output, reset),
        cmocka_unit_test_setup(fills_to_the_last_byte, reset),
        cmocka_unit_test_setup(starts_over_when_full, reset),
        cmocka_unit_test_setup(cuts_what_never_fits, reset),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
