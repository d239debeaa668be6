/*
 * SPDX-License-Identifier: MIT
 * Tests experiment files: the syntax of the thesis's Figure C.1, and the message for each mistake.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "kernel/settings/parms.h"
#include "pmc/p5/p5_events.h"

static const struct pmc pmc = {.counters = 2, .events = p5_events, .n_events = P5_EVENTS};

static struct config config;
static char error[CONFIG_ERROR_BYTES];

static char heard[16384]; /* warnings, one per line */

static void hear(void *to, const char *file, const char *what)
{
    (void)to;
    assert_string_equal(file, "stderr");
    strcat(strcat(heard, what), "\n");
}

static const struct config_listener listener = {hear, NULL};

/* Reads from memory of exactly the file's size, so that a read beyond its end is found. */
static int read_file(const char *text, const char *command_line)
{
    size_t length = strlen(text);
    char *copy = malloc(length ? length : 1);
    memcpy(copy, text, length);
    heard[0] = 0;
    int status = config_parse_file(&config, &pmc, "quick.parms", copy, length, command_line, error,
                                   &listener);
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

#define EXPERIMENT "(p5mon\r\n  repetitions = 5;\r\nend)\r\n"

/* EDIT and `COPY CON` of DOS end a text with 1Ah; Notepad begins one with a byte-order mark. */
static void texts_of_old_editors_are_read(void **state)
{
    (void)state;
    const char *const texts[] = {EXPERIMENT "\x1a", "\xef\xbb\xbf" EXPERIMENT,
                                 "\xef\xbb\xbf" EXPERIMENT "\x1a\x1a left over (",
                                 "# a comment\r\n" EXPERIMENT "# another\x1a"};
    for (unsigned i = 0; i < sizeof texts / sizeof texts[0]; i++) {
        assert_int_equal(read_file(texts[i], "k"), 0);
        assert_int_equal(config.repetitions, 5);
    }
    static const char padded[] = "\f" EXPERIMENT "\v\0\0\0";
    assert_int_equal(config_parse_file(&config, &pmc, "quick.parms", padded, sizeof padded, "k",
                                       error, &listener),
                     0);
    assert_int_equal(read_file("(p5mon\nrepetitions = 5;\x1a\nend)", "k"), -1);
    assert_string_equal(error, "quick.parms:1: the section '(p5mon' has no 'end)'");
}

/* The line of the error is counted by hand: it is the third in each. */
static void lines_end_in_any_way(void **state)
{
    (void)state;
    const char *const texts[] = {"# one\r(p5mon\rrepetitions = many;\rend)\r",
                                 "# one\r\r\n(p5mon\r\r\nrepetitions = many;\r\r\nend)",
                                 "# one\n(p5mon\r\nrepetitions = many; # two\rend)",
                                 "\r\n\r\n(p5mon repetitions = many;\r\nend)"};
    for (unsigned i = 0; i < sizeof texts / sizeof texts[0]; i++) {
        assert_int_equal(read_file(texts[i], "k"), -1);
        assert_non_null(strstr(error, "quick.parms:3: repetitions: 'many' is not allowed"));
    }
    assert_int_equal(read_file("# one\r(p5mon\r# two\rrepetitions = 5;\rend)\r", "k"), 0);
    assert_int_equal(config.repetitions, 5);
}

/* Reads a text as Notepad's "Unicode" and "Unicode big endian", with or without a mark. */
static int read_utf16(const char *text, bool big, bool mark)
{
    char file[256];
    size_t n = 0;
    if (mark) {
        file[n++] = big ? (char)0xfe : (char)0xff;
        file[n++] = big ? (char)0xff : (char)0xfe;
    }
    for (; *text; text++) {
        file[n++] = big ? 0 : *text;
        file[n++] = big ? *text : 0;
    }
    parms_decode_utf16(file, n);
    parms_decode_utf16(file, n); /* as a second reading of the same module */
    return config_parse_file(&config, &pmc, "quick.parms", file, n, "k", error, NULL);
}

static void utf_16_is_read(void **state)
{
    (void)state;
    for (unsigned i = 0; i < 4; i++) {
        assert_int_equal(read_utf16("# a comment\r\n" EXPERIMENT, i & 1, i & 2), 0);
        assert_int_equal(config.repetitions, 5);
        assert_int_equal(read_utf16("(p5mon\nrepetitions = 5;", i & 1, i & 2), -1);
        assert_string_equal(error, "quick.parms:1: the section '(p5mon' has no 'end)'");
    }
    /* U+010A, whose low byte is a line end, and U+00FC */
    char comment[] = "\xff\xfe#\0\x0a\x01\xfc\0\n\0", plain[] = "(p5mon end)", one[] = "(";
    parms_decode_utf16(comment, sizeof comment - 1);
    assert_memory_equal(comment, "#\?\?\n\n\n\n\n\n\n", 10);
    parms_decode_utf16(plain, sizeof plain - 1);
    assert_string_equal(plain, "(p5mon end)");
    parms_decode_utf16(one, 1);
    assert_string_equal(one, "(");
}

static void a_file_without_an_experiment_is_an_error(void **state)
{
    (void)state;
    const char *const texts[] = {"",
                                 "\x1a",
                                 "\xef\xbb\xbf",
                                 "\r\n  \r\n",
                                 "# only a comment",
                                 "(Lcode\n optimise = yes;\nend)\n"};
    for (unsigned i = 0; i < sizeof texts / sizeof texts[0]; i++) {
        assert_int_equal(read_file(texts[i], "k"), -1);
        assert_non_null(strstr(error, ": no section '(p5mon' ... 'end)'"));
    }
    assert_int_equal(read_file("(p5mon end)", "k"), 0);
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
         "allowed: a number from 1 to 10000000"},
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
        {"exit = halt;",
         "quick.parms:1: a setting must be in a section, as in '(p5mon' ... 'end)'"},
    };
    for (unsigned i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        assert_int_equal(read_file(cases[i].text, ""), -1);
        assert_string_equal(error, cases[i].message);
    }
}

/* Every prefix of a valid file is parsed safely to its end. */
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

/* All parameters are known and given, so there is no warning. */
static void figure_c_1(void **state)
{
    (void)state;
    char text[4096] = "";
    FILE *file = fopen("tests/data/figure_c_1.parms", "r");
    assert_non_null(file);
    assert_true(fread(text, 1, sizeof text - 1, file) > 0);
    fclose(file);
    assert_int_equal(read_file(text, "k"), 0);
    assert_string_equal(heard, "");
    assert_true(config_wants(&config, "thesis/hello"));
    assert_false(config_wants(&config, "thesis/program1"));
    assert_int_equal(config.repetitions, 5);
    assert_int_equal(config_count_rings(&config), PMC_RING_USER);
    assert_int_equal(config.privilege, RING_USER); /* like a program under an operating system */
    assert_int_equal(config.max_regions, 1);
    assert_string_equal(config.output_file, "p5mon_output");
    assert_int_equal(config.n_events, 2);
    assert_int_equal(config.events[0].event->code, 0x03);
    assert_int_equal(config.events[1].event->code, 0x04);
}

#define TWICE "(p5mon\nrepetitions = 5;\nrepetitions = 6;\nflops = no;\nflops = yes;\n"

/* A duplicate is an error unless the switch is present, before or after it; with yes it is a
 * warning, and the second value is used. */
static void warn_parm_defined_twice(void **state)
{
    (void)state;
    assert_int_equal(read_file(TWICE "end)", ""), -1);
    assert_string_equal(
        error, "quick.parms:3: repetitions: given twice, the second time as '6'; once is allowed");
    assert_int_equal(read_file(TWICE "warn_parm_defined_twice = yes;\nend)", ""), 0);
    assert_string_equal(
        heard,
        "quick.parms:3: repetitions: given twice, the second time as '6'; once is allowed\n"
        "quick.parms:5: flops: given twice, the second time as 'yes'; once is allowed\n");
    assert_int_equal(config.repetitions, 6);
    assert_int_equal(config.n_events, 1);
    assert_int_equal(read_file(TWICE "end)", "-Fwarn_parm_defined_twice=no"), 0);
    assert_string_equal(heard, "");
    assert_int_equal(config.repetitions, 6);
    /* An alias is the same parameter; a value on the command line is not a duplicate. */
    assert_int_equal(read_file("(p5mon\nconf_level_99 = yes;\nconfidence_level_99 = no;\nend)", ""),
                     -1);
    assert_int_equal(read_file("(p5mon\nrepetitions = 5;\nend)", "k -F repetitions=9"), 0);
    assert_int_equal(config.repetitions, 9);
}

#define UNKNOWN "(p5mon\nrepetition = 5;\nexit = qemu;\n"

static void warn_parm_not_used(void **state)
{
    (void)state;
    const char *said =
        "quick.parms:2: 'repetition' is not a setting (value '5'); did you mean repetitions?";
    assert_int_equal(read_file(UNKNOWN "end)", ""), -1);
    assert_string_equal(error, said);
    assert_int_equal(read_file(UNKNOWN "warn_parm_not_used = yes;\nend)", ""), 0);
    assert_int_equal(strncmp(heard, said, strlen(said)), 0);
    assert_int_equal(config.exit, EXIT_QEMU);
    assert_int_equal(read_file(UNKNOWN "warn_parm_not_used = no;\nend)", ""), 0);
    assert_string_equal(heard, "");
    assert_int_equal(config.exit, EXIT_QEMU);
}

/* The thesis's parameters, and only those; `events` defines all events. */
static void warn_parm_not_defined(void **state)
{
    (void)state;
    const char *file = "(p5mon\nrepetitions = 5;\nwarn_parm_not_defined = yes;\nflops = yes;\nend)";
    assert_int_equal(read_file(file, "user_events=yes"), 0);
    assert_non_null(strstr(heard, "quick.parms: command: not defined; using *\n"));
    assert_non_null(strstr(heard, "quick.parms: output_file: not defined; using none\n"));
    assert_non_null(strstr(heard, "quick.parms: max_regions: not defined; using 256\n"));
    assert_non_null(strstr(heard, "quick.parms: branches: not defined; using no\n"));
    const char *const given[] = {
        " repetitions:", " user_events:", " flops:", " state:", " events:"};
    for (unsigned i = 0; i < sizeof given / sizeof given[0]; i++)
        assert_null(strstr(heard, given[i]));
    assert_int_equal(read_file("(p5mon\nevents = flops;\nend)", "warn_parm_not_defined=yes"), 0);
    assert_non_null(strstr(heard, " repetitions: not defined; using 20\n"));
    assert_null(strstr(heard, " branches:"));
}

static char dump[4096];

static void add_line(void *to, const char *text)
{
    (void)to;
    strcat(strcat(dump, text), "\n");
}

/* Reading a dump gives the same configuration, for any settings. */
static void dump_parms(void **state)
{
    (void)state;
    const char *const lines[] = {
        "",
        "command=thesis/* events=flops:u,time_stamp,0x12,flops:k repetitions=7 state=both "
        "ablate=branch,l1 "
        "ci_target=2.5%,0.125 noise=7 cull=mad:4 max_repetitions=50 console=com2,9600 exit=qemu "
        "user_events=yes kernel_events=yes privilege=user paging=4m output_file=o.txt "
        "max_regions=9 "
        "verbose_level=2 dump_parms=yes warn_parm_not_used=no parm_dump_file_name=d report=text "
        "skip_initialization_run=yes repeat_first_run=yes conf_level_99=yes",
    };
    for (unsigned i = 0; i < sizeof lines / sizeof lines[0]; i++) {
        static struct config before;
        assert_int_equal(config_parse(&before, &pmc, lines[i], error, NULL), 0);
        dump[0] = 0;
        settings_dump(&before, &pmc, add_line, NULL);
        assert_int_equal(read_file(dump, ""), 0);
        assert_string_equal(config.command, before.command);
        assert_int_equal(config.n_events, before.n_events);
        assert_int_equal(config_count_rings(&config), config_count_rings(&before));
        assert_memory_equal(config.ablate, before.ablate, sizeof before.ablate);
        assert_int_equal(config.ci_target, before.ci_target);
        assert_int_equal(config.ci_counts, before.ci_counts);
        char again[sizeof dump];
        strcpy(again, dump);
        dump[0] = 0;
        settings_dump(&config, &pmc, add_line, NULL);
        assert_string_equal(dump, again);
    }
    assert_non_null(strstr(dump, "    ci_target = 2.500%,0.125;\n"));
    assert_non_null(strstr(dump, "    noise = 7;\n"));
    assert_non_null(strstr(dump, "    confidence_level_99 = yes;\n"));
    assert_non_null(strstr(dump, "    flops = u,k;\n    breakpoint_match_DR0 = no;\n"));
}

static void names_of_files(void **state)
{
    (void)state;
    const char *const bad[] = {"output_file=", "output_file=a:b", "parm_warn_file_name=a;b",
                               "parm_dump_file_name=0123456789abcdef0123456789abcdef"};
    for (unsigned i = 0; i < sizeof bad / sizeof bad[0]; i++) {
        assert_int_equal(read_file("(p5mon end)", bad[i]), -1);
        assert_non_null(strstr(error, "allowed: a name of 1 to 31 characters without blanks"));
    }
    assert_int_equal(read_file("(p5mon\noutput_file = a b;\nend)", ""), -1);
    assert_int_equal(read_file("(p5mon end)", "output_file=0123456789abcdef0123456789abcde"), 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_file_is_read),
        cmocka_unit_test(texts_of_old_editors_are_read),
        cmocka_unit_test(lines_end_in_any_way),
        cmocka_unit_test(utf_16_is_read),
        cmocka_unit_test(a_file_without_an_experiment_is_an_error),
        cmocka_unit_test(the_command_line_wins),
        cmocka_unit_test(mistakes_are_placed),
        cmocka_unit_test(any_cut_is_survived),
        cmocka_unit_test(figure_c_1),
        cmocka_unit_test(warn_parm_defined_twice),
        cmocka_unit_test(warn_parm_not_used),
        cmocka_unit_test(warn_parm_not_defined),
        cmocka_unit_test(dump_parms),
        cmocka_unit_test(names_of_files),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
