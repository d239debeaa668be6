/*
 * SPDX-License-Identifier: MIT
 * Tests libp4pm's register files: the README's example, everything that is allowed in a file,
 * everything that is not; and the layout of a measurement.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "libp4pm/p4pm.h"
#include "libp4pm/p4pm_registers.h"

static struct p4pm_registers registers;
static struct p4pm_mistake mistake;

static void read_right(const char *text)
{
    if (p4pm_registers_read(text, strlen(text), &registers, &mistake))
        fail_msg("line %u: %s", mistake.line, mistake.what);
}

/* 8 bytes, 18 of 8, 4, 18 of 50: 8 + 144 + 4 + 900 = 1056, in this order. */
static void a_measurement_is_laid_out_as_p4pm_has_it(void **state)
{
    (void)state;
    assert_int_equal(sizeof(tsc_cont), 1056);
    assert_int_equal(offsetof(tsc_cont, tsc), 0);
    assert_int_equal(offsetof(tsc_cont, contadores), 8);
    assert_int_equal(offsetof(tsc_cont, num_contadores), 152);
    assert_int_equal(offsetof(tsc_cont, nombres_eventos), 156);
    assert_int_equal(MAX_MED, 200);
}

/* Loads retired, with both events of front-end tagging, as in a guide to perfctr (04000405 with
 * 00035000 on counter 14, 10000205 with 0003B000 on 15). */
static void the_example_of_the_readme(void **state)
{
    (void)state;
    read_right(
        "p4pm 1                                      # the first line\n"
        "event  loads_retired                        # begins an entry\n"
        "escr   0001 0000 0000 0000 0000 0010 0000 0101\n"
        "cccr   0000 0000 0000 0011 1011 0000 0000 0000\n"
        "pmc    01111                                # the counter's number\n"
        "tags   uop_type\n"
        "escr   0000 0100 0000 0000 0000 0100 0000 0101\n"
        "cccr   0000 0000 0000 0011 0101 0000 0000 0000\n"
        "pmc    01110\n");
    assert_int_equal(registers.n, 2);
    assert_int_equal(registers.n_alone, 0);
    assert_string_equal(registers.counter[0].name, "loads_retired");
    assert_false(registers.counter[0].tags);
    assert_int_equal(registers.counter[0].escr, 0x10000205);
    assert_int_equal(registers.counter[0].cccr, 0x0003B000);
    assert_int_equal(registers.counter[0].number, 15);
    assert_true(registers.counter[1].tags);
    assert_int_equal(registers.counter[1].escr, 0x04000405);
    assert_int_equal(registers.counter[1].cccr, 0x00035000);
    assert_int_equal(registers.counter[1].number, 14);
}

static void all_that_may_stand_in_one(void **state)
{
    (void)state;
    read_right(
        "# in front\r\n\n  P4PM\t1 \r\nPebs_Enable 0x1000001\nevent Two Words\nPMC 0xc\n"
        "CCCR 0x3B000\n\tescr 0x1200_020C\nstart 11111111 11111111 11111111 11111111 "
        "1111_0001\npebs_matrix_vert 1\nalone fsb_escr0\nescr 0x4000204");
    assert_int_equal(registers.n, 1);
    assert_string_equal(registers.counter[0].name, "Two Words");
    assert_int_equal(registers.counter[0].number, 12);
    assert_int_equal(registers.counter[0].cccr, 0x3B000);
    assert_int_equal(registers.counter[0].escr, 0x1200020C);
    assert_true(registers.counter[0].start == 0xFFFFFFFFF1);
    assert_int_equal(registers.enable, 0x01000001);
    assert_int_equal(registers.vertical, 1);
    assert_int_equal(registers.n_alone, 1);
    assert_string_equal(registers.alone[0].escr, "fsb_escr0");
    assert_int_equal(registers.alone[0].value, 0x4000204);
}

#define ENTRY "event a\nescr 0x4000204\ncccr 0x39000\npmc 1100\n"

static void what_is_wrong_is_told_with_its_line(void **state)
{
    (void)state;
    static const struct {
        const char *text;
        unsigned line;
        const char *what;
    } cases[] = {
        {"", 0, "the file is empty"},
        {"# nothing\n", 0, "the file is empty"},
        {"p4pm 1\n", 0, "the file has no counter"},
        {"\nevent a\n", 2, "the first line must be 'p4pm 1'"},
        {"p4pm 2\n" ENTRY, 1, "the first line must be 'p4pm 1'"},
        {"p4pm 1\nevent\n", 2, "1 to 49 characters, not 0"},
        {"p4pm 1\nevent 12345678901234567890123456789012345678901234567890\n", 2,
         "characters, not 50"},
        {"p4pm 1\nescr 1\n", 2, "'escr' must follow a line 'event NAME'"},
        {"p4pm 1\n" ENTRY "alone FSB_ESCR0\ncccr 1\n", 7, "after 'alone', use escr"},
        {"p4pm 1\n" ENTRY "alone FSB_ESCR0_AND_MORE\n", 6, "'FSB_ESCR0_AND_MORE' is not an ESCR"},
        {"p4pm 1\n" ENTRY "alone\n", 6, "'' is not an ESCR"},
        {"p4pm 1\n" ENTRY "escr 1\n", 6, "a second 'escr' in one entry"},
        {"p4pm 1\nevent a\nescr 1\ncccr 1\n" ENTRY, 2,
         "this entry has no line 'pmc'; it ends at line 5"},
        {"p4pm 1\nevent a\nescr 1\npmc 1\n", 2, "this entry has no line 'cccr'"},
        {"p4pm 1\nevent a\n", 2, "this entry has no line 'escr'"},
        {"p4pm 1\n" ENTRY "alone FSB_ESCR0\n", 6, "this entry has no line 'escr'"},
        {"p4pm 1\nevent a\npmc 12\n", 3, "'12' is not a bit string"},
        {"p4pm 1\nevent a\npmc 10010\n", 3, "there is no counter 18"},
        {"p4pm 1\nevent a\nescr 0x1ffffffff\n", 3, "has more than the register's 32 bits"},
        {"p4pm 1\nevent a\nescr 100000000000000000000000000000000\n", 3, "32 bits"},
        {"p4pm 1\nevent a\nstart 0x10000000000\n", 3, "40 bits"},
        {"p4pm 1\nevent a\nescr\n", 3, "a value is missing"},
        {"p4pm 1\nevent a\nescr 0xg\n", 3, "'0xg' is not a bit string"},
        {"p4pm 1\npebs_enable 1\npebs_enable 1\n", 3, "a second 'pebs_enable'"},
        {"p4pm 1\nevnt a\n", 2, "'evnt' is not allowed; allowed: event, tags"},
    };
    for (unsigned i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        const char *text = cases[i].text;
        if (!p4pm_registers_read(text, strlen(text), &registers, &mistake))
            fail_msg("taken: %s", text);
        if (mistake.line != cases[i].line || !strstr(mistake.what, cases[i].what))
            fail_msg("%s: line %u: %s", text, mistake.line, mistake.what);
    }
}

static void eighteen_counters_and_no_more(void **state)
{
    (void)state;
    char text[2048] = "p4pm 1\n";
    for (unsigned i = 0; i < 18; i++)
        strcat(text, ENTRY);
    read_right(text);
    assert_int_equal(registers.n, 18);
    strcat(text, ENTRY);
    assert_int_equal(p4pm_registers_read(text, strlen(text), &registers, &mistake), -1);
    assert_non_null(strstr(mistake.what, "allowed: 18"));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_measurement_is_laid_out_as_p4pm_has_it),
        cmocka_unit_test(the_example_of_the_readme),
        cmocka_unit_test(all_that_may_stand_in_one),
        cmocka_unit_test(what_is_wrong_is_told_with_its_line),
        cmocka_unit_test(eighteen_counters_and_no_more),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
