/*
 * SPDX-License-Identifier: MIT
 * Experiment files: the syntax of the thesis's Figure C.1, and what is said of each mistake.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <stdlib.h>
#include <string.h>

#include "kernel/config.h"

static const struct pmc pmc = {.counters = 2, .events = p5_events, .n_events = P5_EVENTS};

static struct config config;
static char error[CONFIG_ERROR_BYTES];

/* From memory of exactly the file's size, so that a read beyond its end is found. */
static int read_file(const char *text, const char *command_line)
{
    size_t length = strlen(text);
    char *copy = malloc(length ? length : 1);
    memcpy(copy, text, length);
    int status = config_parse_file(&config, &pmc, "quick.parms", copy, length, command_line, error);
    free(copy);
    return status;
}

static void a_file_is_read(void **state)
{
    (void)state;
    assert_int_equal(read_file("# run_p5mon's own syntax\n"
                               "(Lcode\n  command = not ours;\nend)\n"
                               "(p5mon\n"
                               "      command = hello;   # a comment behind\n"
                               "      repetitions=5;report = text ;\n"
                               "      data_read = no; data_read_miss = yes;\n"
                               "      flops\n  = yes;\n"
                               "end)\n",
                               "k"),
                     0);
    assert_string_equal(config.name, "quick.parms");
    assert_string_equal(config.command, "hello");
    assert_int_equal(config.repetitions, 5);
    assert_int_equal(config.report, REPORT_TEXT);
    assert_int_equal(config.n_events, 2);
    assert_int_equal(config.events[0].event->code, 0x03);
    assert_int_equal(config.events[1].event->code, 0x22);
}

static void the_command_line_wins(void **state)
{
    (void)state;
    const char *file = "(p5mon\nrepetitions = 5;\nbranches = yes;\nend)";
    assert_int_equal(read_file(file, "k repetitions=7 -Fcommand=thesis/*"), 0);
    assert_int_equal(config.repetitions, 7);
    assert_string_equal(config.command, "thesis/*");
    assert_int_equal(config.n_events, 1);
    assert_int_equal(read_file(file, "k events=cache,0x16"), 0);
    assert_true(config.n_events > 10);
}

static void mistakes_are_placed(void **state)
{
    (void)state;
    static const struct {
        const char *text, *message;
    } cases[] = {
        {"(p5mon\n\nrepetitions = many;\nend)",
         "quick.parms:3: repetitions: 'many' is not allowed; "
         "allowed: a number from 1 to 10000"},
        {"(p5mon\nevents = data_raed_miss;\nend)",
         "quick.parms:2: events: 'data_raed_miss' is not an event; did you mean data_read_miss?"},
        {"(p5mon\nexit = halt;\nexit = qemu;\nend)",
         "quick.parms:3: exit: given twice, the second time as 'qemu'; once is allowed"},
        {"(p5mon\nflops = yes;\nFLOPS = no;\nend)",
         "quick.parms:3: FLOPS: given twice, the second time as 'no'; once is allowed"},
        {"(p5mon\nexit = halt\nend)",
         "quick.parms:2: 'halt' is not followed by a ';' on its line, as "
         "in 'repetitions = 5;'"},
        {"(p5mon\nexit = halt;\n", "quick.parms:1: the section '(p5mon' has no 'end)'"},
        {"(p5mon\nhalt;\nend)",
         "quick.parms:2: 'halt' is neither 'name = value;' nor the 'end)' of the section"},
        {"(p5mon\n)\nend)",
         "quick.parms:2: '' is neither 'name = value;' nor the 'end)' of the section"},
        {"exit = halt;", "quick.parms:1: settings stand in a section, as in '(p5mon' ... 'end)'"},
    };
    for (unsigned i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        assert_int_equal(read_file(cases[i].text, ""), -1);
        assert_string_equal(error, cases[i].message);
    }
}

/* Every beginning of a good file is read to its end without harm. */
static void any_cut_is_survived(void **state)
{
    (void)state;
    const char *whole =
        "#c\n(p5mon\ncommand = hello;\nevents = cache , 0x12;\nend)\n(x y = z; end)";
    char text[128];
    for (size_t length = 0; length <= strlen(whole); length++) {
        memcpy(text, whole, length);
        text[length] = 0;
        read_file(text, "");
    }
    assert_int_equal(read_file(whole, ""), 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_file_is_read),
        cmocka_unit_test(the_command_line_wins),
        cmocka_unit_test(mistakes_are_placed),
        cmocka_unit_test(any_cut_is_survived),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
