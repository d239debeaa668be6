/*
 * SPDX-License-Identifier: MIT
 * Tests the values of a benchmark's argument: the expansion of each kind of list, and the message
 * for each invalid list.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <stdio.h>
#include <string.h>

#include "kernel/settings/argument_values.h"

/* All values as "spelling=number ", one after the other. */
static const char *values_of(const char *list)
{
    static char text[4096];
    char error[200] = "", spelling[VALUES_SPELLING];
    int count = argument_values_count(list, error, sizeof error);
    if (count < 0)
        fail_msg("'%s': %s", list, error);
    text[0] = '\0';
    for (int i = 0; i < count; i++) {
        long value = argument_values_get(list, (unsigned)i, spelling, sizeof spelling);
        snprintf(text + strlen(text), sizeof text - strlen(text), "%s=%ld ", spelling, value);
    }
    return text;
}

static void lists_stand_for(void **unused)
{
    static const struct {
        const char *list, *values;
    } cases[] = {
        {"4", "4=4 "},
        {"0", "0=0 "},
        {"4,16,64", "4=4 16=16 64=64 "},
        {"3K,1M,1000,1023K", "3K=3072 1M=1048576 1000=1000 1023K=1047552 "},
        {"2048", "2K=2048 "},
        {"1K..8K*2", "1K=1024 2K=2048 4K=4096 8K=8192 "},
        {"1K..9K*2", "1K=1024 2K=2048 4K=4096 8K=8192 "},
        {"1..9+2", "1=1 3=3 5=5 7=7 9=9 "},
        {"1..10+2", "1=1 3=3 5=5 7=7 9=9 "},
        {"0..512+256", "0=0 256=256 512=512 "},
        {"5..5+1", "5=5 "},
        {"2,4..6+1,1K..4K*2", "2=2 4=4 5=5 6=6 1K=1024 2K=2048 4K=4096 "},
        {"1073741823..2147483647*2", "1073741823=1073741823 2147483646=2147483646 "},
        {"2147483647", "2147483647=2147483647 "},
        {"2047M", "2047M=2146435072 "},
        {"up", "up=0 "},
        {"up,down,p5_hit", "up=0 down=1 p5_hit=2 "},
    };

    (void)unused;
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++)
        assert_string_equal(values_of(cases[i].list), cases[i].values);
}

static void at_most_64(void **unused)
{
    char error[200];

    (void)unused;
    assert_int_equal(argument_values_count("1..64+1", error, sizeof error), 64);
    assert_int_equal(argument_values_count("1..63+1,70", error, sizeof error), 64);
    assert_int_equal(argument_values_count("1..64+1,70", error, sizeof error), -1);
    assert_int_equal(argument_values_count("0..2147483647+1", error, sizeof error), -1);
}

static void refusals_say_what_would_do(void **unused)
{
    static const struct {
        const char *list, *error;
    } cases[] = {
        {"", "no values; give some, as in 4,16,64 or 1K..64K*2 or up,down"},
        {"4,,5", "a comma needs a value on each side, as in 4,16,64"},
        {"4,", "a comma needs a value on each side, as in 4,16,64"},
        {",4", "a comma needs a value on each side, as in 4,16,64"},
        {"4, 5", "' 5' is not a number, as in 64, 4K or 1M"},
        {"0x10", "'0x10' is not a number, as in 64, 4K or 1M"},
        {"4,K", "'K' is not a number, as in 64, 4K or 1M"},
        {"-4", "'-4' is not a number, as in 64, 4K or 1M"},
        {"4k", "'4k' is not a number, as in 64, 4K or 1M"},
        {"4,up", "'up' is not a number, as in 64, 4K or 1M"},
        {"2147483648", "'2147483648' is larger than 2147483647"},
        {"2048M", "'2048M' is larger than 2147483647"},
        {"99999999999", "'99999999999' is larger than 2147483647"},
        {"1.5", "'1.5' is not a number; a range has two dots, as in 1K..64K*2"},
        {"1.", "'1.' is not a number; a range has two dots, as in 1K..64K*2"},
        {"..4*2", "'' is not a number, as in 64, 4K or 1M"},
        {"1K..", "a range needs an end, as in 1K..64K*2"},
        {"1K..*2", "a range needs an end, as in 1K..64K*2"},
        {"1K..64K", "a range needs its step or factor, as in 1..9+2 or 1K..64K*2"},
        {"1K..64K*", "a range needs its step or factor, as in 1..9+2 or 1K..64K*2"},
        {"1K..64K/2", "'64K/2' is not a number, as in 64, 4K or 1M"},
        {"64K..1K*2", "a range must ascend, as in 1K..64K*2"},
        {"0..8*2",
         "a range with a factor starts at 1 or more, and its factor is 2 or more, as in "
         "1K..64K*2"},
        {"1..8*1",
         "a range with a factor starts at 1 or more, and its factor is 2 or more, as in "
         "1K..64K*2"},
        {"1..8+0", "the step of a range must be 1 or more, as in 1..9+2"},
        {"1..65+1", "more than 64 values; a larger step gives fewer"},
        {"1M,1024K", "the value 1M is given twice"},
        {"1..8+1,4", "the value 4 is given twice"},
        {"up,down,up", "the value up is given twice"},
        {"up,", "a comma needs a word on each side, as in up,down"},
        {"up,4", "'4' among words: the values must be all words or all numbers"},
        {"up, down", "' down' is not a word of letters, digits and _, as in up,down"},
        {"up*", "'up*' is not a word of letters, digits and _, as in up,down"},
        {"abcdefghijklmnopqrstuvwxyz012345",
         "'abcdefghijklmnopqrstuvwxyz012345' is longer than 31 characters"},
    };

    (void)unused;
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        char error[200] = "";
        assert_int_equal(argument_values_count(cases[i].list, error, sizeof error), -1);
        assert_string_equal(error, cases[i].error);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(lists_stand_for),
        cmocka_unit_test(at_most_64),
        cmocka_unit_test(refusals_say_what_would_do),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
